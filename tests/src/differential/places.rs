//! Where errors point elsewhere on purpose.

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

/// Each side reports what the other one reports first.
pub(super) fn another_order(case: &Case, _: &Difference) -> bool {
    failures(case).is_some_and(|(expected, found)| {
        is_among(case, expected, found.first()) && has(case, found, expected.first())
    })
}

/// Returns whether the error found first is one that the reference reports too.
pub(super) fn is_reported_later(case: &Case) -> bool {
    failures(case).is_some_and(|(expected, found)| is_among(case, expected, found.first()))
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
                    .any(|arm| covers(&expected.first().range, &arm.range)))
    })
}

/// The reference reports first that the unknown value of something that failed is of a wrong type.
pub(super) fn follow_up(case: &Case, _: &Difference) -> bool {
    failures(case).is_some_and(|(expected, found)| {
        is_follow_up(expected.first(), found) && is_among(case, expected, found.first())
    })
}

/// One side reports that results do not match, of which one failed, or what failed in it.
pub(super) fn fails_in_arm(case: &Case) -> bool {
    first_errors(case).is_some_and(|(expected, found)| {
        case.nodes_of("failed arm").any(|arm| {
            covers(&arm.range, &found.range)
                || covers(&found.range, &arm.range)
                || covers(&expected.range, &arm.range)
        })
    })
}

/// One side reports that results do not match, of which one has no type.
pub(super) fn fails_at_untyped(case: &Case) -> bool {
    first_errors(case).is_some_and(|(expected, found)| {
        case.nodes_of("untyped arm")
            .any(|arm| covers(&found.range, &arm.range) || covers(&expected.range, &arm.range))
    })
}

/// Behind `.*` the reference points at the star.
pub(super) fn index_behind_splat(case: &Case, _: &Difference) -> bool {
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

/// Whether the reference reports something that we do.
fn is_among(case: &Case, expected: &Failure, found: &Problem) -> bool {
    expected.errors.iter().any(|expected| is_same(case, expected, found))
}

/// Whether we report something that the reference does.
fn has(case: &Case, found: &Failure, expected: &Problem) -> bool {
    found.errors.iter().any(|found| is_same(case, expected, found))
}

/// Whether two errors are one, pointed at as each side does.
fn is_same(case: &Case, expected: &Problem, found: &Problem) -> bool {
    expected.range == found.range
        || is_name(case, expected, found)
        || starts_argument(case, expected, found)
        || is_call_of(case, expected, found)
        || is_value_of_key(case, expected, found)
}

/// Whether the reference points at a function's name with its parenthesis, and we at the name.
fn is_name(case: &Case, expected: &Problem, found: &Problem) -> bool {
    found.summary == "Failed function call"
        && expected.range.start == found.range.start
        && case.text[expected.range.clone()] == format!("{}(", &case.text[found.range.clone()])
}

/// Whether the reference points at the start of an argument, and we at the argument.
fn starts_argument(case: &Case, expected: &Problem, found: &Problem) -> bool {
    is_argument(case, found) && covers(&found.range, &expected.range)
}

/// Whether the reference points at the start of a call, and we at an argument that is wrong.
fn is_call_of(case: &Case, expected: &Problem, found: &Problem) -> bool {
    found.summary == "Invalid argument"
        && is_argument(case, found)
        && case.text[expected.range.clone()].ends_with('(')
        && case
            .calls()
            .any(|call| call.start == expected.range.start && covers(&call, &found.range))
}

/// Whether the reference points at the value behind a key that is null.
fn is_value_of_key(case: &Case, expected: &Problem, found: &Problem) -> bool {
    found.summary == "Null as key"
        && expected.range.start > found.range.end
        && case.nodes_of("ObjectCons").any(|object| {
            covers(&object.range, &found.range) && covers(&object.range, &expected.range)
        })
}

/// Whether an error of the reference is about a value that something gave that failed.
fn is_follow_up(expected: &Problem, found: &Failure) -> bool {
    found.errors.iter().any(|failed| covers(&expected.range, &failed.range))
}

fn is_argument(case: &Case, problem: &Problem) -> bool {
    case.nodes_of("argument").any(|argument| argument.range == problem.range)
}
