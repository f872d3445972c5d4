//! Errors in making structs from decoded values.

use std::path::Path;

use super::FromValueError;
use crate::cty::Value;
use crate::diag::Diagnostic;
use crate::expr::ExpressionClosure;
use crate::source::Place;
use crate::spec::Origin;

pub(super) fn unsuitable_value(origin: &Origin, name: &str, error: &FromValueError) -> Diagnostic {
    let default = if origin.is_default() { "the default of " } else { "" };
    let detail = format!("In {default}{name:?}: {error}");
    Diagnostic::error(origin.place.clone(), "Unsuitable value", detail)
        .with_values(origin.involved_values())
}

/// A deferred expression whose value, with these variables, does not convert to the Rust type.
pub(super) fn unsuitable_result(
    closure: &ExpressionClosure,
    variables: &[(&str, Value)],
    error: &FromValueError,
) -> Diagnostic {
    Diagnostic::error(closure.expression.place(), "Unsuitable value", error.to_string())
        .with_values(closure.involved_values_with(variables))
}

pub(super) fn unsuitable_label(place: Place, name: &str, message: &str) -> Diagnostic {
    Diagnostic::error(place, "Unsuitable label", format!("For the label {name:?}: {message}"))
}

pub(super) fn unknown_block(place: Place) -> Diagnostic {
    let detail = "Whether this block is there depends on a value that is not known yet.";
    Diagnostic::error(place, "Unknown block", detail)
}

pub(super) fn unknown_blocks(place: Place, ty: &str) -> Diagnostic {
    let detail = format!(
        "How many blocks of type {ty:?} there are depends on a value that is not known yet."
    );
    Diagnostic::error(place, "Unknown number of blocks", detail)
}

/// An unsuitable value of a sensitive field. The message does not show it.
pub(super) fn unsuitable_secret(origin: &Origin, name: &str) -> Diagnostic {
    let detail = format!(
        "The value of {name:?} is none that can be used here. It is sensitive, so it is not shown."
    );
    Diagnostic::error(place_of_secret(origin), "Unsuitable value", detail)
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
    let detail = format!("There is a block of type {ty:?} with an equal label already.");
    Diagnostic::error(second, "Repeated block", detail).with_related(first, "the first one is here")
}

/// A file that exceeds the maximum number of files.
pub(super) fn too_many_files(path: &Path, most: u64) -> Diagnostic {
    let detail = format!("It is not read, since {most} files were read before and no more may be.");
    Diagnostic::input_error(path.display().to_string(), "Too many files", detail)
}

/// A file that exceeds the maximum total size of files.
pub(super) fn too_many_bytes(file: &str, most: u64) -> Diagnostic {
    let detail = format!(
        "It is not used, since with it the files would have more than the {most} bytes that they may \
         have together."
    );
    Diagnostic::input_error(file, "Files too long", detail)
}
