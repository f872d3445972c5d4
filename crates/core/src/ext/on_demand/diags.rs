//! Diagnostics of names that are evaluated on demand.

use crate::cty::Str;
use crate::cty::convert::ConversionError;
use crate::diag::{Diagnostic, codes};
use crate::ext::graph::{CycleStep, Name, cycle};
use crate::source::Place;

/// Reports names that depend on each other in a cycle. Each comes with its reference to the next one.
pub(super) fn in_cycle(steps: &[(Vec<Str>, Place)]) -> Option<Diagnostic> {
    let names = steps.iter().map(|(name, _)| displayed(name));
    let next = names.clone().cycle().skip(1);
    let steps = names.zip(next).zip(steps);
    let steps = steps.map(|((name, refers_to), (_, place))| CycleStep {
        name,
        place: place.clone(),
        refers_to,
    });
    cycle(&steps.collect::<Vec<_>>())
}

/// Reports a name whose own evaluation calls a function that refers to it.
pub(super) fn in_own_function(name: &[Str], place: Place) -> Diagnostic {
    let detail = format!("{} depends on itself by a function.", displayed(name));
    codes::REFERENCE_CYCLE.error(place, detail).with_help("Remove this reference.")
}

/// Reports an attribute whose value can't be converted to its type.
pub(super) fn wrong_type(place: Place, error: &ConversionError) -> Diagnostic {
    codes::WRONG_TYPE.error(place, format!("Invalid value: {error}."))
}

fn displayed(name: &[Str]) -> String {
    name.iter().cloned().collect::<Name>().to_string()
}
