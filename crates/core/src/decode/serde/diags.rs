//! Diagnostics of values that serde rejects.

use super::error::{Error, ErrorKind};
use crate::diag::{Diagnostic, codes, ended, sentence};
use crate::source::Place;

/// Returns the diagnostic of an error. `whole` is the location of the whole value. `subject` is `value` or `default`.
pub(super) fn rejected(error: &Error, subject: &str, whole: &Place) -> Diagnostic {
    let path = error.path_in_hcl();
    let place = error.place().unwrap_or(whole).clone();
    let diagnostic = match error.kind() {
        ErrorKind::Missing => codes::MISSING_ITEM.error(place, format!("\"{path}\" is required.")),
        ErrorKind::Unexpected(help) => {
            let detail = format!("\"{path}\" is not expected here.");
            codes::UNEXPECTED_ITEM.error(place, detail).with_help(help)
        }
        ErrorKind::Invalid(reason) if path.is_empty() => {
            codes::INVALID_VALUE.error(place, sentence(reason))
        }
        ErrorKind::Invalid(reason) => {
            let detail = ended(&format!("Invalid {subject} for \"{path}\": {reason}"));
            codes::INVALID_VALUE.error(place, detail)
        }
    };
    diagnostic.with_values(error.values().to_vec())
}
