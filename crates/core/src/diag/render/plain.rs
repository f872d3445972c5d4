//! Reports without source lines, which need no other crate.

use std::fmt;

use super::Style;
use super::clean::clean;
use crate::diag::{Diagnostic, Diagnostics, Subject};
use crate::source::escape_line;

/// Writes the parts of a report.
pub(super) struct Painter;

impl Painter {
    pub(super) fn new(_: Style, _: &Diagnostics) -> Self {
        Self
    }

    /// Prints the diagnostic, its location, its texts and each related location.
    pub(super) fn diagnostic(
        &self,
        f: &mut fmt::Formatter<'_>,
        diagnostic: &Diagnostic,
    ) -> fmt::Result {
        write!(f, "{}", diagnostic.severity)?;
        if !diagnostic.code.is_empty() {
            write!(f, "[{}]", clean(&diagnostic.code))?;
        }
        write!(f, ": {}\n --> ", clean(&diagnostic.summary))?;
        match &diagnostic.subject {
            Subject::Input(name) => write!(f, "{}", escape_line(name))?,
            Subject::Place(place) => write!(f, "{place}")?,
        }
        note(f, "", &diagnostic.detail)?;
        note(f, "help: ", &diagnostic.help)?;
        for value in diagnostic.context.iter().chain(&diagnostic.values) {
            note(f, "note: ", value)?;
        }
        for related in &diagnostic.related {
            note(f, "note: ", &format!("{}, at {}", related.message, related.place))?;
        }
        Ok(())
    }
}

/// Prints a note with all its lines indented, unless it is empty.
fn note(f: &mut fmt::Formatter<'_>, kind: &str, text: &str) -> fmt::Result {
    if text.is_empty() {
        return Ok(());
    }
    write!(f, "\n  {kind}{}", clean(text).replace('\n', "\n  "))
}
