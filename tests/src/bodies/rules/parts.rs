//! Parts of values that differ from the reference.

use hcldyn::cty::{Kind, Type, Value};

use super::super::text::{has_two_keys, is_open};
use super::super::{Answer, Case, Problem, Way};
use super::extra::is_unreported;
use super::missing::unseen_iterator;
use crate::mismatch::{Mismatch, Of, elements, mismatches_of_types};

/// The part is a set, or was generated from one. A set of such results has other elements.
pub(super) fn zeros(case: &Case, part: &Mismatch) -> bool {
    let is_set = matches!(part.found.unmarked().kind(), Kind::Set(_));
    let is_zero = part.found == Value::from(0) && part.expected == Value::from(0);
    case.has_negative_zero() && (part.has_fewer_elements() || is_zero)
        || case.has_both_zeros() && (part.has_fewer_elements() || is_set)
}

/// The types may also differ for other reasons.
pub(super) fn empty_map(case: &Case, part: &Mismatch) -> bool {
    matches!(&part.of, Of::Type(expected, Type::Map(found)) if {
        let types = mismatches_of_types(expected, innermost(found));
        types.iter().all(|(a, b)| is_optional(a, b) || is_of_failing(case, a, b))
    }) && case.has_spec(&has_two_keys)
}

pub(super) fn optional(_: &Case, part: &Mismatch) -> bool {
    matches!(&part.of, Of::Type(expected, found) if is_optional(expected, found))
}

/// A set also lacks the marks of these blocks, but has those of the collection, and the others may have another common
/// type.
pub(super) fn without_marked(case: &Case, part: &Mismatch) -> bool {
    let is_less = match &part.of {
        Of::Marks => part.has_fewer_marks() || part.has_fewer_elements(),
        Of::Type(..) if part.is_shorter() => true,
        Of::Type(Type::List(_), Type::Tuple(_)) => true,
        _ => {
            part.has_fewer_elements()
                || part.has_fewer_keys()
                || matches!(part.found.unmarked().kind(), Kind::Null(_) | Kind::Set(_))
        }
    };
    is_less && case.with_marked_labels().next().is_some()
}

/// The reference fails, or uses a variable with the name of the iterator.
pub(super) fn seen_iterator(case: &Case, part: &Mismatch) -> bool {
    let failed = || case.expected.errors().iter().any(|it| unseen_iterator(case, it));
    (!part.expected.is_known() && failed())
        || case.has_iterator_v0() && case.blocks.iter().any(|block| case.is_of_attributes(block))
}

/// Blocks with such an attribute may have no common type, or another one. A set of them has other elements.
pub(super) fn failed(case: &Case, part: &Mismatch) -> bool {
    let may_differ = match (&part.of, part.found.unmarked().kind()) {
        (Of::Type(_, Type::Dynamic), _) => true,
        (Of::Type(..), _) => case.has_spec(&is_open),
        (_, Kind::Set(_)) => !part.found.is_wholly_known(),
        _ => !part.found.is_known(),
    };
    may_differ && case.expected.errors().iter().any(|it| it.about == "expression")
}

/// A set of such results has other elements, and the marks of fewer of them.
pub(super) fn failing_transformation(case: &Case, part: &Mismatch) -> bool {
    match (&part.of, part.found.unmarked().kind()) {
        (Of::Type(expected, found), _) => is_of_failing(case, expected, found),
        (_, Kind::Set(_)) => !part.found.is_wholly_known() && case.has_failing_transformation(),
        _ => false,
    }
}

/// The reference makes all blocks unknown, without a type. A value with errors inside a transformation or validation has
/// no type either.
pub(super) fn untyped(case: &Case, part: &Mismatch) -> bool {
    let is_untyped = |ty: &Type| match ty {
        Type::List(element) | Type::Set(element) => **element == Type::Dynamic,
        ty => *ty == Type::Dynamic,
    };
    (matches!(part.of, Of::Type(Type::Dynamic, _)) || is_untyped(&part.expected.ty()))
        && (case.has_spec(&|spec| is_open(spec) || has_two_keys(spec))
            || case.blocks_of("unknown").next().is_some()
            || case.hands_on() && !case.expected.errors().is_empty())
}

/// Beside a null without a type, the reference converts the strings of a tuple to the elements of a list, and those of an
/// object to the elements of a map.
pub(super) fn strings_beside_null(case: &Case, part: &Mismatch) -> bool {
    matches!(&part.of, Of::Type(Type::Number | Type::Bool, Type::String))
        && case.has_spec(&is_open)
        && matches!(&case.found, Answer::Decoded(value, _) if has_null_collection(value))
}

fn has_null_collection(value: &Value) -> bool {
    match value.unmarked().kind() {
        Kind::Null(ty) => matches!(ty, Type::List(_) | Type::Map(_)),
        _ => elements(value).iter().any(has_null_collection),
    }
}

/// Errors in generated blocks are found before a transformation or validation, so the result is
/// unknown, also in a set. The other results may then have another common type.
pub(super) fn left_out(case: &Case, part: &Mismatch) -> bool {
    let is_unknown = match (&part.of, part.found.unmarked().kind()) {
        (Of::Type(Type::Map(_), Type::Object(_)), _) => true,
        (Of::Type(Type::List(_), Type::Tuple(_)), _) => true,
        (_, Kind::Set(_)) => !part.found.is_wholly_known(),
        _ => !part.found.is_known(),
    };
    is_unknown && case.way == Way::OptedIn && case.hands_on() && case.has_error_in_dynamic()
}

/// The value goes to a transformation or validation.
pub(super) fn handed_on(case: &Case, part: &Mismatch) -> bool {
    is_handed_on(case, part, is_unreported)
}

/// Returns `true` if the part may be unknown because of an error that only the reference reports.
pub(in crate::bodies) fn is_handed_on(
    case: &Case,
    part: &Mismatch,
    is_unreported: fn(&Case, &Problem) -> bool,
) -> bool {
    !part.expected.is_known()
        && case.hands_on()
        && case.expected.errors().iter().any(|expected| is_unreported(case, expected))
}

pub(super) fn mark_in_null_test(case: &Case, part: &Mismatch) -> bool {
    matches!(part.of, Of::Marks)
        && part.has_fewer_marks()
        && is_of_null_test(&part.found)
        && case.has_spec(&|spec| spec["expr"].as_str().is_some_and(|it| it.contains("it == null")))
}

pub(super) fn marked_null(case: &Case, part: &Mismatch) -> bool {
    matches!(part.of, Of::Marks) && part.has_more_marks() && case.has_marked_null()
}

pub(super) fn keeps_marks(case: &Case, part: &Mismatch) -> bool {
    matches!(part.of, Of::Marks)
        && part.has_more_marks()
        && case.blocks_of("marked").next().is_some()
}

/// The reference returns an unknown list of the element type of the set.
pub(super) fn converted_set(case: &Case, part: &Mismatch) -> bool {
    let is_unknown_list = |value: &Value| !value.is_known() && matches!(value.ty(), Type::List(_));
    matches!(part.of, Of::Type(..))
        && is_unknown_list(&part.expected)
        && is_unknown_list(&part.found)
        && case.has_unknown_set()
}

pub(super) fn knows_more(_: &Case, part: &Mismatch) -> bool {
    matches!(part.of, Of::Refinements) && part.is_known_better()
}

fn is_optional(expected: &Type, found: &Type) -> bool {
    expected.without_optional() == *found
}

fn is_of_failing(case: &Case, expected: &Type, found: &Type) -> bool {
    matches!((expected, found), (Type::Number | Type::String, Type::Dynamic))
        && case.has_failing_transformation()
}

/// Returns `true` if a value may be the result of a null test in a transformation, or a set that
/// contains one. A set has the marks of all its elements.
fn is_of_null_test(value: &Value) -> bool {
    match value.unmarked().kind() {
        Kind::Bool(_) => true,
        Kind::String(text) => ["none", "some", "false!", "true!"].contains(&text.as_str()),
        Kind::Set(set) => set.elements().iter().any(holds_null_test),
        _ => false,
    }
}

fn holds_null_test(value: &Value) -> bool {
    is_of_null_test(value) || elements(value).iter().any(holds_null_test)
}

/// The innermost element type of nested maps.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Map(element) => innermost(element),
        _ => ty,
    }
}
