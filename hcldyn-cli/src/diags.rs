//! The diagnostics of the command itself. All others come from the library.

use std::io;
use std::path::Path;

use hcldyn::diag::Diagnostic;
use hcldyn::source::Place;

pub(crate) fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::input_error(
        name,
        "Input not readable",
        format!("The input can't be read: {error}."),
    )
}

pub(crate) fn unwritable(error: &io::Error) -> Diagnostic {
    let detail = format!("The result can't be written: {error}.");
    Diagnostic::input_error("<stdout>", "Output not writable", detail)
}

pub(crate) fn nothing_to_check(folder: &Path, endings: &[&str]) -> Diagnostic {
    let detail = format!("No {} files found in this directory.", listed(endings));
    Diagnostic::input_error(folder.display().to_string(), "Nothing to check", detail)
        .with_help("Hidden files and links are skipped; to check one, name it.")
}

/// Returns names as a list: `.hcl`, `.hcl or .tf`, `.hcl, .tf or .json`.
fn listed(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        names => names.concat(),
    }
}

pub(crate) fn too_long_to_print(expr: Place, limit: usize) -> Diagnostic {
    let detail = format!("A value is printed with at most {limit} bytes.");
    Diagnostic::error(expr, "Value too long to print", detail)
        .with_help("Evaluate a part of the value, or its length.")
}

pub(crate) fn assignment(equals: Place, name: &str) -> Diagnostic {
    let help = format!(
        "Write \"==\" to compare. To set \"{name}\", write the line to a file, and start the console with --vars \
         and that file."
    );
    Diagnostic::error(equals, "Unexpected assignment", "The console can't set variables.")
        .with_help(help)
}

pub(crate) fn json_not_expanded(name: &str) -> Diagnostic {
    let detail = "A file in JSON syntax can't be expanded, because only a spec defines which properties are blocks.";
    Diagnostic::input_error(name, "Unsupported JSON syntax", detail)
        .with_help("To expand dynamic blocks by a spec file, use the command \"decode\".")
}

pub(crate) fn too_much_text(for_each: Place, limit: usize) -> Diagnostic {
    let detail = format!("This collection exceeds the limit of {limit} bytes of generated output.");
    Diagnostic::error(for_each, "Too much generated output", detail)
}

pub(crate) fn no_literal(expr: Place) -> Diagnostic {
    let detail =
        "The value can't be written in the generated block: it is sensitive, or has no HCL syntax.";
    Diagnostic::error(expr, "Value not writable", detail)
}

/// Returns the error for a block type that is not an identifier: it can be requested in quotes, but not written.
pub(crate) fn invalid_type(label: Place) -> Diagnostic {
    let detail =
        "A block type must be a name: letters, digits, \"_\" and \"-\", not starting with a digit.";
    Diagnostic::error(label, "Invalid block type", detail)
}
