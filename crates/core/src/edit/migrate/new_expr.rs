//! New expressions with the old one in them.

use std::ops::Range;

use super::trace::Copied;
use crate::cty::convert::convert;
use crate::cty::internal::{CollectVec, sort_by_key};
use crate::cty::{Type, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression};
use crate::source::Source;
use crate::syntax::native::{
    Layout, closed_text, ends_with_heredoc, parse_expression, to_hcl_literal,
};

/// The variable of the old expression.
const OLD: &str = "old";

/// An expression with the variable `old` in place of the old expression.
#[derive(Clone, Debug)]
pub(super) struct NewExpr {
    expr: Expression,
    text: String,
    /// The ranges of the variable.
    old: Vec<Range<usize>>,
}

/// The text of a new expression, with the parts that are copied from the source.
#[derive(Clone, Debug, Default)]
pub(super) struct MadeText {
    pub(super) text: String,
    pub(super) copies: Vec<Copied>,
}

impl Copied {
    /// Returns the part of a text after a prefix.
    pub(super) fn after(self, at: usize) -> Self {
        Self { at: self.at + at, ..self }
    }
}

/// The kind of an expression, compared to the type of old ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OldKind {
    Old,
    New,
    /// The value is only known when the configuration is decoded.
    Unclear,
}

impl NewExpr {
    pub(super) fn parse(text: &str) -> Result<Self, Diagnostics> {
        let mut diags = Diagnostics::new();
        let expr = parse_expression(&Source::new("<expression>", text), &mut diags);
        let expr = diags.into_result(expr)?;
        let variables = expr.variables().into_iter().filter(|it| it.root() == OLD);
        let ranges = variables.map(|it| {
            let start = it.place().span().range().start;
            start..start + OLD.len()
        });
        let mut old = ranges.collect_vec();
        sort_by_key(&mut old, |range| range.start);
        Ok(Self { expr, text: text.to_owned(), old })
    }

    pub(super) fn text(&self) -> &str {
        self.text.trim()
    }

    /// Returns the new expression for an old one. A constant expression is evaluated; any other one is copied. Returns
    /// `None` if the new expression would not be valid.
    pub(super) fn made_from(&self, old: &Expression, ctx: &EvalContext) -> Option<MadeText> {
        if self.text() == OLD {
            return Some(self.copied(old));
        }
        if let Some(text) = self.constant(old, ctx) {
            return Some(MadeText { text, copies: Vec::new() });
        }
        let made = self.copied(old);
        let mut diags = Diagnostics::new();
        let new = parse_expression(&Source::new("<expression>", made.text.as_str()), &mut diags)?;
        new.value(&with_unknown(&new, ctx), &mut diags);
        (!diags.has_errors()).then_some(made)
    }

    fn constant(&self, old: &Expression, ctx: &EvalContext) -> Option<String> {
        if !is_plain(old) {
            return None;
        }
        let mut diags = Diagnostics::new();
        let value = old.value(ctx, &mut diags);
        let ctx = ctx.child().with_variable(OLD, value);
        let value = self.expr.value(&with_unknown(&self.expr, &ctx), &mut diags);
        if diags.has_errors() || !value.is_wholly_known() {
            return None;
        }
        to_hcl_literal(&value, Layout::Line)
    }

    fn copied(&self, old: &Expression) -> MadeText {
        let text = self.text.as_str();
        let (mut made, mut at) = (MadeText::default(), 0);
        let is_whole = |range: &Range<usize>| text.trim().len() == range.len();
        for range in &self.old {
            made.text += &text[at..range.start];
            at = range.end;
            let is_interpolated =
                text[..range.start].ends_with("${") && text[at..].starts_with('}');
            let is_closed = is_whole(range) || is_interpolated || is_closed(old);
            if !is_closed {
                made.text.push('(');
            }
            if ends_with_heredoc(old.text()) && !is_whole(range) {
                made.text += &closed_text(old.text());
            } else {
                made.copies.push(Copied { at: made.text.len(), from: old.span().range() });
                made.text += old.text();
            }
            if !is_closed {
                made.text.push(')');
            }
        }
        made.text += &text[at..];
        made
    }
}

/// Returns the kind of an expression: whether its value has the type of old ones.
pub(super) fn kind_of(expr: &Expression, old: &Type, ctx: &EvalContext) -> OldKind {
    let mut diags = Diagnostics::new();
    let value = expr.value(&with_unknown(expr, ctx), &mut diags);
    let ty = value.ty();
    if value.is_null() {
        return OldKind::New;
    }
    if diags.has_errors() || ty == Type::Dynamic {
        return OldKind::Unclear;
    }
    let is_old = match old {
        Type::Bool | Type::Number | Type::String => ty == *old,
        _ => !matches!(ty, Type::Bool | Type::Number | Type::String) && convert(value, old).is_ok(),
    };
    if is_old { OldKind::Old } else { OldKind::New }
}

/// Returns a context in which the variables of an expression that it does not define are unknown.
fn with_unknown(expr: &Expression, ctx: &EvalContext) -> EvalContext {
    let mut child = ctx.child();
    for variable in expr.variables() {
        if ctx.variable(variable.root()).is_none() {
            child.set_variable(variable.root(), Value::dynamic());
        }
    }
    child
}

/// Returns `true` if the value of an expression can take its place: it is constant, and has neither comments nor lines.
fn is_plain(expr: &Expression) -> bool {
    let text = expr.text();
    expr.is_constant()
        && !text.contains(['\n', '#'])
        && !text.contains("//")
        && !text.contains("/*")
}

/// Returns `true` if an operator or an index after the expression would apply to all of it.
fn is_closed(expr: &Expression) -> bool {
    expr.as_literal().is_some()
        || expr.as_traversal().is_some()
        || expr.as_call().is_some()
        || expr.as_list().is_some()
        || expr.as_map().is_some()
}
