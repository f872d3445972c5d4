//! `fmt`: files in the canonical layout.

mod lines;

use std::ops::ControlFlow;
use std::path::PathBuf;

use hcldyn_core::Diagnostics;
use hcldyn_core::diag::{Severity, escape_line};
use hcldyn_core::spec::Spec;
use hcldyn_core::syntax::format::{format, format_json, format_valid};
use hcldyn_core::syntax::{Source, is_json_name, parse_body_by_name};

use self::lines::Lines;
use super::Streams;
use super::apart::apart;
use super::check::counted;
use super::files::{self, Target, Version, diff, replace};

/// The exit code when a file has an error, or would change although it must not.
const SOME_WRONG: u8 = 1;

/// The arguments of `config fmt`, which formats files.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct FmtArgs {
    /// Prints the names of the files that would change, and changes nothing. The exit code is 1 if there
    /// are any.
    #[arg(id = "hcldyn.check", long = "check")]
    check: bool,
    /// Prints the changes as a unified diff, and changes nothing. The exit code is 1 if there are any. The
    /// diff of the command hcldyn shows all values, because only a spec marks attributes as sensitive; that
    /// of a program hides sensitive values.
    #[arg(id = "hcldyn.diff", long = "diff")]
    diff: bool,
    /// Formats only these lines of each file, such as 10:20.
    #[arg(id = "hcldyn.lines", long = "lines", value_name = "FIRST:LAST", value_parser = Lines::parse)]
    lines: Option<Lines>,
    /// Also formats files in JSON syntax: each property and element on a line of its own. By default they
    /// are skipped.
    #[arg(id = "hcldyn.json", long = "json", conflicts_with = "hcldyn.lines")]
    json: bool,
    /// Files, and directories, whose .hcl and .tf files are formatted at any depth. In directories, hidden
    /// files and links are skipped. "-" reads standard input, and prints the result.
    #[arg(id = "hcldyn.paths", value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

/// The result for one file.
#[derive(Debug)]
pub struct FormattedFile {
    is_changed: bool,
    /// The output.
    shown: String,
    diags: Diagnostics,
    kind: Kind,
}

/// The kind of a result.
#[derive(Debug)]
enum Kind {
    Formatted,
    /// A file in JSON syntax, which is left alone.
    Skipped,
    /// A folder or a file that cannot be read.
    Unread,
}

/// The results so far.
#[derive(Default)]
struct Total {
    files: usize,
    skipped: usize,
    changed: usize,
    has_errors: bool,
}

/// The work on one file.
pub type FormatFile<'a> = dyn Fn(&Target) -> FormattedFile + Sync + 'a;

/// Prints the result for one file. `Break` has the exit code if that is impossible.
pub type PrintFile<'a> = dyn FnMut(FormattedFile) -> ControlFlow<u8> + 'a;

impl FmtArgs {
    /// Formats the files. Errors and differences do not show the sensitive attributes of `spec`. Returns the exit code:
    /// 0, 1 if a file has an error or would change although it must not, or [`FAILURE`](super::FAILURE) if the results
    /// can't be printed.
    pub fn run(&self, spec: Option<&Spec>, streams: &mut Streams<'_>) -> u8 {
        self.run_by(spec, streams, |targets, format, print| {
            targets.iter().map(format).try_for_each(print)
        })
    }

    /// Formats the files as [`run`](Self::run) does, with a loop over them that may use several threads or show progress.
    /// The results must be printed in the order of the files.
    ///
    /// ```
    /// use clap::Parser;
    /// use hcldyn::cli::{FmtArgs, Streams};
    ///
    /// #[derive(Parser)]
    /// struct Arguments {
    ///     #[command(flatten)]
    ///     fmt: FmtArgs,
    /// }
    ///
    /// let Arguments { fmt } = Arguments::parse_from(["fmt", "-"]);
    /// let mut output = Vec::new();
    /// let mut streams = Streams::new(&b"port=80\n"[..], &mut output, std::io::sink());
    /// fmt.run_by(None, &mut streams, |targets, format, print| targets.iter().map(format).try_for_each(print));
    /// drop(streams);
    /// assert_eq!(output, b"port = 80\n");
    /// ```
    pub fn run_by(
        &self,
        spec: Option<&Spec>,
        streams: &mut Streams<'_>,
        each: impl FnOnce(&[Target], &FormatFile<'_>, &mut PrintFile<'_>) -> ControlFlow<u8>,
    ) -> u8 {
        let targets = files::to_format(&self.paths, streams);
        let mut total = Total::default();
        let end = each(&targets, &|target| self.format(target, spec), &mut |formatted| {
            total.add(&formatted);
            streams.report(&formatted.diags);
            streams.print(&formatted.shown)
        });
        if let ControlFlow::Break(exit_code) = end {
            return exit_code;
        }
        streams.complain(&total.text(self));
        let is_rejected = self.changes_nothing() && total.changed > 0;
        if total.has_errors || is_rejected { SOME_WRONG } else { 0 }
    }

    fn changes_nothing(&self) -> bool {
        self.check || self.diff
    }

    fn format(&self, target: &Target, spec: Option<&Spec>) -> FormattedFile {
        let mut diags = Diagnostics::new();
        let source = target.source(&mut diags);
        if let Some(spec) = spec {
            spec.hide_sensitive(&mut diags);
        }
        let mut formatted =
            FormattedFile { is_changed: false, shown: String::new(), diags, kind: Kind::Unread };
        let Some(source) = source else { return formatted };
        if is_json_name(source.name()) && !self.json {
            formatted.kind = Kind::Skipped;
            return formatted;
        }
        formatted.kind = Kind::Formatted;
        let text = self.layout(&source, &mut formatted.diags);
        // The bytes that are not UTF-8 must not be lost.
        if !source.is_lossy() {
            self.apply(target, &source, text, &mut formatted);
        }
        formatted
    }

    /// Returns the layout of a source, and reports its errors. Whether a source without syntax errors means anything
    /// is for `check` to say, so it is not parsed into a tree.
    fn layout(&self, source: &Source, diags: &mut Diagnostics) -> String {
        let text = source.text();
        let is_json = is_json_name(source.name());
        let valid = if is_json { None } else { format_valid(text) };
        if valid.is_none() {
            parse_body_by_name(source, diags);
            diags.sort();
        }
        match (&self.lines, valid) {
            (Some(lines), _) => lines.format(text),
            (None, Some(valid)) => valid,
            (None, None) if !is_json => format(text),
            (None, None) if diags.has_errors() => text.to_owned(),
            (None, None) => format_json(text),
        }
    }

    /// Prints or writes the layout of a source.
    fn apply(&self, target: &Target, source: &Source, text: String, formatted: &mut FormattedFile) {
        let is_changed = text != source.text();
        let name = || format!("{}\n", escape_line(source.name()));
        match target {
            _ if self.diff => formatted.shown = redacted_diff(source, text, &formatted.diags),
            _ if self.check && is_changed => formatted.shown = name(),
            _ if self.check => {}
            Target::File(path) if is_changed => {
                if !replace(path, source, &text, &mut formatted.diags) {
                    return;
                }
                formatted.shown = name();
            }
            Target::Stdin(..) => formatted.shown = text,
            _ => {}
        }
        formatted.is_changed = is_changed;
    }
}

/// Returns the change of a source without the secrets that diagnostics hide.
fn redacted_diff(before: &Source, after: String, diags: &Diagnostics) -> String {
    let after = Source::new(before.name(), after);
    let [old, new] = [before, &after].map(|source| diags.redacted(source));
    let versions = [Version::redacted(before.text(), &old), Version::redacted(after.text(), &new)];
    diff(before.name(), versions)
}

impl Total {
    fn add(&mut self, formatted: &FormattedFile) {
        match formatted.kind {
            Kind::Formatted => self.files += 1,
            Kind::Skipped => self.skipped += 1,
            Kind::Unread => {}
        }
        self.changed += usize::from(formatted.is_changed);
        self.has_errors |= formatted.diags.iter().any(|it| it.severity == Severity::Error);
    }

    fn text(&self, options: &FmtArgs) -> String {
        let Self { files, skipped, changed, .. } = self;
        let done = if options.changes_nothing() { "would format" } else { "formatted" };
        let skipped = match skipped {
            0 => String::new(),
            skipped => format!("; skipped {skipped} in JSON syntax, which --json formats too"),
        };
        format!("{done} {changed} of {}{skipped}\n", counted(*files, "file"))
    }
}
