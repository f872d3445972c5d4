//! One problem.

use std::borrow::Cow;
use std::fmt;

use crate::source::Place;
#[cfg(feature = "json")]
use crate::source::Span;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// What was asked for could not be done.
    Error,
    /// It was done, and there is something to know.
    Warning,
}

/// What a problem is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A place in a text.
    Place(Place),
    /// A whole input that has no text to point into, by its name: a file that could not be read.
    Input(String),
}

/// A second place that belongs to a problem, with what it has to do with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where it is.
    pub place: Place,
    /// What it is, such as "first defined here".
    pub message: String,
}

/// One problem: what is wrong, where, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A few words, capitalised, without a full stop. Says the kind of problem.
    pub summary: Cow<'static, str>,
    /// Full sentences: the names and values involved, and what to do.
    pub detail: String,
    /// Where the problem is.
    pub subject: Subject,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// The variables that the failing expression refers to, each as `name is value`. Sensitive and
    /// unknown values are not among them.
    pub values: Vec<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(
        place: Place,
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<String>,
    ) -> Self {
        Self::new(Severity::Error, place.into(), summary.into(), detail.into())
    }

    /// A warning at a place.
    pub fn warning(
        place: Place,
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<String>,
    ) -> Self {
        Self::new(Severity::Warning, place.into(), summary.into(), detail.into())
    }

    /// An error about an input as a whole, such as a file that cannot be read.
    pub fn input_error(
        input: impl Into<String>,
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<String>,
    ) -> Self {
        Self::new(Severity::Error, Subject::Input(input.into()), summary.into(), detail.into())
    }

    /// Adds a second place that belongs to the problem.
    #[must_use]
    pub fn with_related(mut self, place: Place, message: impl Into<String>) -> Self {
        self.related.push(Related { place, message: message.into() });
        self
    }

    /// Adds the values of the variables that are involved, each as `name is value`.
    #[must_use]
    pub fn with_values(mut self, values: Vec<String>) -> Self {
        self.values = values;
        self
    }

    /// The place of the problem, unless it is about an input as a whole.
    pub fn place(&self) -> Option<&Place> {
        match &self.subject {
            Subject::Place(place) => Some(place),
            Subject::Input(_) => None,
        }
    }

    /// Whether it is about a part of a place, or what ends there.
    pub(crate) fn is_in(&self, outer: &Place) -> bool {
        self.place().is_some_and(|place| {
            let (inner, outer_span) = (place.span(), outer.span());
            place.source() == outer.source()
                && outer_span.start <= inner.start
                && inner.end <= outer_span.end
        })
    }

    /// The problem, with each place moved to where it is in another text.
    #[cfg(feature = "json")]
    pub(crate) fn moved(mut self, moved: impl Fn(Span) -> Place) -> Self {
        if let Subject::Place(place) = &mut self.subject {
            *place = moved(place.span());
        }
        for related in &mut self.related {
            related.place = moved(related.place.span());
        }
        self
    }

    /// Whether two problems say the same of the same place, whatever values led to them.
    pub(super) fn is_same_problem(&self, other: &Self) -> bool {
        self.severity == other.severity
            && self.subject == other.subject
            && self.summary == other.summary
            && self.detail == other.detail
            && self.related == other.related
    }

    fn new(
        severity: Severity,
        subject: Subject,
        summary: Cow<'static, str>,
        detail: String,
    ) -> Self {
        Self { severity, summary, detail, subject, related: Vec::new(), values: Vec::new() }
    }
}

/// A place in a text, or the input that has none.
impl From<Place> for Subject {
    fn from(place: Place) -> Self {
        match place.source().has_text() {
            true => Self::Place(place),
            false => Self::Input(place.source().name().to_owned()),
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
            Self::Input(name) => f.write_str(name),
        }
    }
}

/// The plain form, one line: `file:line:column: summary; detail`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.subject, self.summary, self.detail)
    }
}
