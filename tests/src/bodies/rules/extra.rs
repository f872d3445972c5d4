//! Errors that only hcldyn reports.

use super::super::text::{has_two_keys, is_open};
use super::super::{Case, Problem, Way};
use super::missing::{named_twice, not_missing_besides, unseen_iterator};

pub(super) fn unused_content(case: &Case, found: &Problem) -> bool {
    case.way == Way::OptedIn
        && case.blocks_of("empty").any(|block| found.start.is_none_or(|start| block.covers(start)))
}

/// The reference ignores such a block of a map or object, and all later blocks, even those of the
/// same `dynamic` block.
pub(super) fn beside_unknown(case: &Case, found: &Problem) -> bool {
    case.blocks.iter().filter(|block| case.is_in_unknown(block)).any(|block| {
        let ty = case.type_of(block);
        let same = case.siblings(block).filter(|it| case.type_of(it) == ty);
        let unseen = same.filter(|it| {
            if it.start == block.start {
                case.is_decoded_by_labels(ty) || case.is_dynamic(it)
            } else {
                it.start > block.start
            }
        });
        unseen.into_iter().any(|it| found.start.is_none_or(|start| it.covers(start)))
    })
}

pub(super) fn marked_label(case: &Case, found: &Problem) -> bool {
    found.about == "Invalid label"
        && found
            .start
            .is_some_and(|start| case.blocks_of("marked").any(|block| block.covers(start)))
}

/// The value made from the other blocks may be invalid, and so may a block that the reference does not decode because it
/// is the second one.
pub(super) fn made_without_marked(case: &Case, found: &Problem) -> bool {
    let is_second = |start: usize| {
        let errors = case.expected.errors().iter();
        let mut second = errors.filter(|it| it.about == "second block").filter_map(|it| it.start);
        second.any(|second| case.block_at(second).is_some_and(|block| block.covers(start)))
    };
    (is_of_result(found) || found.start.is_some_and(is_second))
        && case.with_marked_labels().next().is_some()
}

/// The reference uses a variable with the name of the iterator, if there is one. If that fails, it
/// does not know the type of the block.
pub(super) fn iterator_in_attributes(case: &Case, found: &Problem) -> bool {
    let failed = || case.expected.errors().iter().any(|it| unseen_iterator(case, it));
    found.start.is_some_and(|start| case.in_generated_attributes(start))
        || found.about == "Mismatched block types" && failed()
}

pub(super) fn block_among_attributes(case: &Case, found: &Problem) -> bool {
    let Some(block) = found.start.and_then(|start| case.block_at(start)) else { return false };
    let mut before = case.siblings(block).filter(|it| it.start < block.start);
    found.about == "Unexpected block"
        && before.any(|it| case.expected.errors().iter().any(|error| error.start == Some(it.start)))
}

pub(super) fn too_few_zeros(case: &Case, found: &Problem) -> bool {
    found.about == "Too few blocks" && case.has_both_zeros()
}

/// The reference compares only the characters that the string has.
pub(super) fn longer_prefix(case: &Case, found: &Problem) -> bool {
    found.about == "Invalid value" && case.has_spec(&|spec| spec["prefix"].is_string())
}

/// A transformation that the reference did not run fails on its argument, or results that are
/// unknown to the reference have different types.
pub(super) fn made_of_unreported(case: &Case, found: &Problem) -> bool {
    is_of_result(found)
        && case.hands_on()
        && case.expected.errors().iter().any(|expected| is_unreported(case, expected))
}

/// Returns `true` for an error in a transformation or in the value made of several blocks.
fn is_of_result(found: &Problem) -> bool {
    const ABOUT: &[&str] = &["Transformation failed", "Mismatched block types"];
    found.start.is_none() || ABOUT.contains(&&*found.about)
}

/// The reference finds no mismatch if one of the values has no type.
pub(super) fn typed_attributes(case: &Case, found: &Problem) -> bool {
    found.about == "Mismatched block types" && case.has_blocks_with(found.start, &is_open)
}

/// An empty map of such blocks has the type that the spec gives it, which a default of another type does not have.
pub(super) fn typed_empty_map(case: &Case, found: &Problem) -> bool {
    found.about == "Mismatched block types"
        && case.has_spec(&has_two_keys)
        && case.has_spec(&|spec| spec["kind"] == "default")
}

/// Returns `true` for an error of the reference alone that stops a transformation.
pub(super) fn is_unreported(case: &Case, expected: &Problem) -> bool {
    not_missing_besides(case, expected)
        || named_twice(case, expected)
        || unseen_iterator(case, expected)
}
