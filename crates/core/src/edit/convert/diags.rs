//! Errors in conversions between syntaxes.

use crate::diag::{Diagnostic, codes};
use crate::source::Place;
use crate::syntax::json::MAX_JSON_SYNTAX_DEPTH;

/// A block with more blocks and labels around it than JSON syntax has levels.
pub(super) fn too_deep(header: Place) -> Diagnostic {
    let detail = format!(
        "JSON syntax can be nested at most {MAX_JSON_SYNTAX_DEPTH} levels deep; each block and each label is a level, and so \
         is a list of blocks."
    );
    codes::NESTED_TOO_DEEPLY.error(header, detail)
}

/// A property whose name cannot be the name of an attribute in native syntax.
pub(super) fn not_a_name(place: Place, name: &str) -> Diagnostic {
    let detail = format!("{name:?} can't be the name of an attribute in native syntax.");
    codes::UNWRITABLE_NAME
        .error(place, detail)
        .with_help("If this is the label of a block, use a spec that names the block type.")
}
