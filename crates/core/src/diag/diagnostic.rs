//! A single diagnostic.

use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;

use super::shorten::shorten;
use super::{Fix, Summary};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
#[cfg(any(feature = "edit", feature = "json", feature = "kit", feature = "load"))]
use crate::source::Span;
use crate::source::{Place, escape_controls, escape_line};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Severity {
    /// The request failed.
    Error,
    /// The request succeeded, but may not do what is intended.
    Warning,
}

/// The subject of a diagnostic.
///
/// ```
/// use hcldyn::diag::Subject;
/// use hcldyn::syntax::{Source, Span};
///
/// let place = Source::new("a.hcl", "port = 80").place(Span::new(0, 4));
/// assert_eq!(Subject::from(place).input_name(), "a.hcl");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// A range in a source.
    Place(Place),
    /// A whole input without source text, by its name: a file that could not be read.
    Input(String),
}

impl Subject {
    /// Returns the name of the input, or of the range's source.
    pub fn input_name(&self) -> &str {
        match self {
            Self::Place(place) => place.source().name(),
            Self::Input(name) => name,
        }
    }
}

/// A related source location, with its relation to the diagnostic.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Related {
    /// The location.
    pub place: Place,
    /// The relation, such as "first defined here".
    pub message: String,
}

/// An error or a warning: its description, its source location, and the cure.
///
/// The constructors shorten messages: each quoted part and each long word to 200 characters, and the whole to 4,000.
///
/// ```
/// use hcldyn::diag::Diagnostic;
/// use hcldyn::syntax::{Source, Span};
///
/// let source = Source::new("a.hcl", "port = 80\nport = 81\n");
/// let second = source.place(Span::new(10, 14));
/// let error = Diagnostic::error(second.clone(), "Repeated port", "The port is set twice.")
///     .with_code("repeated-port")
///     .with_help("Delete one of both.")
///     .with_related(source.place(Span::new(0, 4)), "first set here")
///     .with_values(vec!["zone is \"eu\"".to_owned()])
///     .with_context("for host h2");
/// assert_eq!(error.place(), Some(&second));
/// assert_eq!(error.detail_with_help(), "The port is set twice. Delete one of both.");
///
/// let warning = Diagnostic::warning(second, "Low port", "Ports below 1024 need privileges.");
/// assert_eq!(warning.to_string(), "a.hcl:2:1: warning: Low port; Ports below 1024 need privileges.");
///
/// let missing = Diagnostic::input_error("b.hcl", "Missing file", "The program needs it.");
/// assert_eq!(missing.subject.input_name(), "b.hcl");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The severity: error or warning.
    pub severity: Severity,
    /// The name of its code in kebab case, such as `missing-attribute`; empty if the program gives none.
    pub code: Cow<'static, str>,
    /// The kind of the error or warning: a few words, capitalised, without a full stop.
    pub summary: Cow<'static, str>,
    /// The expectation, and the actual names and values, in full sentences.
    pub detail: String,
    /// The cure in full sentences; empty if it is unknown.
    pub help: String,
    /// The subject.
    pub subject: Subject,
    /// Related source locations.
    pub related: Vec<Related>,
    /// The variables of the failing expression, each as `name is value`, without sensitive and unknown values.
    pub values: Vec<String>,
    /// The circumstances that the program adds, such as `for host h2`, the innermost first.
    pub context: Vec<String>,
    /// The edits of the source that correct the error, the best one first.
    pub fixes: Vec<Fix>,
    /// The name of the missing attribute, for the code `missing-attribute`.
    pub missing: Option<Str>,
}

impl Diagnostic {
    /// Creates an error at a source location.
    pub fn error(place: Place, summary: impl Into<Summary>, detail: impl Into<String>) -> Self {
        Self::new(Severity::Error, place.into(), summary.into(), detail.into())
    }

    /// Creates a warning at a source location.
    pub fn warning(place: Place, summary: impl Into<Summary>, detail: impl Into<String>) -> Self {
        Self::new(Severity::Warning, place.into(), summary.into(), detail.into())
    }

    /// Creates an error about a whole input, such as a file that cannot be read.
    pub fn input_error(
        input: impl Into<String>,
        summary: impl Into<Summary>,
        detail: impl Into<String>,
    ) -> Self {
        Self::new(Severity::Error, Subject::Input(input.into()), summary.into(), detail.into())
    }

    /// Sets the code, a name in kebab case. A [`Code`](super::Code) also has a summary for it.
    #[must_use]
    pub fn with_code(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.code = name.into();
        self
    }

    /// Adds a related source location.
    #[must_use]
    pub fn with_related(mut self, place: Place, message: impl Into<String>) -> Self {
        self.related.push(Related { place, message: shorten(message.into()) });
        self
    }

    /// Sets the values of variables, each as `name is value`. Replaces earlier ones.
    #[must_use]
    pub fn with_values(mut self, values: Vec<String>) -> Self {
        self.values = values.into_iter().map(shorten).collect_vec();
        self
    }

    /// Adds the circumstances of the diagnostic, such as `for host h2`. See
    /// [`Diagnostics::with_context`](super::Diagnostics::with_context).
    #[must_use]
    pub fn with_context(mut self, context: impl Into<String>) -> Self {
        self.context.push(shorten(context.into()));
        self
    }

    /// Adds a sentence with the cure. An empty one changes nothing.
    #[must_use]
    pub fn with_help(mut self, sentence: impl Into<String>) -> Self {
        self.add_help(&sentence.into());
        self
    }

    pub(super) fn add_help(&mut self, sentence: &str) {
        if !self.help.is_empty() && !sentence.is_empty() {
            self.help.push(' ');
        }
        self.help.push_str(&shorten(sentence.to_owned()));
    }

    /// Returns the detail followed by the help.
    pub fn detail_with_help(&self) -> Cow<'_, str> {
        match (self.detail.as_str(), self.help.as_str()) {
            (detail, "") => detail.into(),
            ("", help) => help.into(),
            (detail, help) => format!("{detail} {help}").into(),
        }
    }

    /// Returns the source location, unless the diagnostic is about a whole input.
    pub fn place(&self) -> Option<&Place> {
        match &self.subject {
            Subject::Place(place) => Some(place),
            Subject::Input(_) => None,
        }
    }

    /// Maps each source location to one in another source.
    #[cfg(any(feature = "edit", feature = "json", feature = "kit", feature = "load"))]
    pub(crate) fn moved(mut self, moved: impl Fn(Span) -> Place) -> Self {
        if let Subject::Place(place) = &mut self.subject {
            *place = moved(place.span());
        }
        for related in &mut self.related {
            related.place = moved(related.place.span());
        }
        for edit in self.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            edit.place = moved(edit.place.span());
        }
        self
    }

    /// Returns the parts that identify an error, regardless of the values that led to it.
    pub(super) fn problem(&self) -> impl Hash + PartialEq {
        let texts = (&self.summary, &self.detail, &self.help, &self.context);
        (self.severity, &self.subject, texts, &self.related)
    }

    /// Returns the line of the plain form without its source location and severity.
    pub(crate) fn message(&self) -> String {
        let detail = self.detail_with_help();
        let mut contexts = String::new();
        for context in &self.context {
            contexts += &format!(" ({})", escape_line(context));
        }
        let (summary, detail) = (escape_line(&self.summary), escape_controls(&detail));
        let is_repeated = detail.strip_prefix(&*summary).is_some_and(|rest| rest.starts_with(' '));
        if is_repeated {
            format!("{detail}{contexts}")
        } else if detail.is_empty() {
            format!("{summary}{contexts}")
        } else {
            format!("{summary}; {detail}{contexts}")
        }
    }

    /// Returns `true` if two diagnostics are equal except for their help.
    pub(super) fn is_same_but_for_help(&self, other: &Self) -> bool {
        self.subject == other.subject
            && self.severity == other.severity
            && self.summary == other.summary
            && self.detail == other.detail
            && self.related == other.related
            && self.context == other.context
    }

    fn new(severity: Severity, subject: Subject, summary: Summary, detail: String) -> Self {
        let Summary { code, text } = summary;
        let summary = match text {
            Cow::Owned(summary) => Cow::Owned(shorten(summary)),
            fixed => fixed,
        };
        Self {
            severity,
            code: Cow::Borrowed(code),
            summary,
            detail: shorten(detail),
            help: String::new(),
            subject,
            related: Vec::new(),
            values: Vec::new(),
            context: Vec::new(),
            fixes: Vec::new(),
            missing: None,
        }
    }
}

/// Returns the location, or the input as a whole if its source has no text.
impl From<Place> for Subject {
    fn from(place: Place) -> Self {
        if place.source().has_text() {
            Self::Place(place)
        } else {
            Self::Input(place.source().name().to_owned())
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(place) => place.fmt(f),
            Self::Input(name) => f.write_str(&escape_line(name)),
        }
    }
}

/// Prints one line, in the form of most compilers: `file:line:column: severity: summary; detail help (context)`. A summary
/// with which the detail begins is left out. Control characters are escaped.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.subject, self.severity, self.message())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn control_characters_are_escaped_in_the_plain_form() {
        let place = Source::new("a\u{9b}\n.hcl", "x").place((0..1).into());
        let diagnostic = Diagnostic::error(place, "Bad\u{200b}", "No \u{1b}c.");
        let plain = r"a\u009b\n.hcl:1:1: error: Bad\u200b; No \u001bc.";
        assert_eq!(diagnostic.to_string(), plain);
        let input = Diagnostic::input_error("b\u{7f}", "Bad", "\u{202e}");
        assert_eq!(input.to_string(), r"b\u007f: error: Bad; \u202e");
    }

    #[test]
    fn the_plain_form_does_not_repeat_the_summary() {
        let plain =
            |detail: &str| Diagnostic::input_error("a", "Invalid value", detail).to_string();
        assert_eq!(plain("Invalid value for \"b\"."), "a: error: Invalid value for \"b\".");
        assert_eq!(plain("Invalid values."), "a: error: Invalid value; Invalid values.");
        assert_eq!(plain("\"b\" is odd."), "a: error: Invalid value; \"b\" is odd.");
    }

    #[test]
    fn help_follows_the_detail() {
        let error = Diagnostic::input_error("a", "Bad", "It is bad.").with_help("");
        assert_eq!(error.detail_with_help(), "It is bad.");
        let error = error.with_help("Mend it.").with_help("Then retry.");
        assert_eq!(error.to_string(), "a: error: Bad; It is bad. Mend it. Then retry.");
        let error = Diagnostic::input_error("a", "Bad", "");
        assert_eq!(error.to_string(), "a: error: Bad");
        assert_eq!(error.with_help("Mend it.").detail_with_help(), "Mend it.");
    }
}
