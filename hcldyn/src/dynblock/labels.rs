//! The labels of generated blocks.

use std::sync::Arc;

use super::diags;
use crate::body::{BlockSchema, Label};
use crate::cty::{Str, Type, convert};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, Iteration};

/// The expressions of the labels: as many as blocks of the type have.
pub(super) fn listed(
    labels: Option<&Expression>,
    target: &BlockSchema,
    diags: &mut Diagnostics,
) -> Option<Vec<Expression>> {
    let Some(labels) = labels else { return Some(Vec::new()) };
    let Some(expressions) = labels.as_list() else {
        diags.push(diags::labels_not_listed(labels.place()));
        return None;
    };
    let wanted = target.labels.len();
    if expressions.len() != wanted {
        let place = expressions.get(wanted).unwrap_or(labels).place();
        diags.push(diags::wrong_label_count(place, target, expressions.len()));
        return None;
    }
    Some(expressions)
}

/// The labels of one generated block. `None` where one of them is wrong, which is reported.
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

/// The text of a label, which must be known and carry no marks: labels are no values, so a mark would
/// be lost.
fn evaluate_label(expr: &Expression, ctx: &EvalContext, diags: &mut Diagnostics) -> Option<Str> {
    let errors = diags.error_count();
    let value = expr.value(ctx, diags);
    if diags.error_count() > errors {
        return None;
    }
    let converted = match convert::convert(value, &Type::String) {
        Ok(converted) => converted,
        Err(error) => {
            diags.push(diags::label_not_text(expr, ctx, &error));
            return None;
        }
    };
    if converted.is_null() {
        diags.push(diags::null_label(expr, ctx));
    } else if !converted.is_known() {
        diags.push(diags::unknown_label(expr, ctx));
    } else if converted.is_marked() {
        diags.push(diags::marked_label(expr, ctx));
    }
    converted.as_str().map(Str::new)
}
