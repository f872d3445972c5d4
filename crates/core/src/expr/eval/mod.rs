//! Evaluation, with one method for each kind of node.
//!
//! Every part of an expression is evaluated, so that one run shows every error. The value of a failed part is
//! [`Value::dynamic`], which other operations accept silently, so that one mistake causes one error. The result
//! has the marks of all parts. Each operation has a fast path for known values without marks, and a general path
//! for all others.
//!
//! Reference: package `hclsyntax`, the `Value` method of each expression.

mod call;
mod certainty;
mod comparison;
mod conditional;
mod construct;
mod depth;
mod for_expr;
mod index;
mod joined;
mod logic;
mod operator;
mod splat;
mod template;
#[cfg(test)]
mod tests;
mod traversal;
mod values;

use std::borrow::Cow;
use std::sync::Arc;

pub(crate) use self::conditional::difference;
pub(crate) use self::depth::{block_levels, in_block, is_in_call};
pub(crate) use self::values::{marks_in, values_in};
use super::Scope;
use super::diags::{self, Problem};
use super::end_of_work::report_end_of_work;
use crate::cty::{Marks, Type, Value};
use crate::diag::{Diagnostics, SinkCheckpoint};
use crate::limits::work::{self, Evaluation};
use crate::source::Span;
use crate::tree::{ExprId, ExprNode, Tree};

/// The maximum depth of an evaluation in levels, including closures that functions evaluate. An enclosing block
/// counts as two levels. A single expression cannot reach the maximum, because the parser limits nesting. The
/// levels fit on a stack of 2 MB, even in a debug build.
const MAX_EVALUATION_DEPTH: u32 = 800;

/// The work of composing an error message, even if it is not stored.
const FAILURE_STEPS: usize = 128;

/// The maximum number of times that one evaluation, including all function calls, may be too deep.
const MAX_BOTTOM_HITS: u64 = 100;

/// The number of times that an expression is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Times {
    /// Once, in its source position.
    Once,
    /// Once for each block that a `dynamic` block generates.
    Repeatedly,
}

/// Evaluates a node of a tree in a scope. Reports errors, and returns an unknown value after an error.
#[inline]
pub(crate) fn evaluate(
    tree: &Arc<Tree>,
    node: ExprId,
    scope: &Scope<'_>,
    times: Times,
    diags: &mut Diagnostics,
) -> Value {
    let depth = depth::at_start();
    let found = look_up(tree, node, scope);
    if let Some(value) = found
        && depth == 0
        && times == Times::Once
    {
        return value.clone();
    }
    let (limits, bytes) = (scope.limits(), tree.span(node).range().len());
    let (budget, interrupts) = (limits.work, limits.interrupts.as_ref());
    let evaluation = match times {
        Times::Once if depth == 0 => Evaluation::begin(budget, interrupts, bytes),
        _ => Evaluation::begin_again(budget, interrupts, bytes),
    };
    let is_outermost = evaluation.is_outermost();
    let max_depth = depth::left_of(MAX_EVALUATION_DEPTH);
    Evaluator { tree, diags, whole: node, depth, max_depth, is_outermost, stopped: false }
        .whole(found, scope)
}

/// The evaluation of one expression.
struct Evaluator<'a> {
    tree: &'a Arc<Tree>,
    diags: &'a mut Diagnostics,
    /// The expression at the start of the evaluation.
    whole: ExprId,
    /// The current depth in levels.
    depth: u32,
    /// The maximum depth in levels.
    max_depth: u32,
    /// `true` unless the evaluation is that of a closure in a function call.
    is_outermost: bool,
    /// `true` after a limit is reached. All further values are unknown.
    stopped: bool,
}

/// The value of a node: a reference into the tree or the scope, or a new value.
type Evaluated<'s> = Cow<'s, Value>;

/// Returns the value of a node, if a lookup is enough.
#[inline]
fn look_up<'s>(tree: &'s Tree, id: ExprId, scope: &Scope<'s>) -> Option<&'s Value> {
    match tree.node(id) {
        ExprNode::Literal(value) => Some(value),
        ExprNode::Traversal { root, cache, steps, .. } => {
            traversal::look_up(tree.name(*root), cache, tree.steps(*steps), scope)
        }
        ExprNode::Item => scope.item(),
        node @ (ExprNode::Relative { .. }
        | ExprNode::Wrap(_)
        | ExprNode::Parens(_)
        | ExprNode::JsonString { .. }) => look_further(tree, node, scope),
        _ => None,
    }
}

#[inline(never)]
fn look_further<'s>(tree: &'s Tree, node: &'s ExprNode, scope: &Scope<'s>) -> Option<&'s Value> {
    match node {
        ExprNode::Relative { source, steps } => {
            traversal::plain_walk(look_up(tree, *source, scope)?, tree.steps(*steps))
        }
        ExprNode::Wrap(inner)
        | ExprNode::Parens(inner)
        | ExprNode::JsonString { value: inner, .. } => look_up(tree, *inner, scope),
        _ => None,
    }
}

impl<'a> Evaluator<'a> {
    /// Evaluates the whole expression, given the value that a lookup found, if any.
    #[inline]
    fn whole(mut self, found: Option<&Value>, scope: &Scope<'_>) -> Value {
        let value = match found {
            Some(value) => value.clone(),
            None => self.compute(self.whole, scope).into_owned(),
        };
        if self.has_work_left(self.whole, scope) { value } else { Value::dynamic() }
    }

    #[inline]
    fn eval<'s>(&mut self, id: ExprId, scope: &Scope<'s>) -> Evaluated<'s>
    where
        'a: 's,
    {
        match look_up(self.tree, id, scope) {
            Some(value) => Cow::Borrowed(value),
            None => self.compute(id, scope),
        }
    }

    /// Evaluates a node that needs a computation.
    #[inline(never)]
    fn compute<'s>(&mut self, id: ExprId, scope: &Scope<'s>) -> Evaluated<'s>
    where
        'a: 's,
    {
        if self.stopped || self.depth >= self.max_depth || work::is_exceeded() {
            return Cow::Owned(self.reject(id, scope));
        }
        self.depth += 1;
        let value = self.dispatch(id, scope);
        self.depth -= 1;
        value
    }

    /// Returns an unknown value, because the evaluation has stopped, exceeds the limit on work or is too deep.
    #[cold]
    fn reject(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        if self.stopped || !self.has_work_left(id, scope) {
            Value::dynamic()
        } else {
            self.hit_bottom(id, scope)
        }
    }

    /// Calls the method for the kind of node. The methods for frequent nodes are not inlined, so that each stack
    /// frame only contains the variables of one method.
    #[inline]
    fn dispatch<'s>(&mut self, id: ExprId, scope: &Scope<'s>) -> Evaluated<'s>
    where
        'a: 's,
    {
        let tree = self.tree;
        // Each arm writes its result in place. A value shared by all arms would be copied.
        match tree.node(id) {
            ExprNode::Wrap(inner)
            | ExprNode::Parens(inner)
            | ExprNode::JsonString { value: inner, .. } => {
                // The lookup of the inner node has already failed.
                self.compute(*inner, scope)
            }
            ExprNode::Index { collection, key } => self.index(id, (*collection, *key), scope),
            ExprNode::Conditional { condition, then, otherwise } => {
                self.conditional(id, *condition, (*then, *otherwise), scope)
            }
            ExprNode::Key(name) => Cow::Owned(Value::from(name.clone())),
            ExprNode::Traversal { root, steps, .. } => {
                Cow::Owned(self.traversal(id, tree.name(*root), tree.steps(*steps), scope))
            }
            ExprNode::Relative { source, steps } => {
                Cow::Owned(self.relative(id, *source, tree.steps(*steps), scope))
            }
            ExprNode::Splat { source, each, .. } => {
                Cow::Owned(self.splat(id, (*source, *each), scope))
            }
            ExprNode::Unary { op, operand, .. } => Cow::Owned(self.unary(id, *op, *operand, scope)),
            ExprNode::Binary { op, left, right, .. } => {
                Cow::Owned(self.binary(id, *op, (*left, *right), scope))
            }
            ExprNode::Template(parts) => Cow::Owned(self.template(tree.list(*parts), scope)),
            ExprNode::Join(elements) => Cow::Owned(self.join(id, *elements, scope)),
            ExprNode::Tuple(elements) => Cow::Owned(self.tuple(id, tree.list(*elements), scope)),
            ExprNode::Object { items, plain } => {
                Cow::Owned(self.object(id, (tree.items(*items), *plain), scope))
            }
            ExprNode::For(parts) => Cow::Owned(self.for_expr(id, parts, scope)),
            ExprNode::Call(call) => Cow::Owned(self.call(id, call, scope)),
            ExprNode::Literal(_) | ExprNode::Item => Cow::Owned(Value::dynamic()),
            // The parser has reported the error.
            ExprNode::Error(_) => Cow::Owned(Value::failed()),
        }
    }

    /// Evaluates a node and returns its diagnostics separately, for the caller to report or drop. After a limit is
    /// reached, they are reported in any case, because all further values are unknown.
    #[inline]
    fn eval_apart<'s>(
        &mut self,
        id: ExprId,
        scope: &Scope<'s>,
    ) -> (Evaluated<'s>, Option<Box<Diagnostics>>)
    where
        'a: 's,
    {
        match look_up(self.tree, id, scope) {
            Some(value) => (Cow::Borrowed(value), None),
            None => self.compute_apart(id, scope),
        }
    }

    #[inline(never)]
    fn compute_apart<'s>(
        &mut self,
        id: ExprId,
        scope: &Scope<'s>,
    ) -> (Evaluated<'s>, Option<Box<Diagnostics>>)
    where
        'a: 's,
    {
        let before = self.diags.checkpoint();
        let value = self.compute(id, scope);
        let found = if self.stopped { None } else { self.diags.split_off_operand(before) };
        (value, found)
    }

    /// Turns the errors since a checkpoint into warnings, as those of a part that only some values need.
    fn append_possible_since(&mut self, before: SinkCheckpoint) {
        if !self.stopped
            && let Some(found) = self.diags.split_off(before)
        {
            self.diags.append_possible(*found);
        }
    }

    /// Reports an error in a node, with the values of variables.
    #[cold]
    fn fail(&mut self, problem: Problem, span: Span, node: ExprId, scope: &Scope<'_>) -> Value {
        let values = if self.diags.is_of_attempt() || self.diags.is_full() {
            Vec::new()
        } else {
            values::involved(self.tree, (node, self.whole), scope)
        };
        problem.report(self.tree.place(span), values, self.diags);
        work::spend(FAILURE_STEPS);
        Value::dynamic()
    }

    /// Reports an error at a whole node.
    #[cold]
    fn fail_at(&mut self, problem: Problem, node: ExprId, scope: &Scope<'_>) -> Value {
        self.fail(problem, self.tree.span(node), node, scope)
    }

    /// Reports an error in a node for a caller without a value to return.
    #[cold]
    fn none_at<T>(&mut self, problem: Problem, node: ExprId, scope: &Scope<'_>) -> Option<T> {
        self.fail_at(problem, node, scope);
        None
    }

    /// Reports that a limit is reached, and stops the evaluation.
    #[cold]
    fn stop(&mut self, problem: Problem, node: ExprId) -> Value {
        problem.report(self.tree.place(self.tree.span(node)), Vec::new(), self.diags);
        self.stopped = true;
        Value::dynamic()
    }

    /// Reports that the evaluation is too deep. A function with two recursive calls would reach the limit an
    /// exponential number of times, so each time takes a share of the work.
    #[cold]
    fn hit_bottom(&mut self, node: ExprId, scope: &Scope<'_>) -> Value {
        work::spend((scope.limits().work / MAX_BOTTOM_HITS) as usize);
        self.stop(diags::too_deep(), node)
    }

    /// Returns `true` if the evaluation may continue within the limits on work and time. Otherwise the outermost
    /// evaluation reports the limit, because the diagnostics of a closure may be dropped.
    #[inline]
    fn has_work_left(&mut self, node: ExprId, scope: &Scope<'_>) -> bool {
        !work::is_exceeded() || self.exhausted(node, scope)
    }

    #[cold]
    fn exhausted(&mut self, node: ExprId, scope: &Scope<'_>) -> bool {
        if self.is_outermost {
            let place = self.tree.place(self.tree.span(node));
            report_end_of_work(&place, scope.limits(), self.diags);
        }
        self.stopped = true;
        false
    }

    /// Returns `true` if a loop has reported more errors than are stored, so that it should end. `errors` is the
    /// number of errors before the loop.
    fn is_enough(&self, errors: usize) -> bool {
        self.diags.error_count() - errors >= Diagnostics::DEFAULT_LIMIT
    }
}

/// Adds the marks of a value itself, not of its parts, to a set.
fn collect_marks(value: &Value, marks: &mut Marks) {
    if let Some(own) = value.marks() {
        marks.extend(own.iter().cloned());
    }
}

/// Returns `true` if not even the type of a value is known: a failed part, or a value that is only known later.
fn is_dynamic(value: &Value) -> bool {
    !value.is_known() && value.ty() == Type::Dynamic
}
