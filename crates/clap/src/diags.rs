//! The diagnostics of commands.

use std::path::Path;
use std::{fmt, io};

use hcldyn_core::diag::{Code, Diagnostic, codes};
use hcldyn_core::internal::list_phrases;

use super::files::ENDINGS;

/// Returns the error of an input that can't be read, by its name.
///
/// ```
/// use std::io::{Error, ErrorKind};
///
/// use hcldyn::cli::files::unreadable;
///
/// let error = unreadable("a.hcl", &Error::from(ErrorKind::PermissionDenied));
/// assert!(error.to_string().starts_with("a.hcl: error: "));
/// ```
pub fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    codes::INPUT_NOT_READABLE.input_error(name, format!("The input can't be read: {error}."))
}

pub(super) fn unwritable(error: &io::Error) -> Diagnostic {
    let detail = format!("The result can't be written: {error}.");
    codes::OUTPUT_NOT_WRITABLE.input_error("<stdout>", detail)
}

/// A file that stays as it is, although it should change. `reason` is a sentence.
pub(super) fn not_changed(name: &str, reason: &str) -> Diagnostic {
    codes::FILE_NOT_CHANGED.input_error(name, reason).with_help("The file is unchanged.")
}

/// A configuration without files, in which a value can't be set.
pub(super) fn nothing_to_change() -> Diagnostic {
    let detail = "The configuration has no file to write the value to.";
    codes::FILE_NOT_FOUND.input_error("<configuration>", detail)
}

/// A value of a configuration that can't be shown as HCL. `reason` is a clause.
pub(super) fn value_not_shown(reason: &impl fmt::Display) -> Diagnostic {
    let detail = format!("A value can't be written as HCL: {reason}.");
    codes::VALUE_WITHOUT_LITERAL.input_error("<configuration>", detail)
}

pub(super) fn nothing_to_check(folder: &Path) -> Diagnostic {
    no_files(codes::NOTHING_TO_CHECK, folder, "this directory or its subdirectories")
}

pub(super) fn nothing_to_format(folder: &Path) -> Diagnostic {
    no_files(codes::NOTHING_TO_FORMAT, folder, "this directory or its subdirectories")
}

/// A directory that is read as one configuration, but has no files.
pub(super) fn nothing_to_read(folder: &Path) -> Diagnostic {
    no_files(codes::NOTHING_TO_READ, folder, "this directory; its subdirectories are not read")
}

fn no_files(code: Code, folder: &Path, searched: &str) -> Diagnostic {
    let endings = list_phrases(&ENDINGS.map(str::to_owned), "or");
    let detail = format!("No {endings} files found in {searched}.");
    code.input_error(folder.display().to_string(), detail)
        .with_help("Hidden files and links are skipped; to read one, name it.")
}
