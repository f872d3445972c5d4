//! How the problems of files are shown.

use std::io::stdout;
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::ValueEnum;
use hcldyn::Diagnostics;
use hcldyn::diag::Report;
use serde_json::Value;

use super::progress::Progress;
use super::sarif;
use crate::json::{Problems, text};
use crate::output;

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
    pub(super) fn new(diags: &Diagnostics, format: Format) -> Self {
        match format {
            Format::Text if diags.is_empty() => Self::Text(String::new()),
            Format::Text => {
                let report = Report::new(diags, output::style(&stdout()));
                Self::Text(format!("{report}\n\n"))
            }
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

    pub(super) fn print(&mut self, shown: Shown, progress: &Progress) -> ControlFlow<ExitCode> {
        match shown {
            Shown::Text(text) if text.is_empty() => {}
            Shown::Text(text) => return progress.aside(|| output::print(text)),
            Shown::Json(problems) => self.problems.diagnostics.extend(problems.diagnostics),
            Shown::Sarif(results) => self.results.extend(results),
        }
        ControlFlow::Continue(())
    }

    pub(super) fn finish(self) -> ControlFlow<ExitCode> {
        match self.format {
            Format::Text => ControlFlow::Continue(()),
            Format::Json => output::print(text(&self.problems)),
            Format::Sarif => output::print(text(&sarif::log(self.results))),
        }
    }
}
