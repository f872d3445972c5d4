//! Errors that hcldyn reports at another location.

use super::super::{Case, Problem, TextBlock, Way};

/// The header is that of a block around the location of the reference, unless that is in the spec.
pub(super) fn at_header(case: &Case, expected: &Problem, found: &Problem) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("too many", "Too many blocks"),
        ("types", "Mismatched block types"),
        ("transform", "Transformation failed"),
        ("refused", "Refused"),
    ];
    let header = found.start.and_then(|start| case.block_at(start));
    are_any(expected, found, PAIRS)
        && expected.start.is_none_or(|start| header.is_some_and(|block| block.covers(start)))
}

/// The error of the reference has no location.
pub(super) fn in_unknown(case: &Case, expected: &Problem, found: &Problem) -> bool {
    const PAIRS: &[(&str, &str)] = &[
        ("missing block", "Missing block"),
        ("too few", "Too few blocks"),
        ("transform", "Transformation failed"),
    ];
    expected.start.is_none()
        && are_any(expected, found, PAIRS)
        && found.start.is_some_and(|start| case.around(start).any(|it| it.is("unknown")))
}

/// The reference reports the first block, at a location inside it. In a set, the first block is
/// another one here.
pub(super) fn other_block(case: &Case, expected: &Problem, found: &Problem) -> bool {
    const PAIRS: &[(&str, &str)] =
        &[("types", "Mismatched block types"), ("transform", "Transformation failed")];
    let (Some(inside), Some(header)) = (expected.start, found.start) else { return false };
    let block = if case.is_json { case.around(header).last() } else { case.block_at(header) };
    are_any(expected, found, PAIRS)
        && block.is_some_and(|block| {
            let mut same = case.siblings(block);
            // In JSON, the location may be the end of the block.
            let is_inside = |it: &TextBlock| (it.start..=it.end).contains(&inside);
            same.any(|it| case.type_of(it) == case.type_of(block) && is_inside(it))
        })
}

/// The reference reports the start of the body that lacks the value.
pub(super) fn at_default(case: &Case, expected: &Problem, found: &Problem) -> bool {
    are_of_default(case, expected, found)
        && match found.start {
            Some(start) => case.text[..start].ends_with("= "),
            None => true,
        }
}

/// The reference reports the label of such a block.
pub(super) fn unexpected(case: &Case, expected: &Problem, found: &Problem) -> bool {
    let header = found.start.and_then(|start| case.block_at(start));
    case.way == Way::OptedIn
        && found.about == "Unexpected block"
        && header.is_some_and(|block| {
            case.is_dynamic(block)
                && expected.start.is_some_and(|it| (block.start..=block.body).contains(&it))
        })
}

/// Our error covers the whole expression, with its quotes or parentheses.
pub(super) fn listed(_: &Case, expected: &Problem, found: &Problem) -> bool {
    are_any(expected, found, &[("expression", "Invalid labels")])
        && expected.start == found.start.map(|start| start + 1)
}

/// The reference reports the start of the list or object whose part has the wrong type.
pub(super) fn in_part(case: &Case, expected: &Problem, found: &Problem) -> bool {
    const PAIRS: &[(&str, &str)] = &[("type", "Wrong type"), ("type", "Missing attribute")];
    let (Some(start), Some(part)) = (expected.start, found.start) else { return false };
    let mut depth = 0_usize;
    are_any(expected, found, PAIRS)
        && start <= part
        && case.text[start..=part].chars().all(|char| {
            match char {
                '[' | '{' => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth > 0
        })
}

/// Returns `true` if both errors are about a transformation or validation of a possible default.
pub(in crate::bodies) fn are_of_default(case: &Case, expected: &Problem, found: &Problem) -> bool {
    const PAIRS: &[(&str, &str)] =
        &[("refused", "Refused"), ("transform", "Transformation failed")];
    are_any(expected, found, PAIRS) && case.has_checked_default()
}

/// Returns `true` if the subjects of two errors are one of these pairs.
pub(in crate::bodies) fn are_any(
    expected: &Problem,
    found: &Problem,
    pairs: &[(&str, &str)],
) -> bool {
    pairs.contains(&(&expected.about, &found.about))
}
