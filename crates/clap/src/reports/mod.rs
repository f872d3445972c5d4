//! The formats of diagnostics.

mod sarif;

use clap::ValueEnum;
use hcldyn_core::Diagnostics;
use hcldyn_core::diag::{Report, Severity, Style};
use serde_json::Value;

use super::apart::apart;
use super::json::{JsonDiagnostics, text};

/// The format of diagnostics, as an argument of `config check`.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct DiagsArg {
    /// The format of diagnostics.
    #[arg(id = "hcldyn.diags", long = "diags", value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Readable reports.
    Text,
    /// One JSON object, in the format of decode.
    Json,
    /// A SARIF 2.1.0 log, for code hosts and editors.
    Sarif,
}

/// The description of a code in a SARIF log, besides its summary.
#[derive(Clone, Debug)]
pub struct RuleDescription {
    /// The description as plain text.
    pub text: String,
    /// The description in Markdown.
    pub markdown: String,
    /// The severity by default.
    pub severity: Severity,
}

/// The formatted diagnostics of one input.
#[derive(Debug)]
pub struct InputReport(Formatted);

#[derive(Debug)]
enum Formatted {
    Text(String),
    Json(JsonDiagnostics),
    /// Results of SARIF.
    Sarif(Vec<Value>),
}

/// Collects the reports of several inputs: text is printed at once, other formats together at the end.
///
/// ```
/// use hcldyn::cli::{DiagsArg, InputReport};
/// use hcldyn::diag::{Diagnostic, Style};
/// use hcldyn::Diagnostics;
///
/// #[derive(clap::Parser)]
/// struct Arguments {
///     #[command(flatten)]
///     format: DiagsArg,
/// }
///
/// let Arguments { format } = clap::Parser::parse_from(["app"]);
/// let diags = Diagnostics::from(Diagnostic::input_error("a.hcl", "Missing file", "The program needs it."));
/// let mut reports = format.reports();
/// assert!(reports.add(format.report(&diags, Style::Plain)).contains("Missing file"));
/// assert_eq!(reports.add(InputReport::of_text("done\n".to_owned())), "done\n");
/// assert_eq!(reports.finish(|_| None), "");
/// ```
#[derive(Debug)]
pub struct Reports {
    format: Format,
    diagnostics: JsonDiagnostics,
    results: Vec<Value>,
}

impl DiagsArg {
    /// Returns the diagnostics of an input in the format, to be added to [`Reports`]. The style is that of text.
    pub fn report(self, diags: &Diagnostics, style: Style) -> InputReport {
        InputReport(match self.format {
            Format::Text if diags.is_empty() => Formatted::Text(String::new()),
            Format::Text => Formatted::Text(format!("{}\n\n", Report::new(diags).style(style))),
            Format::Json => Formatted::Json(JsonDiagnostics::new(diags)),
            Format::Sarif => Formatted::Sarif(diags.iter().map(sarif::result).collect()),
        })
    }

    /// Returns an empty collection of reports.
    pub fn reports(self) -> Reports {
        let diagnostics = JsonDiagnostics::default();
        Reports { format: self.format, diagnostics, results: Vec::new() }
    }
}

impl InputReport {
    /// Returns a report that is a text, whatever the format.
    pub fn of_text(text: String) -> Self {
        Self(Formatted::Text(text))
    }
}

impl Reports {
    /// Adds the report of an input. Returns the text to print now, which may be empty.
    pub fn add(&mut self, report: InputReport) -> String {
        match report.0 {
            Formatted::Text(text) => return text,
            Formatted::Json(own) => self.diagnostics.diagnostics.extend(own.diagnostics),
            Formatted::Sarif(results) => self.results.extend(results),
        }
        String::new()
    }

    /// Returns the text to print in the end, which may be empty. `describe` returns the description of a code, if there is
    /// one.
    pub fn finish(self, describe: impl Fn(&str) -> Option<RuleDescription>) -> String {
        match self.format {
            Format::Text => String::new(),
            Format::Json => text(&self.diagnostics),
            Format::Sarif => text(&sarif::log(self.results, describe)),
        }
    }
}
