//! Errors inside the functions of a configuration.

use crate::diag::{Diagnostics, Severity};
use crate::source::Place;

/// The maximum number of locations that are shown with a failed call.
const MAX_SHOWN: usize = 4;

/// The errors in the result of a function. A report of the failed call shows their locations.
#[derive(Debug)]
pub(crate) struct InnerErrors(Vec<(Place, String)>);

impl InnerErrors {
    /// Takes the locations of the errors, each followed by those that it is related to.
    pub(crate) fn of(diags: &Diagnostics) -> Self {
        let mut found: Vec<(Place, String)> = Vec::new();
        for error in diags.iter().filter(|it| it.severity == Severity::Error) {
            let own = error.place().map(|place| (place.clone(), error.summary.to_string()));
            let related = error.related.iter().map(|it| (it.place.clone(), it.message.clone()));
            // A function that calls itself fails in one place many times.
            for (place, message) in own.into_iter().chain(related) {
                // Its context may parse it anew for each call, so sources are compared by their names.
                let is_shown = found.iter().any(|(known, _)| {
                    known.span() == place.span() && known.source().name() == place.source().name()
                });
                if found.len() < MAX_SHOWN && !is_shown {
                    found.push((place, message));
                }
            }
        }
        Self(found)
    }

    pub(super) fn places(&self) -> impl Iterator<Item = (Place, String)> {
        self.0.iter().cloned()
    }
}
