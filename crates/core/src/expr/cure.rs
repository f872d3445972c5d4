//! Fixes of errors of the evaluation.

use crate::diag::{Fix, quoted};
use crate::source::Place;

/// A fix at the location of a problem.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cure {
    /// Inserts `[*]` before an attribute.
    Splat,
    /// Writes a word that names no variable as a string.
    Quotes,
    /// Writes `!` in place of a function `not`.
    Not,
}

impl Cure {
    /// Returns the fix at a location. Returns `None` if the source text there has another form.
    pub(super) fn fix(self, place: &Place) -> Option<Fix> {
        match self {
            Self::Splat => {
                let fix = || Fix::uncertain("Insert [*]").insert_before(place, "[*]");
                place.text().starts_with('.').then(fix)
            }
            Self::Quotes => quoted(place),
            Self::Not => {
                Some(Fix::uncertain("Write the operator of HCL").replace(place.clone(), "!"))
            }
        }
    }
}
