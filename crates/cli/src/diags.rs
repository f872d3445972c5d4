//! The diagnostics of the command itself. All others come from the library.

use std::error::Error as _;

use hcldyn::diag::Diagnostic;
use hcldyn::syntax::Place;
use hcldyn_terraform::InvalidSchema;

use crate::codes;

/// The name of the argument that sets a variable, in reports.
pub(crate) const VAR: &str = "--var";

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Returns the error for a variable without an equals sign. It does not show the argument, which may be a secret.
pub(crate) fn variable_without_value() -> Diagnostic {
    let detail = "Expected NAME=VALUE; the equals sign is missing.";
    hcldyn::diag::codes::MISSING_VARIABLE_VALUE
        .input_error(VAR, detail)
        .with_help("To read variables from a file, use --vars.")
}

pub(crate) fn invalid_variable_name(name: &str) -> Diagnostic {
    let detail = format!("A variable must be a name before the equals sign, not {name:?}.");
    codes::INVALID_VARIABLE_ARGUMENT.input_error(VAR, detail).with_help("Write --var NAME=VALUE.")
}

pub(crate) fn too_long_to_print(expr: Place, limit: usize) -> Diagnostic {
    let detail = format!("A value is printed with at most {limit} bytes.");
    codes::VALUE_TOO_LONG_TO_PRINT
        .error(expr, detail)
        .with_help("Evaluate a part of the value, or its length.")
}

/// A value that a format cannot hold.
pub(crate) fn unwritable_value(expr: Place, reason: &str) -> Diagnostic {
    hcldyn::diag::codes::VALUE_NOT_WRITABLE.error(expr, capitalized(reason) + ".")
}

pub(crate) fn assignment(equals: Place, name: &str) -> Diagnostic {
    let help = format!(
        "Write \"==\" to compare. To set \"{name}\", write the line to a file, and start the console with --vars \
         and that file."
    );
    codes::UNEXPECTED_ASSIGNMENT.error(equals, "The console can't set variables.").with_help(help)
}

pub(crate) fn json_not_expanded(name: &str) -> Diagnostic {
    let detail = "A file in JSON syntax can't be expanded, because only a spec defines which properties are blocks.";
    codes::UNSUPPORTED_JSON_SYNTAX
        .input_error(name, detail)
        .with_help("To expand dynamic blocks by a spec file, use the command \"decode\".")
}

/// Returns the error of a provider schema as a sentence, with its cause.
pub(crate) fn invalid_schema(error: &InvalidSchema) -> String {
    let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
    format!("The schema can't be used: {error}{cause}.")
}

/// A provider schema that can't be used. `reason` is a sentence.
pub(crate) fn unusable_schema(name: &str, reason: &str) -> Diagnostic {
    hcldyn::diag::codes::INPUT_NOT_READABLE.input_error(name, reason)
}
