//! Diagnostics about secrets.

use super::super::{Diagnostic, codes};

/// Removes the details of a diagnostic about a sensitive value. `attribute` is the name of the attribute, if
/// known. A word that names no variable may be a secret without quotes, so the help says that they are needed.
pub(crate) fn in_secret(problem: Diagnostic, attribute: Option<&str>) -> Diagnostic {
    let detail = match attribute {
        Some(name) => format!("The details are hidden because {name:?} is sensitive."),
        None => "The details are hidden because the value is sensitive.".to_owned(),
    };
    let help = if is_undefined(&problem) { "For a string, write it in quotes." } else { "" };
    Diagnostic {
        detail,
        help: help.to_owned(),
        related: Vec::new(),
        values: Vec::new(),
        fixes: Vec::new(),
        missing: None,
        ..problem
    }
}

/// Removes the details of a diagnostic about a source that may hold secrets anywhere, such as a file of values for
/// variables whose declarations are unknown.
pub(super) fn in_hidden_source(problem: Diagnostic) -> Diagnostic {
    let detail = "The details are hidden because the values in this source may be sensitive.";
    Diagnostic { detail: detail.to_owned(), ..in_secret(problem, None) }
}

/// Returns `true` if the diagnostic says that a variable is not defined.
pub(super) fn is_undefined(problem: &Diagnostic) -> bool {
    [codes::UNDEFINED_VARIABLE, codes::VARIABLES_NOT_AVAILABLE]
        .iter()
        .any(|code| code.name() == problem.code)
}
