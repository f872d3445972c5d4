//! The labels of generated blocks.

use std::sync::Arc;

use super::diags;
use crate::body::{BlockSchema, Label};
use crate::cty::{Str, Type, convert};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, Iteration};

/// Returns the expressions of the labels, with the number of labels of the block type.
pub(super) fn listed(
    labels: Option<&Expression>,
    target: &BlockSchema,
    diags: &mut Diagnostics,
) -> Option<Vec<Expression>> {
    let Some(labels) = labels else { return Some(Vec::new()) };
    let Some(expressions) = labels.as_list() else {
        return diags.fail(diags::labels_not_listed(labels.place()));
    };
    let wanted = target.labels.len();
    if expressions.len() != wanted {
        let place = expressions.get(wanted).unwrap_or(labels).place();
        return diags.fail(diags::wrong_label_count(place, target, expressions.len()));
    }
    Some(expressions)
}

/// Returns the labels of one generated block, or `None` if one of them is invalid, which is reported.
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
    labels.collect()
}

/// Returns the string of a label. It must be known and unmarked: labels are not values, so a mark would be lost.
fn evaluate_label(expr: &Expression, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<Str> {
    let value = diags.unless_errors(|diags| expr.value(ctx, diags))?;
    let converted = match convert::convert(value, &Type::String) {
        Ok(converted) => converted,
        Err(error) => return diags.fail(diags::label_not_text(expr, ctx, &error)),
    };
    if converted.is_null() {
        diags.fail(diags::null_label(expr, ctx))
    } else if !converted.is_known() {
        diags.fail(diags::unknown_label(expr, ctx))
    } else if converted.is_marked() {
        diags.fail(diags::marked_label(expr, ctx))
    } else {
        converted.as_str().map(Str::new)
    }
}
