//! Errors in conversions between syntaxes.

use crate::diag::{Diagnostic, codes};
use crate::source::Place;

/// A property whose name cannot be the name of an attribute in native syntax.
pub(super) fn not_a_name(place: Place, name: &str) -> Diagnostic {
    let detail = format!("{name:?} can't be the name of an attribute in native syntax.");
    codes::UNWRITABLE_NAME
        .error(place, detail)
        .with_help("If this is the label of a block, use a spec that names the block type.")
}
