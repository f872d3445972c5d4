//! Variables and the steps into them.

use std::borrow::Cow;

use super::index::{impossible_index, plain_index, plain_step, step};
use super::{Evaluated, Evaluator};
use crate::cty::internal::InlineCache;
use crate::cty::{Str, Type, Value};
use crate::expr::Traversal;
use crate::expr::diags::{self, Problem};
use crate::expr::scope::{Binding, Iteration, Scope};
use crate::source::Span;
use crate::tree::{ExprId, StepKind, TraversalStep};

/// The reason why a traversal fails.
struct DeadEnd {
    /// The step that fails; `None` if the variable is undefined.
    step: Option<usize>,
    problem: Problem,
}

impl<'a> Evaluator<'a> {
    /// Evaluates `root.a[0]`.
    #[cold]
    pub(super) fn traversal(
        &mut self,
        id: ExprId,
        root: &Str,
        steps: &[TraversalStep],
        scope: &Scope<'_>,
    ) -> Value {
        match resolve(root, steps, scope) {
            Ok(value) => value,
            Err(DeadEnd { step: None, .. }) if is_runtime_name(root, scope) => {
                format!("${{{}}}", Traversal::written(root, steps)).into()
            }
            Err(dead_end) => {
                let span = match dead_end.step {
                    Some(step) => steps[step].span,
                    None => self.tree.root_span(id),
                };
                self.fail(dead_end.problem, span, id, scope)
            }
        }
    }

    /// Evaluates `source.a[0]`.
    #[inline(never)]
    pub(super) fn relative(
        &mut self,
        id: ExprId,
        source: ExprId,
        steps: &[TraversalStep],
        scope: &Scope<'_>,
    ) -> Value {
        let source = self.eval(source, scope);
        match walk(&source, steps) {
            Ok(value) => value,
            Err((step, problem)) => self.fail(problem, steps[step].span, id, scope),
        }
    }

    /// Evaluates `collection[key]`.
    #[inline(never)]
    pub(super) fn index<'s>(
        &mut self,
        id: ExprId,
        (collection, key): (ExprId, ExprId),
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
        let is_checked = self.diags.checks_types() && matches!(value.ty(), Type::List(_));
        let impossible = is_checked.then(|| impossible_index(&index)).flatten();
        let found = super::index::index(&value, &index);
        Cow::Owned(match impossible.map_or(found, Err) {
            Ok(value) => value,
            Err(problem) => {
                let brackets = Span::new(self.tree.span(collection).end, self.tree.span(id).end);
                self.fail(problem, brackets, id, scope)
            }
        })
    }
}

/// Returns a reference to the value of a variable or a part of it, if a lookup is enough: the fast path of
/// [`resolve`].
#[inline(never)]
pub(super) fn look_up<'s>(
    root: &Str,
    cache: &InlineCache,
    steps: &[TraversalStep],
    scope: &Scope<'s>,
) -> Option<&'s Value> {
    match scope.variable(cache, root)? {
        Binding::Value(value) => plain_walk(value, steps),
        Binding::Iterator(iteration) => {
            let (first, steps) = steps.split_first()?;
            plain_walk(iterator_part(iteration, first)?, steps)
        }
    }
}

// Most walks have one or two steps, which cost less than a call.
#[inline(always)]
pub(super) fn plain_walk<'v>(value: &'v Value, steps: &[TraversalStep]) -> Option<&'v Value> {
    let mut value = value;
    for step in steps {
        value = plain_step(value, step)?;
    }
    Some(value)
}

/// Returns `.key` or `.value` of an iterator without creating its object.
fn iterator_part<'v>(iteration: &'v Iteration, step: &TraversalStep) -> Option<&'v Value> {
    match &step.kind {
        StepKind::Attr(name) if *name == "key" => Some(&iteration.key),
        StepKind::Attr(name) if *name == "value" => Some(&iteration.value),
        _ => None,
    }
}

/// Returns the value of a variable, or of a part of it.
fn resolve(root: &Str, steps: &[TraversalStep], scope: &Scope<'_>) -> Result<Value, DeadEnd> {
    let (value, rest) = match scope.variable(&InlineCache::default(), root) {
        Some(binding) => enter(binding, steps),
        None => return Err(DeadEnd { step: None, problem: no_variable(root, scope) }),
    };
    let taken = steps.len() - rest.len();
    walk(&value, rest).map_err(|(step, problem)| DeadEnd { step: Some(taken + step), problem })
}

/// Returns the value of the longest part of a traversal that can be looked up, and its number of steps. Returns
/// `None` if the variable is undefined.
pub(super) fn reach<'s>(
    root: &Str,
    steps: &[TraversalStep],
    scope: &Scope<'s>,
) -> Option<(Cow<'s, Value>, usize)> {
    let (value, rest) = enter(scope.variable(&InlineCache::default(), root)?, steps);
    let entered = steps.len() - rest.len();
    let Cow::Borrowed(mut value) = value else { return Some((value, entered)) };
    for (taken, step) in rest.iter().enumerate() {
        match plain_step(value, step) {
            Some(part) => value = part,
            None => return Some((Cow::Borrowed(value), entered + taken)),
        }
    }
    Some((Cow::Borrowed(value), steps.len()))
}

/// Returns the value of a name, and the remaining steps. The first step into an iterator does not need its object.
fn enter<'s, 't>(
    binding: Binding<'s>,
    steps: &'t [TraversalStep],
) -> (Cow<'s, Value>, &'t [TraversalStep]) {
    let iteration = match binding {
        Binding::Value(value) => return (Cow::Borrowed(value), steps),
        Binding::Iterator(iteration) => iteration,
    };
    let first = steps.split_first();
    match first.and_then(|(first, rest)| Some((iterator_part(iteration, first)?, rest))) {
        Some((part, rest)) => (Cow::Borrowed(part), rest),
        None => (Cow::Owned(iteration.object()), steps),
    }
}

fn is_runtime_name(root: &str, scope: &Scope<'_>) -> bool {
    scope.context().is_some_and(|context| context.is_runtime_name(root))
}

fn no_variable(name: &str, scope: &Scope<'_>) -> Problem {
    if scope.allows_variables() {
        diags::unknown_variable(name, scope.capture())
    } else {
        diags::no_variables_allowed(name)
    }
}

/// Returns the part of a value that steps lead to. Fails with the index of the invalid step and its error.
fn walk(value: &Value, steps: &[TraversalStep]) -> Result<Value, (usize, Problem)> {
    let mut value = value.clone();
    for (position, next) in steps.iter().enumerate() {
        value = step(&value, next).map_err(|problem| (position, problem))?;
    }
    Ok(value)
}
