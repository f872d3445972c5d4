//! The formats of diagnostics.

use std::ops::ControlFlow;

use clap::ValueEnum;
use hcldyn::Diagnostics;
use hcldyn::cli::Streams;
use hcldyn::diag::{Report, Style};
use serde_json::Value;

use super::sarif;
use crate::json::{JsonDiagnostics, text};
use crate::progress::Progress;

/// The format of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// Readable reports.
    Text,
    /// One JSON object, in the format of decode.
    Json,
    /// A SARIF 2.1.0 log, for code hosts and editors.
    Sarif,
}

/// The formatted diagnostics of one file.
pub(super) enum FileReport {
    Text(String),
    Json(JsonDiagnostics),
    /// Results of SARIF.
    Sarif(Vec<Value>),
}

impl FileReport {
    pub(super) fn new(diags: &Diagnostics, format: ReportFormat, style: Style) -> Self {
        match format {
            ReportFormat::Text if diags.is_empty() => Self::Text(String::new()),
            ReportFormat::Text => Self::Text(format!("{}\n\n", Report::new(diags).style(style))),
            ReportFormat::Json => Self::Json(JsonDiagnostics::new(diags)),
            ReportFormat::Sarif => Self::Sarif(diags.iter().map(sarif::result).collect()),
        }
    }
}

/// Prints the diagnostics of files in turn: text at once, other formats together at the end.
pub(super) struct Printer {
    format: ReportFormat,
    diagnostics: JsonDiagnostics,
    results: Vec<Value>,
}

impl Printer {
    pub(super) fn new(format: ReportFormat) -> Self {
        Self { format, diagnostics: JsonDiagnostics::default(), results: Vec::new() }
    }

    pub(super) fn print(
        &mut self,
        shown: FileReport,
        progress: &Progress,
        streams: &mut Streams<'_>,
    ) -> ControlFlow<u8> {
        match shown {
            FileReport::Text(text) if text.is_empty() => {}
            FileReport::Text(text) => return progress.aside(|| streams.print_styled(&text)),
            FileReport::Json(diagnostics) => {
                self.diagnostics.diagnostics.extend(diagnostics.diagnostics);
            }
            FileReport::Sarif(results) => self.results.extend(results),
        }
        ControlFlow::Continue(())
    }

    pub(super) fn finish(self, streams: &mut Streams<'_>) -> ControlFlow<u8> {
        match self.format {
            ReportFormat::Text => ControlFlow::Continue(()),
            ReportFormat::Json => streams.print(text(&self.diagnostics)),
            ReportFormat::Sarif => streams.print(text(&sarif::log(self.results))),
        }
    }
}
