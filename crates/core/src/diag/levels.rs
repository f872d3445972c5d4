//! Levels of warnings.

use super::{Code, Diagnostic, Severity};
use crate::cty::Str;
use crate::cty::internal::NameMap;

/// The level of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// The warning is left out.
    Allow,
    /// The warning is reported.
    Warn,
    /// The warning is reported as an error.
    Deny,
}

/// The levels of warnings by their codes. Errors are not affected by them.
///
/// ```
/// use hcldyn::diag::{Level, Levels, codes};
///
/// let levels = Levels::new().with(codes::EMPTY_FOR_EACH, Level::Deny);
/// assert_eq!(levels.get("empty-for-each"), Level::Deny);
/// assert_eq!(levels.get("shadowed-iterator"), Level::Warn);
/// // Off by default.
/// assert_eq!(levels.get("unused-local"), Level::Allow);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels(NameMap<Level>);

impl Levels {
    /// Creates the default levels: all warnings are reported, except [`OFF_BY_DEFAULT`](super::codes::OFF_BY_DEFAULT).
    pub fn new() -> Self {
        let off = super::codes::OFF_BY_DEFAULT.iter();
        Self(off.map(|code| (code.name().into(), Level::Allow)).collect())
    }

    /// Sets the level of a code.
    #[must_use]
    pub fn with(mut self, code: Code, level: Level) -> Self {
        self.set(code.name(), level);
        self
    }

    /// Sets the level of the code with a name.
    ///
    /// ```
    /// use hcldyn::diag::{Level, Levels, codes};
    ///
    /// let mut levels = Levels::new().with(codes::DEPRECATED_BLOCK, Level::Deny);
    /// levels.set("deprecated-attribute", Level::Allow);
    /// assert_eq!(levels.get("deprecated-attribute"), Level::Allow);
    /// assert_eq!(levels.get("deprecated-block"), Level::Deny);
    /// ```
    pub fn set(&mut self, code: impl Into<Str>, level: Level) {
        self.0.insert(code.into(), level);
    }

    /// Returns the level of the code with a name.
    pub fn get(&self, code: &str) -> Level {
        self.0.get(code).copied().unwrap_or(Level::Warn)
    }
}

impl Default for Levels {
    fn default() -> Self {
        Self::new()
    }
}

impl Level {
    /// Returns a diagnostic at its level: a warning can become an error, or be removed. An error stays an error.
    ///
    /// ```
    /// use hcldyn::diag::{Diagnostic, Level};
    /// use hcldyn::syntax::{Source, Span};
    ///
    /// let place = Source::new("a.hcl", "port = 80").place(Span::new(0, 4));
    /// let warning = Diagnostic::warning(place, "Low port", "Ports below 1024 need privileges.");
    /// assert_eq!(Level::Allow.apply(warning), None);
    /// ```
    pub fn apply(self, diagnostic: Diagnostic) -> Option<Diagnostic> {
        match (diagnostic.severity, self) {
            (Severity::Error, _) | (Severity::Warning, Self::Warn) => Some(diagnostic),
            (Severity::Warning, Self::Allow) => None,
            (Severity::Warning, Self::Deny) => {
                Some(Diagnostic { severity: Severity::Error, ..diagnostic })
            }
        }
    }
}
