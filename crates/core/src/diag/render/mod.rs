//! Reports: diagnostics rendered with their source lines.

mod clean;
#[cfg(feature = "report")]
mod excerpt;
#[cfg(feature = "report")]
mod excerpts;
#[cfg(not(feature = "report"))]
mod plain;
mod redacted;

use std::fmt;
use std::io::IsTerminal;

#[cfg(feature = "report")]
use self::excerpts::Painter;
#[cfg(not(feature = "report"))]
use self::plain::Painter;
use super::Diagnostics;

/// The style of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// Plain text.
    Plain,
    /// Text with terminal colours.
    Colored,
}

impl Style {
    /// Returns the style for a stream: colours if it is a terminal, unless the environment variable `NO_COLOR` is set
    /// and not empty (<https://no-color.org>), or `TERM` is `dumb`.
    ///
    /// ```
    /// use hcldyn::diag::{Report, Style};
    /// use hcldyn::Diagnostics;
    ///
    /// let diags = Diagnostics::new();
    /// let report = Report::new(&diags).style(Style::of(&std::io::stderr()));
    /// assert_eq!(report.to_string(), "");
    /// ```
    pub fn of(stream: &impl IsTerminal) -> Self {
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let has_colors = stream.is_terminal() && !is_set("NO_COLOR") && !is_dumb;
        if has_colors { Self::Colored } else { Self::Plain }
    }
}

/// The rendered form of diagnostics, each with its source lines. Without the feature `report`, it has the same texts and
/// locations, but no source lines and no colours.
///
/// Control characters of a source or a name never reach the output, so a file cannot control the terminal that
/// shows its errors.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::diag::{Diagnostic, Report, Style};
/// use hcldyn::syntax::{Source, Span};
///
/// let source = Source::new("a.hcl", "port = \"x\"");
/// let mut diags = Diagnostics::new();
/// diags.push(Diagnostic::error(source.place(Span::new(7, 10)), "Wrong type", "A number is required."));
/// let report = Report::new(&diags).style(Style::Plain).to_string();
/// assert_eq!(report, "\
/// error: Wrong type
///  --> a.hcl:1:8
///   |
/// 1 | port = \"x\"
///   |        ^^^ A number is required.");
/// ```
#[doc(alias = "ariadne")]
#[doc(alias = "miette")]
#[derive(Debug)]
pub struct Report<'a> {
    diags: &'a Diagnostics,
    style: Style,
}

impl<'a> Report<'a> {
    /// Creates a report on diagnostics, in the style for standard error ([`Style::of`]).
    pub fn new(diags: &'a Diagnostics) -> Self {
        Self { diags, style: Style::of(&std::io::stderr()) }
    }

    /// Sets the style, for example `Style::of(&stdout())` for a report that is printed to standard output.
    #[must_use]
    pub fn style(self, style: Style) -> Self {
        Self { style, ..self }
    }
}

/// Prints the diagnostics in order, separated by empty lines, and then the number of suppressed ones.
impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let painter = Painter::new(self.style, self.diags);
        for (index, diagnostic) in self.diags.iter().enumerate() {
            if index > 0 {
                f.write_str("\n\n")?;
            }
            painter.diagnostic(f, diagnostic)?;
        }
        match self.diags.suppressed() {
            0 => Ok(()),
            1 => f.write_str("\n\n1 more diagnostic is not shown"),
            count => write!(f, "\n\n{count} more diagnostics are not shown"),
        }
    }
}

#[cfg(test)]
#[cfg(feature = "report")]
mod tests;
