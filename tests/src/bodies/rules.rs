//! The differences from the reference that are meant, see `DIFFERENCES.md`.

use super::difference::Difference;
use super::{Answer, Case, Problem, TextBlock, Way};
use crate::bodies::values::{has_fewer_marks, has_more_marks, is_unknown_where_different};
use crate::bodies::values::{is_known_better, is_typed_more, is_typed_otherwise};

/// A difference that is meant.
#[derive(Debug)]
pub struct Rule {
    /// Why the answer differs.
    pub reason: &'static str,
    /// Whether this is why the answer to a case differs in this point.
    pub(super) explains: fn(&Case, Difference<'_>) -> bool,
}

/// All differences that are meant; the first one that explains a difference counts.
pub(super) const RULES: &[Rule] = &[
    rule("a spec that contradicts itself is reported", contradiction),
    rule("what is wrong with a block is told at its header", at_header),
    rule("a block that is wrong is not reported as missing besides", not_missing_besides),
    rule("what is made of a block that is wrong is made of a null", made_of_missing),
    rule("a required attribute that two specs name is reported if it is missing", named_twice),
    rule("what is missing in the content of an unknown collection is reported there", in_unknown),
    rule("what stands in or beside a block of an unknown collection is checked", beside_unknown),
    rule("whether there is a second block is not known beside an unknown collection", not_second),
    rule("the content of an empty collection is checked", unused_content),
    rule("iterators of a marked collection are marked, and labels cannot be", marked_label),
    rule("the attributes of a block of attributes see the iterators", attributes_see),
    rule("what fails to evaluate is not of a wrong type besides", not_wrong_besides),
    rule("every block among attributes is reported", block_among_attributes),
    rule("what is wrong with a default is told where that stands", at_default),
    rule("a dynamic block where there are no blocks to generate is unexpected", unexpected),
    rule("labels must be a list as they are written", listed),
    rule("a text is no shorter than the prefix that its spec says", longer_prefix),
    rule("what a marked null becomes, or what stands for it, is marked", marked_null),
    rule("a list or set of as many elements is converted to a tuple", tuple_of_elements),
    rule("what is left out of the generated blocks is not handed on", not_handed_on),
    rule(
        "of several blocks the one reported is that which does not go with the others",
        other_block,
    ),
    rule("a set holds 0 and -0 once", zero),
    rule("an empty map of blocks with two labels is a map of maps", empty_map),
    rule("the type of a value has no optional attributes", optional),
    rule("what fails to evaluate is unknown, of no type", failed),
    rule("what has no type does not count for the type of all blocks", untyped_part),
    rule("whether a value is null does not depend on the marks in it", mark_in_null_test),
    rule("marks of a collection are kept in all that it generates", keeps_marks),
    rule("more is known of an unknown value", knows_more),
];

pub(super) const fn rule(
    reason: &'static str,
    explains: fn(&Case, Difference<'_>) -> bool,
) -> Rule {
    Rule { reason, explains }
}

fn contradiction(case: &Case, _: Difference<'_>) -> bool {
    case.found_errors().iter().any(|problem| problem.about == "Invalid spec")
}

/// The header begins a block in which the reference's place is, unless that is a part of the spec.
fn at_header(case: &Case, difference: Difference<'_>) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("too many", "Too many blocks"),
        ("types", "Blocks of different types"),
        ("transform", "Transformation failed"),
        ("refused", "Refused"),
    ];
    let is_pair = |expected: &Problem, found: &Problem| {
        let header = found.start.and_then(|start| case.block_at(start));
        PAIRS.contains(&(&expected.about, &found.about))
            && expected.start.is_none_or(|start| header.is_some_and(|block| block.covers(start)))
    };
    match difference {
        Difference::Missing(expected) => {
            case.found_errors().iter().any(|found| is_pair(expected, found))
        }
        Difference::Extra(found) => {
            case.expected_errors().iter().any(|expected| is_pair(expected, found))
        }
        _ => false,
    }
}

/// In the same body there is a block that was reported as wrong, or a `dynamic` one.
fn not_missing_besides(case: &Case, difference: Difference<'_>) -> bool {
    let Difference::Missing(expected) = difference else { return false };
    let bodies = match expected.start {
        Some(body) => vec![body],
        None => case.blocks.iter().filter(|it| case.is_in_unknown(it)).map(|it| it.body).collect(),
    };
    let is_wrong = |block: &TextBlock| {
        case.found_errors().iter().filter_map(|found| found.start).any(|start| match () {
            () if case.is_dynamic(block) => block.covers(start) && !case.in_content(block, start),
            () => (block.start..=block.body).contains(&start),
        })
    };
    ["missing block", "too few"].contains(&&*expected.about)
        && bodies.into_iter().any(|body| case.blocks_in(body).any(is_wrong))
}

/// The null in its place is handed on to what is made of it.
fn made_of_missing(case: &Case, difference: Difference<'_>) -> bool {
    let is_made = match difference {
        Difference::Extra(Problem { start, about }) => {
            start.is_none() || about == "Transformation failed"
        }
        _ => false,
    };
    let unreported = |expected: &Problem| not_missing_besides(case, Difference::Missing(expected));
    is_made && case.expected_errors().iter().any(unreported)
}

fn named_twice(case: &Case, difference: Difference<'_>) -> bool {
    matches!(difference, Difference::Missing(expected) if expected.about == "missing attribute")
        && case.has_attribute_twice()
}

/// The reference reports it at no place.
fn in_unknown(case: &Case, difference: Difference<'_>) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("missing block", "Missing block"),
        ("too few", "Too few blocks"),
        ("transform", "Transformation failed"),
    ];
    let is_pair = |expected: &Problem, found: &Problem| {
        expected.start.is_none()
            && PAIRS.contains(&(&expected.about, &found.about))
            && found.start.is_some_and(|start| case.around(start).any(|it| it.is("unknown")))
    };
    match difference {
        Difference::Missing(expected) => case.found_errors().iter().any(|it| is_pair(expected, it)),
        Difference::Extra(found) => case.expected_errors().iter().any(|it| is_pair(it, found)),
        _ => false,
    }
}

/// The reference does not look at such a block of a map or object, nor at any block behind it.
fn beside_unknown(case: &Case, difference: Difference<'_>) -> bool {
    let Difference::Extra(found) = difference else { return false };
    case.blocks.iter().filter(|block| case.is_in_unknown(block)).any(|block| {
        let ty = case.type_of(block);
        let same = case.siblings(block).filter(|it| case.type_of(it) == ty);
        let unseen = same.filter(|it| match it.start == block.start {
            true => case.is_decoded_by_labels(ty),
            false => it.start > block.start,
        });
        unseen.into_iter().any(|it| found.start.is_none_or(|start| it.covers(start)))
    })
}

fn not_second(case: &Case, difference: Difference<'_>) -> bool {
    let Difference::Missing(Problem { start: Some(start), about }) = difference else {
        return false;
    };
    let Some(second) = case.block_at(*start) else { return false };
    let ty = case.type_of(second);
    about == "second block"
        && case.siblings(second).any(|block| case.type_of(block) == ty && block.is("unknown"))
}

fn unused_content(case: &Case, difference: Difference<'_>) -> bool {
    let Difference::Extra(found) = difference else { return false };
    case.way == Way::OptedIn
        && case.blocks_of("empty").any(|block| found.start.is_none_or(|start| block.covers(start)))
}

/// The blocks are not generated then, so what is wrong with them is not found, nor that they are too
/// many; what is made of the others may be wrong.
fn marked_label(case: &Case, difference: Difference<'_>) -> bool {
    let is_one = |problem: &Problem, marked: &TextBlock| {
        problem.about == "Invalid label" && problem.start.is_some_and(|it| marked.covers(it))
    };
    let wrong: Vec<_> = case
        .blocks_of("marked")
        .filter(|block| case.found_errors().iter().any(|found| is_one(found, block)))
        .collect();
    let is_beside =
        |start: usize| wrong.iter().any(|wrong| case.siblings(wrong).any(|it| it.covers(start)));
    match difference {
        Difference::Extra(found) => match &*found.about {
            "Transformation failed" | "Blocks of different types" => !wrong.is_empty(),
            _ => wrong.iter().any(|block| is_one(found, block)),
        },
        Difference::Missing(Problem { start: Some(start), about }) => {
            let counts = ["too many", "second block", "transform"].contains(&&**about);
            wrong.iter().any(|block| block.covers(*start)) || counts && is_beside(*start)
        }
        Difference::Panics => false,
        _ => !wrong.is_empty(),
    }
}

/// The reference takes a variable of the iterator's name, if there is one.
fn attributes_see(case: &Case, difference: Difference<'_>) -> bool {
    let start = match difference {
        Difference::Missing(Problem { start: Some(start), about }) if about == "expression" => {
            start
        }
        Difference::Extra(Problem { start: Some(start), .. }) => start,
        Difference::Value | Difference::Marks | Difference::Type => {
            let is_attrs = |block: &TextBlock| case.has_block_attrs(case.type_of(block));
            return case.text.contains("v0.")
                && case.blocks.iter().any(|block| case.is_dynamic(block) && is_attrs(block));
        }
        _ => return false,
    };
    let around: Vec<_> = case.around(*start).collect();
    let own = around.iter().rev().find(|block| case.type_of(block) != "content");
    around.iter().any(|block| case.is_dynamic(block))
        && own.is_some_and(|block| case.has_block_attrs(case.type_of(block)))
}

/// An error is inside the attribute's expression.
fn not_wrong_besides(case: &Case, difference: Difference<'_>) -> bool {
    let Difference::Missing(Problem { start: Some(start), about }) = difference else {
        return false;
    };
    let line = case.text[*start..].lines().next().map_or(0, str::len);
    about == "type"
        && case
            .found_errors()
            .iter()
            .any(|found| found.start.is_some_and(|it| (*start..*start + line).contains(&it)))
}

fn block_among_attributes(case: &Case, difference: Difference<'_>) -> bool {
    let Difference::Extra(Problem { start: Some(start), about }) = difference else {
        return false;
    };
    let Some(block) = case.block_at(*start) else { return false };
    let mut before = case.siblings(block).filter(|it| it.start < *start);
    about == "Unexpected block"
        && before.any(|it| case.expected_errors().iter().any(|error| error.start == Some(it.start)))
}

fn at_default(case: &Case, difference: Difference<'_>) -> bool {
    let is_one = match difference {
        Difference::Missing(expected) => expected.about == "refused",
        Difference::Extra(found) => found.about == "Refused",
        _ => false,
    };
    is_one && case.has_checked_default()
}

fn unexpected(case: &Case, difference: Difference<'_>) -> bool {
    let header = match difference {
        Difference::Missing(Problem { start: Some(start), .. }) => {
            case.blocks.iter().find(|block| (block.start..=block.body).contains(start))
        }
        Difference::Extra(Problem { start: Some(start), .. }) => case.block_at(*start),
        _ => None,
    };
    case.way == Way::OptedIn
        && header.is_some_and(|block| {
            let is_unexpected = |problem: &Problem| {
                problem.start == Some(block.start) && problem.about == "Unexpected block"
            };
            case.is_dynamic(block) && case.found_errors().iter().any(is_unexpected)
        })
}

/// The error covers all of the expression, with its quotes or parentheses.
fn listed(case: &Case, difference: Difference<'_>) -> bool {
    let begins = |found: &Problem, start: usize| {
        found.about == "Invalid labels" && found.start.is_some_and(|it| it + 1 == start)
    };
    match difference {
        Difference::Missing(Problem { start: Some(start), about }) => {
            about == "expression" && case.found_errors().iter().any(|it| begins(it, *start))
        }
        Difference::Extra(found) => case
            .expected_errors()
            .iter()
            .any(|expected| expected.start.is_some_and(|start| begins(found, start))),
        _ => false,
    }
}

/// The reference compares only as many characters as the text has.
fn longer_prefix(case: &Case, difference: Difference<'_>) -> bool {
    matches!(difference, Difference::Extra(found) if found.about == "Unsuitable value")
        && case.has_prefix()
}

fn tuple_of_elements(case: &Case, difference: Difference<'_>) -> bool {
    matches!(difference, Difference::Missing(expected) if expected.about == "type")
        && case.spec.to_string().contains("[\"tuple\",[")
}

/// The reference makes all of them unknown, without a type, or reports or panics.
fn untyped_part(case: &Case, difference: Difference<'_>) -> bool {
    let is_open = || case.spec.to_string().contains("dynamic\"");
    match difference {
        Difference::Missing(expected) => expected.about == "types" && is_open(),
        Difference::Type => case.values().is_some_and(|(a, b)| is_typed_more(&a.ty(), &b.ty())),
        _ => false,
    }
}

/// The reference reports the first block, inside of it; the first of a set is another one here.
fn other_block(case: &Case, difference: Difference<'_>) -> bool {
    let is_pair = |expected: &Problem, found: &Problem| {
        let (Some(inside), Some(header)) = (expected.start, found.start) else { return false };
        let is_same = match &*expected.about {
            "types" => found.about == "Blocks of different types",
            "transform" => found.about == "Transformation failed",
            _ => false,
        };
        is_same
            && case.block_at(header).is_some_and(|block| {
                let mut same = case.siblings(block);
                same.any(|it| case.type_of(it) == case.type_of(block) && it.covers(inside))
            })
    };
    match difference {
        Difference::Missing(expected) => case.found_errors().iter().any(|it| is_pair(expected, it)),
        Difference::Extra(found) => case.expected_errors().iter().any(|it| is_pair(it, found)),
        _ => false,
    }
}

fn zero(case: &Case, difference: Difference<'_>) -> bool {
    matches!(difference, Difference::Value)
        && (case.text.contains("-0") || case.variables.to_string().contains("\"-0\""))
        && case.spec.to_string().contains("set\"")
}

/// To a transformation or validation: what is wrong with generated blocks is found on the way.
fn not_handed_on(case: &Case, difference: Difference<'_>) -> bool {
    let is_generating = |found: &Problem| {
        found.start.is_some_and(|start| case.around(start).any(|block| case.is_dynamic(block)))
    };
    if case.way != Way::OptedIn || !case.spec.to_string().contains("\"wrapped\"") {
        return false;
    }
    match difference {
        Difference::Missing(Problem { start, about }) => {
            (start.is_none() || ["transform", "refused"].contains(&&**about))
                && case.found_errors().iter().any(is_generating)
        }
        Difference::Type | Difference::Value | Difference::Marks => {
            case.found_errors().iter().any(|found| found.about == "Invalid label")
        }
        _ => false,
    }
}

fn marked_null(case: &Case, difference: Difference<'_>) -> bool {
    matches!(difference, Difference::Marks)
        && case.has_marked_null()
        && case.values().is_some_and(|(expected, found)| has_more_marks(expected, found))
}

/// The reference then finds lists and sets of such maps to be of different types.
fn empty_map(case: &Case, difference: Difference<'_>) -> bool {
    if let Difference::Missing(expected) = difference {
        return expected.about == "types" && case.has_two_keys();
    }
    matches!(difference, Difference::Type)
        && case.has_two_keys()
        && case
            .values()
            .is_some_and(|(expected, found)| is_typed_otherwise(&expected.ty(), &found.ty()))
}

fn optional(case: &Case, difference: Difference<'_>) -> bool {
    matches!(difference, Difference::Type)
        && case
            .values()
            .is_some_and(|(expected, found)| expected.ty().without_optional() == found.ty())
}

fn failed(case: &Case, difference: Difference<'_>) -> bool {
    let is_expression = |problem: &Problem| problem.about == "expression";
    let is_typed = || {
        case.values()
            .is_some_and(|(expected, found)| is_typed_otherwise(&expected.ty(), &found.ty()))
    };
    if matches!(difference, Difference::Type) && case.has_failing_transformation() && is_typed() {
        return true;
    }
    matches!(
        difference,
        Difference::Type | Difference::Value | Difference::Marks | Difference::Refinements
    ) && case.expected_errors().iter().any(is_expression)
        && case
            .values()
            .is_some_and(|(expected, found)| is_unknown_where_different(expected, found))
}

fn mark_in_null_test(case: &Case, difference: Difference<'_>) -> bool {
    matches!(difference, Difference::Marks)
        && case.spec.to_string().contains("it == null")
        && case.values().is_some_and(|(expected, found)| has_fewer_marks(expected, found))
}

fn keeps_marks(case: &Case, difference: Difference<'_>) -> bool {
    matches!(difference, Difference::Marks)
        && case.blocks_of("marked").next().is_some()
        && case.values().is_some_and(|(expected, found)| {
            case.spec.to_string().contains("it == null") || has_more_marks(expected, found)
        })
}

fn knows_more(case: &Case, difference: Difference<'_>) -> bool {
    matches!(difference, Difference::Refinements)
        && case.values().is_some_and(|(expected, found)| is_known_better(expected, found))
}

impl Case {
    pub(super) fn found_errors(&self) -> &[Problem] {
        self.found.errors()
    }

    pub(super) fn expected_errors(&self) -> &[Problem] {
        self.expected.errors()
    }
}

impl Answer {
    fn errors(&self) -> &[Problem] {
        match self {
            Self::Decoded(_, errors) => errors,
            Self::Panics => &[],
        }
    }
}
