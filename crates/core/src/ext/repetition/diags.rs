//! Errors in the repetition of blocks.

use crate::cty::internal::with_article;
use crate::cty::{Type, Value};
use crate::diag::{Diagnostic, codes};
use crate::expr::{EvalContext, Expression};
use crate::source::Place;

/// Two attributes that both repeat a block.
pub(super) fn conflicting(first: (&str, Place), second: (&str, Place)) -> Diagnostic {
    let detail = format!("A block can have {:?} or {:?}, not both.", first.0, second.0);
    codes::CONFLICTING_REPETITION.error(second.1, detail).with_related(first.1, "set here")
}

/// A name for instances without a matrix.
pub(super) fn name_without_matrix(place: Place, name: &str, matrix: &str) -> Diagnostic {
    let detail = format!("{name:?} names the instances of {matrix:?}, which is not set.");
    codes::INVALID_MATRIX.error(place, detail).with_help(format!("Add {matrix}, or remove {name}."))
}

/// A `for_each` of an unsuitable type.
pub(super) fn not_for_each(for_each: &Expression, value: &Value, ctx: &EvalContext) -> Diagnostic {
    let ty = value.ty();
    let detail = format!(
        "The collection must be a map, an object or a set of strings, not {}.",
        with_article(&ty.friendly_name())
    );
    let error = invalid_for_each(for_each, ctx, detail);
    match ty {
        Type::List(_) | Type::Tuple(_) => error.with_help("For a list of strings, write toset(…)."),
        _ => error,
    }
}

/// A `for_each` that is null.
pub(super) fn null_for_each(for_each: &Expression, ctx: &EvalContext) -> Diagnostic {
    invalid_for_each(for_each, ctx, "The collection can't be null.")
        .with_help("For no instances, use an empty collection, such as {}.")
}

/// A set with a null element.
pub(super) fn null_element(for_each: &Expression, ctx: &EvalContext) -> Diagnostic {
    invalid_for_each(for_each, ctx, "An element of the set can't be null.")
}

/// A collection whose keys may not be shown.
pub(super) fn sensitive_keys(collection: &Expression, ctx: &EvalContext) -> Diagnostic {
    let detail =
        "The collection can't be sensitive, because its keys are parts of names, which are shown.";
    invalid_for_each(collection, ctx, detail)
        .with_help("Use a collection whose elements alone are sensitive.")
}

fn invalid_for_each(
    for_each: &Expression,
    ctx: &EvalContext,
    detail: impl Into<String>,
) -> Diagnostic {
    codes::INVALID_FOR_EACH
        .error(for_each.place(), detail)
        .with_values(for_each.involved_values(ctx))
}

/// A number of instances that is not a whole number.
pub(super) fn not_a_count(count: &Expression, value: &Value, ctx: &EvalContext) -> Diagnostic {
    let found =
        if value.is_marked() { String::new() } else { format!(", not {}", value.describe()) };
    let detail = format!("The number of instances must be a whole number, 0 or more{found}.");
    codes::INVALID_COUNT.error(count.place(), detail).with_values(count.involved_values(ctx))
}

/// A matrix that is not an object of lists.
pub(super) fn not_a_matrix(matrix: &Expression, value: &Value, ctx: &EvalContext) -> Diagnostic {
    let ty = with_article(&value.ty().friendly_name());
    let detail = format!("The matrix must be an object of lists, not {ty}.");
    invalid_matrix(matrix, ctx, detail).with_help("Write { variable = [\"a\", \"b\"] }.")
}

/// A variable of a matrix whose value is not a list.
pub(super) fn not_an_axis(
    matrix: &Expression,
    axis: &str,
    value: &Value,
    ctx: &EvalContext,
) -> Diagnostic {
    let ty = with_article(&value.ty().friendly_name());
    let detail =
        format!("Each variable of the matrix must be a list of values, but {axis:?} is {ty}.");
    invalid_matrix(matrix, ctx, detail).with_help(format!("Write {axis} = [ … ]."))
}

/// A combination of a matrix without a name.
pub(super) fn unnamed(matrix: &Expression, name: &str, ctx: &EvalContext) -> Diagnostic {
    let detail = "The values of the matrix are no strings, numbers or bools, so they give the instances no names.";
    invalid_matrix(matrix, ctx, detail)
        .with_help(format!("Add {name} = \"…\", which sees the variables."))
}

/// A name of an instance that is not a string, or not known.
pub(super) fn not_a_name(name: &Expression, value: &Value, ctx: &EvalContext) -> Diagnostic {
    let found = match value {
        _ if value.is_marked() => "a sensitive value".to_owned(),
        _ if !value.is_known() => "a value that is not known yet".to_owned(),
        _ if value.is_null() => "null".to_owned(),
        _ => with_article(&value.ty().friendly_name()),
    };
    invalid_matrix(name, ctx, format!("The name of an instance must be a string, not {found}."))
}

/// A name that two combinations of a matrix have.
pub(super) fn repeated_name(named_by: &Expression, name: &str, ctx: &EvalContext) -> Diagnostic {
    let detail = format!("Two instances have the name {name:?}.");
    invalid_matrix(named_by, ctx, detail).with_help("Use all variables of the matrix in the name.")
}

fn invalid_matrix(at: &Expression, ctx: &EvalContext, detail: impl Into<String>) -> Diagnostic {
    codes::INVALID_MATRIX.error(at.place(), detail).with_values(at.involved_values(ctx))
}
