//! Warnings of the linter.

use super::items::Bound;
use crate::body::Attribute;
use crate::cty::Type;
use crate::diag::{Diagnostic, codes, delete_item};
#[cfg(feature = "kit")]
use crate::ext::graph::Name;
use crate::source::Place;

pub(super) fn unreadable_comment(place: Place, part: &str) -> Diagnostic {
    let detail =
        format!("A comment that begins with \"hcldyn:\" sets levels of warnings, not {part:?}.");
    codes::INVALID_LEVEL_COMMENT.warning(place, detail).with_help(
        "Write allow(CODE), warn(CODE) or deny(CODE), or allow-file(CODE) for the whole file.",
    )
}

pub(super) fn null_attribute(attribute: &Attribute) -> Diagnostic {
    let (name, value) = (attribute.name_place(), attribute.expr.place());
    let item = name.source().place(name.span().to(value.span()));
    let detail = format!("{:?} is null, which mostly means that it is not set.", &*attribute.name);
    codes::NULL_ATTRIBUTE
        .warning(value, detail)
        .with_help("Leave out the attribute.")
        .with_fix(delete_item("Delete the attribute", &item))
}

pub(super) fn empty_for_each(place: Place, ty: &str) -> Diagnostic {
    let detail =
        format!("The collection has no elements, so no block of type {ty:?} is generated.");
    codes::EMPTY_FOR_EACH.warning(place, detail)
}

pub(super) fn constant_for_each(place: Place, ty: &str) -> Diagnostic {
    let detail = "The collection always has one element, so exactly one block is generated.";
    let help = format!("Write {ty} {{ … }}, without \"dynamic\".");
    codes::CONSTANT_FOR_EACH.warning(place, detail).with_help(help)
}

/// A name that hides an outer one.
pub(super) fn shadowed_iterator(inner: &Bound, outer: &Bound) -> Diagnostic {
    let detail = format!(
        "{:?} hides the iterator of an enclosing iteration, which can't be used here.",
        &*inner.name
    );
    codes::SHADOWED_ITERATOR
        .warning(inner.place.clone(), detail)
        .with_related(outer.place.clone(), "hidden by the inner one")
        .with_help("Give one of them another name.")
}

pub(super) fn mismatched_comparison(
    operator: Place,
    left: &Type,
    right: &Type,
    is_equal: bool,
) -> Diagnostic {
    let (left, right) = (left.friendly_name(), right.friendly_name());
    let result = if is_equal { "false" } else { "true" };
    let detail = format!(
        "The left side is always of type {left} and the right side of type {right}, so the result is \
         always {result}."
    );
    codes::MISMATCHED_COMPARISON
        .warning(operator, detail)
        .with_help("Values of different types are never equal. Convert one side.")
}

/// A string of one interpolation. The message does not quote the expression, which may be secret.
pub(super) fn interpolation_only(place: Place) -> Diagnostic {
    codes::INTERPOLATION_ONLY
        .warning(place, "The string consists of one interpolation, which already has a value.")
        .with_help("Write the expression alone, without quotes.")
}

pub(super) fn legacy_index(place: Place, index: &str) -> Diagnostic {
    codes::LEGACY_INDEX
        .warning(place, "An index is written in brackets; the form after a dot is an old one.")
        .with_help(format!("Write [{index}]."))
}

pub(super) fn legacy_lookup(place: Place) -> Diagnostic {
    codes::LEGACY_LOOKUP
        .warning(place, "A lookup without a default is an old form of an index.")
        .with_help("Write an index, such as ports[\"http\"], or add a default.")
}

pub(super) fn legacy_splat(place: Place) -> Diagnostic {
    codes::LEGACY_SPLAT
        .warning(place, "A splat is written in brackets; the form after a dot is an old one.")
        .with_help("Write [*]. An index after it then applies to each element.")
}

/// A variable or a local value without references.
#[cfg(feature = "kit")]
pub(super) fn unused(place: Place, name: &Name) -> Diagnostic {
    let code = match name.parts().first() {
        Some(first) if *first == *"local" => codes::UNUSED_LOCAL,
        _ => codes::UNUSED_VARIABLE,
    };
    code.warning(place, format!("{name} is never used.")).with_help("Remove it, or refer to it.")
}
