//! `hcldyn check`: all errors and warnings in files, or in the files of folders.
//!
//! A file is dropped once it is checked; only its diagnostics are kept.

mod unused;

use std::ops::ControlFlow;
use std::path::PathBuf;

use hcldyn::Diagnostics;
use hcldyn::body::BodySchema;
use hcldyn::cli::files::{self, FileChange, Target};
use hcldyn::cli::{
    DiagsArg, FAILURE, FixArgs, InputReport, LevelArgs, RuleDescription, Streams, Tally,
};
use hcldyn::diag::{Levels, Severity, Style};
use hcldyn::load::lint::Linter;
use hcldyn::syntax::{Source, parse_body_by_name};

use crate::functions::EffectsArg;
use crate::progress::Progress;
use crate::spec::{Decoding, DynamicArg};
use crate::variables::VariablesArg;
use crate::{explain, parallel};

/// The exit code when there is an error in a file.
const SOME_WRONG: u8 = 1;

/// The maximum number of diagnostics shown for one file.
const MAX_DIAGNOSTICS: usize = 1_000;

#[derive(Debug, clap::Args)]
#[command(mut_arg("given", |vars| vars.requires("spec")))]
#[command(mut_arg("named", |it| it.requires("spec")))]
#[command(mut_arg("folder", |it| it.requires("spec")))]
#[command(mut_arg("now", |it| it.requires("spec")))]
#[command(mut_arg("no_dynamic", |it| it.requires("spec")))]
pub(crate) struct CheckArgs {
    /// A spec file to decode each file by. Without it, only syntax errors and the warnings that need no
    /// spec are reported.
    #[arg(short, long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// Require a value or a default for each variable that a file declares. Without this option, a variable that has
    /// neither is an unknown value of its type, and only errors of types are found in what depends on it.
    #[arg(long, requires = "spec")]
    values: bool,
    #[command(flatten)]
    vars: VariablesArg,
    #[command(flatten)]
    effects: EffectsArg,
    #[command(flatten)]
    dynamic: DynamicArg,
    #[command(flatten)]
    fix: FixArgs,
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    diags: DiagsArg,
    /// Files (in JSON syntax if they end in .json) and directories, whose .hcl, .tf, .hcl.json and
    /// .tf.json files are checked at any depth. In directories, hidden files and links are skipped unless
    /// they are named here. "-" reads standard input.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

/// The result of checking one file.
struct Checked {
    /// The number of checked files: 0 for a folder that cannot be read.
    files: usize,
    shown: InputReport,
    found: Tally,
    /// The number of diagnostics that fixes removed, or can remove.
    fixed: usize,
}

/// The results so far.
#[derive(Default)]
struct Total {
    files: usize,
    found: Tally,
    fixed: usize,
}

/// Checks the files and prints their diagnostics.
pub(crate) fn run(options: &CheckArgs, streams: &mut Streams<'_>) -> u8 {
    let mut diags = Diagnostics::new();
    let decoding = decoding(options, streams, &mut diags);
    streams.report(&diags);
    if diags.has_errors() {
        return FAILURE;
    }
    let targets = files::to_check(&options.paths, streams);
    let progress = Progress::new(targets.len());
    let (mut total, mut reports) = (Total::default(), options.diags.reports());
    let (decoding, levels) = (decoding.as_ref(), options.levels.levels());
    let checks = Checks { decoding, options, levels, style: streams.output_style() };
    let end = parallel::for_each(
        &targets,
        |target| checks.check(target),
        |checked| {
            total.add(&checked);
            progress.step();
            print(reports.add(checked.shown), &progress, streams)?;
            // Without a reader, only the exit code is still needed.
            if streams.is_closed() && total.found.errors > 0 {
                ControlFlow::Break(SOME_WRONG)
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    let mut print_unused = |diags| {
        let checked = Checked { files: 0, ..checks.report(&diags, None) };
        total.add(&checked);
        print(reports.add(checked.shown), &progress, streams)
    };
    let end = match end {
        ControlFlow::Continue(()) => {
            unused::warnings(&targets, &checks.levels).into_iter().try_for_each(&mut print_unused)
        }
        end => end,
    };
    progress.finish();
    let end = match end {
        ControlFlow::Continue(()) => streams.print(reports.finish(description)),
        end => end,
    };
    if let ControlFlow::Break(exit_code) = end {
        return exit_code;
    }
    streams.complain(&total.text(decoding.is_some(), options.fix));
    if total.found.errors > 0 || options.fix.is_diff() && total.fixed > 0 { SOME_WRONG } else { 0 }
}

/// Prints a text, if it is not empty. The progress bar is hidden meanwhile.
fn print(text: String, progress: &Progress, streams: &mut Streams<'_>) -> ControlFlow<u8> {
    if text.is_empty() {
        return ControlFlow::Continue(());
    }
    progress.aside(|| streams.print_styled(&text))
}

/// Returns the description of a code for SARIF logs.
pub(crate) fn description(id: &str) -> Option<RuleDescription> {
    let section = explain::section(id)?;
    let severity = if section.is_of_warnings() { Severity::Warning } else { Severity::Error };
    Some(RuleDescription {
        text: section.description(),
        markdown: section.markdown.to_owned(),
        severity,
    })
}

fn decoding(
    options: &CheckArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<Decoding> {
    let spec = options.spec.as_deref()?;
    let dynamic = options.dynamic.get();
    Decoding::read(spec, &options.vars, &options.effects, dynamic, streams, diags)
}

/// The checks of each file.
struct Checks<'c> {
    decoding: Option<&'c Decoding>,
    options: &'c CheckArgs,
    levels: Levels,
    style: Style,
}

impl Checks<'_> {
    fn check(&self, target: &Target) -> Checked {
        let mut diags = Diagnostics::with_limit(MAX_DIAGNOSTICS);
        let (mut fixed, mut diff) = (0, None);
        let change = match target {
            Target::File(path) if self.options.fix.is_written() => Some(FileChange::begin(path)),
            _ => None,
        };
        if let Some(source) = target.source(&mut diags) {
            diags = self.diagnose(&source, diags);
            // Neither standard input nor bytes that are not UTF-8 can be changed.
            if matches!(target, Target::File(_)) && !source.is_lossy() {
                (diags, fixed, diff) = self.fix(&source, diags, change);
            }
        }
        diags.sort();
        let files = usize::from(!matches!(target, Target::Failed(_)));
        Checked { files, fixed, ..self.report(&diags, diff) }
    }

    /// Applies or counts the fixes of a file, as requested. Returns the remaining diagnostics, the number of those that
    /// fixes removed or can remove, and the requested diff.
    fn fix(
        &self,
        source: &Source,
        diags: Diagnostics,
        change: Option<FileChange<'_>>,
    ) -> (Diagnostics, usize, Option<String>) {
        let fix = self.options.fix;
        let is_here = |it: &Source| it.name() == source.name();
        if !fix.is_used() {
            let count = fix.fixable(&diags, is_here);
            return (diags, count, None);
        }
        let before = diags.clone();
        let again = |edited: &[Source]| {
            let diags = Diagnostics::with_limit(MAX_DIAGNOSTICS);
            self.diagnose(edited.first().unwrap_or(source), diags)
        };
        let mut fixed = fix.fixed(diags, is_here, again);
        let diff = fix.is_diff().then(|| fixed.diff(&before));
        if diff.is_none() {
            fixed.write(change.into_iter().collect());
        }
        (fixed.diags, fixed.count, diff)
    }

    /// Returns the result for one file, with a diff in place of the diagnostics if there is one.
    fn report(&self, diags: &Diagnostics, diff: Option<String>) -> Checked {
        let diagnostics = || self.options.diags.report(diags, self.style);
        let shown = diff.map_or_else(diagnostics, InputReport::of_text);
        Checked { files: 1, shown, found: Tally::of(diags), fixed: 0 }
    }

    /// Returns the given diagnostics, and those of a source.
    fn diagnose(&self, source: &Source, mut diags: Diagnostics) -> Diagnostics {
        let body = parse_body_by_name(source, &mut diags);
        match self.decoding {
            Some(decoding) if self.options.values => drop(decoding.decode(&body, &mut diags)),
            Some(decoding) => decoding.check_types(&body, &mut diags),
            // An empty schema finds JSON that is not a body, such as an array of numbers.
            None => drop(body.partial_content(&BodySchema::default(), &mut diags)),
        }
        let mut linter = Linter::new(&self.levels);
        linter.file(&body);
        linter.finish(diags)
    }
}

impl Total {
    fn add(&mut self, checked: &Checked) {
        self.files += checked.files;
        self.found += checked.found;
        self.fixed += checked.fixed;
    }

    fn text(&self, decoded: bool, fix: FixArgs) -> String {
        let Self { files, found, fixed } = self;
        let files = if *files == 1 { "1 file".to_owned() } else { format!("{files} files") };
        let part = if decoded { "" } else { "the syntax of " };
        let fixes = fix.summary(*fixed);
        format!("checked {part}{files}: {found}{fixes}\n")
    }
}
