//! Variables and the steps into them.

use std::borrow::Cow;

use super::index::{plain_index, plain_step, step};
use super::{Evaluated, Evaluator};
use crate::cty::{Guess, Str, Value};
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
    #[cold]
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
    #[inline(never)]
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
    #[inline(never)]
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
        if let Cow::Borrowed(value) = value
            && let Some(element) = plain_index(value, &index)
        {
            return Cow::Borrowed(element);
        }
        Cow::Owned(match super::index::index(&value, &index) {
            Ok(value) => value,
            Err(problem) => {
                let brackets = Span::new(self.tree.span(collection).end, self.tree.span(id).end);
                self.fail(problem, brackets, id, scope)
            }
        })
    }
}

/// The value of a variable, or of a part of it, by reference where that takes no more than looking it
/// up: the short way of [`resolve`].
#[inline(never)]
pub(super) fn look_up<'s>(
    root: &Str,
    guess: &Guess,
    steps: &[Step],
    scope: &Scope<'s>,
) -> Option<&'s Value> {
    match scope.variable(guess, root)? {
        Binding::Value(value) => plain_walk(value, steps),
        Binding::Iterator(iteration) => {
            let (first, steps) = steps.split_first()?;
            plain_walk(iterator_part(iteration, first)?, steps)
        }
    }
}

// Most walks are a step or two, less than a call.
#[inline(always)]
pub(super) fn plain_walk<'v>(value: &'v Value, steps: &[Step]) -> Option<&'v Value> {
    let mut value = value;
    for step in steps {
        value = plain_step(value, step)?;
    }
    Some(value)
}

/// `.key` or `.value`, without making the object that they are attributes of.
fn iterator_part<'v>(iteration: &'v Iteration, step: &Step) -> Option<&'v Value> {
    match &step.kind {
        StepKind::Attr(name) if *name == "key" => Some(&iteration.key),
        StepKind::Attr(name) if *name == "value" => Some(&iteration.value),
        _ => None,
    }
}

/// The value of a variable, or of a part of it.
pub(super) fn resolve(root: &Str, steps: &[Step], scope: &Scope<'_>) -> Result<Value, DeadEnd> {
    match scope.variable(&Guess::default(), root) {
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

fn walk_iterator(iteration: &Iteration, steps: &[Step]) -> Result<Value, DeadEnd> {
    let Some(part) = steps.first().and_then(|first| iterator_part(iteration, first)) else {
        return walk(&iteration.object(), steps);
    };
    walk(part, &steps[1..]).map_err(|end| DeadEnd { taken: end.taken + 1, ..end })
}

fn walk(value: &Value, steps: &[Step]) -> Result<Value, DeadEnd> {
    let mut value = value.clone();
    for (taken, next) in steps.iter().enumerate() {
        value = match step(&value, next) {
            Ok(part) => part,
            Err(problem) => return Err(DeadEnd { taken, reached: Some(value), problem }),
        };
    }
    Ok(value)
}
