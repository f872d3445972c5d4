//! `hcldyn spec`: spec files as such.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use hcldyn::convert::to_json;
use hcldyn::source::Source;
use hcldyn::spec::language;
use hcldyn::spec::outline::{ChangeEffect, OutlineChange};
use serde::Serialize;

use crate::convert::{Syntax, read_spec};
use crate::streams::FAILURE;
use crate::{Streams, printed, reported};

/// The subcommands of `spec`.
#[derive(Debug, Subcommand)]
pub(crate) enum SpecCommand {
    /// Prints the spec of a file in a canonical form, or in JSON syntax.
    ///
    /// The result decodes as the file does. Comments are lost, and so are the functions and variables that the file
    /// defines: they are not part of its spec. The exit code is 0, or 2 if there is an error.
    Write {
        /// The spec file; "-" reads standard input.
        path: PathBuf,
        /// The syntax of the result.
        #[arg(long, value_enum, value_name = "SYNTAX", default_value = "native")]
        to: Syntax,
    },
    /// Prints the differences between two spec files, and which of them break configurations.
    ///
    /// A difference is breaking if configurations that are valid under the old file can have errors under the new one, as
    /// far as that is not certainly excluded. The exit code is 0 without such a difference, 1 with one, and 2 if a file
    /// has an error.
    Diff {
        /// The old spec file; "-" reads standard input.
        old: PathBuf,
        /// The new spec file.
        new: PathBuf,
        /// The format of the result.
        #[arg(long, value_enum, value_name = "FORMAT", default_value = "text")]
        format: DiffFormat,
    },
}

/// The format of differences.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DiffFormat {
    Text,
    Json,
}

/// Differences as JSON.
#[derive(Serialize)]
struct Report<'a> {
    breaking: usize,
    changes: Vec<Change<'a>>,
}

#[derive(Serialize)]
struct Change<'a> {
    effect: &'static str,
    path: &'a str,
    property: &'static str,
    old: Option<&'a str>,
    new: Option<&'a str>,
}

impl SpecCommand {
    pub(crate) fn run(&self, streams: &mut Streams<'_>) -> u8 {
        match self {
            Self::Write { path, to } => write(path, *to, streams),
            Self::Diff { old, new, format } => diff(old, new, *format, streams),
        }
    }
}

fn write(path: &Path, to: Syntax, streams: &mut Streams<'_>) -> u8 {
    printed(streams, |streams, diags| {
        let written = language::write(&read_spec(path, streams, diags)?);
        for loss in &written.losses {
            streams.complain(&format!("not written: {loss}\n"));
        }
        match to {
            Syntax::Native => Some(written.text),
            Syntax::Json => to_json(&Source::new("spec", written.text), diags),
        }
    })
}

fn diff(old: &Path, new: &Path, format: DiffFormat, streams: &mut Streams<'_>) -> u8 {
    let changes = reported(streams, |streams, diags| {
        // Errors of both files are reported.
        let old = read_spec(old, streams, diags);
        let new = read_spec(new, streams, diags);
        Some(old?.outline().changes(&new?.outline()))
    });
    let Some(changes) = changes else { return FAILURE };
    let is_breaking = |change: &&OutlineChange| change.effect == ChangeEffect::Breaking;
    let breaking = changes.iter().filter(is_breaking).count();
    let text = match format {
        DiffFormat::Text => lines(&changes, breaking),
        DiffFormat::Json => json(&changes, breaking),
    };
    match streams.print_all(text) {
        0 => u8::from(breaking > 0),
        failure => failure,
    }
}

/// Returns each difference on its own line, and a summary.
fn lines(changes: &[OutlineChange], breaking: usize) -> String {
    let mut text = String::new();
    for change in changes {
        // Writing to a string never fails.
        let _ = writeln!(text, "{change}");
    }
    let count = changes.len();
    let ending = if count == 1 { "" } else { "s" };
    let _ = writeln!(text, "{count} difference{ending}, {breaking} breaking");
    text
}

fn json(changes: &[OutlineChange], breaking: usize) -> String {
    let changes = changes.iter().map(|change| Change {
        effect: change.effect.name(),
        path: &change.path,
        property: change.property,
        old: change.old.as_deref(),
        new: change.new.as_deref(),
    });
    let report = Report { breaking, changes: changes.collect() };
    // Strings and numbers always have a JSON form.
    serde_json::to_string_pretty(&report).map_or_else(|_| String::new(), |json| json + "\n")
}
