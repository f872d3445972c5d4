//! What decoding the functions of a configuration reports.

use crate::body::Block;
use crate::diag::Diagnostic;
use crate::source::Place;

/// Both blocks have a label, their name.
pub(super) fn defined_twice(block: &Block, first: &Block) -> Diagnostic {
    let name = block.labels.first().map(|label| label.value.as_str()).unwrap_or_default();
    let detail = format!("There is a function {name:?} already. Give this one another name.");
    let place = |block: &Block| block.label_place(0).unwrap_or_else(|| block.header_place());
    Diagnostic::error(place(block), "Function defined twice", detail)
        .with_related(place(first), "the first one is here")
}

pub(super) fn not_a_list_of_names(place: Place) -> Diagnostic {
    let detail = "The parameters are a list of names, written out: params = [a, b].";
    Diagnostic::error(place, "Invalid parameters", detail)
}

pub(super) fn not_a_name(place: Place) -> Diagnostic {
    let detail = "A parameter is a single identifier, without quotes. The result refers to the \
                  argument by it.";
    Diagnostic::error(place, "Invalid parameter", detail)
}

pub(super) fn repeated_param(place: Place, name: &str, first: Place) -> Diagnostic {
    let detail = format!("There is a parameter {name:?} already. Give this one another name.");
    Diagnostic::error(place, "Parameter defined twice", detail)
        .with_related(first, "the first one is here")
}
