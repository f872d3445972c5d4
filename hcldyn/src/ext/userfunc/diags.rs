//! Errors in the functions of a configuration.

use crate::body::Block;
use crate::diag::Diagnostic;
use crate::source::Place;

/// Two functions of one name. Both blocks have a label, the name.
pub(super) fn defined_twice(block: &Block, first: &Block) -> Diagnostic {
    let name = block.labels.first().map(|label| label.value.as_str()).unwrap_or_default();
    let detail = format!("The function {name:?} is already defined.");
    let place = |block: &Block| block.label_place(0).unwrap_or_else(|| block.header_place());
    Diagnostic::error(place(block), "Duplicate function", detail)
        .with_help("Give this function another name.")
        .with_related(place(first), "first defined here")
}

pub(super) fn not_a_list_of_names(place: Place) -> Diagnostic {
    Diagnostic::error(
        place,
        "Invalid parameters",
        "The parameters must be a literal list of names.",
    )
    .with_help("Write params = [a, b].")
}

pub(super) fn not_a_name(place: Place) -> Diagnostic {
    let detail = "A parameter must be a single identifier, without quotes.";
    Diagnostic::error(place, "Invalid parameter", detail)
        .with_help("Write the name by which the result refers to the argument.")
}

pub(super) fn repeated_param(place: Place, name: &str, first: Place) -> Diagnostic {
    let detail = format!("The parameter {name:?} is already defined.");
    Diagnostic::error(place, "Duplicate parameter", detail)
        .with_help("Give this parameter another name.")
        .with_related(first, "first defined here")
}
