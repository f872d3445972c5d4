//! Iterators' values, put into the expressions of generated blocks.

use std::ops::Range;

use hcl_edit::Span as _;
use hcl_edit::expr::{Expression, ForExpr, Traversal, TraversalOperator};
use hcl_edit::template::{ForDirective, Interpolation, Strip};
use hcl_edit::visit::{self, Visit};
use hcldyn::Diagnostics;
use hcldyn::cty::Value;
use hcldyn::source::Span;
use hcldyn::syntax::native::{Layout, to_hcl_literal};

use super::document::Document;
use super::edits::Edits;
use super::pieces::Pieces;
use super::scope::{Dependence, Scope};
use crate::diags;

/// Goes through an expression and replaces the largest parts that depend on iterators and otherwise
/// only on what is known.
pub(super) struct Substitution<'a, 'd> {
    pub(super) document: &'d Document<'d>,
    pub(super) pieces: &'a mut Pieces<'d>,
    pub(super) scope: Scope,
    pub(super) edits: &'a mut Edits,
    pub(super) diags: &'a mut Diagnostics,
}

impl Substitution<'_, '_> {
    /// The value of the part at a range as it is written, if there is one.
    fn literal(&mut self, range: &Range<usize>) -> Option<String> {
        if self.pieces.dependence(range, &self.scope) != Dependence::Known {
            return None;
        }
        // A part that fails alone may be meant to: in `try`, or where a condition leaves it out.
        let value = self.pieces.value(range, &self.scope, &mut Diagnostics::new())?;
        to_hcl_literal(&value, Layout::Line)
    }

    /// Replaces as many of the steps as can be looked up.
    fn traversal(&mut self, traversal: &Traversal, range: &Range<usize>) {
        for count in (0..traversal.operators.len()).rev() {
            let (before, after) = traversal.operators.split_at(count);
            let prefix = range.start..self.end_of_prefix(traversal, before, after);
            if let Some(literal) = self.literal(&prefix) {
                let is_collection = literal.starts_with(['[', '{']);
                let literal = if is_collection { literal } else { format!("({literal})") };
                self.edits.replace(prefix, literal);
                return after.iter().for_each(|step| self.visit_traversal_operator(step));
            }
        }
        visit::visit_traversal(self, traversal);
    }

    /// Where the steps before some others end: before the punctuation of the next one.
    fn end_of_prefix(
        &self,
        traversal: &Traversal,
        before: &[impl hcl_edit::Span],
        after: &[impl hcl_edit::Span],
    ) -> usize {
        let from = before.last().map_or_else(|| traversal.expr.span(), hcl_edit::Span::span);
        let from = from.unwrap_or_default().end;
        let to = after.first().and_then(hcl_edit::Span::span).unwrap_or_default().start;
        let between = &self.document.text()[from..to.max(from)];
        from + between.rfind(['.', '[']).unwrap_or_default()
    }

    /// Goes on in a scope where some names are bound.
    fn with_bound<'n>(
        &mut self,
        names: impl IntoIterator<Item = &'n str>,
        go_on: impl FnOnce(&mut Self),
    ) {
        let inner =
            names.into_iter().fold(self.scope.clone(), |scope, name| scope.with_unknown(name));
        let outer = std::mem::replace(&mut self.scope, inner);
        go_on(self);
        self.scope = outer;
    }
}

impl Visit for Substitution<'_, '_> {
    fn visit_expr(&mut self, expr: &Expression) {
        let Some(range) = expr.span() else { return };
        if self.pieces.dependence(&range, &self.scope) == Dependence::NoIterator {
            return;
        }
        if let Some(literal) = self.literal(&range) {
            return self.edits.replace(range, literal);
        }
        match expr {
            Expression::Traversal(traversal) => self.traversal(traversal, &range),
            // The iterator itself: its name means nothing outside the `dynamic` block.
            Expression::Variable(_) => {
                self.diags.push(diags::no_literal(self.document.place(Span::from(range))));
            }
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_for_expr(&mut self, expr: &ForExpr) {
        self.visit_expr(&expr.intro.collection_expr);
        let key = expr.intro.key_var.as_ref().map(|name| name.as_str());
        self.with_bound(key.into_iter().chain([expr.intro.value_var.as_str()]), |inner| {
            let condition = expr.cond.as_ref().map(|condition| &condition.expr);
            for part in expr.key_expr.iter().chain([&expr.value_expr]).chain(condition) {
                inner.visit_expr(part);
            }
        });
    }

    fn visit_for_directive(&mut self, directive: &ForDirective) {
        let intro = &directive.for_expr;
        self.visit_expr(&intro.collection_expr);
        let key = intro.key_var.as_ref().map(|name| name.as_str());
        self.with_bound(key.into_iter().chain([intro.value_var.as_str()]), |inner| {
            inner.visit_template(&intro.template);
        });
    }

    /// A value that reads the same inside a template and outside needs no `${ }`.
    fn visit_interpolation(&mut self, interpolation: &Interpolation) {
        let (Some(whole), Some(range)) = (interpolation.span(), interpolation.expr.span()) else {
            return;
        };
        // At the start of a heredoc's line the text would count as its indentation.
        let line_start = self.document.line_start(whole.start);
        let starts_line = self.document.text()[line_start..whole.start].trim().is_empty();
        let can_be_text = interpolation.strip == Strip::None && !starts_line;
        if can_be_text && self.pieces.dependence(&range, &self.scope) == Dependence::Known {
            let value = self.pieces.value(&range, &self.scope, &mut Diagnostics::new());
            if let Some(text) = value.as_ref().and_then(plain_text) {
                return self.edits.replace(whole, text);
            }
        }
        self.visit_expr(&interpolation.expr);
    }

    fn visit_traversal_operator(&mut self, operator: &TraversalOperator) {
        if let TraversalOperator::Index(expr) = operator {
            self.visit_expr(expr);
        }
    }
}

/// The text of a value in a template, if none of its characters means anything there. Blanks at its
/// ends could be taken by a strip marker nearby.
fn plain_text(value: &Value) -> Option<String> {
    let is_plain = |c: char| c.is_alphanumeric() || " -_.,:;/@+=()".contains(c);
    let text = match value.as_str() {
        Some(text) => text.to_owned(),
        None if value.as_number().is_some() || value.as_bool().is_some() => {
            to_hcl_literal(value, Layout::Line)?
        }
        None => return None,
    };
    (text.trim() == text && text.chars().all(is_plain)).then_some(text)
}
