//! Diagnostics of the kit.

use super::variable::Variable;
use crate::cty::convert::ConversionError;
use crate::diag::{Diagnostic, nearest_or_all};
use crate::source::Place;

pub(super) fn null_default(place: Place, variable: &Variable) -> Diagnostic {
    let detail = format!("The variable {:?} cannot be null, but its default is.", &*variable.name);
    Diagnostic::error(place, "Wrong default", detail)
}

pub(super) fn wrong_default(
    place: Place,
    variable: &Variable,
    error: &ConversionError,
) -> Diagnostic {
    let (name, ty) = (&*variable.name, &variable.ty.ty);
    let detail = if variable.sensitive {
        format!(
            "The variable {name:?} is of type {ty}, but its default is not. It is sensitive, so it is not \
             shown."
        )
    } else {
        format!("The variable {name:?} is of type {ty}, but its default is not: {error}.")
    };
    Diagnostic::error(place, "Wrong default", detail)
}

pub(super) fn wrong_value(
    place: Place,
    variable: &Variable,
    error: &ConversionError,
) -> Diagnostic {
    let (name, ty) = (&*variable.name, &variable.ty.ty);
    let detail = if variable.sensitive {
        format!(
            "The variable {name:?} must be of type {ty}. The value is sensitive, so it is not shown."
        )
    } else {
        format!("The variable {name:?} cannot have this value: {error}.")
    };
    Diagnostic::error(place, "Wrong type", detail)
        .with_related(variable.place.clone(), "the variable is declared here")
}

pub(super) fn null_value(place: Place, variable: &Variable) -> Diagnostic {
    let detail = format!("The variable {:?} cannot be null.", &*variable.name);
    Diagnostic::error(place, "Value is null", detail)
        .with_related(variable.place.clone(), "the variable is declared here")
}

/// Returns the error for an invalid sensitive value, without the value.
pub(super) fn unreadable(place: Place, variable: &Variable) -> Diagnostic {
    let detail = format!(
        "A value of the variable {:?}, which is of type {}, is written as an expression without variables and \
         functions. This is none. It is sensitive, so it is not shown.",
        &*variable.name, variable.ty.ty
    );
    Diagnostic::error(place, "Invalid expression", detail)
}

pub(super) fn no_value(variable: &Variable) -> Diagnostic {
    let what = match &variable.description {
        Some(description) => format!(" ({})", description.trim_end_matches('.')),
        None => String::new(),
    };
    let detail =
        format!("The variable {:?}{what} has no default, and no value is given.", &*variable.name);
    Diagnostic::error(variable.place.clone(), "Missing value", detail)
}

pub(super) fn undeclared<'a>(
    place: Place,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    Diagnostic::error(place, "Undeclared variable", format!("There is no variable {name:?}."))
        .with_help(nearest_or_all(name, known, "Declared:"))
}

/// Returns the warning for a value of an undeclared variable, in a file of values for several programs.
pub(super) fn undeclared_and_ignored<'a>(
    place: Place,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let detail = format!("There is no variable {name:?}. The value is ignored.");
    Diagnostic::warning(place, "Undeclared variable", detail).with_help(nearest_or_all(
        name,
        known,
        "Declared:",
    ))
}

pub(super) fn not_utf8(input: String) -> Diagnostic {
    let detail = "The value is not UTF-8, so it is no text.";
    Diagnostic::input_error(input, "Invalid text encoding", detail)
}

pub(super) fn no_value_in_argument(place: Place) -> Diagnostic {
    let detail = "A value for a variable is given as NAME=VALUE, but there is no equals sign here.";
    Diagnostic::error(place, "Missing value", detail)
}

/// Returns the error for a false condition. `message` is that of the condition's author.
pub(super) fn invalid(
    place: Place,
    condition: Place,
    variable: &Variable,
    message: Option<&str>,
) -> Diagnostic {
    let name = &*variable.name;
    let detail = match message {
        Some(message) => format!("The variable {name:?} cannot have this value: {message}"),
        None => format!("The variable {name:?} cannot have this value."),
    };
    Diagnostic::error(place, "Invalid value", detail)
        .with_related(condition, "this condition is false")
}

pub(super) fn no_condition(place: Place) -> Diagnostic {
    let detail = "The condition of a validation must be true or false.";
    Diagnostic::error(place, "Invalid condition", detail)
}

pub(super) fn no_message(place: Place) -> Diagnostic {
    let detail = "The error message of a validation must be a text.";
    Diagnostic::error(place, "Invalid error message", detail)
}

pub(super) fn sensitive_output(place: Place, name: &str) -> Diagnostic {
    let detail = format!(
        "The value of the output {name:?} is made of sensitive values. If it may be given away, write \
         sensitive = true in the block."
    );
    Diagnostic::error(place, "Sensitive output", detail)
}
