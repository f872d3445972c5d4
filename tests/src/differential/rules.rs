//! The differences from the reference that are meant, see `DIFFERENCES.md`.

use std::ops::Range;

use hcldyn::Value;
use hcldyn::cty::{Kind, Marks, Refinement};

use super::places::{
    another_order, at_argument, at_name, first_of_syntax, follow_up, hidden_condition,
    names_argument, null_key, pairs_of_indexes,
};
use super::{Answer, Case, Difference, Node, Problem};

/// A difference that is meant.
#[derive(Debug)]
pub struct Rule {
    /// Why the answer differs.
    pub reason: &'static str,
    /// Whether this is why the answer to a case differs in this way.
    pub explains: fn(&Case, Difference) -> bool,
}

/// All differences that are meant; the first one that explains a difference counts.
pub const RULES: &[Rule] = &[
    rule("an error of a call as a whole points at the function's name", at_name),
    rule("an error of an argument covers all of it", at_argument),
    rule("a function's error says which argument is wrong", names_argument),
    rule("a null key is what is wrong, not its value", null_key),
    rule("errors come in the order of evaluation, those of a part before the whole", another_order),
    rule("an error in a condition is reported though the results do not match", hidden_condition),
    rule("what fails has no type to be wrong again", follow_up),
    rule(
        "of several syntax errors in an expression the first one read is reported",
        first_of_syntax,
    ),
    rule("legacy indexes that read as one number are reported in pairs", pairs_of_indexes),
    rule("a negative key behind a list, a call or a for is not read", negative_key),
    rule("a condition not known yet that can never be a bool is an error", unknown_condition),
    rule("what is wrong for an element is said behind an unknown one too", behind_unknown),
    rule("only what decides on the left makes a failed or null operand irrelevant", operand_counts),
    rule("a result or operand that fails has no type and no marks", untyped_result),
    rule("parts of results without a type do not count for the common type", untyped_part),
    rule("unification goes through no third type", no_third_type),
    rule("flatten refuses objects that are not wholly known, too", flattened_object),
    rule("an unknown set becomes a list of the wanted type", converted_set),
    rule("nothing has a remainder by infinity", infinite_remainder),
    rule("what can gives is never null", never_null),
    rule("more is known of an unknown value", knows_more),
    rule("bounds decide comparisons and products of unknown numbers", decided_by_bounds),
    rule("of sets with unknown parts only what is certain decides equality", unknown_equality),
    rule("whether a value is null does not depend on the marks in it", mark_in_null_test),
    rule("unknown values, try, can, keys and expansion keep marks", keeps_marks),
    rule("a set holds 0 and -0 once", zeros_in_set),
    rule("sets of compound values are ordered by their parts", order_of_sets),
];

const LOOPS: &[&str] = &["for tuple", "for object", "for groups"];

/// The rule that explains a difference.
pub fn rule_for(case: &Case, difference: Difference) -> Option<&'static Rule> {
    RULES.iter().find(|rule| (rule.explains)(case, difference))
}

const fn rule(reason: &'static str, explains: fn(&Case, Difference) -> bool) -> Rule {
    Rule { reason, explains }
}

/// A line that begins with a minus sign is read as a part of the item before it.
fn negative_key(case: &Case, difference: Difference) -> bool {
    let lines: Vec<_> = case.text.lines().collect();
    difference == Difference::DoesNotRead
        && case.has("ObjectCons")
        && lines
            .windows(2)
            .any(|pair| pair[0].ends_with([']', ')', '}']) && pair[1].trim_start().starts_with('-'))
}

/// The error is said, or leaves the result of a conditional or of `try` without a type.
fn unknown_condition(case: &Case, _: Difference) -> bool {
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

/// The reference says nothing about elements behind one for which the result is unknown.
fn behind_unknown(case: &Case, difference: Difference) -> bool {
    const SUMMARIES: &[&str] = &[
        "Unusable condition",
        "Null as condition",
        "Unusable key",
        "Null as key",
        "Duplicate key",
    ];
    first_found(case, difference).is_some_and(|found| {
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
/// `try`.
fn operand_counts(case: &Case, _: Difference) -> bool {
    let is_odd = |logic: &&Node| {
        let operands = case.nodes_of("failed operand").chain(case.nodes_of("null operand"));
        operands.into_iter().any(|operand| covers(&logic.range, &operand.range))
    };
    let all: Vec<_> = case.nodes_of("&&").chain(case.nodes_of("||")).collect();
    all.iter().copied().filter(is_odd).any(|logic| {
        let is_around =
            |node: &&Node| covers(&node.range, &logic.range) && node.range != logic.range;
        let is_said = match &case.found {
            Answer::Fails(found) => covers(&logic.range, &found.first().range),
            _ => false,
        };
        is_said
            || calls_any(case, &["can", "try"])
            || case.nodes_of("Conditional").chain(all.iter().copied()).any(|node| is_around(&node))
    })
}

/// So it neither fits nor does not fit the other result, or an operator, and it has no marks.
fn untyped_result(case: &Case, difference: Difference) -> bool {
    match difference {
        Difference::Fails => first_found(case, difference).is_some_and(|found| {
            found.summary == "Mismatched conditional" && case.has("failed arm")
        }),
        Difference::Succeeds | Difference::Marks => {
            case.has("failed arm") || case.has("failed operand")
        }
        _ => case.has("failed arm"),
    }
}

fn untyped_part(case: &Case, _: Difference) -> bool {
    case.has("untyped arm")
}

/// The reference converts tuples by way of the type of other parts and forgets the first step.
fn no_third_type(case: &Case, difference: Difference) -> bool {
    first_found(case, difference).is_some_and(|found| {
        found.summary == "Mismatched conditional"
            && [(" list of ", " tuple"), (" map of ", " object")]
                .iter()
                .any(|(a, b)| found.detail.contains(a) && found.detail.contains(b))
    })
}

fn flattened_object(case: &Case, difference: Difference) -> bool {
    first_found(case, difference).is_some_and(|found| {
        found.summary == "Invalid argument"
            && calls_any(case, &["std::coll::flatten"])
            && found.detail.contains("must be a list, set or tuple")
    })
}

/// The reference makes a list of another type, with which a function fails.
fn converted_set(case: &Case, difference: Difference) -> bool {
    case.has_unknown_set
        && match difference {
            Difference::Succeeds => case.has("argument"),
            Difference::Type => case.has("Conditional"),
            _ => false,
        }
}

fn infinite_remainder(case: &Case, difference: Difference) -> bool {
    first_found(case, difference).is_some_and(|found| {
        found.summary == "Impossible operation"
            && case.nodes_of("%").any(|remainder| remainder.range == found.range)
            && found.detail.contains("infinity")
    })
}

/// Of something unknown that is not null a splat is known to be a tuple.
fn never_null(case: &Case, difference: Difference) -> bool {
    calls_any(case, &["can"])
        && match difference {
            Difference::Refinements => true,
            Difference::Type => case.has("Splat"),
            _ => false,
        }
}

/// What is known of each part of the value found includes what is expected to be known.
fn knows_more(case: &Case, difference: Difference) -> bool {
    difference == Difference::Refinements
        && all_parts(case, |expected, found| match (refinement(expected), refinement(found)) {
            (Some(expected), Some(found)) => {
                expected.and(found.clone()).is_ok_and(|both| both == found)
            }
            _ => true,
        })
}

fn decided_by_bounds(case: &Case, difference: Difference) -> bool {
    match difference {
        Difference::Value => {
            ["<", "<=", ">", ">=", "*"].iter().any(|kind| case.has(kind))
                && !all_parts(case, |expected, found| expected.is_known() || !found.is_known())
        }
        // Another result of a conditional is chosen.
        Difference::Fails => first_found(case, difference).is_some_and(|found| {
            ["<", "<=", ">", ">="].iter().flat_map(|kind| case.nodes_of(kind)).any(|comparison| {
                case.nodes_of("Conditional").any(|it| {
                    covers(&it.range, &comparison.range) && covers(&it.range, &found.range)
                })
            })
        }),
        _ => false,
    }
}

fn unknown_equality(case: &Case, difference: Difference) -> bool {
    difference == Difference::Value
        && (case.has("==") || case.has("!="))
        && case.has_unknown_set
        && !all_parts(case, |expected, found| expected.is_known() == found.is_known())
}

fn mark_in_null_test(case: &Case, difference: Difference) -> bool {
    difference == Difference::Marks
        && case.has("null side")
        && all_parts(case, |expected, found| {
            let expected = own_marks(expected);
            own_marks(found).iter().all(|mark| expected.contains(mark))
        })
}

/// Marks are only added, and only to unknown parts where nothing in the case would keep them or
/// pass them on.
fn keeps_marks(case: &Case, difference: Difference) -> bool {
    let keeps = calls_any(case, &["can", "try"]) || case.has("Index") || case.has("call expanded");
    let passes_on = ["Conditional", "Splat", "&&", "||", "==", "!="].iter().any(|it| case.has(it));
    let loses = ["call", "!", "negate", "TemplateJoin"].iter().any(|kind| case.has(kind));
    difference == Difference::Marks
        && all_parts(case, |expected, found| {
            let (of_expected, of_found) = (own_marks(expected), own_marks(found));
            let are_more = of_expected.iter().all(|mark| of_found.contains(mark));
            of_expected == of_found
                || are_more && (keeps || passes_on && loses || !found.is_known())
        })
}

fn zeros_in_set(case: &Case, difference: Difference) -> bool {
    difference == Difference::Value && case.has_two_zeros
}

fn order_of_sets(case: &Case, _: Difference) -> bool {
    case.has_compound_set
}

/// The error found first, where the reference has a value or another error.
fn first_found(case: &Case, difference: Difference) -> Option<&Problem> {
    match &case.found {
        Answer::Fails(found) if matches!(difference, Difference::Fails | Difference::Place) => {
            Some(found.first())
        }
        _ => None,
    }
}

fn refinement(value: &Value) -> Option<Refinement> {
    match value.unmarked().kind() {
        Kind::Unknown(_, refinement) => Some(refinement.cloned().unwrap_or_default()),
        _ => None,
    }
}

/// Whether something holds for each part of the value expected and the one found in its place.
fn all_parts(case: &Case, holds: impl Fn(&Value, &Value) -> bool) -> bool {
    case.values().is_some_and(|(expected, found)| {
        pairs_of_parts(expected, found).iter().all(|(expected, found)| holds(expected, found))
    })
}

fn pairs_of_parts(a: &Value, b: &Value) -> Vec<(Value, Value)> {
    let parts = |value: &Value| -> Vec<Value> {
        match value.unmarked().kind() {
            Kind::Map(map) => map.iter().map(|(_, value)| value.clone()).collect(),
            Kind::Object(object) => object.iter().map(|(_, value)| value.clone()).collect(),
            _ => value.unmarked().elements().to_vec(),
        }
    };
    let inner = parts(a).into_iter().zip(parts(b)).flat_map(|(a, b)| pairs_of_parts(&a, &b));
    std::iter::once((a.clone(), b.clone())).chain(inner.collect::<Vec<_>>()).collect()
}

fn own_marks(value: &Value) -> Marks {
    value.marks().cloned().unwrap_or_default()
}

/// Whether the case calls one of some functions.
fn calls_any(case: &Case, names: &[&str]) -> bool {
    case.calls().any(|call| {
        let text = &case.text[call.clone()];
        names.iter().any(|name| text.strip_prefix(name).is_some_and(|rest| rest.starts_with('(')))
    })
}

pub(super) fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
