//! Diagnostics of the comparison with an artifact.

use super::check::Difference;
use crate::diag::{Diagnostic, codes};

pub(super) fn changed(name: &str, difference: Difference) -> Diagnostic {
    let Difference { path, place, message } = difference;
    let part =
        if path.steps().is_empty() { format!("{name:?}") } else { format!("{name:?}, {path}") };
    let detail = format!("{part}: {message}. A value that was known before must not change.");
    codes::CHANGED_VALUE.error(place, detail)
}
