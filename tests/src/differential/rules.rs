//! Deliberate differences from the reference, see `DIFFERENCES.md`.

use std::ops::Range;

use hcldyn::cty::{Number, Value};

use super::places::{
    another_order, at_argument, at_name, fails_at_untyped, fails_in_arm, follow_up,
    hidden_condition, index_after_splat, is_of_call_around, is_reported_later, names_argument,
    null_key,
};
use super::{Answer, Case, Difference, Failure, Node, Problem};
use crate::mismatch::{Mismatch, Of};

/// A deliberate difference.
#[derive(Debug)]
pub(super) struct Rule {
    /// The reason for the difference.
    pub(super) reason: &'static str,
    /// Returns `true` if the rule explains a difference of a case.
    pub(super) explains: fn(&Case, &Difference) -> bool,
}

/// All deliberate differences. The first matching rule applies.
pub(super) const RULES: &[Rule] = &[
    rule("an error of a whole call points at the name of the function", at_name),
    rule("an error of an argument covers the whole argument", at_argument),
    rule("an error of a function names the invalid argument", names_argument),
    rule("a null key is reported, not its value", null_key),
    rule(
        "errors of a part come before errors of the whole, in the order of evaluation",
        another_order,
    ),
    rule("an error in a condition is reported even if the results do not match", hidden_condition),
    rule("a failed expression has no type, so it causes no type error", follow_up),
    rule("two indexes that read as one number are reported at their location", index_after_splat),
    rule("an unknown condition that can never be a bool is an error", unknown_condition),
    rule("an error for an element is reported even after an unknown element", after_unknown),
    rule(
        "a failed or null operand is ignored only if the left operand decides the result",
        operand_counts,
    ),
    rule("a failed result or operand has no type and no marks", untyped_result),
    rule("parts of results without a type do not affect the common type", untyped_part),
    rule("unification does not convert through a third type", no_third_type),
    rule("flatten rejects objects even if they are not wholly known", flattened_object),
    rule("flatten of a marked unknown value is unknown", flattened_unknown),
    rule("coalesce ignores empty strings", empty_string),
    rule("try and can do not catch that a function does not exist", absent_function),
    rule("an invalid argument is an error even after one of unknown type", after_untyped_argument),
    rule("an unknown set converts to a list of the wanted type", converted_set),
    rule("a remainder by infinity is an error", infinite_remainder),
    rule("the result of can is never null", never_null),
    rule("an unknown value has more refinements", knows_more),
    rule(
        "bounds and known parts decide results that are unknown to the reference",
        decided_by_bounds,
    ),
    rule(
        "the equality of sets with unknown parts is known only if it is certain",
        unknown_equality,
    ),
    rule("an unknown number may be infinite", infinite_equality),
    rule("a null test does not carry the marks of inner values", mark_in_null_test),
    rule("unknown values, try, can, keys and expansion keep marks", keeps_marks),
    rule("elements that a loop or a splat takes from a collection carry its marks", bound_marks),
    rule("the conversion of a marked null is marked", marked_null),
    rule("0 and -0 are one element of a set", zeros_in_set),
    rule("sets of compound values are ordered by their parts", order_of_sets),
];

/// The operations that bounds and known parts can decide.
const DECIDING: &[&str] = &["<", "<=", ">", ">=", "==", "!=", "*"];

const LOOPS: &[&str] = &["for tuple", "for object", "for groups"];

const fn rule(reason: &'static str, explains: fn(&Case, &Difference) -> bool) -> Rule {
    Rule { reason, explains }
}

/// The error is reported, or the result of a conditional or of `try` has no type.
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

/// The reference ignores elements after one with an unknown result, so `try` and `can` find no
/// error.
fn after_unknown(case: &Case, difference: &Difference) -> bool {
    const SUMMARIES: &[&str] =
        &["Invalid condition", "Null condition", "Invalid key", "Null key", "Duplicate key"];
    let is_caught = || {
        calls_any(case, &["can", "try"])
            && LOOPS.iter().any(|kind| case.has(kind))
            && part(difference).is_some_and(|part| !part.expected.is_known())
    };
    is_caught()
        || first_found(case, difference).is_some_and(|found| {
            let in_try = found.summary == "Function call failed"
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

/// The error is reported, or suppressed by a conditional, another operator, `can` or `try` around
/// it.
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
            Some(_) if fails_first_in(case, logic) => true,
            _ => is_dropped(logic),
        })
}

/// Returns `true` if the first error of the reference is inside a range.
fn fails_first_in(case: &Case, range: &Range<usize>) -> bool {
    matches!(&case.expected, Answer::Fails(expected) if covers(range, &expected.first().range))
}

/// Its type is not compared with that of the other result or operand.
fn untyped_result(case: &Case, difference: &Difference) -> bool {
    let has_failed = || case.has("failed arm") || case.has("failed operand");
    match difference {
        // The reference converts the result, so it has other attributes, or no type.
        Difference::Fails => first_found(case, difference).is_some_and(|found| {
            let is_after_arm = || {
                let conditionals = case.nodes_of("Conditional").map(|node| &node.range);
                conditionals.filter(|it| it.end <= found.range.start).any(|conditional| {
                    case.nodes_of("failed arm").any(|arm| covers(conditional, &arm.range))
                })
            };
            let is_around_arm =
                || case.nodes_of("failed arm").any(|arm| covers(&found.range, &arm.range));
            match &*found.summary {
                "Mismatched conditional results" => case.has("failed arm"),
                "Unknown attribute" => is_after_arm(),
                "Invalid argument" => is_around_arm(),
                _ => false,
            }
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

/// The reference converts tuples through the type of other parts and forgets the first step.
fn no_third_type(case: &Case, difference: &Difference) -> bool {
    first_found(case, difference).is_some_and(|found| {
        found.summary == "Mismatched conditional results"
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

/// The reference takes the value for an element of the result.
fn flattened_unknown(case: &Case, difference: &Difference) -> bool {
    part(difference).is_some_and(|part| !part.found.is_known())
        && calls_any(case, &["std::coll::flatten"])
}

/// The reference returns the empty string.
fn empty_string(case: &Case, difference: &Difference) -> bool {
    calls_any(case, &["coalesce"])
        && match difference {
            Difference::Part(part) if is_empty(&part.expected) => true,
            Difference::Succeeds | Difference::Part(Mismatch { of: Of::Value, .. }) => {
                has_empty_argument(case)
            }
            _ if matches!(&case.expected, Answer::Value(value) if is_empty(value)) => true,
            Difference::Place if is_reported_later(case) => has_empty_argument(case),
            _ => first_found(case, difference)
                .is_some_and(|found| found.detail.contains("all values are null or empty strings")),
        }
}

fn marked_null(_: &Case, difference: &Difference) -> bool {
    part(difference).is_some_and(|part| {
        matches!(part.of, Of::Marks)
            && part.has_more_marks()
            && part.expected.is_null()
            && part.found.unmarked().is_null()
    })
}

fn is_empty(value: &Value) -> bool {
    value.unmarked().as_str() == Some("")
}

fn has_empty_argument(case: &Case) -> bool {
    calls_of(case, &["coalesce"]).any(|call| {
        let arguments = case.nodes_of("argument").filter(|argument| covers(&call, &argument.range));
        arguments.into_iter().any(|argument| {
            matches!(case.answer_to(&argument.range), Answer::Value(value) if is_empty(&value))
        })
    })
}

fn absent_function(case: &Case, difference: &Difference) -> bool {
    let is_absent = |found: &Problem| {
        found.summary == "Invalid argument" && found.detail.contains("Unknown function")
    };
    match difference {
        // The failed call has no type, which the reference compares with that of another result.
        Difference::Succeeds | Difference::Part(Mismatch { of: Of::Type(..), .. }) => {
            calls_of(case, &["can", "try"]).any(|call| fails_with(case, &call, is_absent))
        }
        _ => {
            calls_any(case, &["can", "try"]) && first_found(case, difference).is_some_and(is_absent)
        }
    }
}

/// The reference uses the elements of such an argument as attributes.
fn after_untyped_argument(case: &Case, difference: &Difference) -> bool {
    let is_merged = |found: &Problem| {
        found.summary == "Invalid argument"
            && found.detail.contains("of merge must be a map or an object")
    };
    let is_null = |found: &Problem| {
        let is_known = matches!(&case.expected, Answer::Value(value) if value.is_wholly_known());
        !is_known
            && found.summary == "Invalid argument"
            && found.detail.ends_with("must not be null.")
    };
    let has_type_without_error = |mismatch: &Problem| {
        calls_of(case, &["merge"])
            .any(|call| covers(&mismatch.range, &call) && fails_with(case, &call, is_merged))
    };
    match (difference, &case.expected) {
        (Difference::Place, Answer::Fails(expected))
            if has_type_without_error(expected.first()) =>
        {
            true
        }
        _ => first_found(case, difference).is_some_and(|found| is_merged(found) || is_null(found)),
    }
}

/// Returns `true` if hcldyn reports a certain error first for a part of the expression.
fn fails_with(case: &Case, part: &Range<usize>, is_it: impl Fn(&Problem) -> bool) -> bool {
    matches!(case.answer_to(part), Answer::Fails(found) if is_it(found.first()))
}

/// The reference returns a list of another type, which a function then rejects.
fn converted_set(case: &Case, difference: &Difference) -> bool {
    case.has_unknown_set
        && match difference {
            Difference::Succeeds => case.has("argument") || case.has("Conditional"),
            Difference::Part(Mismatch { of: Of::Type(..), .. }) => case.has("Conditional"),
            Difference::Place => {
                let is_argument = |expected: &Failure| {
                    let mut arguments = case.nodes_of("argument");
                    arguments.any(|argument| covers(&argument.range, &expected.first().range))
                };
                let at_argument = matches!(&case.expected, Answer::Fails(it) if is_argument(it));
                let is_later = is_reported_later(case) || is_of_call_around(case);
                (case.has("Conditional") || at_argument) && is_later
            }
            _ => false,
        }
}

fn infinite_remainder(case: &Case, difference: &Difference) -> bool {
    first_found(case, difference).is_some_and(|found| {
        let is_remainder = || case.nodes_of("%").any(|remainder| remainder.range == found.range);
        let in_try = || calls_of(case, &["try"]).any(|call| covers(&call, &found.range));
        match &*found.summary {
            "Invalid operation" => is_remainder() && found.detail.contains("infinity"),
            "Function call failed" => in_try() && found.detail.contains(r#""%" failed: infinity"#),
            _ => false,
        }
    })
}

/// A splat of an unknown value that is not null is known to be a tuple.
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
    match difference {
        Difference::Part(part @ Mismatch { of: Of::Value, .. }) => {
            let compares = || DECIDING.iter().any(|kind| case.has(kind));
            is_decided(part) && compares()
        }
        // A condition has another result.
        Difference::Part(part @ Mismatch { of: Of::Type(..), .. }) => {
            is_decided(part) && (decides_by_bounds(case) || decides_in_loop(case))
        }
        Difference::Fails => decides_by_bounds(case),
        _ => false,
    }
}

/// Returns `true` if there is an operation with a known result and an unknown operand.
fn decides_by_bounds(case: &Case) -> bool {
    let is_known = |range: &Range<usize>| matches!(case.answer_to(range), Answer::Value(value) if value.is_known());
    let is_unknown = |range: &Range<usize>| matches!(case.answer_to(range), Answer::Value(value) if !value.is_known());
    let operations = || DECIDING.iter().flat_map(|kind| case.nodes_of(kind));
    operations().map(|node| &node.range).filter(|range| is_known(range)).any(|operation| {
        let parts = case.nodes.iter().map(|node| &node.range);
        parts.filter(|part| covers(operation, part)).any(is_unknown)
    })
}

/// Returns `true` if an operation uses a variable of a loop around it, which may be unknown.
fn decides_in_loop(case: &Case) -> bool {
    let loops = || LOOPS.iter().flat_map(|kind| case.nodes_of(kind)).map(|node| &node.range);
    let operations = DECIDING.iter().flat_map(|kind| case.nodes_of(kind)).map(|node| &node.range);
    operations.into_iter().any(|operation| {
        let variables = case.nodes_of("ScopeTraversal").map(|node| &node.range);
        variables.filter(|variable| covers(operation, variable)).any(|variable| {
            let mut around = loops().filter(|around| covers(around, operation));
            around.any(|around| sets(&case.text[around.clone()], &case.text[variable.clone()]))
        })
    })
}

/// Returns `true` if a loop, `[for k, v in list : v]`, sets the variable of a traversal.
fn sets(text: &str, traversal: &str) -> bool {
    let header = text[1..].trim_start().strip_prefix("for ").and_then(|it| it.split_once(" in "));
    let name = traversal.split(['.', '[']).next();
    header.is_some_and(|(names, _)| names.split(',').any(|it| Some(it.trim()) == name))
}

fn unknown_equality(case: &Case, difference: &Difference) -> bool {
    let is_unknown_here = match (difference, &case.found) {
        (Difference::Part(part), _) => {
            matches!(part.of, Of::Value | Of::Type(..))
                && part.expected.is_known() != part.found.is_known()
        }
        // The reference goes on with the known result, to an error.
        (Difference::Succeeds, Answer::Value(value)) => !value.is_wholly_known(),
        _ => false,
    };
    is_unknown_here && (case.has("==") || case.has("!=")) && case.has_unknown_set
}

/// The reference decides that an infinite number differs from an unknown one that is not null.
fn infinite_equality(case: &Case, difference: &Difference) -> bool {
    let is_infinite = |node: &Node| match case.answer_to(&node.range) {
        Answer::Value(value) => value.unmarked().as_number().is_some_and(Number::is_infinite),
        _ => false,
    };
    part(difference).is_some_and(|part| part.expected.is_known() && !part.found.is_known())
        && case.nodes_of("==").chain(case.nodes_of("!=")).any(|equality| {
            case.nodes.iter().any(|node| covers(&equality.range, &node.range) && is_infinite(node))
        })
}

fn mark_in_null_test(case: &Case, difference: &Difference) -> bool {
    part(difference).is_some_and(|part| matches!(part.of, Of::Marks) && part.has_fewer_marks())
        && case.has("null side")
}

/// Marks are only added. Without an expression in the case that keeps or passes on marks, they are
/// only added to parts that are unknown on a side.
fn keeps_marks(case: &Case, difference: &Difference) -> bool {
    let keeps = calls_any(case, &["can", "try"]) || case.has("Index") || case.has("call expanded");
    let passes_on = ["Conditional", "Splat", "&&", "||", "==", "!=", "argument"];
    let passes_on = passes_on.iter().any(|kind| case.has(kind));
    let is_unknown = |part: &Node| matches!(case.answer_to(&part.range), Answer::Value(value) if !value.is_known());
    let loses =
        ["call", "!", "negate", "TemplateJoin", "ObjectCons"].iter().any(|kind| case.has(kind))
            || LOOPS.iter().flat_map(|kind| case.nodes_of(kind)).any(is_unknown);
    part(difference).is_some_and(|part| {
        matches!(part.of, Of::Marks)
            && part.has_more_marks()
            && (keeps || passes_on && loses || !part.found.is_known() || is_decided(part))
    })
}

fn bound_marks(case: &Case, difference: &Difference) -> bool {
    part(difference).is_some_and(|part| matches!(part.of, Of::Marks) && part.repeats_marks())
        && (case.has("Splat") || LOOPS.iter().any(|kind| case.has(kind)))
}

/// The case iterates over the set, or converts it to a list.
fn zeros_in_set(case: &Case, difference: &Difference) -> bool {
    let counts_them = match difference {
        Difference::Part(part) => matches!(part.of, Of::Value | Of::Type(..)),
        Difference::Place | Difference::Fails | Difference::Succeeds => true,
        _ => false,
    };
    counts_them && case.has_two_zeros
}

/// The case iterates over the set, or converts it to a list.
fn order_of_sets(case: &Case, difference: &Difference) -> bool {
    let is_order = matches!(
        difference,
        Difference::Part(_) | Difference::Place | Difference::Fails | Difference::Succeeds
    );
    is_order && case.has_compound_set
}

fn part(difference: &Difference) -> Option<&Mismatch> {
    match difference {
        Difference::Part(part) => Some(part),
        _ => None,
    }
}

/// Returns `true` if only our part is known.
fn is_decided(part: &Mismatch) -> bool {
    !part.expected.is_known() && part.found.is_known()
}

/// The first error found, if the reference has a value or another error.
fn first_found<'a>(case: &'a Case, difference: &Difference) -> Option<&'a Problem> {
    match &case.found {
        Answer::Fails(found) if matches!(difference, Difference::Fails | Difference::Place) => {
            Some(found.first())
        }
        _ => None,
    }
}

/// Returns `true` if the case calls one of these functions.
fn calls_any(case: &Case, names: &[&str]) -> bool {
    calls_of(case, names).next().is_some()
}

/// The calls of these functions.
fn calls_of<'a>(case: &'a Case, names: &'a [&str]) -> impl Iterator<Item = Range<usize>> + 'a {
    case.calls().filter(|call| {
        let text = &case.text[call.clone()];
        names.iter().any(|name| text.strip_prefix(name).is_some_and(|rest| rest.starts_with('(')))
    })
}

pub(super) fn covers(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}
