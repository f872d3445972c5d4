//! Errors in reading files, and errors common to both syntaxes.

use std::io;

use crate::diag::{Diagnostic, grouped};
use crate::source::Place;

/// The cure for a string in other quotes.
pub(super) const DOUBLE_QUOTES: &str = "Strings are written in double quotes: \"…\".";

/// An input of more than `most` bytes.
pub(super) fn too_long(name: &str, most: u64) -> Diagnostic {
    let detail = format!("A source can have at most {} bytes.", grouped(most));
    Diagnostic::input_error(name, "Source too long", detail)
}

pub(super) fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    let (summary, detail) = match error.kind() {
        io::ErrorKind::NotFound => ("File not found", "This file does not exist."),
        io::ErrorKind::PermissionDenied => ("Permission denied", "This user can't read the file."),
        io::ErrorKind::IsADirectory => ("Not a file", "A file is expected, not a directory."),
        io::ErrorKind::Unsupported => {
            ("Not a file", "A regular file is expected, not a pipe, a socket or a device.")
        }
        _ => {
            let detail = format!("The file can't be read: {error}.");
            return Diagnostic::input_error(name, "File not readable", detail);
        }
    };
    Diagnostic::input_error(name, summary, detail)
}

pub(super) fn unreadable_folder(name: &str, error: &io::Error) -> Diagnostic {
    let (summary, detail) = match error.kind() {
        io::ErrorKind::NotFound => ("Directory not found", "This directory does not exist."),
        io::ErrorKind::PermissionDenied => {
            ("Permission denied", "This user can't read the directory.")
        }
        io::ErrorKind::NotADirectory => ("Not a directory", "A directory is expected, not a file."),
        _ => {
            let detail = format!("The directory can't be read: {error}.");
            return Diagnostic::input_error(name, "Directory not readable", detail);
        }
    };
    Diagnostic::input_error(name, summary, detail)
}

pub(super) fn too_many_files(folder: String, most: u64) -> Diagnostic {
    let detail = format!("A directory can have at most {} .hcl files.", grouped(most));
    Diagnostic::input_error(folder, "Too many files", detail)
}

pub(super) fn number_out_of_range(number: Place) -> Diagnostic {
    let detail =
        format!("The magnitude of the number {} is too large or too small.", number.text());
    Diagnostic::error(number, "Number out of range", detail)
}

pub(super) fn duplicate_attribute(second: Place, first: Place, name: &str) -> Diagnostic {
    let detail = format!("The attribute {name:?} is set twice in one body.");
    Diagnostic::error(second, "Duplicate attribute", detail).with_related(first, "first set here")
}

pub(super) fn not_utf8(place: Place, byte: u8) -> Diagnostic {
    let detail = format!("The byte {byte:#04X} is not valid UTF-8.");
    Diagnostic::error(place, "Invalid encoding", detail).with_help("Save the file as UTF-8.")
}

/// An invalid name in a body of the program. `place` is the source location of the nearest named item.
#[cfg(feature = "hcl-rs")]
pub(super) fn no_name(place: Place, name: &str) -> Diagnostic {
    let detail = format!(
        "The body has the name {name:?}, which can't be written in HCL; it is read as the name shown here."
    );
    Diagnostic::error(place, "Invalid name", detail)
}

/// An invalid template in a body of the program.
#[cfg(feature = "hcl-rs")]
pub(super) fn no_template(place: Place) -> Diagnostic {
    let detail = "The body has this string as a template, but it is not a valid template; it is used literally.";
    Diagnostic::error(place, "Invalid template", detail)
}
