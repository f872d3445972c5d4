//! Errors from converting decoded values to structs.

use super::FromValueError;
use crate::cty::{PathError, Value};
use crate::diag::{Diagnostic, Diagnostics, codes, ended, is_json};
use crate::expr::ExpressionClosure;
use crate::source::Place;
use crate::spec::{Origin, SpecMistake};

/// An error in a type of the program.
pub(super) fn invalid_type(name: &str, mistake: &SpecMistake) -> Diagnostic {
    let detail = format!("The program cannot decode a configuration into this type: {mistake}");
    codes::INVALID_PROGRAM_TYPE.input_error(name, ended(&detail))
}

/// Reports every reason that a value cannot become a Rust type.
pub(super) fn unsuitable_parts(
    origin: &Origin,
    name: &str,
    error: &FromValueError,
    diags: &mut Diagnostics,
) {
    for reason in error.parts() {
        diags.push(unsuitable_value(origin, name, reason));
    }
}

fn unsuitable_value(origin: &Origin, name: &str, reason: &PathError) -> Diagnostic {
    let subject = if origin.is_default() { "default" } else { "value" };
    let detail = ended(&format!("Invalid {subject} for {name:?}: {reason}"));
    codes::INVALID_VALUE.error(origin.place.clone(), detail).with_values(origin.involved_values())
}

/// A deferred expression whose value, with these variables, does not convert to the Rust type.
pub(super) fn unsuitable_result(
    closure: &ExpressionClosure,
    variables: &[(&str, Value)],
    error: &FromValueError,
) -> Diagnostic {
    let detail = ended(&format!("Invalid result of the expression: {error}"));
    let (expr, place) = (&closure.expression, closure.expression.place());
    let is_text =
        is_json(place.source()) && expr.as_literal().is_some_and(|it| it.as_str().is_some());
    let help = if is_text { "In JSON, an expression is written as \"${…}\"." } else { "" };
    codes::INVALID_VALUE
        .error(place, detail)
        .with_values(closure.involved_values_with(variables))
        .with_help(help)
}

pub(super) fn unsuitable_label(place: Place, name: &str, message: &str) -> Diagnostic {
    let detail = ended(&format!("Invalid value for the label {name:?}: {message}"));
    codes::INVALID_LABEL_VALUE.error(place, detail)
}

/// A name of a free attribute that does not convert to the type of the map's keys.
pub(super) fn unsuitable_name(origin: &Origin, name: &str, error: &FromValueError) -> Diagnostic {
    let detail = ended(&format!("Invalid attribute name {name:?}: {error}"));
    codes::INVALID_NAME_VALUE.error(origin.name_or_place(), detail)
}

/// A name of a free attribute that converts to the same key as another name.
pub(super) fn repeated_name(origin: &Origin, name: &str) -> Diagnostic {
    let detail = format!("The name {name:?} equals another attribute's name after conversion.");
    codes::DUPLICATE_ATTRIBUTE.error(origin.name_or_place(), detail)
}

pub(super) fn unknown_block(place: Place) -> Diagnostic {
    let detail = "The existence of this block depends on a value that is not known yet.";
    codes::UNKNOWN_BLOCK.error(place, detail)
}

pub(super) fn unknown_blocks(place: Place, ty: &str) -> Diagnostic {
    let detail = format!("The number of {ty:?} blocks depends on a value that is not known yet.");
    codes::UNKNOWN_NUMBER_OF_BLOCKS.error(place, detail)
}

/// An unsuitable value of a sensitive field. The message does not show it.
pub(super) fn unsuitable_secret(origin: &Origin, name: &str) -> Diagnostic {
    let detail =
        format!("Invalid value for {name:?}. The value is hidden because it is sensitive.");
    codes::INVALID_VALUE.error(origin.name_or_place(), detail)
}

/// An error from a function of the program that rejects a sensitive field. It is reported at the field's name, so
/// that the value is not shown.
pub(super) fn invalid_secret(origin: &Origin, message: &str) -> Diagnostic {
    codes::FAILED_VALIDATION.error(origin.name_or_place(), message)
}

/// An error from a function of the program that rejects a field.
pub(super) fn invalid_value(origin: &Origin, message: &str) -> Diagnostic {
    codes::FAILED_VALIDATION
        .error(origin.place.clone(), message)
        .with_values(origin.involved_values())
}

/// Two labels that are different strings but convert to equal keys.
pub(super) fn repeated_key(second: Place, first: Place, ty: &str) -> Diagnostic {
    let detail = format!("A block of type {ty:?} with an equal label is already defined.");
    codes::DUPLICATE_BLOCK.error(second, detail).with_related(first, "first defined here")
}
