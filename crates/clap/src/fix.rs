//! `check --fix` and `--diff`: the fixes of diagnostics, applied to sources.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hcldyn_core::Diagnostics;
use hcldyn_core::diag::{Applicability, Diagnostic, Fix, apply_fixes, count_applicable};
use hcldyn_core::syntax::Source;

use super::apart::apart;
use super::files::{self, FileChange, Version};

/// The maximum number of times that sources are checked again. A fix can make another one possible.
const MAX_ROUNDS: usize = 50;

/// The use of fixes, as arguments of `config check`. They belong in one command with [`DiagsArg`](super::DiagsArg).
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct FixArgs {
    /// Apply the fixes of errors and warnings to the files, and report the rest. Only fixes whose result is
    /// certain are applied.
    #[arg(id = "hcldyn.fix", long = "fix")]
    fix: bool,
    /// Print the changes that --fix would make as a unified diff, without changing the files. The values of
    /// attributes that the spec marks as sensitive are shown as "(sensitive)". The exit code is 1 if there
    /// are any changes.
    #[arg(id = "hcldyn.diff", long = "diff", conflicts_with = "hcldyn.diags")]
    diff: bool,
    /// Also apply fixes whose result may not be intended, or has a placeholder to fill in.
    #[arg(id = "hcldyn.unsafe_fixes", long = "unsafe-fixes")]
    unsafe_fixes: bool,
}

/// The outcome of fixes. [`FixArgs::fixed`] returns it.
#[derive(Debug)]
pub struct Fixed {
    changed: Vec<ChangedSource>,
    /// The remaining diagnostics.
    pub diags: Diagnostics,
    /// The number of diagnostics that the fixes removed.
    pub count: usize,
}

/// A source before and after all fixes.
#[derive(Clone, Debug)]
struct ChangedSource {
    before: Source,
    after: Source,
}

impl FixArgs {
    /// Returns `true` if fixes are applied or shown.
    pub fn is_used(self) -> bool {
        self.fix || self.diff
    }

    /// Returns `true` if fixes are only shown.
    pub fn is_diff(self) -> bool {
        self.diff
    }

    /// Returns `true` if fixes are written to the files.
    pub fn is_written(self) -> bool {
        self.fix && !self.diff
    }

    /// Returns the paths of the sources that the fixes of diagnostics change first, sorted.
    pub(super) fn paths(
        self,
        diags: &Diagnostics,
        is_file: impl Fn(&Source) -> bool,
    ) -> BTreeSet<PathBuf> {
        let fixes = self.best_fixes(diags, is_file);
        let edits = fixes.iter().flat_map(|(_, fix)| &fix.edits);
        edits.map(|edit| PathBuf::from(edit.place.source().name())).collect()
    }

    /// Returns the part of a summary that follows the numbers of errors and warnings. `count` is the number of diagnostics
    /// that fixes removed, or can remove.
    pub fn summary(self, count: usize) -> String {
        match count {
            0 => String::new(),
            _ if self.diff => format!("; --fix would fix {count}"),
            _ if self.fix => format!("; {count} fixed"),
            _ => format!("; --fix can fix {count}"),
        }
    }

    fn allows(self, fix: &Fix) -> bool {
        self.unsafe_fixes || fix.applicability == Applicability::Safe
    }

    /// Returns the number of diagnostics whose first allowed fix can be applied. `is_file` decides which sources may change.
    pub fn fixable(self, diags: &Diagnostics, is_file: impl Fn(&Source) -> bool) -> usize {
        let fixes = self.best_fixes(diags, is_file);
        count_applicable(fixes.iter().map(|(_, fix)| fix))
    }

    /// Applies the fixes of diagnostics, again and again until there is none. `is_file` decides which sources may change;
    /// `check` returns the diagnostics with the changed sources in place of those with their names. A round whose fixes
    /// leave all of their diagnostics where they were is undone.
    ///
    /// ```
    /// use clap::Parser;
    /// use hcldyn::cli::{DiagsArg, FixArgs};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
    ///
    /// #[derive(Parser)]
    /// struct Arguments {
    ///     #[command(flatten)]
    ///     fix: FixArgs,
    ///     #[command(flatten)]
    ///     diags: DiagsArg,
    /// }
    ///
    /// let check = |sources: &[Source]| {
    ///     let mut diags = Diagnostics::new();
    ///     parse_body(&sources[0], &mut diags);
    ///     diags
    /// };
    /// let diags = check(&[Source::new("a.hcl", "port: 80\n")]);
    /// let before = diags.clone();
    ///
    /// let Arguments { fix, .. } = Arguments::parse_from(["check", "--fix"]);
    /// assert_eq!(fix.fixable(&diags, |_| true), 1);
    /// let mut fixed = fix.fixed(diags, |_| true, check);
    /// assert!(fixed.diff(&before).contains("+port = 80"));
    /// assert!(!fix.summary(fixed.count).is_empty());
    /// // To write the files: fixed.write(Vec::new())
    /// ```
    pub fn fixed(
        self,
        diags: Diagnostics,
        is_file: impl Fn(&Source) -> bool,
        check: impl Fn(&[Source]) -> Diagnostics,
    ) -> Fixed {
        let before = diags.len();
        let mut fixed = Fixed { changed: Vec::new(), diags, count: 0 };
        for _ in 0..MAX_ROUNDS {
            let fixes = self.best_fixes(&fixed.diags, &is_file);
            let changes = apply_fixes(fixes.iter().map(|(_, fix)| fix));
            if changes.is_empty() {
                break;
            }
            let next = fixed.after(changes, &check);
            let left = self.best_fixes(&next.diags, &is_file);
            let is_same = |(mended, fix): &(Mended, Fix), (other, other_fix): &(Mended, Fix)| {
                mended.is_same_as(other) && fix.title == other_fix.title
            };
            if fixes.len() == left.len() && fixes.iter().zip(&left).all(|(a, b)| is_same(a, b)) {
                break;
            }
            fixed = next;
        }
        fixed.count = before.saturating_sub(fixed.diags.len());
        fixed
    }

    /// Returns the first allowed fix of each diagnostic.
    fn best_fixes(
        self,
        diags: &Diagnostics,
        is_file: impl Fn(&Source) -> bool,
    ) -> Vec<(Mended, Fix)> {
        let is_here = |fix: &&Fix| {
            self.allows(fix) && fix.edits.iter().all(|edit| is_file(edit.place.source()))
        };
        let best = |diagnostic: &Diagnostic| {
            let fix = diagnostic.fixes.iter().find(is_here)?.clone();
            Some((Mended::new(diagnostic), fix))
        };
        diags.iter().filter_map(best).collect()
    }
}

/// A diagnostic with a fix.
struct Mended {
    message: String,
    /// The distances of its start from the start and the end of its source.
    start: usize,
    rest: usize,
}

impl Mended {
    fn new(diagnostic: &Diagnostic) -> Self {
        let message = format!("{} {}", diagnostic.code, diagnostic.detail);
        let (start, length) = diagnostic
            .place()
            .map_or((0, 0), |place| (place.span().start as usize, place.source().text().len()));
        Self { message, start, rest: length.saturating_sub(start) }
    }

    /// Returns `true` for the same diagnostic after a change before or after it.
    fn is_same_as(&self, other: &Self) -> bool {
        self.message == other.message && (self.start == other.start || self.rest == other.rest)
    }
}

impl Fixed {
    /// Returns the outcome with other sources, and their diagnostics.
    fn after(
        &self,
        changes: Vec<(Source, String)>,
        check: impl Fn(&[Source]) -> Diagnostics,
    ) -> Self {
        let mut changed = self.changed.clone();
        let mut edits = Vec::new();
        for (source, text) in changes {
            let after = Source::new(source.name(), text);
            edits.push((source.clone(), after.clone()));
            match changed.iter_mut().find(|it| it.after == source) {
                Some(known) => known.after = after,
                None => changed.push(ChangedSource { before: source, after }),
            }
        }
        let sources: Vec<_> = changed.iter().map(|it| it.after.clone()).collect();
        let mut diags = check(&sources);
        for (before, after) in edits {
            diags.hide_after_edit(&self.diags, &before, &after);
        }
        Self { changed, diags, count: 0 }
    }

    /// Returns the changes of all sources in the unified format, or an empty string if there are none. `before` are the
    /// diagnostics before all fixes, which know what to hide.
    pub fn diff(&self, before: &Diagnostics) -> String {
        let diff = |it: &ChangedSource| {
            let shown = [before.redacted(&it.before), self.diags.redacted(&it.after)];
            let versions = [
                Version::redacted(it.before.text(), &shown[0]),
                Version::redacted(it.after.text(), &shown[1]),
            ];
            files::diff(it.before.name(), versions)
        };
        self.changed.iter().map(diff).collect()
    }

    /// Writes the changed texts to their files. A change that began before its file was read is used; for any other file,
    /// one begins now. Any failure is reported, and leaves the file as it is.
    pub fn write(&mut self, mut begun: Vec<FileChange<'_>>) {
        let Self { changed, diags, count } = self;
        for ChangedSource { before, after } in changed {
            if before.text() == after.text() {
                continue;
            }
            let path = Path::new(before.name());
            let change = match begun.iter().position(|change| change.path() == path) {
                Some(index) => begun.swap_remove(index),
                None => FileChange::begin(path),
            };
            if !change.replace(before, after.text(), diags) {
                *count = 0;
            }
        }
    }
}
