//! Diagnostics of the comparison with an artifact.

use super::check::Difference;
use crate::diag::Diagnostic;

pub(super) fn changed(name: &str, difference: Difference) -> Diagnostic {
    let Difference { path, place, message } = difference;
    let part =
        if path.steps().is_empty() { format!("{name:?}") } else { format!("{name:?}, {path}") };
    let detail = format!("{part}: {message}. A value that was known before must not change.");
    Diagnostic::error(place, "Changed value", detail)
}
