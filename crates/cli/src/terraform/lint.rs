//! `hcldyn terraform lint`: the errors and warnings of a module.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcldyn::Diagnostics;
use hcldyn::cli::files::FileChange;
use hcldyn::cli::{DiagsArg, FAILURE, FixArgs, InputReport, LevelArgs, Streams, Tally};
use hcldyn::syntax::Source;
use hcldyn_terraform::{Lint, Linted};

use super::schemas;
use crate::check;

/// The exit code when there is an error in a module.
const SOME_WRONG: u8 = 1;

/// The maximum number of diagnostics shown for a module.
const MAX_DIAGNOSTICS: usize = 10_000;

/// The arguments of `terraform lint`.
#[derive(Debug, clap::Args)]
pub(crate) struct LintArgs {
    /// The directory of the module.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// The schemas of the providers: the output of `terraform providers schema -json`. With them, the arguments
    /// of resources are checked. By default, they are read from .terraform/schema.json in the directory or
    /// one around it.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    #[command(flatten)]
    fix: FixArgs,
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    diags: DiagsArg,
}

/// The diagnostics of a module after fixes, and the text that shows them.
struct Checked {
    diags: Diagnostics,
    /// The number of diagnostics that fixes removed, or can remove.
    fixed: usize,
    diff: Option<String>,
    /// The number of files.
    files: usize,
}

impl LintArgs {
    /// Checks the module and prints its diagnostics.
    pub(super) fn run(&self, streams: &mut Streams<'_>) -> u8 {
        let mut failed = Diagnostics::new();
        let Some(lint) = self.lint(&mut failed) else {
            streams.report(&failed);
            return FAILURE;
        };
        let Checked { diags, fixed, diff, files } = self.check(&lint);
        let mut reports = self.diags.reports();
        let report = || self.diags.report(&diags, streams.output_style());
        let report = diff.map_or_else(report, InputReport::of_text);
        let shown = reports.add(report);
        let rest = reports.finish(check::description);
        if streams.print_styled(&shown).is_break() {
            return FAILURE;
        }
        if let ControlFlow::Break(exit_code) = streams.print(rest) {
            return exit_code;
        }
        let found = Tally::of(&diags);
        let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
        streams.complain(&format!("checked {files}: {found}{}\n", self.fix.summary(fixed)));
        if found.errors > 0 || self.fix.is_diff() && fixed > 0 { SOME_WRONG } else { 0 }
    }

    /// Returns the check, with the levels and the schemas of the arguments.
    fn lint(&self, diags: &mut Diagnostics) -> Option<Lint> {
        let lint = Lint::new().levels(self.levels.levels_over(Lint::default_levels()));
        match schemas::path_of(self.schema.as_deref(), &self.folder) {
            Some(path) => Some(lint.schemas(Arc::new(schemas::read(&path, diags)?))),
            None => Some(lint),
        }
    }

    /// Checks the module. Applies or shows its fixes, as requested.
    fn check(&self, lint: &Lint) -> Checked {
        let run = |edited: &[Source]| {
            let diags = Diagnostics::with_limit(MAX_DIAGNOSTICS);
            lint.clone().edited(edited).run(&self.folder, diags)
        };
        let mut linted = run(&[]);
        let files = linted.files.len();
        if !self.fix.is_used() {
            let fixed = self.fix.fixable(&linted.diags, |it| is_file(&linted, it));
            return Checked { diags: linted.diags, fixed, diff: None, files };
        }
        // The files are read again once no other command changes them.
        let written = changeable(&linted).filter(|_| self.fix.is_written());
        let names: BTreeSet<String> = written.map(|it| it.name().to_owned()).collect();
        let changes: Vec<_> = names.iter().map(|name| FileChange::begin(Path::new(name))).collect();
        if !changes.is_empty() {
            linted = run(&[]);
        }
        let known: BTreeMap<String, bool> =
            linted.files.iter().map(|it| (it.name().to_owned(), it.is_lossy())).collect();
        let before = linted.diags.clone();
        let is_file = |it: &Source| known.get(it.name()).is_some_and(|is_lossy| !is_lossy);
        let mut fixed = self.fix.fixed(linted.diags, is_file, |edited| run(edited).diags);
        let diff = self.fix.is_diff().then(|| fixed.diff(&before));
        if diff.is_none() {
            fixed.write(changes);
        }
        Checked { diags: fixed.diags, fixed: fixed.count, diff, files }
    }
}

/// Returns `true` for a file of the module that fixes may change.
fn is_file(linted: &Linted, source: &Source) -> bool {
    !source.is_lossy() && linted.files.iter().any(|file| file.name() == source.name())
}

/// Returns the files that fixes of diagnostics change.
fn changeable(linted: &Linted) -> impl Iterator<Item = &Source> {
    let edits = linted.diags.iter().flat_map(|it| &it.fixes).flat_map(|fix| &fix.edits);
    edits.map(|edit| edit.place.source()).filter(|source| is_file(linted, source))
}
