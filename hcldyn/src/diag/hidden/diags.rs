//! Diagnostics about secrets.

use super::super::Diagnostic;

/// Removes the details of a diagnostic about a sensitive value. `attribute` is the name of the attribute, if
/// known.
pub(crate) fn in_secret(problem: Diagnostic, attribute: Option<&str>) -> Diagnostic {
    let detail = match attribute {
        Some(name) => format!("The details are hidden because {name:?} is sensitive."),
        None => "The details are hidden because the value is sensitive.".to_owned(),
    };
    Diagnostic {
        detail,
        help: String::new(),
        related: Vec::new(),
        values: Vec::new(),
        fixes: Vec::new(),
        ..problem
    }
}
