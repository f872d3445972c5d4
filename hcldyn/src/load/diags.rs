//! Errors in reading the inputs of a decoder.

use std::path::Path;

use super::pattern::{MAX_VISITED, PatternFailure};
use crate::diag::{Diagnostic, codes, grouped, list_phrases};
use crate::source::Place;

/// A file that exceeds the maximum number of files.
pub(super) fn too_many_files(path: &Path, most: u64) -> Diagnostic {
    let files = if most == 1 { "file" } else { "files" };
    let detail = format!("Skipped: the limit of {} {files} was reached.", grouped(most));
    codes::TOO_MANY_FILES.input_error(path.display().to_string(), detail)
}

/// An include whose paths are not known strings.
pub(super) fn invalid_include(place: Place) -> Diagnostic {
    let detail = "The files to include must be a known string or a list of known strings, and not sensitive.";
    codes::INVALID_INCLUDE.error(place, detail).with_help("Write files = [\"conf.d/*.hcl\"].")
}

pub(super) fn invalid_optional(place: Place) -> Diagnostic {
    codes::INVALID_INCLUDE.error(place, "\"optional\" must be a bool.")
}

/// A missing file. `place` is the path in the include.
pub(super) fn included_not_found(place: Place, path: &Path) -> Diagnostic {
    let detail = format!("The included file {:?} does not exist.", path.display().to_string());
    codes::FILE_NOT_FOUND
        .error(place, detail)
        .with_help("If the file may be missing, write optional = true in the block.")
}

/// An included file outside the directory that the program allows.
pub(super) fn included_outside(place: Place, path: &Path, folder: &Path) -> Diagnostic {
    let detail = format!(
        "Included files must be in the directory {:?}; {:?} is not.",
        folder.display().to_string(),
        path.display().to_string()
    );
    codes::FILE_OUTSIDE_DIRECTORY.error(place, detail)
}

/// A file that includes itself. Each step is a file and the location where it includes the next one. The last step
/// includes the first file again.
pub(super) fn include_cycle(way: &[(String, Place)]) -> Option<Diagnostic> {
    let ((last, place), steps) = way.split_last()?;
    let first = way.first().map_or(last, |(first, _)| first);
    let next = way.iter().skip(1).map(|(file, _)| file).chain([first]);
    let includes = way.iter().zip(next).map(|((file, _), next)| format!("{file} includes {next}"));
    let (detail, help) = match steps {
        [] => (format!("{first} includes itself."), "Remove this include."),
        _ => {
            let includes = list_phrases(&includes.collect::<Vec<_>>(), "and");
            (format!("{includes}."), "Remove one of these includes.")
        }
    };
    let mut error = codes::INCLUDE_CYCLE.error(place.clone(), detail);
    for (file, place) in steps {
        error = error.with_related(place.clone(), format!("included by {file} here"));
    }
    Some(error.with_help(help))
}

/// A pattern that matches no file. `place` is its location in an include, if it is from one.
pub(super) fn unusable_pattern(
    place: Option<Place>,
    pattern: &str,
    failure: &PatternFailure,
) -> Diagnostic {
    let detail = match failure {
        PatternFailure::Invalid(error) => {
            format!("The pattern {pattern:?} is not valid: {}.", error.msg)
        }
        PatternFailure::Recursive => {
            format!(
                "The pattern {pattern:?} contains \"**\"; a pattern matches one directory level at a time."
            )
        }
        PatternFailure::Unreadable(folder, error) => {
            let folder = folder.display().to_string();
            format!("The directory {folder:?} of the pattern {pattern:?} can't be read: {error}.")
        }
        PatternFailure::TooMany => format!(
            "The pattern {pattern:?} would visit more than {} files and directories.",
            grouped(MAX_VISITED as u64)
        ),
    };
    match place {
        Some(place) => codes::INVALID_FILE_PATTERN.error(place, detail),
        None => codes::INVALID_FILE_PATTERN.input_error(pattern, detail),
    }
}

/// A block type that expressions refer to, but that the type of the program does not have.
#[cfg(feature = "graph")]
pub(super) fn unknown_type(body: Place, block_type: &str) -> Diagnostic {
    let detail = format!(
        "The program lets expressions refer to blocks of type {block_type:?}, but it decodes no such blocks."
    );
    codes::INVALID_PROGRAM_TYPE.error(body, detail)
}
