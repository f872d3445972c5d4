//! Errors in reading the inputs of a decoder.

use std::path::Path;

use hcldyn_syntax::parser::MAX_BLOCK_NESTING;

use super::pattern::{MAX_PATTERN, PatternFailure};
use super::source_names::Ways;
use super::visits::MAX_VISITED;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
#[cfg(feature = "kit")]
use crate::diag::ended;
use crate::diag::{Diagnostic, codes, grouped, list_all, list_phrases, nearest};
use crate::source::Place;
#[cfg(feature = "edit")]
use crate::source::{Source, Span};
use crate::spec::{AddressFailure, AddressedItem};

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

/// An include with an empty path, which would be the directory of the file.
pub(super) fn empty_include(place: Place) -> Diagnostic {
    codes::INVALID_INCLUDE
        .error(place, "The path of a file can't be empty.")
        .with_help("To include nothing, write files = [].")
}

pub(super) fn invalid_optional(place: Place) -> Diagnostic {
    codes::INVALID_INCLUDE.error(place, "\"optional\" must be a bool.")
}

/// An include of a directory.
pub(super) fn included_directory(place: Place, path: &str) -> Diagnostic {
    let pattern = format!("{}/*.hcl", path.trim_end_matches('/'));
    codes::NOT_A_FILE
        .error(place, format!("{path:?} is a directory; an include names files."))
        .with_help(format!("Write a pattern, such as {pattern:?}."))
}

/// A missing file. `place` is the path in the include.
pub(super) fn included_not_found(place: Place, path: &Path) -> Diagnostic {
    let detail = format!("The included file {:?} does not exist.", path.display().to_string());
    codes::FILE_NOT_FOUND
        .error(place, detail)
        .with_help("If the file may be missing, write optional = true in the block.")
}

/// An include after the limit of visited files and directories.
pub(super) fn too_many_visits(place: Place) -> Diagnostic {
    codes::TOO_MANY_FILES.error(place, too_many_visits_detail())
}

fn too_many_visits_detail() -> String {
    let most = grouped(MAX_VISITED as u64);
    format!("Skipped: the limit of {most} visited files and directories was reached.")
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
pub(super) fn include_cycle(chain: &[(String, Place)]) -> Option<Diagnostic> {
    let ((last, place), steps) = chain.split_last()?;
    let first = chain.first().map_or(last, |(first, _)| first);
    let next = chain.iter().skip(1).map(|(file, _)| file).chain([first]);
    let includes =
        chain.iter().zip(next).map(|((file, _), next)| format!("{file} includes {next}"));
    let (detail, help) = match steps {
        [] => (format!("{first} includes itself."), "Remove this include."),
        _ => {
            let includes = list_phrases(&includes.collect_vec(), "and");
            (format!("{includes}."), "Remove one of these includes.")
        }
    };
    let mut error = codes::INCLUDE_CYCLE.error(place.clone(), detail);
    for (file, place) in steps {
        error = error.with_related(place.clone(), format!("included by {file} here"));
    }
    Some(error.with_help(help))
}

/// A pattern that can't be used. `place` is its location in an include, if it is from one.
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
        PatternFailure::TooLong => {
            format!("A pattern can have at most {} bytes.", grouped(MAX_PATTERN as u64))
        }
        PatternFailure::TooManyVisits => too_many_visits_detail(),
    };
    let code = match failure {
        PatternFailure::TooManyVisits => codes::TOO_MANY_FILES,
        _ => codes::INVALID_FILE_PATTERN,
    };
    match place {
        Some(place) => code.error(place, detail),
        None => code.input_error(pattern, detail),
    }
}

/// A value that is not UTF-8.
pub(super) fn not_utf8(input: String) -> Diagnostic {
    codes::INVALID_ENCODING.input_error(input, "The value must be valid UTF-8.")
}

/// An override without an equals sign.
pub(super) fn override_without_value(place: Place) -> Diagnostic {
    let detail = "A value must be written as PATH=EXPRESSION; the equals sign is missing.";
    codes::INVALID_OVERRIDE.error(place, detail)
}

/// An element that is added to an item that is not a list.
pub(super) fn not_a_list(path: Place, item: &AddressedItem) -> Diagnostic {
    let detail = format!("+= adds an element to a list, but {:?} is not a list.", &**item.name());
    codes::INVALID_OVERRIDE.error(path, detail).with_help("Write = to set it.")
}

/// A value for a map without an equals sign.
pub(super) fn entry_without_value(place: Place) -> Diagnostic {
    let detail = "A value for a map must be written as KEY=VALUE; the equals sign is missing.";
    codes::INVALID_FLAG.error(place, detail)
}

/// An override whose path is not a series of names.
pub(super) fn invalid_override_path(place: Place) -> Diagnostic {
    let detail = "The path must be names with dots between them.";
    let help = if place.text().contains('*') {
        "Write a pattern of letters, digits, \"_\", \"-\" and single stars, as in server.app-*.port."
    } else {
        "Write a label that is not a name in brackets and quotes: server[\"a.b\"].port."
    };
    codes::INVALID_OVERRIDE.error(place, detail).with_help(help)
}

/// An override whose path leads to no attribute. `path` is the location of the path.
pub(super) fn unknown_setting(
    path: &Place,
    steps: &[(Str, Place)],
    failure: &AddressFailure,
) -> Diagnostic {
    let at = |step: usize| steps.get(step).map_or(path, |(_, place)| place).clone();
    let given = |step: usize| steps.get(step).map_or("", |(name, _)| name.as_str());
    let (step, detail) = reason(failure, given);
    let error = codes::UNKNOWN_SETTING.error(at(step), detail);
    let (step, known) = match failure {
        AddressFailure::Unknown { step, known, .. } => (step, known),
        AddressFailure::NoMatch { ty, known, .. } if !known.is_empty() => {
            let intro = if ty.is_some() { "Existing labels:" } else { "Expected here:" };
            return error.with_help(list_all(known.iter().map(Str::as_str), intro));
        }
        _ => return error,
    };
    match nearest(given(*step), known.iter().map(Str::as_str)) {
        Some(name) => error.with_suggestion(given(*step), name),
        None => error.with_help(list_all(known.iter().map(Str::as_str), "Expected here:")),
    }
}

/// An environment variable whose path leads to no attribute.
pub(super) fn unused_variable(
    place: Place,
    steps: &[&str],
    failure: &AddressFailure,
) -> Diagnostic {
    let given = |step: usize| steps.get(step).copied().unwrap_or_default();
    let (_, reason) = reason(failure, given);
    let detail = format!("The variable is ignored. {reason}");
    let warning = codes::UNKNOWN_SETTING.warning(place, detail);
    let AddressFailure::Unknown { step, known, .. } = failure else { return warning };
    let lower = given(*step).to_lowercase();
    match nearest(&lower, known.iter().map(Str::as_str)) {
        Some(name) => warning.with_help(format!("Did you mean {:?}?", name.to_uppercase())),
        None => warning,
    }
}

/// Returns the step at fault, and the reason that a path leads to no attribute. `given` returns the name of a step.
fn reason<'a>(failure: &AddressFailure, given: impl Fn(usize) -> &'a str) -> (usize, String) {
    match failure {
        AddressFailure::Unknown { step, block, .. } => {
            let name = given(*step);
            let detail = match block {
                Some(ty) => format!("A block of type {:?} has no item {name:?}.", &**ty),
                None => format!("The configuration has no item {name:?}."),
            };
            (*step, detail)
        }
        AddressFailure::InsideAttribute { step, name } => {
            (*step, format!("{:?} is an attribute, which is only set as a whole.", &**name))
        }
        AddressFailure::MissingLabel { step, ty, label } => {
            let detail = format!(
                "A block of type {:?} has the label {:?}, which is missing in the path.",
                &**ty, &**label
            );
            (*step, detail)
        }
        AddressFailure::EndsAtBlock { step, ty } => (
            *step,
            format!("The path ends at a block of type {:?}; an attribute must follow.", &**ty),
        ),
        AddressFailure::WithoutLabels { step, ty } => {
            let detail = format!(
                "Blocks of type {:?} have no labels, so a path can't select one of them.",
                &**ty
            );
            (*step, detail)
        }
        AddressFailure::TooDeep { step } => {
            (*step, format!("Blocks can be nested at most {MAX_BLOCK_NESTING} levels deep."))
        }
        AddressFailure::NoMatch { step, ty, .. } => {
            let pattern = given(*step);
            let detail = match ty {
                Some(ty) => {
                    format!("No block of type {:?} has a label that matches {pattern:?}.", &**ty)
                }
                None => format!("Nothing that is set here matches {pattern:?}."),
            };
            (*step, detail)
        }
    }
}

/// A block type that expressions refer to, but that the type of the program does not have.
#[cfg(feature = "kit")]
pub(super) fn unknown_type(body: Place, block_type: &str) -> Diagnostic {
    let detail = format!(
        "The program lets expressions refer to blocks of type {block_type:?}, but it decodes no such blocks."
    );
    codes::INVALID_PROGRAM_TYPE.error(body, detail)
}

/// A block whose value the program does not have. `reason` is the program's.
#[cfg(feature = "kit")]
pub(super) fn not_resolved(block: Place, address: &str, reason: &str) -> Diagnostic {
    codes::VALUE_NOT_FOUND.error(block, ended(&format!("{address}: {reason}")))
}

/// A source of a module that is not known, or sensitive.
#[cfg(feature = "kit")]
pub(super) fn open_module_source(place: Place) -> Diagnostic {
    let detail = "The source of a module must be a known string, and not sensitive.";
    codes::INVALID_MODULE_SOURCE.error(place, detail).with_help("Write source = \"./folder\".")
}

/// A source that is not a folder, where the program has no others.
#[cfg(feature = "kit")]
pub(super) fn no_module_source(place: Place, source: &str) -> Diagnostic {
    let detail = format!("The source of a module must be a folder, not {source:?}.");
    let folder = format!("./{}", source.trim_start_matches('/'));
    codes::INVALID_MODULE_SOURCE
        .error(place, detail)
        .with_help(format!("A folder begins with ./ or ../, such as {folder:?}."))
}

/// A module outside the folder that the program allows.
#[cfg(feature = "kit")]
pub(super) fn module_outside(place: Place, source: &str, root: &str) -> Diagnostic {
    let detail = format!("Modules must be in the folder {root:?}; {source:?} is not.");
    codes::FILE_OUTSIDE_DIRECTORY.error(place, detail)
}

/// A folder of a module that does not exist.
#[cfg(feature = "kit")]
pub(super) fn no_module_folder(place: Place, source: &str) -> Diagnostic {
    let detail = format!("The folder {source:?} does not exist.");
    codes::MODULE_NOT_FOUND
        .error(place, detail)
        .with_help("The path is relative to the folder of this file.")
}

/// A module that the program does not have. `reason` is the program's.
#[cfg(feature = "kit")]
pub(super) fn module_not_found(place: Place, source: &str, reason: &str) -> Diagnostic {
    codes::MODULE_NOT_FOUND.error(place, ended(&format!("{source:?}: {reason}")))
}

/// A module without files.
#[cfg(feature = "kit")]
pub(super) fn empty_module(place: Place, source: &str) -> Diagnostic {
    codes::MODULE_NOT_FOUND.error(place, format!("{source:?} has no files of a module."))
}

/// A module that uses itself. `steps` are the sources that lead from the module to itself, before this one.
#[cfg(feature = "kit")]
pub(super) fn module_in_itself(place: Place, steps: &[Place]) -> Diagnostic {
    let detail = "A module can't use itself, directly or through others.";
    let error = codes::MODULE_CYCLE.error(place, detail).with_help("Remove this module.");
    let steps = steps.iter().skip(1).take(SHOWN_STEPS);
    steps.fold(error, |error, step| error.with_related(step.clone(), "used here"))
}

/// The maximum number of steps of a cycle that are shown.
#[cfg(feature = "kit")]
const SHOWN_STEPS: usize = 20;

/// A module inside too many others.
#[cfg(feature = "kit")]
pub(super) fn modules_too_deep(place: Place, most: usize) -> Diagnostic {
    let detail = format!("At most {most} modules can be inside each other.");
    codes::INVALID_MODULE_SOURCE.error(place, detail)
}

/// A source whose migration would change the decoded value.
#[cfg(feature = "edit")]
pub(super) fn changed_by_migration(source: &Source) -> Diagnostic {
    let detail = "The configuration would have another value after its migration.";
    let help = "Each step must keep the value that is decoded.";
    codes::INVALID_MIGRATION.error(source.place(Span::default()), detail).with_help(help)
}

/// The new attributes of a step that are not written as an object with names.
#[cfg(feature = "edit")]
pub(super) fn split_without_object(place: Place) -> Diagnostic {
    let detail = "The new attributes must be an object with a name and an expression for each.";
    codes::INVALID_MIGRATION.error(place, detail)
}

/// Adds the ways to set a missing attribute. Without other ways than files, the error is complete.
pub(super) fn with_ways(missing: Diagnostic, ways: &Ways) -> Diagnostic {
    let Ways { name, is_in_files, names } = ways;
    if *is_in_files && names.is_empty() {
        return missing;
    }
    let file = is_in_files.then(|| "in a file".to_owned());
    let ways = file.into_iter().chain(names.iter().map(|name| format!("by {name}"))).collect_vec();
    // Without a way, only the program can set it.
    let help = match &*ways {
        [] => String::new(),
        ways => format!("Set {:?} {}.", &**name, list_phrases(ways, "or")),
    };
    let missing = if *is_in_files { missing } else { missing.without_fixes() };
    missing.with_help(help)
}

/// A setting under an old name or path. `old` and `new` are shown as they are.
#[cfg(feature = "edit")]
pub(super) fn old_setting(place: Place, old: &str, new: &str, note: &str) -> Diagnostic {
    let warning = codes::OLD_FORM.warning(place, format!("{old} is now {new}."));
    warning.with_help(format!("Set {new} instead.")).with_help(note)
}
