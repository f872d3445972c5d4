//! What reading files reports.

use crate::diag::Diagnostic;
use crate::source::MAX_SOURCE_LEN;

pub(super) fn too_long(name: &str) -> Diagnostic {
    let detail = format!("The text is longer than the {MAX_SOURCE_LEN} bytes that can be read.");
    Diagnostic::input_error(name, "Text too long", detail)
}
