//! What reading a type reports.

use crate::cty::Type;
use crate::cty::convert::ConversionError;
use crate::diag::{Diagnostic, did_you_mean};
use crate::source::Place;

/// What can be written for a type, apart from `optional`.
const NAMES: [&str; 9] =
    ["any", "bool", "list", "map", "number", "object", "set", "string", "tuple"];

pub(super) fn not_a_type(place: Place) -> Diagnostic {
    let hint = match NAMES.iter().find(|name| place.text() == format!("{name:?}")) {
        Some(name) => format!("Write {name} without quotes."),
        None => "Write a type such as string or list(number).".to_owned(),
    };
    invalid(place, "This is no type.").with_help(hint)
}

pub(super) fn unknown_type(place: Place, name: &str) -> Diagnostic {
    let suggestion = did_you_mean(name, NAMES);
    let hint = if suggestion.is_empty() {
        "Types are bool, number, string, list(…), set(…), map(…), tuple([…]) and \
         object({…})."
            .to_owned()
    } else {
        suggestion
    };
    invalid(place, format!("There is no type {name:?}.")).with_help(hint)
}

pub(super) fn any_is_not_exact(place: Place) -> Diagnostic {
    invalid(
        place,
        "An exact type is needed here, and \"any\" leaves it open. Write which type it is.",
    )
}

/// A type that is made of others is given none of them, or too many.
pub(super) fn lacks_argument(place: Place, name: &str) -> Diagnostic {
    let (what, example) = match name {
        "object" => ("an object of its attributes' types", "object({ name = string })"),
        "tuple" => ("a list of its elements' types", "tuple([string, number])"),
        "map" => ("the type of its elements", "map(string)"),
        "set" => ("the type of its elements", "set(string)"),
        _ => ("the type of its elements", "list(string)"),
    };
    let article = if name == "object" { "An" } else { "A" };
    invalid(place, format!("{article} {name} takes exactly one argument, {what}: {example}."))
}

pub(super) fn takes_no_arguments(place: Place, name: &str) -> Diagnostic {
    invalid(place, format!("The type {name} has no arguments. Write {name} alone."))
}

pub(super) fn not_a_list_of_types(place: Place) -> Diagnostic {
    invalid(place, "A tuple needs its elements' types between brackets: tuple([string, number]).")
}

pub(super) fn not_an_object_of_types(place: Place) -> Diagnostic {
    invalid(
        place,
        "An object needs its attributes' types between braces: object({ name = string }).",
    )
}

pub(super) fn not_an_attribute_name(place: Place) -> Diagnostic {
    invalid(place, "The name of an attribute must be an identifier, without quotes or parentheses.")
}

pub(super) fn repeated_attribute(place: Place, name: &str, first: Place) -> Diagnostic {
    let detail = format!("The object has an attribute {name:?} already. Remove one of them.");
    invalid(place, detail).with_related(first, "the first one is here")
}

pub(super) fn misplaced_optional(place: Place) -> Diagnostic {
    let detail = "Only the attributes of an object can be optional: \
                  object({ name = optional(string) }).";
    invalid(place, detail)
}

pub(super) fn optional_is_not_exact(place: Place) -> Diagnostic {
    let detail = "An exact type is needed here, and its attributes cannot be optional. Write the \
                  attribute's type alone.";
    invalid(place, detail)
}

pub(super) fn optional_lacks_type(place: Place) -> Diagnostic {
    invalid(place, "An optional attribute needs its type: optional(string).")
}

pub(super) fn no_defaults_here(place: Place) -> Diagnostic {
    invalid(place, "Attributes cannot have defaults here. Write optional(…) with the type alone.")
}

pub(super) fn extra_optional_argument(place: Place) -> Diagnostic {
    let detail = "An optional attribute takes a type and a default, and nothing more: \
                  optional(number, 80).";
    invalid(place, detail)
}

pub(super) fn wrong_default(place: Place, ty: &Type, error: &ConversionError) -> Diagnostic {
    let ty = ty.friendly_name();
    let detail = format!("The default does not fit the attribute's type, {ty}: {error}.");
    Diagnostic::error(place, "Invalid default", detail)
}

fn invalid(place: Place, detail: impl Into<String>) -> Diagnostic {
    Diagnostic::error(place, "Invalid type", detail)
}
