//! The labels of generated blocks.

use std::sync::Arc;

use super::diags;
use crate::body::{Block, BlockSchema, BodySchema, Label, LabelForms};
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Type, Value, convert};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, Iteration};

/// Returns the expressions of the labels; none if `labels` is omitted. Returns `None` after reporting an error,
/// such as a number of labels other than that of the block type. If the number depends on a label, it is checked
/// for each block.
pub(super) fn listed(
    labels: Option<&Expression>,
    target: &BlockSchema,
    schema: &BodySchema,
    diags: &mut Diagnostics,
) -> Option<Vec<Expression>> {
    let Some(labels) = labels else { return Some(Vec::new()) };
    let Some(expressions) = labels.as_list() else {
        return diags.fail(diags::labels_not_listed(labels.place()));
    };
    let (ty, wanted) = (&target.ty, target.labels.len());
    let is_checked_later = schema.label_forms(ty).is_some();
    let is_right = schema.is_label_count(ty, &target.labels, expressions.len());
    if !is_right && !is_checked_later {
        let place = expressions.get(wanted).unwrap_or(labels).place();
        return diags.fail(diags::wrong_label_count(place, target, expressions.len()));
    }
    Some(expressions)
}

/// Checks the number of labels of one generated block, if it depends on a label. Returns `None` after reporting an
/// error.
pub(super) fn check_count(
    labels: &[Label],
    forms: &LabelForms,
    dynamic: &Block,
    diags: &mut Diagnostics,
) -> Option<()> {
    let tag = labels.get(forms.index);
    let names = tag.and_then(|tag| forms.labels_of(&tag.value));
    let is_right = names.map_or(tag.is_some(), |names| names.len() == labels.len());
    if is_right {
        return Some(());
    }
    let extra = names.and_then(|names| labels.get(names.len()));
    let span = extra.or(labels.last()).map_or(dynamic.header_span, |label| label.span);
    let names = names.or(forms.forms.first().map(|(_, names)| names.as_slice()));
    let names = names.unwrap_or_default().to_vec();
    let target = BlockSchema { ty: forms.ty.clone(), labels: names };
    let place = dynamic.source.place(span);
    diags.fail(diags::wrong_label_count(place, &target, labels.len()))
}

/// Returns the labels of one generated block. Returns `None` if one is invalid, which is reported.
pub(super) fn evaluate(
    labels: &[Expression],
    iteration: &Iteration,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<Vec<Label>> {
    if labels.is_empty() {
        return Some(Vec::new());
    }
    let scope = Arc::new(iteration.only_iterators());
    let labels = labels.iter().map(|expr| {
        let value = evaluate_label(&expr.clone().in_iteration(&scope), ctx, diags)?;
        Some(Label { value, span: expr.span() })
    });
    labels.collect_all()
}

/// Reports errors in the labels of an unknown number of blocks.
pub(super) fn check(
    labels: &[Expression],
    iteration: &Iteration,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) {
    let scope = Arc::new(iteration.only_iterators());
    for expr in labels {
        text(&expr.clone().in_iteration(&scope), ctx, diags);
    }
}

/// Returns the string of a label. It must be known and unmarked: a label is not a value, so a mark would be lost. Returns
/// `None` without a report if its cause has been reported.
fn evaluate_label(expr: &Expression, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<Str> {
    let text = text(expr, ctx, diags)?;
    if text.is_null() {
        diags.fail(diags::null_label(expr, ctx))
    } else if !text.is_known() {
        diags.fail(diags::unknown_label(expr, ctx))
    } else if text.is_marked() {
        diags.fail(diags::marked_label(expr, ctx))
    } else {
        text.as_str().map(Str::new)
    }
}

/// Returns the value of a label as a string. Returns `None` without a report if its cause has been reported.
fn text(expr: &Expression, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<Value> {
    let value = diags.unless_errors(|diags| expr.value(ctx, diags))?;
    if value.is_failed() {
        return None;
    }
    match convert::convert(value, &Type::String) {
        Ok(text) => Some(text),
        Err(error) => diags.fail(diags::label_not_text(expr, ctx, &error)),
    }
}
