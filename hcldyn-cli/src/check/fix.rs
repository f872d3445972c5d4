//! `check --fix` and `--diff`: the fixes of diagnostics, applied to files.

use std::path::Path;

use hcldyn::cli::files::{self, Version};
use hcldyn::diag::{Applicability, Fix, apply_fixes};
use hcldyn::source::Source;
use hcldyn::{Diagnostic, Diagnostics};

/// The maximum number of times that a file is checked again. A fix can make another one possible.
const MAX_ROUNDS: usize = 50;

/// The use of fixes.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct FixArgs {
    /// Apply the fixes of errors and warnings to the files, and report the rest. Only fixes whose result is
    /// certain are applied.
    #[arg(long)]
    fix: bool,
    /// Print the changes that --fix would make as a unified diff, without changing the files. The values of
    /// attributes that the spec marks as sensitive are shown as "(sensitive)". The exit code is 1 if there
    /// are any changes.
    #[arg(long, conflicts_with = "diags")]
    diff: bool,
    /// Also apply fixes whose result may not be intended, or has a placeholder to fill in.
    #[arg(long)]
    unsafe_fixes: bool,
}

/// The outcome for one file.
pub(super) struct Fixed {
    /// The source with all fixes.
    source: Source,
    /// The remaining diagnostics.
    pub(super) diags: Diagnostics,
    /// The number of diagnostics that the fixes removed.
    pub(super) count: usize,
}

impl FixArgs {
    pub(super) fn is_used(self) -> bool {
        self.fix || self.diff
    }

    pub(super) fn is_diff(self) -> bool {
        self.diff
    }

    fn allows(self, fix: &Fix) -> bool {
        self.unsafe_fixes || fix.applicability == Applicability::Safe
    }

    /// Returns the number of diagnostics with a fix that is allowed.
    pub(super) fn fixable(self, diags: &Diagnostics) -> usize {
        let is_fixable = |it: &&Diagnostic| it.fixes.iter().any(|fix| self.allows(fix));
        diags.iter().filter(is_fixable).count()
    }

    /// Applies the fixes of a source, again and again until there is none. A round whose fixes leave all of their
    /// diagnostics where they were is undone.
    pub(super) fn fixed(
        self,
        source: &Source,
        diags: Diagnostics,
        check: impl Fn(&Source) -> Diagnostics,
    ) -> Fixed {
        let before = diags.len();
        let mut fixed = Fixed { source: source.clone(), diags, count: 0 };
        for _ in 0..MAX_ROUNDS {
            let fixes = self.best_fixes(&fixed);
            let Some((_, text)) = apply_fixes(fixes.iter().map(|(_, fix)| fix)).pop() else {
                break;
            };
            let source = Source::new(source.name(), text);
            let mut diags = check(&source);
            diags.hide_after_edit(&fixed.diags, &fixed.source, &source);
            let next = Fixed { source, diags, count: 0 };
            let left = self.best_fixes(&next);
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
    fn best_fixes(self, fixed: &Fixed) -> Vec<(Mended, Fix)> {
        let is_here = |fix: &&Fix| {
            fix.edits.iter().all(|edit| *edit.place.source() == fixed.source) && self.allows(fix)
        };
        let best = |diagnostic: &Diagnostic| {
            let fix = diagnostic.fixes.iter().find(is_here)?.clone();
            Some((Mended::new(diagnostic, &fixed.source), fix))
        };
        fixed.diags.iter().filter_map(best).collect()
    }
}

/// A diagnostic with a fix.
struct Mended {
    message: String,
    /// The distances of its start from the start and the end of the source.
    start: usize,
    rest: usize,
}

impl Mended {
    fn new(diagnostic: &Diagnostic, source: &Source) -> Self {
        let start = diagnostic.place().map_or(0, |place| place.span().start as usize);
        let message = format!("{} {}", diagnostic.code, diagnostic.detail);
        Self { message, start, rest: source.text().len().saturating_sub(start) }
    }

    /// Returns `true` for the same diagnostic after a change before or after it.
    fn is_same_as(&self, other: &Self) -> bool {
        self.message == other.message && (self.start == other.start || self.rest == other.rest)
    }
}

impl Fixed {
    /// Returns the changes of a source in the unified format, or an empty string if there are none.
    pub(super) fn diff(&self, before: Version<'_>) -> String {
        let shown = self.diags.redacted(&self.source);
        let after = Version::redacted(self.source.text(), &shown);
        files::diff(self.source.name(), [before, after])
    }

    /// Writes the changed text to the file. Any failure is reported, and leaves the file as it is.
    pub(super) fn write(&mut self, path: &Path, before: &Source) {
        if self.source.text() == before.text() {
            return;
        }
        if !files::replace(path, before, self.source.text(), &mut self.diags) {
            self.count = 0;
        }
    }
}
