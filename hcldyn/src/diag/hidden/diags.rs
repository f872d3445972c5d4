//! Diagnostics about secrets.

use super::super::Diagnostic;

/// Removes the details of a diagnostic about a sensitive value. `attribute` is its name, if known.
pub(crate) fn in_secret(problem: Diagnostic, attribute: Option<&str>) -> Diagnostic {
    let detail = match attribute {
        Some(name) => format!(
            "This is in the value of {name:?}, which is sensitive, so there is no more to be told."
        ),
        None => "This is in a value that is sensitive, so there is no more to be told.".to_owned(),
    };
    Diagnostic { detail, related: Vec::new(), values: Vec::new(), ..problem }
}
