//! The differences from the reference that are meant, see `DIFFERENCES.md`.

use std::ops::Range;

use hcldyn::cty::Kind;

use super::places::{
    another_order, at_argument, at_name, fails_at_untyped, fails_in_arm, follow_up,
    hidden_condition, index_behind_splat, is_reported_later, names_argument, null_key,
};
use super::{Answer, Case, Difference, Problem};
use crate::mismatch::{Mismatch, Of};

/// A difference that is meant.
#[derive(Debug)]
pub(super) struct Rule {
    /// Why the answer differs.
    pub(super) reason: &'static str,
    /// Whether this is why the answer to a case differs in this way.
    pub(super) explains: fn(&Case, &Difference) -> bool,
}

/// All differences that are meant; the first one that explains a difference counts.
pub(super) const RULES: &[Rule] = &[
    rule("an error of a call as a whole points at the function's name", at_name),
    rule("an error of an argument covers all of it", at_argument),
    rule("a function's error says which argument is wrong", names_argument),
    rule("a null key is what is wrong, not its value", null_key),
    rule("errors come in the order of evaluation, those of a part before the whole", another_order),
    rule("an error in a condition is reported though the results do not match", hidden_condition),
    rule("what fails has no type to be wrong again", follow_up),
    rule("two indexes that read as one number are reported where they are", index_behind_splat),
    rule("a condition not known yet that can never be a bool is an error", unknown_condition),
    rule("what is wrong for an element is said behind an unknown one too", behind_unknown),
    rule("only what decides on the left makes a failed or null operand irrelevant", operand_counts),
    rule("a result or operand that fails has no type and no marks", untyped_result),
    rule("parts of results without a type do not count for the common type", untyped_part),
    rule("unification goes through no third type", no_third_type),
    rule("flatten refuses objects that are not wholly known, too", flattened_object),
    rule("merge refuses an argument behind one whose type is not known, too", merged_argument),
    rule("an unknown set becomes a list of the wanted type", converted_set),
    rule("nothing has a remainder by infinity", infinite_remainder),
    rule("what can gives is never null", never_null),
    rule("more is known of an unknown value", knows_more),
    rule("bounds and known parts decide what is unknown to the reference", decided_by_bounds),
    rule("of sets with unknown parts only what is certain decides equality", unknown_equality),
    rule("whether a value is null does not depend on the marks in it", mark_in_null_test),
    rule("unknown values, try, can, keys and expansion keep marks", keeps_marks),
    rule("what a loop or a splat takes out of a collection carries its marks", bound_marks),
    rule("a set holds 0 and -0 once", zeros_in_set),
    rule("sets of compound values are ordered by their parts", order_of_sets),
];

const LOOPS: &[&str] = &["for tuple", "for object", "for groups"];

const fn rule(reason: &'static str, explains: fn(&Case, &Difference) -> bool) -> Rule {
    Rule { reason, explains }
}

/// The error is said, or leaves the result of a conditional or of `try` without a type.
fn unknown_condition(case: &Case, _: &Difference) -> bool {
    case.nodes_of("unknown condition").any(|condition| {
        let at_it = |problem: &Problem| problem.range == condition.range;
        let around = case.nodes.iter().filter(|node| {
            (node.kind == "Conditional" || LOOPS.contains(&&*node.kind))
                && covers(&node.range, &condition.range)
        });
        match &case.found {
            Answer::Fails(found) if at_it(found.first()) => true,
            _ => around.count() > 1 || calls_any(case, &["can", "try"]),
        }
    })
}

/// The reference says nothing about elements behind one for which the result is unknown, so that `try`
/// and `can` find nothing wrong.
fn behind_unknown(case: &Case, difference: &Difference) -> bool {
    const SUMMARIES: &[&str] = &[
        "Unusable condition",
        "Null as condition",
        "Unusable key",
        "Null as key",
        "Duplicate key",
    ];
    let is_caught = || {
        calls_any(case, &["can", "try"])
            && LOOPS.iter().any(|kind| case.has(kind))
            && part(difference).is_some_and(|part| !part.expected.is_known())
    };
    is_caught()
        || first_found(case, difference).is_some_and(|found| {
            let in_try = found.summary == "Failed function call"
                && calls_any(case, &["try"])
                && SUMMARIES.iter().any(|summary| found.detail.contains(summary));
            in_try
                || SUMMARIES.contains(&&*found.summary)
                    && LOOPS
                        .iter()
                        .flat_map(|kind| case.nodes_of(kind))
                        .any(|it| covers(&it.range, &found.range))
        })
}

/// The error is said, or dropped where errors are: by a conditional, another operator, `can` or
/// `try` around it.
fn operand_counts(case: &Case, difference: &Difference) -> bool {
    let operands = || case.nodes_of("failed operand").chain(case.nodes_of("null operand"));
    let all: Vec<_> = case.nodes_of("&&").chain(case.nodes_of("||")).collect();
    let is_dropped = |logic: &Range<usize>| {
        let around = case.nodes_of("Conditional").chain(all.iter().copied());
        let around = around.map(|node| node.range.clone()).chain(calls_of(case, &["can", "try"]));
        around.into_iter().any(|it| covers(&it, logic) && it != *logic)
    };
    all.iter()
        .map(|logic| &logic.range)
        .filter(|logic| operands().any(|operand| covers(logic, &operand.range)))
        .any(|logic| match first_found(case, difference) {
            Some(found) if covers(logic, &found.range) => true,
            _ => is_dropped(logic),
        })
}

/// So it neither fits nor does not fit the other result, or an operator, and it has no marks.
fn untyped_result(case: &Case, difference: &Difference) -> bool {
    let has_failed = || case.has("failed arm") || case.has("failed operand");
    match difference {
        Difference::Fails => first_found(case, difference).is_some_and(|found| {
            found.summary == "Mismatched conditional" && case.has("failed arm")
        }),
        Difference::Succeeds => has_failed(),
        Difference::Part(Mismatch { of: Of::Marks, .. }) => has_failed(),
        Difference::Part(_) => case.has("failed arm"),
        Difference::Place => fails_in_arm(case),
        _ => false,
    }
}

fn untyped_part(case: &Case, difference: &Difference) -> bool {
    match difference {
        Difference::Place => fails_at_untyped(case),
        _ => case.has("untyped arm"),
    }
}

/// The reference converts tuples by way of the type of other parts and forgets the first step.
fn no_third_type(case: &Case, difference: &Difference) -> bool {
    first_found(case, difference).is_some_and(|found| {
        found.summary == "Mismatched conditional"
            && [(" list of ", " tuple"), (" map of ", " object")]
                .iter()
                .any(|(a, b)| found.detail.contains(a) && found.detail.contains(b))
    })
}

fn flattened_object(case: &Case, difference: &Difference) -> bool {
    first_found(case, difference).is_some_and(|found| {
        found.summary == "Invalid argument"
            && calls_any(case, &["std::coll::flatten"])
            && found.detail.contains("must be a list, set or tuple")
    })
}

/// The reference takes the elements of such an argument for attributes.
fn merged_argument(case: &Case, difference: &Difference) -> bool {
    first_found(case, difference).is_some_and(|found| {
        found.summary == "Invalid argument"
            && calls_any(case, &["merge"])
            && found.detail.contains("of merge must be a map or an object")
    })
}

/// The reference makes a list of another type, with which a function fails.
fn converted_set(case: &Case, difference: &Difference) -> bool {
    case.has_unknown_set
        && match difference {
            Difference::Succeeds => case.has("argument"),
            Difference::Part(Mismatch { of: Of::Type(..), .. }) => case.has("Conditional"),
            Difference::Place => case.has("Conditional") && is_reported_later(case),
            _ => false,
        }
}

fn infinite_remainder(case: &Case, difference: &Difference) -> bool {
    first_found(case, difference).is_some_and(|found| {
        found.summary == "Impossible operation"
            && case.nodes_of("%").any(|remainder| remainder.range == found.range)
            && found.detail.contains("infinity")
    })
}

/// Of something unknown that is not null a splat is known to be a tuple.
fn never_null(case: &Case, difference: &Difference) -> bool {
    part(difference).is_some_and(|part| match part.of {
        Of::Refinements => true,
        Of::Type(..) => case.has("Splat"),
        _ => false,
    }) && calls_any(case, &["can"])
}

fn knows_more(_: &Case, difference: &Difference) -> bool {
    part(difference)
        .is_some_and(|part| matches!(part.of, Of::Refinements) && part.is_known_better())
}

fn decided_by_bounds(case: &Case, difference: &Difference) -> bool {
    const COMPARISONS: &[&str] = &["<", "<=", ">", ">="];
    match difference {
        Difference::Part(part) => {
            let decides = || COMPARISONS.iter().chain(&["*"]).any(|kind| case.has(kind));
            let is_bool = || matches!(part.found.unmarked().kind(), Kind::Bool(_));
            let is_equality = || (case.has("==") || case.has("!=")) && is_bool();
            matches!(part.of, Of::Value) && is_decided(part) && (decides() || is_equality())
        }
        // Another result of a conditional is chosen.
        Difference::Fails => first_found(case, difference).is_some_and(|found| {
            COMPARISONS.iter().flat_map(|kind| case.nodes_of(kind)).any(|comparison| {
                case.nodes_of("Conditional").any(|it| {
                    covers(&it.range, &comparison.range) && covers(&it.range, &found.range)
                })
            })
        }),
        _ => false,
    }
}

fn unknown_equality(case: &Case, difference: &Difference) -> bool {
    part(difference).is_some_and(|part| {
        matches!(part.of, Of::Value) && part.expected.is_known() != part.found.is_known()
    }) && (case.has("==") || case.has("!="))
        && case.has_unknown_set
}

fn mark_in_null_test(case: &Case, difference: &Difference) -> bool {
    part(difference).is_some_and(|part| matches!(part.of, Of::Marks) && part.has_fewer_marks())
        && case.has("null side")
}

/// Marks are only added, and only to unknown parts where nothing in the case would keep them or
/// pass them on.
fn keeps_marks(case: &Case, difference: &Difference) -> bool {
    let keeps = calls_any(case, &["can", "try"]) || case.has("Index") || case.has("call expanded");
    let passes_on = ["Conditional", "Splat", "&&", "||", "==", "!=", "argument"];
    let passes_on = passes_on.iter().any(|kind| case.has(kind));
    let loses = ["call", "!", "negate", "TemplateJoin"].iter().any(|kind| case.has(kind));
    part(difference).is_some_and(|part| {
        matches!(part.of, Of::Marks)
            && part.has_more_marks()
            && (keeps || passes_on && loses || !part.found.is_known())
    })
}

fn bound_marks(case: &Case, difference: &Difference) -> bool {
    part(difference).is_some_and(|part| matches!(part.of, Of::Marks) && part.repeats_marks())
        && (case.has("Splat") || LOOPS.iter().any(|kind| case.has(kind)))
}

fn zeros_in_set(case: &Case, difference: &Difference) -> bool {
    part(difference).is_some_and(|part| matches!(part.of, Of::Value | Of::Type(..)))
        && case.has_two_zeros
}

/// Where elements are gone through, or a list is made of the set.
fn order_of_sets(case: &Case, difference: &Difference) -> bool {
    let is_order = match difference {
        Difference::Part(part) => matches!(part.of, Of::Value | Of::Type(..) | Of::Marks),
        Difference::Place | Difference::Fails | Difference::Succeeds => true,
        _ => false,
    };
    is_order && case.has_compound_set
}

fn part(difference: &Difference) -> Option<&Mismatch> {
    match difference {
        Difference::Part(part) => Some(part),
        _ => None,
    }
}

/// Whether a part is known that is not expected to be.
fn is_decided(part: &Mismatch) -> bool {
    !part.expected.is_known() && part.found.is_known()
}

/// The error found first, where the reference has a value or another error.
fn first_found<'a>(case: &'a Case, difference: &Difference) -> Option<&'a Problem> {
    match &case.found {
        Answer::Fails(found) if matches!(difference, Difference::Fails | Difference::Place) => {
            Some(found.first())
        }
        _ => None,
    }
}

/// Whether the case calls one of some functions.
fn calls_any(case: &Case, names: &[&str]) -> bool {
    calls_of(case, names).next().is_some()
}

/// The calls of some functions.
fn calls_of<'a>(case: &'a Case, names: &'a [&str]) -> impl Iterator<Item = Range<usize>> + 'a {
    case.calls().filter(|call| {
        let text = &case.text[call.clone()];
        names.iter().any(|name| text.strip_prefix(name).is_some_and(|rest| rest.starts_with('(')))
    })
}

pub(super) fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
