//! The contexts in which expressions are evaluated.

use std::collections::{BTreeMap, HashMap};

use hcldyn::cty::Step;
use hcldyn::cty::{Str, Value};
use hcldyn::ext::repetition::InstanceVariables as Given;
use hcldyn::{Diagnostics, EvalContext, Expression};

use super::view::UnknownInstances;
use super::{Cell, Evaluation, Pass};
use crate::graph::{Reference, Target};
use crate::paths;

/// Values by their names, as nested objects.
#[derive(Debug)]
enum Names {
    Value(Value),
    Members(BTreeMap<Str, Self>),
}

impl Evaluation<'_> {
    /// Returns a context with the names that references mention, so that all contexts together are as large as the source.
    pub(super) fn context(
        &self,
        module: usize,
        instance: usize,
        references: &[Reference],
        given: &Given,
    ) -> EvalContext {
        self.context_with((module, instance), references, given, UnknownInstances::Collection)
    }

    /// Evaluates an expression in an instance of a module. Returns its context as well. A check adds the marks that unknown
    /// collections of instances do not have inside.
    pub(super) fn value(
        &self,
        expr: &Expression,
        (module, instance): (usize, usize),
        references: &[Reference],
        given: &Given,
        diags: &mut Diagnostics,
    ) -> (Value, EvalContext) {
        let ctx = self.context(module, instance, references, given);
        let value = expr.value(&ctx, diags);
        match self.context_with_marks(module, instance, references, given) {
            Some(marked) => {
                let marks = expr.value(&marked, &mut Diagnostics::new()).unmark_deep().1;
                (value.with_marks(&marks), ctx)
            }
            None => (value, ctx),
        }
    }

    /// Returns the context in which a check finds the marks that unknown collections of instances do not have inside; `None` if
    /// there are no such marks.
    pub(super) fn context_with_marks(
        &self,
        module: usize,
        instance: usize,
        references: &[Reference],
        given: &Given,
    ) -> Option<EvalContext> {
        let has_hidden_marks = |it: &Reference| match it.target {
            Target::Node { node, .. } => match self.cell(node, instance) {
                Cell::Instances(repeated) => self.has_hidden_marks(node, repeated),
                Cell::Open | Cell::Value(_) => false,
            },
            Target::Given | Target::Undefined { .. } => false,
        };
        let is_needed = self.pass == Pass::Check && references.iter().any(has_hidden_marks);
        let how = UnknownInstances::Mentioned;
        is_needed.then(|| self.context_with((module, instance), references, given, how))
    }

    fn context_with(
        &self,
        (module, instance): (usize, usize),
        references: &[Reference],
        given: &Given,
        unknown: UnknownInstances,
    ) -> EvalContext {
        let mut names = BTreeMap::new();
        let mut of_node = HashMap::<usize, Vec<&[Step]>>::new();
        for Reference { traversal, target } in references {
            let (steps, root) = (traversal.steps(), Str::new(traversal.root()));
            match *target {
                Target::Node { node, steps: own } => {
                    of_node.entry(node).or_default().push(&steps[own..]);
                }
                Target::Given => {
                    if let Some(value) = self.given(module, &root) {
                        names.insert(root, Names::Value(value));
                    }
                }
                Target::Undefined { steps: own } => {
                    Names::add(&mut names, root, &steps[..own], Value::failed());
                }
            }
        }
        for Reference { traversal, target } in references {
            let Target::Node { node, steps: own } = *target else { continue };
            let Some(mentions) = of_node.get(&node) else { continue };
            let value = match self.cell(node, instance) {
                Cell::Open => Value::dynamic(),
                Cell::Value(computed) => computed.value.clone(),
                Cell::Instances(repeated) => self.view(node, repeated, mentions, unknown),
            };
            let root = Str::new(traversal.root());
            Names::add(&mut names, root, &traversal.steps()[..own], value);
        }
        let mut ctx = self.ctx.child();
        for (name, value) in names {
            ctx.set_variable(name, value.into_value());
        }
        with_given(&ctx, given)
    }

    /// Returns a name of the program. Those that the block gives are set later.
    fn given(&self, module: usize, root: &str) -> Option<Value> {
        match root {
            "path" => {
                let module = self.graph.tree.modules[module].path.as_str();
                let working = std::path::absolute(&self.root).unwrap_or_default();
                Some(Value::object([
                    ("module", Value::from(module)),
                    ("root", Value::from(".")),
                    ("cwd", Value::from(paths::shown(&working))),
                ]))
            }
            "terraform" | "tofu" => {
                let applying = Value::unknown(hcldyn::cty::Type::Bool);
                let workspace = Value::from(self.workspace.as_str());
                Some(Value::object([("workspace", workspace), ("applying", applying)]))
            }
            _ => Some(Value::dynamic()),
        }
    }
}

/// Returns a context with the variables that an instance sees.
pub(super) fn with_given(ctx: &EvalContext, given: &Given) -> EvalContext {
    given
        .iter()
        .fold(ctx.clone(), |ctx, (name, value)| ctx.with_variable(name.clone(), value.clone()))
}

impl Names {
    /// Adds the value of a name: a root with steps to attributes.
    fn add(names: &mut BTreeMap<Str, Self>, root: Str, steps: &[Step], value: Value) {
        let mut entry = names.entry(root);
        for step in steps {
            let Step::Attr(name) = step else { return };
            match entry.or_insert_with(|| Self::Members(BTreeMap::new())) {
                Self::Members(members) => entry = members.entry(name.clone()),
                Self::Value(_) => return,
            }
        }
        entry.or_insert(Self::Value(value));
    }

    /// Returns everything as one value. The recursion is bounded by the three parts of a name.
    fn into_value(self) -> Value {
        match self {
            Self::Value(value) => value,
            Self::Members(members) => {
                Value::object(members.into_iter().map(|(name, inner)| (name, inner.into_value())))
            }
        }
    }
}
