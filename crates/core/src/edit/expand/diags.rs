//! The diagnostics of expansion.

use crate::diag::{Diagnostic, codes};
use crate::source::Place;

pub(super) fn too_much_text(for_each: Place, limit: usize) -> Diagnostic {
    let detail = format!("This collection exceeds the limit of {limit} bytes of generated output.");
    codes::TOO_MUCH_GENERATED_OUTPUT.error(for_each, detail)
}

pub(super) fn no_literal(expr: Place) -> Diagnostic {
    let detail =
        "The value can't be written in the generated block: it is sensitive, or has no HCL syntax.";
    codes::VALUE_NOT_WRITABLE.warning(expr, detail)
}

pub(super) fn sensitive_attribute(expr: Place) -> Diagnostic {
    let detail = "The value of a sensitive attribute isn't written in the generated block.";
    codes::VALUE_NOT_WRITABLE.warning(expr, detail)
}

/// Returns the error for a block type that is not an identifier: it can be requested in quotes, but not written.
pub(super) fn invalid_type(label: Place) -> Diagnostic {
    let detail =
        "A block type must be a name: letters, digits, \"_\" and \"-\", not starting with a digit.";
    codes::INVALID_BLOCK_TYPE.error(label, detail)
}
