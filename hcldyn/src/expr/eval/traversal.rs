//! Variables and the steps into them.

use super::Evaluator;
use super::index::{plain_step, step};
use crate::cty::{Str, Value};
use crate::expr::diags::{self, Problem};
use crate::expr::scope::{Binding, Iteration, Scope};
use crate::source::Span;
use crate::tree::{NodeId, Step, StepKind};

/// Why a traversal leads nowhere.
pub(super) struct DeadEnd {
    /// How many steps were taken.
    pub(super) taken: usize,
    /// What they led to; `None` where not even the variable exists.
    pub(super) reached: Option<Value>,
    problem: Problem,
}

impl Evaluator<'_> {
    /// `root.a[0]`
    pub(super) fn traversal(
        &mut self,
        id: NodeId,
        (root, root_span): (&Str, Span),
        steps: &[Step],
        scope: &Scope<'_>,
    ) -> Value {
        match resolve(root, steps, scope) {
            Ok(value) => value,
            Err(dead_end) => {
                let span = match dead_end.reached {
                    Some(_) => steps[dead_end.taken].span,
                    None => root_span,
                };
                self.fail(dead_end.problem, span, id, scope)
            }
        }
    }

    /// `source.a[0]`
    pub(super) fn relative(
        &mut self,
        id: NodeId,
        source: NodeId,
        steps: &[Step],
        scope: &Scope<'_>,
    ) -> Value {
        let source = self.eval(source, scope);
        match walk(&source, steps) {
            Ok(value) => value,
            Err(dead_end) => self.fail(dead_end.problem, steps[dead_end.taken].span, id, scope),
        }
    }

    /// `collection[key]`
    pub(super) fn index(
        &mut self,
        id: NodeId,
        (collection, key): (NodeId, NodeId),
        scope: &Scope<'_>,
    ) -> Value {
        let value = self.eval(collection, scope);
        let index = self.eval(key, scope);
        match super::index::index(&value, &index) {
            Ok(value) => value,
            Err(problem) => {
                let brackets = Span::new(self.tree.span(collection).end, self.tree.span(id).end);
                self.fail(problem, brackets, id, scope)
            }
        }
    }
}

/// The value of a variable, or of a part of it.
pub(super) fn resolve(root: &Str, steps: &[Step], scope: &Scope<'_>) -> Result<Value, DeadEnd> {
    match scope.variable(root) {
        Some(Binding::Value(value)) => walk(value, steps),
        Some(Binding::Iterator(iteration)) => walk_iterator(iteration, steps),
        None => Err(DeadEnd { taken: 0, reached: None, problem: no_variable(root, scope) }),
    }
}

fn no_variable(name: &str, scope: &Scope<'_>) -> Problem {
    match scope.allows_variables() {
        true => diags::unknown_variable(name, &scope.variable_names()),
        false => diags::no_variables_allowed(name),
    }
}

/// `.key` and `.value` are looked up without making the object that they are attributes of.
fn walk_iterator(iteration: &Iteration, steps: &[Step]) -> Result<Value, DeadEnd> {
    let part = match steps.first().map(|step| &step.kind) {
        Some(StepKind::Attr(name)) if *name == "key" => &iteration.key,
        Some(StepKind::Attr(name)) if *name == "value" => &iteration.value,
        _ => return walk(&iteration.object(), steps),
    };
    walk(part, &steps[1..]).map_err(|end| DeadEnd { taken: end.taken + 1, ..end })
}

/// Follows steps by reference as far as that goes, then by value.
fn walk(value: &Value, steps: &[Step]) -> Result<Value, DeadEnd> {
    let mut value = value;
    for (taken, next) in steps.iter().enumerate() {
        match plain_step(value, &next.kind) {
            Some(part) => value = part,
            None => return walk_on(value.clone(), steps, taken),
        }
    }
    Ok(value.clone())
}

#[cold]
fn walk_on(mut value: Value, steps: &[Step], mut taken: usize) -> Result<Value, DeadEnd> {
    while let Some(next) = steps.get(taken) {
        value = match step(&value, next) {
            Ok(part) => part,
            Err(problem) => return Err(DeadEnd { taken, reached: Some(value), problem }),
        };
        taken += 1;
    }
    Ok(value)
}
