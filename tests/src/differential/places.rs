//! Errors with a location that differs from the reference.

use super::rules::covers;
use super::{Answer, Case, Difference, Failure, Problem};

pub(super) fn at_name(case: &Case, _: &Difference) -> bool {
    first_errors(case).is_some_and(|(expected, found)| is_name(case, expected, found))
}

pub(super) fn at_argument(case: &Case, _: &Difference) -> bool {
    first_errors(case).is_some_and(|(expected, found)| starts_argument(case, expected, found))
}

/// The reference reports the call as a whole.
pub(super) fn names_argument(case: &Case, _: &Difference) -> bool {
    first_errors(case).is_some_and(|(expected, found)| is_call_of(case, expected, found))
}

pub(super) fn null_key(case: &Case, _: &Difference) -> bool {
    first_errors(case).is_some_and(|(expected, found)| is_value_of_key(case, expected, found))
}

/// Each side reports the first error of the other side as well.
pub(super) fn another_order(case: &Case, _: &Difference) -> bool {
    failures(case).is_some_and(|(expected, found)| {
        is_among(case, expected, found.first()) && has(case, found, expected.first())
    })
}

/// Returns `true` if the reference also reports the error found first.
pub(super) fn is_reported_later(case: &Case) -> bool {
    failures(case).is_some_and(|(expected, found)| is_among(case, expected, found.first()))
}

/// Returns `true` if the error found first is about a call that the reference does not make, since an argument has an
/// error.
pub(super) fn is_of_call_around(case: &Case) -> bool {
    first_errors(case).is_some_and(|(expected, found)| {
        found.summary == "Function call failed"
            && case
                .calls()
                .any(|call| call.start == found.range.start && covers(&call, &expected.range))
    })
}

/// The reference only reports that the results of a conditional do not match.
pub(super) fn hidden_condition(case: &Case, _: &Difference) -> bool {
    failures(case).is_some_and(|(expected, found)| {
        let hidden = &found.first().range;
        let hides = |mismatch: &Problem| {
            case.nodes_of("Conditional").any(|conditional| {
                covers(&conditional.range, &mismatch.range)
                    && covers(&conditional.range, hidden)
                    && hidden.end <= mismatch.range.start
            })
        };
        expected.errors.iter().any(hides)
            && (has(case, found, expected.first())
                || is_follow_up(expected.first(), found)
                || case
                    .nodes_of("failed arm")
                    .any(|arm| covers(&expected.first().range, &arm.range))
                // The types of results can follow from another difference.
                || case.calls().any(|call| covers(&expected.first().range, &call)))
    })
}

/// The reference first reports that the unknown value of a failed expression has a wrong type.
pub(super) fn follow_up(case: &Case, _: &Difference) -> bool {
    failures(case).is_some_and(|(expected, found)| {
        is_follow_up(expected.first(), found) && is_among(case, expected, found.first())
    })
}

/// One side reports mismatched results, the other an error inside a failed result.
pub(super) fn fails_in_arm(case: &Case) -> bool {
    first_errors(case).is_some_and(|(expected, found)| {
        case.nodes_of("failed arm").any(|arm| {
            covers(&arm.range, &found.range)
                || covers(&found.range, &arm.range)
                || covers(&expected.range, &arm.range)
        })
    })
}

/// One side reports mismatched results, and one of the results has no type.
pub(super) fn fails_at_untyped(case: &Case) -> bool {
    first_errors(case).is_some_and(|(expected, found)| {
        case.nodes_of("untyped arm")
            .any(|arm| covers(&found.range, &arm.range) || covers(&expected.range, &arm.range))
    })
}

/// After `.*` the reference reports the star.
pub(super) fn index_after_splat(case: &Case, _: &Difference) -> bool {
    unreadable(case).is_some_and(|(expected, found)| {
        found.first().summary == "Invalid index"
            && case.text.get(expected.first().range.clone()) == Some("*")
    })
}

fn failures(case: &Case) -> Option<(&Failure, &Failure)> {
    match (&case.expected, &case.found) {
        (Answer::Fails(expected), Answer::Fails(found)) => Some((expected, found)),
        _ => None,
    }
}

fn unreadable(case: &Case) -> Option<(&Failure, &Failure)> {
    match (&case.expected, &case.found) {
        (Answer::Unreadable(expected), Answer::Unreadable(found)) => Some((expected, found)),
        _ => None,
    }
}

fn first_errors(case: &Case) -> Option<(&Problem, &Problem)> {
    failures(case).map(|(expected, found)| (expected.first(), found.first()))
}

/// Returns `true` if the reference also reports an error of hcldyn.
fn is_among(case: &Case, expected: &Failure, found: &Problem) -> bool {
    expected.errors.iter().any(|expected| is_same(case, expected, found))
}

/// Returns `true` if hcldyn also reports an error of the reference.
fn has(case: &Case, found: &Failure, expected: &Problem) -> bool {
    found.errors.iter().any(|found| is_same(case, expected, found))
}

/// Returns `true` if two errors are the same, each at the location of its side.
fn is_same(case: &Case, expected: &Problem, found: &Problem) -> bool {
    expected.range == found.range
        || is_name(case, expected, found)
        || starts_argument(case, expected, found)
        || is_call_of(case, expected, found)
        || is_value_of_key(case, expected, found)
}

/// Returns `true` if the reference reports the name of a function with its parenthesis, and hcldyn only the name.
fn is_name(case: &Case, expected: &Problem, found: &Problem) -> bool {
    found.summary == "Function call failed"
        && expected.range.start == found.range.start
        && case.text[expected.range.clone()] == format!("{}(", &case.text[found.range.clone()])
}

/// Returns `true` if the reference reports the start of an argument, and we the argument.
fn starts_argument(case: &Case, expected: &Problem, found: &Problem) -> bool {
    is_argument(case, found) && covers(&found.range, &expected.range)
}

/// Returns `true` if the reference reports the start of a call, and we an invalid argument.
fn is_call_of(case: &Case, expected: &Problem, found: &Problem) -> bool {
    found.summary == "Invalid argument"
        && is_argument(case, found)
        && case.text[expected.range.clone()].ends_with('(')
        && case
            .calls()
            .any(|call| call.start == expected.range.start && covers(&call, &found.range))
}

/// Returns `true` if the reference reports the value after a null key, and we the key.
fn is_value_of_key(case: &Case, expected: &Problem, found: &Problem) -> bool {
    found.summary == "Null key"
        && expected.range.start > found.range.end
        && case.nodes_of("ObjectCons").any(|object| {
            covers(&object.range, &found.range) && covers(&object.range, &expected.range)
        })
}

/// Returns `true` if an error of the reference is about the value of a failed expression.
fn is_follow_up(expected: &Problem, found: &Failure) -> bool {
    found.errors.iter().any(|failed| covers(&expected.range, &failed.range))
}

fn is_argument(case: &Case, problem: &Problem) -> bool {
    case.nodes_of("argument").any(|argument| argument.range == problem.range)
}
