//! How the problems of files are shown.

use std::io::stdout;
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::ValueEnum;
use hcldyn::Diagnostics;
use hcldyn::diag::Report;
use serde_json::{Value, json};

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
    Records(Vec<Value>),
}

impl Shown {
    pub(super) fn new(diags: &Diagnostics, format: Format) -> Self {
        match format {
            Format::Text if diags.is_empty() => Self::Text(String::new()),
            Format::Text => {
                let report = Report::new(diags, output::style(&stdout()));
                Self::Text(format!("{report}\n\n"))
            }
            Format::Json => {
                let problems = Problems::new(diags).diagnostics;
                // Records of texts and numbers always are JSON.
                let record = |problem| serde_json::to_value(problem).unwrap_or_default();
                Self::Records(problems.iter().map(record).collect())
            }
            Format::Sarif => Self::Records(diags.iter().map(sarif::result).collect()),
        }
    }
}

/// Prints the problems of files in turn: text at once, records all together at the end.
pub(super) struct Printer {
    format: Format,
    records: Vec<Value>,
}

impl Printer {
    pub(super) fn new(format: Format) -> Self {
        Self { format, records: Vec::new() }
    }

    pub(super) fn print(&mut self, shown: Shown) -> ControlFlow<ExitCode> {
        match shown {
            Shown::Text(text) if text.is_empty() => {}
            Shown::Text(text) => return output::print(text),
            Shown::Records(records) => self.records.extend(records),
        }
        ControlFlow::Continue(())
    }

    pub(super) fn finish(self) -> ControlFlow<ExitCode> {
        match self.format {
            Format::Text => ControlFlow::Continue(()),
            Format::Json => output::print(text(&json!({ "diagnostics": self.records }))),
            Format::Sarif => output::print(text(&sarif::log(self.records))),
        }
    }
}
