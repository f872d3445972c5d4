//! The diagnostics of the command itself. All others come from the library.

use std::io;
use std::path::Path;

use hcldyn::diag::Diagnostic;
use hcldyn::source::Place;

pub(crate) fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::input_error(name, "Cannot be read", format!("Reading it failed: {error}."))
}

pub(crate) fn unwritable(error: &io::Error) -> Diagnostic {
    let detail = format!("Writing the result failed: {error}.");
    Diagnostic::input_error("<stdout>", "Cannot be written", detail)
}

pub(crate) fn nothing_to_check(folder: &Path, endings: &[&str]) -> Diagnostic {
    let detail = format!(
        "No files whose names end in {} were found in this folder or those inside it. Hidden files and \
         links are skipped; to check one, name it.",
        endings.iter().map(|ending| format!("{ending:?}")).collect::<Vec<_>>().join(" or ")
    );
    Diagnostic::input_error(folder.display().to_string(), "Nothing to check", detail)
}

pub(crate) fn too_long_to_print(expr: Place, limit: usize) -> Diagnostic {
    let detail = format!(
        "The value has more than {limit} bytes of text. Ask for a part of it, or for its length."
    );
    Diagnostic::error(expr, "Value too long to print", detail)
}

pub(crate) fn assignment(equals: Place, name: &str) -> Diagnostic {
    let detail = format!(
        "The console evaluates expressions and sets no variables. Write \"==\" to compare; to set \
         \"{name}\", put the line into a file and start the console with --vars and that file."
    );
    Diagnostic::error(equals, "Variables cannot be set here", detail)
}

pub(crate) fn json_not_expanded(name: &str) -> Diagnostic {
    let detail = "A file in JSON syntax cannot be expanded: only a spec tells which of its properties are \
                  blocks. The command \"decode\" expands dynamic blocks by a spec file.";
    Diagnostic::input_error(name, "JSON syntax", detail)
}

pub(crate) fn too_much_text(for_each: Place, limit: usize) -> Diagnostic {
    let detail = format!(
        "With the elements of this collection, more than {limit} bytes of text would be generated \
         in all."
    );
    Diagnostic::error(for_each, "Too much generated text", detail)
}

pub(crate) fn no_literal(expr: Place) -> Diagnostic {
    let detail = "The value of this expression must be written out in the generated block, but it \
                  is sensitive, or there is no way to write it in HCL.";
    Diagnostic::error(expr, "Value cannot be written", detail)
}

/// Returns the error for a block type that is not an identifier: it can be requested in quotes, but not written.
pub(crate) fn invalid_type(label: Place) -> Diagnostic {
    let detail = "A block type is written without quotes, so it must be a name: letters, digits, \
                  \"_\" and \"-\", not starting with a digit.";
    Diagnostic::error(label, "Invalid block type", detail)
}
