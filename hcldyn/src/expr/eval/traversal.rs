//! Variables and the steps into them.

use std::borrow::Cow;

use super::{Evaluated, Evaluator};
use super::index::{index_by, plain_step, step};
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

impl<'a> Evaluator<'a> {
    /// `root.a[0]`
    pub(super) fn traversal<'s>(
        &mut self,
        id: NodeId,
        (root, root_span): (&Str, Span),
        steps: &[Step],
        scope: &Scope<'s>,
    ) -> Evaluated<'s>
    where
        'a: 's,
    {
        match resolve(root, steps, scope) {
            Ok(value) => value,
            Err(dead_end) => {
                let span = match dead_end.reached {
                    Some(_) => steps[dead_end.taken].span,
                    None => root_span,
                };
                Cow::Owned(self.fail(dead_end.problem, span, id, scope))
            }
        }
    }

    /// `source.a[0]`
    pub(super) fn relative<'s>(
        &mut self,
        id: NodeId,
        source: NodeId,
        steps: &[Step],
        scope: &Scope<'s>,
    ) -> Evaluated<'s>
    where
        'a: 's,
    {
        let found = match self.eval(source, scope) {
            Cow::Borrowed(source) => walk(source, steps),
            Cow::Owned(source) => walk(&source, steps).map(owned),
        };
        match found {
            Ok(value) => value,
            Err(dead_end) => {
                let span = steps[dead_end.taken].span;
                Cow::Owned(self.fail(dead_end.problem, span, id, scope))
            }
        }
    }

    /// `collection[key]`
    pub(super) fn index<'s>(
        &mut self,
        id: NodeId,
        (collection, key): (NodeId, NodeId),
        scope: &Scope<'s>,
    ) -> Evaluated<'s>
    where
        'a: 's,
    {
        let value = self.eval(collection, scope);
        let index = self.eval(key, scope);
        let found = match value {
            Cow::Borrowed(value) => index_by(value, &index),
            Cow::Owned(value) => index_by(&value, &index).map(owned),
        };
        match found {
            Ok(value) => value,
            Err(problem) => {
                let brackets = Span::new(self.tree.span(collection).end, self.tree.span(id).end);
                Cow::Owned(self.fail(problem, brackets, id, scope))
            }
        }
    }
}

/// The value of a variable, or of a part of it.
pub(super) fn resolve<'s>(
    root: &Str,
    steps: &[Step],
    scope: &Scope<'s>,
) -> Result<Evaluated<'s>, DeadEnd> {
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
fn walk_iterator<'s>(
    iteration: &'s Iteration,
    steps: &[Step],
) -> Result<Evaluated<'s>, DeadEnd> {
    let part = match steps.first().map(|step| &step.kind) {
        Some(StepKind::Attr(name)) if *name == "key" => &iteration.key,
        Some(StepKind::Attr(name)) if *name == "value" => &iteration.value,
        _ => return walk(&iteration.object(), steps).map(owned),
    };
    walk(part, &steps[1..]).map_err(|end| DeadEnd { taken: end.taken + 1, ..end })
}

/// Follows steps by reference as far as that goes, then by value.
fn walk<'v>(mut value: &'v Value, steps: &[Step]) -> Result<Evaluated<'v>, DeadEnd> {
    for (taken, next) in steps.iter().enumerate() {
        match plain_step(value, &next.kind) {
            Some(part) => value = part,
            None => return walk_on(value.clone(), steps, taken).map(Cow::Owned),
        }
    }
    Ok(Cow::Borrowed(value))
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

/// A part of a value that was made, on its own.
fn owned<'s>(part: Evaluated<'_>) -> Evaluated<'s> {
    Cow::Owned(part.into_owned())
}
