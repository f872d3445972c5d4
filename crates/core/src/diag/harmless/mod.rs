//! The check that fixes change nothing besides the items that they correct.

mod json;

use std::ops::Range;

use hcldyn_syntax::changes::{Correctable, Correction};

use self::json::JsonSource;
use super::fix::{changes_of, is_json};
use super::{Applicability, Fix};
use crate::cty::internal::CollectVec;
use crate::source::Source;

/// The maximum number of times that a source is parsed to find the fixes that would change other items.
const MAX_CHECKS: usize = 64;

/// The check of the fixes of a source.
pub(super) struct Harmless<'s> {
    source: &'s Source,
    before: Before<'s>,
    /// The number of checks that are left.
    left: usize,
}

/// The source before the fixes.
enum Before<'s> {
    Native(Correctable<'s>),
    Json(JsonSource<'s>),
}

impl<'s> Harmless<'s> {
    pub(super) fn in_source(source: &'s Source) -> Self {
        let before = if is_json(source) {
            Before::Json(JsonSource::new(source.text()))
        } else {
            Before::Native(Correctable::new(source.text()))
        };
        Self { source, before, left: MAX_CHECKS }
    }

    /// Keeps the fixes that change no other item and no comment.
    pub(super) fn retain(mut self, fixes: &mut Vec<&Fix>) {
        let (here, mut kept): (Vec<&Fix>, Vec<&Fix>) = fixes
            .iter()
            .partition(|fix| fix.edits.iter().any(|edit| edit.place.source() == self.source));
        let mut harmless = Vec::new();
        self.add(&here, &mut harmless);
        kept.append(&mut harmless);
        *fixes = kept;
    }

    /// Adds the harmless ones of several fixes to others. Most often, all are.
    fn add<'f>(&mut self, fixes: &[&'f Fix], to: &mut Vec<&'f Fix>) {
        if fixes.is_empty() || self.left == 0 {
            return;
        }
        self.left -= 1;
        let count = to.len();
        to.extend(fixes);
        if self.are_harmless(to) {
            return;
        }
        to.truncate(count);
        if fixes.len() > 1 {
            let (first, second) = fixes.split_at(fixes.len() / 2);
            self.add(first, to);
            self.add(second, to);
        }
    }

    fn are_harmless(&self, fixes: &[&Fix]) -> bool {
        let changes = changes_of(fixes, self.source);
        match &self.before {
            Before::Json(before) => before.is_kept(&changes),
            Before::Native(before) => {
                let corrections = fixes.iter().filter_map(|fix| self.correction(fix)).collect_vec();
                before.is_kept(&changes, &corrections)
            }
        }
    }

    /// Returns the correction that a fix makes in the source.
    fn correction(&self, fix: &Fix) -> Option<Correction> {
        let mut range: Option<Range<usize>> = None;
        for edit in fix.edits.iter().filter(|edit| edit.place.source() == self.source) {
            let edited = edit.place.span().range();
            range = Some(range.map_or(edited.clone(), |known| {
                known.start.min(edited.start)..known.end.max(edited.end)
            }));
        }
        let range = range?;
        let can_delete_comments = fix.applicability == Applicability::Uncertain;
        Some(Correction { range, can_delete_comments })
    }
}
