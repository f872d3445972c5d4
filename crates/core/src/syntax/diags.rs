//! Errors in reading files, and errors that both syntaxes have in common.

use std::io;

use crate::diag::{Diagnostic, codes, grouped};
use crate::source::Place;

/// The help for a string in other quotes.
pub(super) const DOUBLE_QUOTES: &str = "Strings are written in double quotes: \"…\".";

/// An input of more than `most` bytes.
pub(super) fn too_long(name: &str, most: u64) -> Diagnostic {
    let detail = format!("A source can have at most {} bytes.", grouped(most));
    codes::SOURCE_TOO_LONG.input_error(name, detail)
}

/// A file that exceeds the maximum total size of files.
pub(super) fn too_many_bytes(file: &str, most: u64) -> Diagnostic {
    let detail =
        format!("Skipped: the limit of {} bytes for all files was reached.", grouped(most));
    codes::FILES_TOO_LARGE.input_error(file, detail)
}

pub(super) fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    let (code, detail) = match error.kind() {
        io::ErrorKind::NotFound => (codes::FILE_NOT_FOUND, "This file does not exist."),
        io::ErrorKind::PermissionDenied => {
            (codes::PERMISSION_DENIED, "This user can't read the file.")
        }
        io::ErrorKind::IsADirectory => {
            return codes::NOT_A_FILE
                .input_error(name, "A file is expected, not a directory.")
                .with_help("Name a file in this directory.");
        }
        io::ErrorKind::Unsupported => {
            (codes::NOT_A_FILE, "A regular file is expected, not a pipe, a socket or a device.")
        }
        _ => {
            let detail = format!("The file can't be read: {error}.");
            return codes::FILE_NOT_READABLE.input_error(name, detail);
        }
    };
    code.input_error(name, detail)
}

pub(super) fn unreadable_folder(name: &str, error: &io::Error) -> Diagnostic {
    let (code, detail) = match error.kind() {
        io::ErrorKind::NotFound => (codes::DIRECTORY_NOT_FOUND, "This directory does not exist."),
        io::ErrorKind::PermissionDenied => {
            (codes::PERMISSION_DENIED, "This user can't read the directory.")
        }
        io::ErrorKind::NotADirectory => {
            (codes::NOT_A_DIRECTORY, "A directory is expected, not a file.")
        }
        _ => {
            let detail = format!("The directory can't be read: {error}.");
            return codes::DIRECTORY_NOT_READABLE.input_error(name, detail);
        }
    };
    code.input_error(name, detail)
}

pub(super) fn too_many_files(folder: String, most: u64) -> Diagnostic {
    let files = if most == 1 { "file" } else { "files" };
    let detail = format!("A directory can have at most {} .hcl {files}.", grouped(most));
    codes::TOO_MANY_FILES.input_error(folder, detail)
}

pub(super) fn number_out_of_range(number: Place) -> Diagnostic {
    let detail =
        format!("The magnitude of the number {} is too large or too small.", number.text());
    codes::NUMBER_OUT_OF_RANGE.error(number, detail)
}

pub(super) fn duplicate_attribute(second: Place, first: Place, name: &str) -> Diagnostic {
    let detail = format!("The attribute {name:?} is set twice in one body.");
    codes::DUPLICATE_ATTRIBUTE.error(second, detail).with_related(first, "first set here")
}

pub(super) fn not_utf8(place: Place, byte: u8) -> Diagnostic {
    let detail = format!("The byte {byte:#04X} is not valid UTF-8.");
    codes::INVALID_ENCODING.error(place, detail).with_help("Save the file as UTF-8.")
}

/// An invalid name in a body from the program. `place` is the source location of the nearest named item.
#[cfg(feature = "hcl-rs")]
pub(super) fn no_name(place: Place, name: &str) -> Diagnostic {
    let detail = format!(
        "The body has the name {name:?}, which can't be written in HCL; it is read as the name shown here."
    );
    codes::UNWRITABLE_NAME.error(place, detail)
}

/// An invalid template in a body from the program.
#[cfg(feature = "hcl-rs")]
pub(super) fn no_template(place: Place) -> Diagnostic {
    let detail = "The body has this string as a template, but it is not a valid template; it is used literally.";
    codes::UNREADABLE_TEMPLATE.error(place, detail)
}
