//! `check`: the errors and warnings in the configurations of a program.

use std::fmt;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use super::apart::apart;
use super::files::{self, STDIN};
use super::{FAILURE, Streams};
use crate::decode::HclDecode;
use crate::diag::{Diagnostics, Report, Severity};
use crate::load::Decoder;

/// The exit code when there is an error in a configuration.
const SOME_WRONG: u8 = 1;

/// The arguments of `config check`, which decodes configurations and prints their diagnostics.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct CheckArgs {
    /// Files (in JSON syntax if they end in .json) and directories. Each file is a configuration of its own, and so are
    /// the .hcl and .hcl.json files of a directory together. "-" reads standard input. The default is the configuration
    /// that the program reads without arguments, if there is one.
    #[arg(id = "hcldyn.paths", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The value of a variable. It overrides other values. It may be used several times.
    #[cfg(feature = "kit")]
    #[arg(id = "hcldyn.variables", long = "var", value_name = "NAME=VALUE")]
    variables: Vec<String>,
}

impl CheckArgs {
    /// Decodes each configuration with the settings of a decoder. A path replaces the files of the decoder; its other
    /// layers stay. Returns the exit code: 0, 1 if a configuration has an error, or [`FAILURE`] if there is none to
    /// decode or the diagnostics can't be printed.
    pub fn run<T: HclDecode>(&self, decoder: &Decoder, streams: &mut Streams<'_>) -> u8 {
        if self.paths.is_empty() && !decoder.has_inputs() {
            streams.complain("error: expected a file or a directory to check\n");
            return FAILURE;
        }
        #[cfg(feature = "kit")]
        let decoder = &decoder.clone().variable_arguments(&self.variables);
        let own = self.paths.is_empty().then_some(None);
        let (mut total, mut count) = (Tally::default(), 0);
        for path in self.paths.iter().map(|path| Some(&**path)).chain(own) {
            let diags = diagnose::<T>(decoder, path, streams);
            total += Tally::of(&diags);
            count += 1;
            if diags.is_empty() {
                continue;
            }
            let report = Report::new(&diags).style(streams.output_style());
            if streams.print_styled(&format!("{report}\n\n")).is_break() {
                return FAILURE;
            }
        }
        streams.complain(&format!("checked {}: {total}\n", counted(count, "configuration")));
        if total.errors > 0 { SOME_WRONG } else { 0 }
    }
}

/// Returns the diagnostics of a configuration; the default one without a path.
fn diagnose<T: HclDecode>(
    decoder: &Decoder,
    path: Option<&Path>,
    streams: &mut Streams<'_>,
) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let decoder = match path {
        None => decoder.clone(),
        Some(path) if path.as_os_str() == STDIN => {
            let source = files::read(path, streams, &mut diags);
            let Some(source) = source else { return diags };
            decoder.clone().without_files().text(source.name(), source.text())
        }
        Some(path) if path.is_dir() => decoder.clone().without_files().folder(path),
        Some(path) => decoder.clone().without_files().file(path),
    };
    diags.append(match decoder.decode::<T>() {
        Ok(configuration) => configuration.warnings,
        Err(errors) => errors,
    });
    diags
}

/// The numbers of errors and warnings, displayed as `2 errors, 1 warning`.
///
/// ```
/// use hcldyn::cli::Tally;
/// use hcldyn::{Diagnostics, parse_expression, source::Source};
///
/// let mut diags = Diagnostics::new();
/// parse_expression(&Source::new("a.hcl", "1 +"), &mut diags);
/// assert_eq!(Tally::default().to_string(), "no errors or warnings");
/// assert_eq!(Tally::of(&diags).to_string(), "1 error");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
}

impl Tally {
    /// Counts diagnostics.
    pub fn of(diags: &Diagnostics) -> Self {
        let count = |severity| diags.iter().filter(|it| it.severity == severity).count();
        // Errors may be among the diagnostics that are not kept.
        let errors = count(Severity::Error).max(usize::from(diags.has_errors()));
        Self { errors, warnings: count(Severity::Warning) }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.errors += other.errors;
        self.warnings += other.warnings;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (errors, warnings) = (counted(self.errors, "error"), counted(self.warnings, "warning"));
        match (self.errors, self.warnings) {
            (0, 0) => f.write_str("no errors or warnings"),
            (_, 0) => f.write_str(&errors),
            (0, _) => f.write_str(&warnings),
            _ => write!(f, "{errors}, {warnings}"),
        }
    }
}

/// Returns a number with its noun: `1 file`, `2 files`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
