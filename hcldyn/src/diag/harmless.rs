//! The check that fixes change nothing besides the items that they correct.

use std::ops::Range;

use hcldyn_syntax::changes::{Offsets, Parts};
use hcldyn_syntax::lexer::{Lexer, TokenKind};

use super::fix::{changes_of, is_json};
use super::{Applicability, Fix};
use crate::source::Source;

/// The maximum number of times that a source is parsed to find the fixes that would change other items.
const MAX_CHECKS: usize = 64;

/// The check of the fixes of a source.
pub(super) struct Harmless<'s> {
    source: &'s Source,
    /// `None` if the source is in JSON syntax.
    parts: Option<Parts<'s>>,
    comments: Vec<Range<usize>>,
    /// The number of checks that are left.
    left: usize,
}

impl<'s> Harmless<'s> {
    pub(super) fn in_source(source: &'s Source) -> Self {
        let parts = (!is_json(source)).then(|| Parts::of(source.text()));
        let comments = parts.iter().flat_map(|_| comments(source.text())).collect();
        Self { source, parts, comments, left: MAX_CHECKS }
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
        if self.are_harmless(to).is_some() {
            return;
        }
        to.truncate(count);
        if fixes.len() > 1 {
            let (first, second) = fixes.split_at(fixes.len() / 2);
            self.add(first, to);
            self.add(second, to);
        }
    }

    /// Returns `None` if fixes change another item or a comment.
    fn are_harmless(&self, fixes: &[&Fix]) -> Option<()> {
        let Some(parts) = &self.parts else { return Some(()) };
        let changes = changes_of(fixes, self.source);
        let text = changes.apply(self.source.text());
        let after = Parts::of(&text);
        let hulls: Vec<_> = fixes.iter().filter_map(|fix| self.hull(fix)).collect();
        let changed = parts.changed_items(hulls.iter().map(|(range, _)| range.clone()));
        after.kept(parts, &changes, &changed).ok()?;
        // Of two attributes with one name, the second one would be lost.
        (after.repeated_attributes() <= parts.repeated_attributes()).then_some(())?;
        let offsets = changes.offsets();
        // An inserted item is read as one, not as a part of a comment or an unclosed list.
        let is_found = |(range, inserted): (&Range<usize>, &str)| {
            let wanted = Parts::of(inserted);
            let is_item = !wanted.has_errors() && !wanted.events().is_empty();
            !is_item || after.inside(&offsets.around(range)).is_same_as(&wanted)
        };
        let mut inserted = changes.iter().filter(|(range, _)| range.is_empty());
        inserted.all(is_found).then_some(())?;
        self.comments_are_kept(&text, &offsets, hulls).then_some(())
    }

    /// Returns the range from the first to the last edit of a fix.
    fn hull(&self, fix: &Fix) -> Option<(Range<usize>, Applicability)> {
        let edits = fix.edits.iter().filter(|edit| edit.place.source() == self.source);
        let ranges = edits.map(|edit| edit.place.span().range());
        let hull = ranges.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))?;
        Some((hull, fix.applicability))
    }

    /// Returns `true` if a changed source has the comments of the one before. Those between the edits of an uncertain fix
    /// can be removed, and those between the edits of a safe one can move.
    fn comments_are_kept(
        &self,
        text: &str,
        offsets: &Offsets<'_>,
        mut hulls: Vec<(Range<usize>, Applicability)>,
    ) -> bool {
        hulls.sort_by_key(|(range, _)| range.start);
        let after = comments(text);
        self.comments.iter().all(|comment| {
            let first = hulls.partition_point(|(range, _)| range.end < comment.end);
            let around =
                hulls[first..].iter().take_while(|(range, _)| range.start <= comment.start);
            match around.last() {
                Some((_, Applicability::Uncertain)) => true,
                Some((range, Applicability::Safe)) => {
                    let range = offsets.around(range);
                    let first = after.partition_point(|it| it.start < range.start);
                    let mut inside = after[first..].iter().take_while(|it| it.end <= range.end);
                    let comment = &self.source.text()[comment.clone()];
                    inside.any(|it| &text[it.clone()] == comment)
                }
                None => {
                    let moved = offsets.apart(comment);
                    after
                        .binary_search_by_key(&moved.start, |it| it.start)
                        .is_ok_and(|index| after[index] == moved)
                }
            }
        })
    }
}

/// Returns the ranges of the comments in a source.
fn comments(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let tokens = Lexer::new(text).map(|token| {
        let start = std::mem::replace(&mut at, token.end as usize);
        (token.kind, start..at)
    });
    let is_comment = |kind| matches!(kind, TokenKind::LineComment | TokenKind::BlockComment);
    tokens.filter(|(kind, _)| is_comment(*kind)).map(|(_, range)| range).collect()
}
