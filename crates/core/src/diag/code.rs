//! The code of a diagnostic.

use std::borrow::Cow;
use std::fmt;

use super::Diagnostic;
use crate::source::Place;

/// The code of a diagnostic, such as `missing-attribute`, with the summary that all its diagnostics have.
///
/// The codes of the library are in [`codes`](super::codes). A program can define codes for its own diagnostics.
///
/// ```
/// use hcldyn::diag::{Code, Diagnostic};
/// use hcldyn::syntax::{Source, Span};
///
/// const PORT_TAKEN: Code = Code::new("port-taken", "Port taken");
///
/// let source = Source::new("a.hcl", "port = 80");
/// let error = PORT_TAKEN.error(source.place(Span::new(7, 9)), "Another server listens on port 80.");
/// assert_eq!(error.code, "port-taken");
/// assert_eq!(error.to_string(), "a.hcl:1:8: error: Port taken; Another server listens on port 80.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    name: &'static str,
    summary: &'static str,
}

impl Code {
    /// Creates a code from its name in kebab case and its summary: a few words, capitalised, without a full stop.
    pub const fn new(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary }
    }

    /// Returns the name: `missing-attribute`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// Returns the summary: `Missing attribute`.
    pub const fn summary(self) -> &'static str {
        self.summary
    }

    /// Creates an error at a source location.
    pub fn error(self, place: Place, detail: impl Into<String>) -> Diagnostic {
        Diagnostic::error(place, self, detail)
    }

    /// Creates a warning at a source location.
    ///
    /// ```
    /// use hcldyn::diag::{Code, Severity};
    /// use hcldyn::syntax::{Source, Span};
    ///
    /// const LOW_PORT: Code = Code::new("low-port", "Low port");
    ///
    /// let place = Source::new("a.hcl", "port = 80").place(Span::new(7, 9));
    /// let warning = LOW_PORT.warning(place, "Ports below 1024 need privileges.");
    /// assert_eq!((warning.severity, &*warning.code), (Severity::Warning, "low-port"));
    /// let error = LOW_PORT.input_error("a.hcl", "Ports below 1024 need privileges.");
    /// assert_eq!(error.summary, "Low port");
    /// ```
    pub fn warning(self, place: Place, detail: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(place, self, detail)
    }

    /// Creates an error about a whole input, such as a file that cannot be read.
    pub fn input_error(self, input: impl Into<String>, detail: impl Into<String>) -> Diagnostic {
        Diagnostic::input_error(input, self, detail)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The summary of a diagnostic, with its code if it has one. Strings and [`Code`]s convert to it.
#[derive(Debug)]
pub struct Summary {
    pub(super) code: &'static str,
    pub(super) text: Cow<'static, str>,
}

impl From<Code> for Summary {
    fn from(code: Code) -> Self {
        Self { code: code.name, text: Cow::Borrowed(code.summary) }
    }
}

impl From<&'static str> for Summary {
    fn from(text: &'static str) -> Self {
        Self { code: "", text: Cow::Borrowed(text) }
    }
}

impl From<String> for Summary {
    fn from(text: String) -> Self {
        Self { code: "", text: Cow::Owned(text) }
    }
}

impl From<Cow<'static, str>> for Summary {
    fn from(text: Cow<'static, str>) -> Self {
        Self { code: "", text }
    }
}
