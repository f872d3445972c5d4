//! Errors in making structs from decoded values.

use std::path::Path;

use super::FromValueError;
use crate::cty::Value;
use crate::diag::{Diagnostic, ended, grouped};
use crate::expr::ExpressionClosure;
use crate::source::Place;
use crate::spec::Origin;

pub(super) fn unsuitable_value(origin: &Origin, name: &str, error: &FromValueError) -> Diagnostic {
    let subject = if origin.is_default() { "default" } else { "value" };
    let detail = ended(&format!("Invalid {subject} for {name:?}: {error}"));
    Diagnostic::error(origin.place.clone(), "Invalid value", detail)
        .with_values(origin.involved_values())
}

/// A deferred expression whose value, with these variables, does not convert to the Rust type.
pub(super) fn unsuitable_result(
    closure: &ExpressionClosure,
    variables: &[(&str, Value)],
    error: &FromValueError,
) -> Diagnostic {
    let detail = ended(&format!("Invalid result of the expression: {error}"));
    Diagnostic::error(closure.expression.place(), "Invalid value", detail)
        .with_values(closure.involved_values_with(variables))
}

pub(super) fn unsuitable_label(place: Place, name: &str, message: &str) -> Diagnostic {
    let detail = ended(&format!("Invalid value for the label {name:?}: {message}"));
    Diagnostic::error(place, "Invalid label", detail)
}

pub(super) fn unknown_block(place: Place) -> Diagnostic {
    let detail = "The existence of this block depends on a value that is not known yet.";
    Diagnostic::error(place, "Unknown block", detail)
}

pub(super) fn unknown_blocks(place: Place, ty: &str) -> Diagnostic {
    let detail = format!("The number of {ty:?} blocks depends on a value that is not known yet.");
    Diagnostic::error(place, "Unknown number of blocks", detail)
}

/// An unsuitable value of a sensitive field. The message does not show it.
pub(super) fn unsuitable_secret(origin: &Origin, name: &str) -> Diagnostic {
    let detail =
        format!("Invalid value for {name:?}. The value is hidden because it is sensitive.");
    Diagnostic::error(place_of_secret(origin), "Invalid value", detail)
}

/// The error of a function of the program about a sensitive field, reported at the field's name so that its value
/// is not shown.
pub(super) fn invalid_secret(origin: &Origin, message: &str) -> Diagnostic {
    Diagnostic::error(place_of_secret(origin), "Invalid value", message)
}

/// Returns the source location for errors in a sensitive field: its name.
pub(super) fn place_of_secret(origin: &Origin) -> Place {
    origin.name_place().unwrap_or_else(|| origin.place.clone())
}

/// The error of a function of the program about a field.
pub(super) fn invalid_value(origin: &Origin, message: &str) -> Diagnostic {
    Diagnostic::error(origin.place.clone(), "Invalid value", message)
        .with_values(origin.involved_values())
}

/// Two labels that are different strings but convert to equal keys.
pub(super) fn repeated_key(second: Place, first: Place, ty: &str) -> Diagnostic {
    let detail = format!("A block of type {ty:?} with an equal label is already defined.");
    Diagnostic::error(second, "Duplicate block", detail).with_related(first, "first defined here")
}

/// A file that exceeds the maximum number of files.
pub(super) fn too_many_files(path: &Path, most: u64) -> Diagnostic {
    let detail = format!("Skipped: the limit of {} files was reached.", grouped(most));
    Diagnostic::input_error(path.display().to_string(), "Too many files", detail)
}

/// A file that exceeds the maximum total size of files.
pub(super) fn too_many_bytes(file: &str, most: u64) -> Diagnostic {
    let detail =
        format!("Skipped: the limit of {} bytes for all files was reached.", grouped(most));
    Diagnostic::input_error(file, "Files too large", detail)
}
