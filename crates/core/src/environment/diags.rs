//! Diagnostics about values from outside of a configuration. They quote nothing of the values.

use crate::cty::convert::ConversionError;
use crate::diag::{Diagnostic, codes};
use crate::source::Place;

/// A syntax error in comma-separated values. `is_expression` is `true` if they look like a list in HCL or JSON.
pub(super) fn invalid_csv(
    place: Place,
    reason: &str,
    help: Option<&str>,
    is_expression: bool,
) -> Diagnostic {
    let error =
        codes::INVALID_CSV.error(place, format!("The list of comma-separated values {reason}."));
    match help {
        _ if is_expression => {
            error.with_help("Write the elements without brackets and quotes: a,b,c.")
        }
        Some(help) => error.with_help(capitalized(help)),
        None => error.with_help("Write a quotation mark at the end of the field."),
    }
}

fn capitalized(help: &str) -> String {
    let (first, rest) = help.split_at(help.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}.", first.to_uppercase())
}

/// A second record. `place` is its start.
pub(super) fn several_records(place: Place) -> Diagnostic {
    let detail = "A list of comma-separated values is one line; here a second one begins.";
    let help = "Remove the line break, or put the field that contains it in quotation marks.";
    codes::INVALID_CSV.error(place, detail).with_help(help)
}

/// A value that can't be converted to the type that is required.
pub(super) fn wrong_type(place: Place, error: &ConversionError) -> Diagnostic {
    codes::WRONG_TYPE.error(place, format!("Invalid value: {error}."))
}

pub(super) fn entry_without_colon(place: Place) -> Diagnostic {
    let detail =
        "Each comma-separated value for a map is a key and an element; here is only one of them.";
    codes::INVALID_CSV.error(place, detail).with_help("Write KEY:VALUE.")
}

pub(super) fn missing_variable_name(place: Place) -> Diagnostic {
    let detail = "Expected the name of a variable: letters, digits, \"_\" and \".\", beginning with a letter or \"_\".";
    codes::INVALID_ENVIRONMENT_FILE.error(place, detail).with_help("Begin a comment with \"#\".")
}

pub(super) fn missing_equals_sign(place: Place) -> Diagnostic {
    let detail = "Expected \"=\" after the name of the variable.";
    codes::INVALID_ENVIRONMENT_FILE.error(place, detail).with_help("Write NAME=VALUE.")
}

/// A value without its closing quotation mark. `place` is the opening one.
pub(super) fn unclosed_value(place: Place) -> Diagnostic {
    let detail = "This value has no closing quotation mark, so nothing after it is read.";
    let help = "Write a quotation mark of the same kind at the end of the value.";
    codes::INVALID_ENVIRONMENT_FILE.error(place, detail).with_help(help)
}

pub(super) fn unknown_escape(place: Place) -> Diagnostic {
    let detail = "Expected n, r, t, \"$\", a quotation mark or a backslash after the backslash.";
    let help = "Write two backslashes for one, or put the value in single quotation marks.";
    codes::INVALID_ENVIRONMENT_FILE.error(place, detail).with_help(help)
}

/// Text after a quoted value. `place` is its first character.
pub(super) fn extra_after_value(place: Place) -> Diagnostic {
    let detail = "Expected the end of the line after the closing quotation mark.";
    let help = "Put the whole value in one pair of quotation marks, or begin a comment with \"#\".";
    codes::INVALID_ENVIRONMENT_FILE.error(place, detail).with_help(help)
}
