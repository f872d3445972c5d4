//! Actions: the fixes of diagnostics, one by one and all together.

use std::ops::Range;

use hcldyn_core::Diagnostics;
use hcldyn_core::diag::{Applicability, Diagnostic, Fix, apply_fixes, count_applicable};

use super::Snapshot;
use super::format::replacement;

/// The maximum number of times that all fixes are applied. A fix can make another one possible.
const MAX_ROUNDS: usize = 50;

/// A change that an editor offers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Action {
    /// The change as a command, without a full stop.
    pub title: String,
    /// The diagnostic that it corrects.
    pub diagnostic: Diagnostic,
    /// `true` if it can be applied without a review.
    pub is_safe: bool,
    /// The edits.
    pub edits: Vec<FileEdit>,
}

/// The replacement of a range of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileEdit {
    /// The name of the file.
    pub file: String,
    /// The range.
    pub range: Range<usize>,
    /// The new text.
    pub text: String,
}

impl Snapshot {
    /// Returns the fixes of the diagnostics that overlap a range, the best one of each first.
    pub fn fixes(&self, file: &str, range: Range<usize>) -> Vec<Action> {
        let diags = self.diagnostics(file);
        let overlaps = |diagnostic: &&Diagnostic| {
            diagnostic.place().is_some_and(|place| {
                let span = place.span().range();
                place.source().name() == file && span.start <= range.end && range.start <= span.end
            })
        };
        let actions = diags.iter().filter(overlaps).flat_map(|diagnostic| {
            let fixes = diagnostic.fixes.iter().filter(|fix| count_applicable([*fix]) == 1);
            fixes.filter_map(|fix| self.action(diagnostic, fix))
        });
        actions.collect()
    }

    /// Returns the edit that applies all safe fixes of a file; `None` if there are none.
    pub fn fix_all(&self, file: &str) -> Option<FileEdit> {
        let before = self.file(file)?;
        let mut snapshot = self.clone();
        for _ in 0..MAX_ROUNDS {
            let fixes = safe_fixes(&snapshot.diagnostics(file), file);
            let changed = apply_fixes(&fixes);
            let Some((_, text)) = changed.into_iter().find(|(it, _)| it.name() == file) else {
                break;
            };
            snapshot = snapshot.with_text(before, text);
        }
        let edit = replacement(before.text(), snapshot.source(file)?.text())?;
        Some(FileEdit { file: file.to_owned(), range: edit.span.range(), text: edit.text })
    }

    /// Returns the action of a fix; `None` if it changes a file that the snapshot does not have.
    fn action(&self, diagnostic: &Diagnostic, fix: &Fix) -> Option<Action> {
        let edits = fix.edits.iter().map(|edit| {
            let file = edit.place.source().name().to_owned();
            self.source(&file)?;
            let range = edit.place.span().range();
            Some(FileEdit { file, range, text: edit.replacement.clone() })
        });
        Some(Action {
            title: fix.title.clone(),
            diagnostic: diagnostic.clone(),
            is_safe: fix.applicability == Applicability::Safe,
            edits: edits.collect::<Option<_>>()?,
        })
    }
}

/// Returns the first safe fix of each diagnostic that only changes one file.
fn safe_fixes(diags: &Diagnostics, file: &str) -> Vec<Fix> {
    let is_here = |fix: &&Fix| {
        fix.applicability == Applicability::Safe
            && fix.edits.iter().all(|edit| edit.place.source().name() == file)
    };
    let first = |diagnostic: &Diagnostic| diagnostic.fixes.iter().find(is_here).cloned();
    diags.iter().filter_map(first).collect()
}
