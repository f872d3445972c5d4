//! Diagnostics of reading files, and those of both syntaxes.

use std::io;

use crate::diag::Diagnostic;
use crate::source::Place;

/// The cure for a string in other quotes.
pub(super) const DOUBLE_QUOTES: &str = "Strings are written in double quotes: \"…\".";

/// `most` bytes would have been read.
pub(super) fn too_long(name: &str, most: u64) -> Diagnostic {
    let detail = format!("The text is longer than the {most} bytes that can be read.");
    Diagnostic::input_error(name, "Text too long", detail)
}

pub(super) fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    let (summary, detail) = match error.kind() {
        io::ErrorKind::NotFound => ("File not found", "There is no file of this name."),
        io::ErrorKind::PermissionDenied => {
            ("No permission", "The file may not be read by this user.")
        }
        io::ErrorKind::IsADirectory => ("Not a file", "This is a directory. Name a file in it."),
        io::ErrorKind::Unsupported => {
            ("Not a file", "Only regular files are read, not pipes, sockets or devices.")
        }
        _ => {
            let detail = format!("The file could not be read: {error}.");
            return Diagnostic::input_error(name, "File not readable", detail);
        }
    };
    Diagnostic::input_error(name, summary, detail)
}

pub(super) fn unreadable_folder(name: &str, error: &io::Error) -> Diagnostic {
    let (summary, detail) = match error.kind() {
        io::ErrorKind::NotFound => ("Folder not found", "There is no folder of this name."),
        io::ErrorKind::PermissionDenied => {
            ("No permission", "The folder may not be read by this user.")
        }
        io::ErrorKind::NotADirectory => ("Not a folder", "This is no folder of files."),
        _ => {
            let detail = format!("The folder could not be read: {error}.");
            return Diagnostic::input_error(name, "Folder not readable", detail);
        }
    };
    Diagnostic::input_error(name, summary, detail)
}

pub(super) fn too_many_files(folder: String, most: u64) -> Diagnostic {
    let detail = format!("The folder has more than {most} files that end in .hcl.");
    Diagnostic::input_error(folder, "Too many files", detail)
}

pub(super) fn number_out_of_range(number: Place) -> Diagnostic {
    let detail = format!("The number {} is too large or too small.", number.text());
    Diagnostic::error(number, "Number out of range", detail)
}

pub(super) fn duplicate_attribute(second: Place, first: Place, name: &str) -> Diagnostic {
    let detail = format!("The attribute {name:?} is set twice in one body.");
    Diagnostic::error(second, "Duplicate attribute", detail).with_related(first, "first set here")
}

pub(super) fn not_utf8(place: Place, byte: u8) -> Diagnostic {
    let detail = format!("The byte {byte:#04X} is not UTF-8. Save the file as UTF-8.");
    Diagnostic::error(place, "Invalid text encoding", detail)
}

/// A name that a program gave a part of its body. `place` is where the nearest possible one stands.
#[cfg(feature = "hcl-rs")]
pub(super) fn no_name(place: Place, name: &str) -> Diagnostic {
    let detail = format!(
        "The body of the program has the name {name:?}, which cannot be written in HCL. It is read as \
         the name that stands here."
    );
    Diagnostic::error(place, "Invalid name", detail)
}

/// A text that a program took for a template.
#[cfg(feature = "hcl-rs")]
pub(super) fn no_template(place: Place) -> Diagnostic {
    let detail = "The body of the program has this text for a template, but it cannot be read as one. \
                  It is taken as it is.";
    Diagnostic::error(place, "Invalid template", detail)
}
