//! How the problems of files are shown.

use std::ops::ControlFlow;

use clap::ValueEnum;
use hcldyn::Diagnostics;
use hcldyn::diag::{Report, Style};
use serde_json::Value;

use super::progress::Progress;
use super::sarif;
use crate::Streams;
use crate::json::{Problems, text};

/// How problems are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Reports for people.
    Text,
    /// One JSON object, as decode has it.
    Json,
    /// A SARIF 2.1.0 log, which code hosts and editors read.
    Sarif,
}

/// The problems of one file, without the file.
pub(super) enum Shown {
    Text(String),
    Json(Problems),
    /// Results of SARIF.
    Sarif(Vec<Value>),
}

impl Shown {
    pub(super) fn new(diags: &Diagnostics, format: Format, style: Style) -> Self {
        match format {
            Format::Text if diags.is_empty() => Self::Text(String::new()),
            Format::Text => Self::Text(format!("{}\n\n", Report::new(diags, style))),
            Format::Json => Self::Json(Problems::new(diags)),
            Format::Sarif => Self::Sarif(diags.iter().map(sarif::result).collect()),
        }
    }
}

/// Prints the problems of files in turn: text at once, all else together at the end.
pub(super) struct Printer {
    format: Format,
    problems: Problems,
    results: Vec<Value>,
}

impl Printer {
    pub(super) fn new(format: Format) -> Self {
        Self { format, problems: Problems::default(), results: Vec::new() }
    }

    pub(super) fn print(
        &mut self,
        shown: Shown,
        progress: &Progress,
        streams: &mut Streams<'_>,
    ) -> ControlFlow<u8> {
        match shown {
            Shown::Text(text) if text.is_empty() => {}
            Shown::Text(text) => return progress.aside(|| streams.print(text)),
            Shown::Json(problems) => self.problems.diagnostics.extend(problems.diagnostics),
            Shown::Sarif(results) => self.results.extend(results),
        }
        ControlFlow::Continue(())
    }

    pub(super) fn finish(self, streams: &mut Streams<'_>) -> ControlFlow<u8> {
        match self.format {
            Format::Text => ControlFlow::Continue(()),
            Format::Json => streams.print(text(&self.problems)),
            Format::Sarif => streams.print(text(&sarif::log(self.results))),
        }
    }
}
