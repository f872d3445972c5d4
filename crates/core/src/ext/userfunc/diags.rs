//! Errors in the functions of a configuration.

use crate::body::Block;
use crate::cty::internal::CollectVec;
use crate::diag::{Diagnostic, codes, grouped, list_phrases};
use crate::source::Place;

/// Two functions with the same name. Both blocks have a label, the name.
pub(super) fn defined_twice(block: &Block, first: &Block) -> Diagnostic {
    let name = block.labels.first().map(|label| label.value.as_str()).unwrap_or_default();
    let detail = format!("The function {name:?} is already defined.");
    let place = |block: &Block| block.label_place(0).unwrap_or_else(|| block.header_place());
    codes::DUPLICATE_FUNCTION
        .error(place(block), detail)
        .with_help("Give this function another name.")
        .with_related(place(first), "first defined here")
}

pub(super) fn not_a_list_of_names(place: Place) -> Diagnostic {
    codes::INVALID_PARAMETERS
        .error(place, "The parameters must be a literal list of names.")
        .with_help("Write params = [a, b].")
}

pub(super) fn not_a_name(place: Place) -> Diagnostic {
    let detail = "A parameter must be a single identifier, without quotes.";
    codes::INVALID_PARAMETER
        .error(place, detail)
        .with_help("Write the name by which the result refers to the argument.")
}

pub(super) fn repeated_param(place: Place, name: &str, first: Place) -> Diagnostic {
    let detail = format!("The parameter {name:?} is already defined.");
    codes::DUPLICATE_PARAMETER
        .error(place, detail)
        .with_help("Give this parameter another name.")
        .with_related(first, "first defined here")
}

/// The maximum number of calls of a cycle that are shown.
const SHOWN: usize = 20;

/// Functions that call each other in a cycle, each with the location of its call of the next one.
pub(super) fn recursive(calls: &[(&str, Place)]) -> Option<Diagnostic> {
    let ((first, place), rest) = calls.split_first()?;
    let detail = match rest {
        [] => format!("The function {first} calls itself."),
        _ => format!("The function {first} calls itself: {}.", way(calls)),
    };
    let mut error = codes::RECURSIVE_FUNCTION.error(place.clone(), detail);
    for (name, place) in rest.iter().take(SHOWN - 1) {
        error = error.with_related(place.clone(), format!("called in {name} here"));
    }
    Some(error.with_help("A function can't call itself, not even through other functions."))
}

/// Returns `a calls b, b calls c and c calls a`. The middle of a long cycle is left out.
fn way(calls: &[(&str, Place)]) -> String {
    let step =
        |index: usize| format!("{} calls {}", calls[index].0, calls[(index + 1) % calls.len()].0);
    let last = calls.len() - 1;
    let mut steps = (0..last.min(SHOWN - 1)).map(step).collect_vec();
    if last >= SHOWN {
        steps.push(format!("{} more call one another", grouped((last + 1 - SHOWN) as u64)));
    }
    steps.push(step(last));
    list_phrases(&steps, "and")
}
