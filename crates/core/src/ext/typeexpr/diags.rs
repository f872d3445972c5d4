//! Errors in type expressions.

use crate::cty::Type;
use crate::cty::convert::ConversionError;
use crate::diag::{Diagnostic, Fix, codes, nearest};
use crate::source::Place;

/// The forms of types, except `optional`.
const NAMES: [&str; 9] =
    ["any", "bool", "list", "map", "number", "object", "set", "string", "tuple"];

/// The types without arguments.
const PRIMITIVE: [&str; 4] = ["any", "bool", "number", "string"];

pub(super) fn not_a_type(place: Place) -> Diagnostic {
    let error = invalid(place.clone(), "This is not a type.");
    match NAMES.iter().find(|name| place.text() == format!("{name:?}")) {
        Some(name) => {
            let fix = Fix::safe("Remove the quotes").replace(place, *name);
            let is_whole = PRIMITIVE.contains(name);
            error
                .with_help(format!("Write {name} without quotes."))
                .with_fix(is_whole.then_some(fix))
        }
        None => error.with_help("Write a type such as string or list(number)."),
    }
}

pub(super) fn unknown_type(place: Place, name: &str) -> Diagnostic {
    let error = invalid(place, format!("The type {name:?} does not exist."));
    match nearest(name, NAMES) {
        Some(known) => error.with_suggestion(name, known),
        None => error.with_help(
            "Types are bool, number, string, list(…), set(…), map(…), tuple([…]) and object({…}).",
        ),
    }
}

pub(super) fn any_is_not_exact(place: Place) -> Diagnostic {
    invalid(place, "The type must be exact here, not \"any\".")
        .with_help("Write a type such as string or list(number).")
}

/// A type constructor without arguments, or with too many.
pub(super) fn lacks_argument(place: Place, name: &str) -> Diagnostic {
    let (what, example) = match name {
        "object" => ("an object with the types of the attributes", "object({ name = string })"),
        "tuple" => ("a list with the types of the elements", "tuple([string, number])"),
        "map" => ("the type of the elements", "map(string)"),
        "set" => ("the type of the elements", "set(string)"),
        _ => ("the type of the elements", "list(string)"),
    };
    let article = if name == "object" { "An" } else { "A" };
    invalid(place, format!("{article} {name} type takes exactly one argument, {what}."))
        .with_help(format!("Write {example}."))
}

pub(super) fn takes_no_arguments(place: Place, name: &str) -> Diagnostic {
    invalid(place, format!("The type {name} takes no arguments."))
        .with_help(format!("Write {name}."))
}

pub(super) fn not_a_list_of_types(place: Place) -> Diagnostic {
    invalid(place, "The types of the elements of a tuple must be a list.")
        .with_help("Write tuple([string, number]).")
}

pub(super) fn not_an_object_of_types(place: Place) -> Diagnostic {
    invalid(place, "The types of the attributes must be an object.")
        .with_help("Write object({ name = string }).")
}

pub(super) fn not_an_attribute_name(place: Place) -> Diagnostic {
    invalid(place, "An attribute name must be an identifier, without quotes or parentheses.")
}

pub(super) fn repeated_attribute(place: Place, name: &str, first: Place) -> Diagnostic {
    invalid(place, format!("The attribute {name:?} appears more than once in this object type."))
        .with_help("Remove one of them.")
        .with_related(first, "first defined here")
}

pub(super) fn misplaced_optional(place: Place) -> Diagnostic {
    invalid(place, "Only an attribute of an object type can be optional.")
        .with_help("Write object({ name = optional(string) }).")
}

pub(super) fn optional_is_not_exact(place: Place) -> Diagnostic {
    invalid(place, "The type must be exact here, so its attributes can't be optional.")
        .with_help("Write the type of the attribute without optional(…).")
}

pub(super) fn optional_lacks_type(place: Place) -> Diagnostic {
    invalid(place, "The type of the optional attribute is missing.")
        .with_help("Write optional(string).")
}

pub(super) fn no_defaults_here(place: Place) -> Diagnostic {
    invalid(place, "An attribute can't have a default here.")
        .with_help("Write optional(…) with the type only.")
}

pub(super) fn extra_optional_argument(place: Place) -> Diagnostic {
    invalid(place, "An optional attribute takes at most a type and a default.")
        .with_help("Write optional(number, 80).")
}

pub(super) fn wrong_default(place: Place, ty: &Type, error: &ConversionError) -> Diagnostic {
    let ty = ty.friendly_name();
    let detail = format!("Invalid default for an attribute of type {ty}: {error}.");
    codes::INVALID_DEFAULT.error(place, detail)
}

fn invalid(place: Place, detail: impl Into<String>) -> Diagnostic {
    codes::INVALID_TYPE.error(place, detail)
}
