//! The names of a scope for suggestions, collected only when a message is composed.

use super::EvalContext;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::Offered;

/// The variables of a context.
#[derive(Debug)]
pub(super) struct ContextVariables(pub(super) EvalContext);

/// The functions of a context, or their namespaces.
#[derive(Debug)]
pub(super) struct ContextFunctions {
    context: EvalContext,
    wanted: Wanted,
}

#[derive(Debug)]
enum Wanted {
    All,
    Namespaces,
    In(Str),
}

impl ContextFunctions {
    /// Offers all functions of a context.
    pub(super) fn all(context: &EvalContext) -> Self {
        Self { context: context.clone(), wanted: Wanted::All }
    }

    /// Offers the functions of a namespace, or all namespaces if it does not exist.
    pub(super) fn in_namespace(context: &EvalContext, namespace: &str) -> Self {
        let mut names = context.function_names();
        let wanted = if names.any(|name| in_namespace(name, namespace).is_some()) {
            Wanted::In(namespace.into())
        } else {
            Wanted::Namespaces
        };
        Self { context: context.clone(), wanted }
    }

    pub(super) fn are_namespaces(&self) -> bool {
        matches!(self.wanted, Wanted::Namespaces)
    }
}

fn in_namespace<'n>(name: &'n str, namespace: &str) -> Option<&'n str> {
    let (space, local) = name.rsplit_once("::")?;
    (space == namespace).then_some(local)
}

impl Offered for ContextVariables {
    fn names(&self) -> Vec<&str> {
        self.0.variable_names().collect_vec()
    }
}

impl Offered for ContextFunctions {
    fn names(&self) -> Vec<&str> {
        let names = self.context.function_names();
        match &self.wanted {
            Wanted::All => names.collect_vec(),
            Wanted::In(namespace) => {
                names.filter_map(|it| in_namespace(it, namespace)).collect_vec()
            }
            Wanted::Namespaces => {
                names.filter_map(|it| it.rsplit_once("::")).map(|(space, _)| space).collect_vec()
            }
        }
    }
}
