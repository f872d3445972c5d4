//! The names that expressions may use, and which of them are known.

use std::collections::BTreeMap;

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::parser;

use crate::body::Body;
use crate::cty::internal::sort_by_key;
use crate::cty::{Marks, Step, Str, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, Traversal};
use crate::source::{Source, Span};
use crate::syntax::native::parse_expression;

/// An expression by itself, outside any generated block.
#[derive(Debug)]
pub(super) struct ParsedExpression {
    expr: Option<Expression>,
    /// The variables with their offsets, in source order. Iterators are among them.
    pub(super) variables: Vec<(u32, Traversal)>,
    /// The offsets of the calls of unknown functions, in source order.
    unknown_calls: Vec<u32>,
}

/// Collects the calls of functions that a context does not have.
struct UnknownCalls<'a> {
    text: &'a str,
    ctx: &'a EvalContext,
    found: Vec<u32>,
}

/// The iterators around a body, and the change of its indentation.
#[derive(Clone, Debug, Default)]
pub(super) struct IteratorScope {
    /// The context with the iterators of generated blocks.
    pub(super) ctx: EvalContext,
    /// The marks of the surrounding collections.
    pub(super) marks: Marks,
    pub(super) iterators: BTreeMap<Str, IteratorKind>,
    /// The amount of whitespace that each line loses at its start, since the body moves outwards.
    pub(super) dedent: usize,
}

/// An iterator of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IteratorKind {
    /// The iterator of a `dynamic` block that stays. It has no value.
    Kept,
    /// The iterator of a generated block. It is constant if its collection depends on no variables.
    Generated { is_constant: bool },
}

impl IteratorKind {
    pub(super) const CONSTANT: Self = Self::Generated { is_constant: true };
}

impl ParsedExpression {
    /// Parses the expression at a span. The functions of `ctx` do not evaluate all their arguments.
    pub(super) fn parse(source: &Source, span: Span, ctx: &EvalContext) -> Self {
        // Errors were reported when the whole file was parsed.
        let expr = parse_expression(&Source::new("", source.slice(span)), &mut Diagnostics::new());
        let found = expr.as_ref().map(|expr| expr.variables_in(ctx)).unwrap_or_default();
        let offset = |it: &Traversal| span.start + it.place().span().start;
        let mut variables: Vec<_> = found.into_iter().map(|it| (offset(&it), it)).collect();
        sort_by_key(&mut variables, |(offset, _)| *offset);
        let mut calls = UnknownCalls { text: source.text(), ctx, found: Vec::new() };
        parser::parse_expression(source.text(), span.range(), &mut calls);
        sort_by_key(&mut calls.found, |offset| *offset);
        Self { expr, variables, unknown_calls: calls.found }
    }

    pub(super) fn variables_at(&self, span: Span) -> &[(u32, Traversal)] {
        let before = |end: u32| self.variables.partition_point(|(offset, _)| *offset < end);
        &self.variables[before(span.start)..before(span.end)]
    }

    /// Returns `true` if an unknown function is called in a part of the expression.
    fn has_unknown_call(&self, span: Span) -> bool {
        let before = |end: u32| self.unknown_calls.partition_point(|offset| *offset < end);
        before(span.start) < before(span.end)
    }

    /// Returns the value of a part of the expression if its evaluation reports no error. A part may fail on
    /// purpose: in `try`, or where a condition skips it.
    pub(super) fn value_of(&self, part: &Self, scope: &IteratorScope) -> Option<Value> {
        let is_free = |offset| self.variables.binary_search_by_key(offset, |it| it.0).is_ok();
        // Otherwise a `for` around the part binds a name in it.
        let expr = part.expr.as_ref().filter(|_| part.variables.iter().all(|it| is_free(&it.0)))?;
        let mut diags = Diagnostics::new();
        let value = expr.value(&scope.ctx, &mut diags);
        (!diags.has_errors()).then(|| value.with_marks(&scope.marks))
    }
}

impl IteratorScope {
    /// Returns the scope inside the body of a generated block.
    pub(super) fn inside(&self, body: &Body, is_constant: bool, dedent: usize) -> Self {
        let Some((name, iterator)) = body.iterators().pop() else { return self.clone() };
        Self {
            ctx: self.ctx.child().with_variable(name, iterator),
            marks: body.marks().cloned().unwrap_or_default(),
            dedent: self.dedent + dedent,
            ..self.with_iterator(Str::new(name), IteratorKind::Generated { is_constant })
        }
    }

    /// Returns the scope with an iterator.
    pub(super) fn with_iterator(&self, name: Str, kind: IteratorKind) -> Self {
        let mut inner = self.clone();
        inner.iterators.insert(name, kind);
        inner
    }

    /// Returns `true` if the iterator of a generated block is among some variables.
    pub(super) fn has_iterator(&self, variables: &[(u32, Traversal)]) -> bool {
        let kind = |it: &Traversal| self.iterators.get(it.root()).copied();
        variables.iter().any(|(_, it)| kind(it).is_some_and(|kind| kind != IteratorKind::Kept))
    }

    /// Returns `true` if an expression with some variables has the same value in every run: all are constant iterators.
    pub(super) fn is_constant(&self, variables: &[(u32, Traversal)]) -> bool {
        let kind = |it: &Traversal| self.iterators.get(it.root()).copied();
        variables.iter().all(|(_, it)| kind(it) == Some(IteratorKind::CONSTANT))
    }

    /// Returns `true` if a part of an expression can be evaluated: all its variables and functions are known.
    pub(super) fn knows(&self, expr: &ParsedExpression, part: Span) -> bool {
        !expr.has_unknown_call(part)
            && expr.variables_at(part).iter().all(|(_, it)| self.knows_variable(it))
    }

    fn knows_variable(&self, variable: &Traversal) -> bool {
        match self.iterators.get(variable.root()) {
            Some(kind) => *kind != IteratorKind::Kept,
            None => self.ctx.variable(variable.root()).is_some_and(|value| is_set(value, variable)),
        }
    }
}

impl Receiver for UnknownCalls<'_> {
    fn event(&mut self, event: Event, _: Span) {
        if let Event::Call { name, .. } = event {
            let is_known = self.ctx.function(&self.text[name.range()]).is_some();
            self.found.extend((!is_known).then_some(name.start));
        }
    }

    fn error(&mut self, _: SyntaxError) {}
}

/// Returns `true` if a variable of a namespace is set: `var.name` of an object `var`. A variables file need not set
/// all of them.
fn is_set(namespace: &Value, variable: &Traversal) -> bool {
    let Some(object) = namespace.unmarked().as_object() else { return true };
    match variable.steps().first() {
        Some(Step::Attr(name)) => object.get(name).is_some(),
        Some(Step::Index(key)) => key.as_str().is_none_or(|name| object.get(name).is_some()),
        None => true,
    }
}
