//! `check`: the errors and warnings in the configurations of a program.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use hcldyn_core::Diagnostics;
#[cfg(feature = "kit")]
use hcldyn_core::body::Body;
use hcldyn_core::diag::{Levels, Severity};
use hcldyn_core::load::ReadInputs;
use hcldyn_core::load::lint::Linter;
use hcldyn_core::syntax::Source;
use hcldyn_core::{Decoder, HclDecode};

use super::apart::apart;
use super::files::{self, FileChange, STDIN};
use super::{DiagsArg, FAILURE, FixArgs, InputReport, LevelArgs, Streams};

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
    /// Require a value or a default for each variable. Without this option, a variable that has neither is an unknown
    /// value of its type, and only errors of types are found in what depends on it.
    #[cfg(feature = "kit")]
    #[arg(id = "hcldyn.values", long = "values")]
    values: bool,
    #[command(flatten)]
    fix: FixArgs,
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    diags: DiagsArg,
}

/// The result of checking one configuration.
struct Checked {
    report: InputReport,
    found: Tally,
    /// The number of diagnostics that fixes removed, or can remove.
    fixed: usize,
}

impl CheckArgs {
    /// Decodes each configuration with the settings of a decoder. A path replaces the files of the decoder; its other
    /// layers stay. Returns the exit code: 0, 1 if a configuration has an error or `--diff` shows a change, or
    /// [`FAILURE`] if there is none to decode or the diagnostics can't be printed.
    pub fn run<T: HclDecode>(&self, decoder: &Decoder, streams: &mut Streams<'_>) -> u8 {
        if self.paths.is_empty() && !decoder.has_inputs() {
            streams.complain("error: expected a file or a directory to check\n");
            return FAILURE;
        }
        #[cfg(feature = "kit")]
        let decoder = &decoder.clone().variable_arguments(&self.variables);
        let own = self.paths.is_empty().then_some(None);
        let (mut total, mut count, mut fixed) = (Tally::default(), 0, 0);
        let mut reports = self.diags.reports();
        for path in self.paths.iter().map(|path| Some(&**path)).chain(own) {
            let checked = self.check::<T>(decoder, path, streams);
            total += checked.found;
            fixed += checked.fixed;
            count += 1;
            if streams.print_styled(&reports.add(checked.report)).is_break() {
                return FAILURE;
            }
        }
        if streams.print(reports.finish(|_| None)).is_break() {
            return FAILURE;
        }
        let (inputs, fixes) = (counted(count, "configuration"), self.fix.summary(fixed));
        streams.complain(&format!("checked {inputs}: {total}{fixes}\n"));
        if total.errors > 0 || self.fix.is_diff() && fixed > 0 { SOME_WRONG } else { 0 }
    }

    /// Checks a configuration; the default one without a path. Applies or shows its fixes, as requested.
    fn check<T: HclDecode>(
        &self,
        decoder: &Decoder,
        path: Option<&Path>,
        streams: &mut Streams<'_>,
    ) -> Checked {
        let (levels, fix, style) = (self.levels.levels(), self.fix, streams.output_style());
        let report = |diags: &Diagnostics, fixed| Checked {
            report: self.diags.report(diags, style),
            found: Tally::of(diags),
            fixed,
        };
        let mut diags = Diagnostics::new();
        let Some(decoder) = decoder_of(decoder, path, streams, &mut diags) else {
            return report(&diags, 0);
        };
        let (mut found, files) = self.diagnose::<T>(&decoder, &levels);
        let is_file = |source: &Source| {
            !source.is_lossy() && files.iter().any(|file| file == Path::new(source.name()))
        };
        if !fix.is_used() {
            diags.append(found);
            return report(&diags, fix.fixable(&diags, is_file));
        }
        // The files to change are read again once no other command changes them.
        let paths = if fix.is_written() { fix.paths(&found, is_file) } else { BTreeSet::new() };
        let changes: Vec<_> = paths.iter().map(|path| FileChange::begin(path)).collect();
        if !changes.is_empty() {
            (found, _) = self.diagnose::<T>(&decoder, &levels);
        }
        diags.append(found);
        let before = diags.clone();
        let again =
            |edited: &[Source]| self.diagnose::<T>(&decoder.clone().edited(edited), &levels).0;
        let mut fixed = fix.fixed(diags, is_file, again);
        if !fix.is_diff() {
            fixed.write(changes);
            return report(&fixed.diags, fixed.count);
        }
        let diff = InputReport::of_text(fixed.diff(&before));
        Checked { report: diff, ..report(&fixed.diags, fixed.count) }
    }

    /// Returns the diagnostics of a configuration, with the warnings of the linter, and its files.
    fn diagnose<T: HclDecode>(
        &self,
        decoder: &Decoder,
        levels: &Levels,
    ) -> (Diagnostics, Vec<PathBuf>) {
        let mut linter = Linter::new(levels);
        let read = decoder.read_inputs();
        read.bodies().for_each(|body| linter.file(body));
        #[cfg(feature = "kit")]
        if let Some(whole) = Body::merge(read.bodies().cloned()) {
            linter.unused(&whole);
        }
        let files = read.files().to_vec();
        let mut diags = linter.finish(self.errors_of::<T>(decoder, read));
        diags.sort();
        (diags, files)
    }

    fn errors_of<T: HclDecode>(&self, decoder: &Decoder, read: ReadInputs) -> Diagnostics {
        #[cfg(feature = "kit")]
        if !self.values {
            return decoder.check_inputs::<T>(read);
        }
        match decoder.decode_inputs::<T>(read) {
            Ok(configuration) => configuration.warnings,
            Err(errors) => errors,
        }
    }
}

/// Returns the decoder of a configuration; that of the default one without a path.
pub(super) fn decoder_of(
    decoder: &Decoder,
    path: Option<&Path>,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<Decoder> {
    let decoder = decoder.clone();
    Some(match path {
        None => decoder,
        Some(path) if path.as_os_str() == STDIN => {
            let source = files::read(path, streams, diags)?;
            decoder.without_files().text(source.name(), source.text())
        }
        Some(path) if path.is_dir() => decoder.without_files().folder(path),
        Some(path) => decoder.without_files().file(path),
    })
}

/// The numbers of errors and warnings, displayed as `2 errors, 1 warning`.
///
/// ```
/// use hcldyn::cli::Tally;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_expression};
///
/// let mut diags = Diagnostics::new();
/// parse_expression(&Source::new("a.hcl", "1 +"), &mut diags);
/// assert_eq!(Tally::default().to_string(), "no errors or warnings");
/// assert_eq!(Tally::of(&diags).to_string(), "1 error");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
