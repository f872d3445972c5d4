//! The names of a scope that messages offer, gathered when a message is put together.

use std::collections::BTreeSet;

use super::EvalContext;
use crate::cty::Str;
use crate::diag::Offered;

/// The variables of a context.
#[derive(Debug)]
pub(super) struct ContextVariables(pub(super) EvalContext);

/// Functions of a context, or the namespaces that functions are in.
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
    /// All functions of a context.
    pub(super) fn all(context: &EvalContext) -> Self {
        Self { context: context.clone(), wanted: Wanted::All }
    }

    /// The functions of a namespace; the namespaces if none of that name is there.
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

/// Contexts inside one another may have the same names.
impl Offered for ContextVariables {
    fn names(&self) -> BTreeSet<&str> {
        self.0.variable_names().collect()
    }
}

impl Offered for ContextFunctions {
    fn names(&self) -> BTreeSet<&str> {
        let names = self.context.function_names();
        match &self.wanted {
            Wanted::All => names.collect(),
            Wanted::In(namespace) => names.filter_map(|it| in_namespace(it, namespace)).collect(),
            Wanted::Namespaces => {
                names.filter_map(|it| it.rsplit_once("::")).map(|(space, _)| space).collect()
            }
        }
    }
}
