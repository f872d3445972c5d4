//! What reading native syntax reports.

use crate::diag::Diagnostic;
use crate::source::Place;

pub(super) fn unexpected(place: Place) -> Diagnostic {
    Diagnostic::error(place, "Invalid syntax", "This cannot be read.")
}

pub(super) fn unreadable_number(place: Place) -> Diagnostic {
    let detail = format!("The number {} is too large or too small to be kept.", place.text());
    Diagnostic::error(place, "Number out of range", detail)
}

pub(super) fn deep_traversal(place: Place) -> Diagnostic {
    let detail =
        "There are too many splats and computed indexes in a row. Name an intermediate result.";
    Diagnostic::error(place, "Traversal too deep", detail)
}

/// `both` is the two indexes together, `.0.1`.
pub(super) fn chained_legacy_index(both: Place) -> Diagnostic {
    let indexes = both.text().split('.').skip(1).map(|index| format!("[{}]", index.trim()));
    let detail = format!(
        "After a dot, {} reads as one number. Write the indexes in brackets: {}.",
        &both.text()[1..],
        indexes.collect::<String>()
    );
    Diagnostic::error(both, "Invalid index", detail)
}

pub(super) fn nested_attribute_splat(inner: Place, outer: Place) -> Diagnostic {
    let detail =
        "A \".*\" cannot follow another one. Write [*] for both: that goes into each element.";
    Diagnostic::error(inner, "Nested splat", detail).with_related(outer, "inside this splat")
}
