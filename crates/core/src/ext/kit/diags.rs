//! Diagnostics of the kit.

use super::variable::Variable;
use crate::cty::convert::ConversionError;
use crate::diag::{Diagnostic, codes, ended};
use crate::environment::TextReading;
use crate::source::Place;

pub(super) fn null_default(place: Place, variable: &Variable) -> Diagnostic {
    let detail = format!("The default of the variable {:?} can't be null.", &*variable.name);
    codes::INVALID_DEFAULT
        .error(place, detail)
        .with_help("Write another default, or remove nullable = false.")
}

pub(super) fn wrong_default(
    place: Place,
    variable: &Variable,
    error: &ConversionError,
) -> Diagnostic {
    let (name, ty) = (&*variable.name, &variable.ty.ty);
    let detail = if variable.sensitive {
        format!(
            "The default of the variable {name:?} must be of type {ty}. It is hidden because the variable is \
             sensitive."
        )
    } else {
        format!("The default of the variable {name:?} must be of type {ty}: {error}.")
    };
    codes::INVALID_DEFAULT.error(place, detail)
}

pub(super) fn wrong_value(
    place: Place,
    variable: &Variable,
    error: &ConversionError,
) -> Diagnostic {
    let (name, ty) = (&*variable.name, &variable.ty.ty);
    let detail = if variable.sensitive {
        format!(
            "The value of the variable {name:?} must be of type {ty}. It is hidden because the variable is \
             sensitive."
        )
    } else {
        format!("Invalid value for the variable {name:?}: {error}.")
    };
    codes::WRONG_TYPE.error(place, detail).with_related(variable.place.clone(), "declared here")
}

pub(super) fn null_value(place: Place, variable: &Variable) -> Diagnostic {
    let detail = format!("The value of the variable {:?} can't be null.", &*variable.name);
    codes::NULL_VARIABLE_VALUE
        .error(place, detail)
        .with_help("Give it another value, or remove nullable = false from its block.")
        .with_related(variable.place.clone(), "declared here")
}

/// Returns the error for an invalid sensitive value, without the value.
pub(super) fn unreadable(place: Place, variable: &Variable, reading: TextReading) -> Diagnostic {
    let detail = format!(
        "The value of the variable {:?}, of type {}, must be {}. It is hidden because the variable is sensitive.",
        &*variable.name,
        variable.ty.ty,
        reading.requirement()
    );
    codes::INVALID_VARIABLE_VALUE.error(place, detail)
}

pub(super) fn no_value(variable: &Variable) -> Diagnostic {
    let what = match &variable.description {
        Some(description) => format!(" ({})", description.trim_end_matches('.')),
        None => String::new(),
    };
    let detail = format!("The variable {:?}{what} has no value and no default.", &*variable.name);
    codes::MISSING_VARIABLE_VALUE
        .error(variable.place.clone(), detail)
        .with_help("Give it a value, or write a default in its block.")
}

/// A variable of a module to which the block that uses the module gives no value.
pub(super) fn missing_input(block: Place, variable: &Variable) -> Diagnostic {
    let name = &*variable.name;
    let detail =
        format!("The module needs a value for its variable {name:?}, which has no default.");
    codes::MISSING_VARIABLE_VALUE
        .error(block, detail)
        .with_help(format!("Write {name} = … in the block."))
        .with_related(variable.place.clone(), "declared here")
}

pub(super) fn undeclared<'a>(
    place: Place,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    codes::UNDECLARED_VARIABLE
        .error(place, format!("The variable {name:?} is not declared."))
        .with_nearest_or_all(name, known, "Declared variables:")
}

/// Returns the warning for a value of an undeclared variable, in a file of values for several programs.
pub(super) fn undeclared_and_ignored<'a>(
    place: Place,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let detail = format!("The variable {name:?} is not declared, so its value is ignored.");
    codes::UNDECLARED_VARIABLE.warning(place, detail).with_nearest_or_all(
        name,
        known,
        "Declared variables:",
    )
}

pub(super) fn not_utf8(input: String) -> Diagnostic {
    codes::INVALID_ENCODING.input_error(input, "The value must be valid UTF-8.")
}

/// An element that is added to a variable that is not a list.
pub(super) fn not_a_list(name: Place, variable: &Variable) -> Diagnostic {
    let detail = format!(
        "+= adds an element to a list, but the variable {:?} is not a list.",
        &*variable.name
    );
    codes::WRONG_TYPE.error(name, detail).with_help("Write = to set it.")
}

pub(super) fn no_value_in_argument(place: Place) -> Diagnostic {
    let detail =
        "The value of a variable must be written as NAME=VALUE; the equals sign is missing.";
    codes::MISSING_VARIABLE_VALUE.error(place, detail)
}

/// Returns the error for a false condition. `message` is that of the condition's author.
pub(super) fn invalid(
    place: Place,
    condition: Place,
    name: &str,
    message: Option<&str>,
) -> Diagnostic {
    let detail = match message {
        Some(message) => ended(&format!("Invalid value for the variable {name:?}: {message}")),
        None => format!("Invalid value for the variable {name:?}."),
    };
    codes::FAILED_VALIDATION.error(place, detail).with_related(condition, "this condition is false")
}

/// Returns the error for a condition that is false for all values of the variable's type.
pub(super) fn unsatisfiable(condition: Place, variable: &Variable) -> Diagnostic {
    let (name, ty) = (&*variable.name, &variable.ty.ty);
    let detail = format!("No value of the variable {name:?}, of type {ty}, meets this condition.");
    codes::UNSATISFIABLE_CONDITION
        .error(condition, detail)
        .with_related(variable.place.clone(), "declared here")
}

pub(super) fn no_condition(place: Place) -> Diagnostic {
    let detail = "The condition of a validation must be a bool.";
    codes::INVALID_VALIDATION_CONDITION.error(place, detail)
}

pub(super) fn no_message(place: Place) -> Diagnostic {
    let detail = "The error message of a validation must be a string.";
    codes::INVALID_VALIDATION_MESSAGE.error(place, detail)
}

/// Reports an output whose name another one has.
pub(super) fn repeated_output(place: Place, name: &str, before: Place) -> Diagnostic {
    codes::DUPLICATE_DEFINITION
        .error(place, format!("The output {name:?} is already defined at {before}."))
        .with_help("Define each name once.")
        .with_related(before, "defined here")
}

pub(super) fn sensitive_output(place: Place, name: &str) -> Diagnostic {
    let detail = format!("The value of the output {name:?} contains sensitive values.");
    codes::SENSITIVE_OUTPUT
        .error(place, detail)
        .with_help("If it may be shown to others, write sensitive = true in the block.")
}

/// A name in the result of a function that has no definition.
pub(super) fn undefined_in_function(place: Place, name: &str) -> Diagnostic {
    let detail = format!("{name:?} is not a parameter, a variable or an attribute.");
    codes::UNDEFINED_NAME.error(place, detail)
}
