//! `check --fix` and `--diff`: the fixes of diagnostics, applied to files.

use std::mem;
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

    /// Applies the fixes of a source, again and again until there is none.
    pub(super) fn fixed(
        self,
        source: &Source,
        diags: Diagnostics,
        check: impl Fn(&Source) -> Diagnostics,
    ) -> Fixed {
        let before = diags.len();
        let mut fixed = Fixed { source: source.clone(), diags, count: 0 };
        for _ in 0..MAX_ROUNDS {
            let is_here = |fix: &&Fix| {
                fix.edits.iter().all(|edit| *edit.place.source() == fixed.source)
                    && self.allows(fix)
            };
            let best = |diagnostic: &'_ Diagnostic| diagnostic.fixes.iter().find(is_here).cloned();
            let fixes: Vec<_> = fixed.diags.iter().filter_map(best).collect();
            let Some((_, text)) = apply_fixes(&fixes).pop() else { break };
            let before = mem::replace(&mut fixed.source, Source::new(source.name(), text));
            let earlier = mem::replace(&mut fixed.diags, check(&fixed.source));
            fixed.diags.hide_after_edit(&earlier, &before, &fixed.source);
        }
        fixed.count = before.saturating_sub(fixed.diags.len());
        fixed
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
