//! Errors of the reference that are not reported on purpose.

use super::super::text::{has_two_keys, is_open};
use super::super::{Case, Problem, TextBlock, Way};

/// In the same body there is a block that was reported as wrong, or a `dynamic` one.
pub(super) fn not_missing_besides(case: &Case, expected: &Problem) -> bool {
    let bodies = match expected.start {
        Some(body) => vec![body],
        None => case.blocks.iter().filter(|it| case.is_in_unknown(it)).map(|it| it.body).collect(),
    };
    let is_wrong = |block: &TextBlock| {
        case.found.errors().iter().filter_map(|found| found.start).any(|start| match () {
            () if case.is_dynamic(block) => block.covers(start) && !case.in_content(block, start),
            () => (block.start..=block.body).contains(&start),
        })
    };
    ["missing block", "too few"].contains(&&*expected.about)
        && bodies.into_iter().any(|body| case.blocks_in(body).any(is_wrong))
}

/// It is in the body that the reference reports it for.
pub(super) fn named_twice(case: &Case, expected: &Problem) -> bool {
    let body = expected.start.map_or(case.text.as_str(), |start| case.body_at(start));
    expected.about == "missing attribute"
        && case.attributes_named_twice().iter().any(|name| body.contains(&format!("{name} = ")))
}

/// The unknown collection may have no elements.
pub(super) fn not_second(case: &Case, expected: &Problem) -> bool {
    let second = expected.start.and_then(|start| case.block_at(start));
    expected.about == "second block"
        && second.is_some_and(|second| {
            let ty = case.type_of(second);
            case.siblings(second).any(|block| case.type_of(block) == ty && block.is("unknown"))
        })
}

pub(super) fn too_many_zeros(case: &Case, expected: &Problem) -> bool {
    ["too many", "second block"].contains(&&*expected.about) && case.has_both_zeros()
}

/// An error is inside the attribute's expression.
pub(super) fn not_wrong_besides(case: &Case, expected: &Problem) -> bool {
    let Some(start) = expected.start else { return false };
    let length = case.text[start..].lines().next().map_or(0, str::len);
    expected.about == "type" && case.has_error_in(&(start..start + length))
}

/// A list or set is given for a tuple, in an attribute or in a block of attributes.
pub(super) fn tuple_of_elements(case: &Case, expected: &Problem) -> bool {
    let Some(start) = expected.start else { return false };
    let attribute = case.attribute_before(start);
    let block = case.around(start).last().map(|block| case.type_of(block));
    expected.about == "type"
        && case.has_spec(&|spec| {
            let is_given = match spec["kind"] == "block_attrs" {
                true => spec["block"].as_str() == block,
                false => spec["name"].as_str() == Some(attribute),
            };
            is_given && spec["type"].to_string().contains("[\"tuple\",[")
        })
}

/// The reference takes attributes of any type for different types, where some are null or unknown.
pub(super) fn untyped_attribute(case: &Case, expected: &Problem) -> bool {
    expected.about == "types" && case.has_blocks_with(expected.start, &is_open)
}

/// The reference finds lists and sets of such maps to be of different types.
pub(super) fn map_of_maps(case: &Case, expected: &Problem) -> bool {
    // In JSON the place may be behind the block.
    let start = expected.start.filter(|_| !case.is_json);
    expected.about == "types" && case.has_blocks_with(start, &has_two_keys)
}

/// What is wrong with such blocks is not found, nor with all of them together.
pub(super) fn block_of_marked(case: &Case, expected: &Problem) -> bool {
    let is_together =
        ["too many", "second block", "transform", "types"].contains(&&*expected.about);
    case.with_marked_labels().any(|block| match expected.start {
        Some(start) => {
            block.covers(start)
                || is_together
                    && (case.body_around(block) == start
                        || case.siblings(block).any(|it| it.covers(start)))
        }
        None => case.hands_on() || expected.about == "expression",
    })
}

/// Such an attribute is in a block of attributes, in a `dynamic` one.
pub(super) fn unseen_iterator(case: &Case, expected: &Problem) -> bool {
    expected.about == "expression"
        && expected.start.is_some_and(|start| case.in_generated_attributes(start))
}

/// To a transformation or validation: what is wrong with generated blocks is found on the way.
pub(super) fn not_handed_on(case: &Case, expected: &Problem) -> bool {
    (case.way == Way::OptedIn || expected.start.is_none())
        && case.hands_on()
        && (expected.start.is_none() || ["transform", "refused"].contains(&&*expected.about))
        && case.has_error_in_dynamic()
}
