//! The check that corrections change nothing besides the items that they correct.

use std::ops::Range;

use super::{Changes, Offsets, Parts};
use crate::lexer::{Lexer, TokenKind};

/// A correction of a source: one or more of its changes.
#[derive(Clone, Debug)]
pub struct Correction {
    /// The range from the first to the last change.
    pub range: Range<usize>,
    /// `true` if the comments in the range may get lost.
    pub can_delete_comments: bool,
}

/// A source to correct.
///
/// ```
/// use hcldyn_syntax::changes::{Changes, Correctable, Correction};
///
/// let source = Correctable::new("a = 1\nb = 2 # b\n");
/// let keeps_others = |range: std::ops::Range<usize>, text| {
///     let mut changes = Changes::default();
///     changes.replace(range.clone(), text);
///     source.is_kept(&changes, &[Correction { range, can_delete_comments: false }])
/// };
/// assert!(keeps_others(4..5, "[1]"));
/// assert!(!keeps_others(4..5, "[1"));
/// assert!(!keeps_others(10..15, "2"));
/// ```
#[derive(Debug)]
pub struct Correctable<'t> {
    parts: Parts<'t>,
    comments: Vec<Range<usize>>,
}

impl<'t> Correctable<'t> {
    /// Parses a source.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self { parts: Parts::of(text), comments: comments(text) }
    }

    pub(crate) fn parts(&self) -> &Parts<'t> {
        &self.parts
    }

    /// Returns `true` if the changes of corrections keep all other items and comments, and lose no item of the same name.
    #[must_use]
    pub fn is_kept(&self, changes: &Changes, corrections: &[Correction]) -> bool {
        self.is_kept_in(&Parts::of(&changes.apply(self.parts.text)), changes, corrections)
    }

    /// Returns `true` if the changed source has all other items and comments.
    pub(crate) fn is_kept_in(
        &self,
        after: &Parts<'_>,
        changes: &Changes,
        corrections: &[Correction],
    ) -> bool {
        let ranges = corrections.iter().map(|it| it.range.clone());
        let changed = self.parts.changed_items(ranges);
        if after.kept(&self.parts, changes, &changed).is_err()
            || !after.has_untouched_items_of(&self.parts, changes)
        {
            return false;
        }
        // Of two items with one name, one would be lost.
        if after.repeated_names() > self.parts.repeated_names() {
            return false;
        }
        let offsets = changes.offsets();
        // An inserted item is read as one, not as a part of a comment or an unclosed list.
        let is_found = |(range, inserted): (&Range<usize>, &str)| {
            let wanted = Parts::of(inserted);
            let is_item = !wanted.has_errors() && !wanted.events().is_empty();
            !is_item || after.inside(&offsets.around(range)).is_same_as(&wanted)
        };
        let mut inserted = changes.iter().filter(|(range, _)| range.is_empty());
        inserted.all(is_found) && self.has_comments(after.text, &offsets, corrections)
    }

    /// Returns `true` if a changed source has the comments of the one before. Those in a correction can be deleted if it
    /// permits that, and can move otherwise.
    fn has_comments(&self, text: &str, offsets: &Offsets<'_>, corrections: &[Correction]) -> bool {
        let mut corrections: Vec<_> = corrections.iter().collect();
        corrections.sort_by_key(|it| it.range.start);
        let after = comments(text);
        self.comments.iter().all(|comment| {
            let first = corrections.partition_point(|it| it.range.end < comment.end);
            let around =
                corrections[first..].iter().take_while(|it| it.range.start <= comment.start);
            match around.last() {
                Some(correction) if correction.can_delete_comments => true,
                Some(correction) => {
                    let range = offsets.around(&correction.range);
                    let first = after.partition_point(|it| it.start < range.start);
                    let mut inside = after[first..].iter().take_while(|it| it.end <= range.end);
                    let comment = &self.parts.text[comment.clone()];
                    inside.any(|it| &text[it.clone()] == comment)
                }
                None => {
                    let moved = offsets.apart(comment);
                    let is_same = text.get(moved.clone()) == self.parts.text.get(comment.clone());
                    let found = after.binary_search_by_key(&moved.start, |it| it.start);
                    is_same && found.is_ok_and(|index| after[index] == moved)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn is_kept(before: &str, range: Range<usize>, new: &str) -> bool {
        let mut changes = Changes::default();
        changes.replace(range.clone(), new);
        let corrections = [Correction { range, can_delete_comments: true }];
        Correctable::new(before).is_kept(&changes, &corrections)
    }

    #[test]
    fn items_in_a_corrected_block_are_kept() {
        for (before, range, new) in [
            ("b \"x\" {\n  c = 1\n}\n", 1..5, ""),
            ("b {\n  c = 1\n}\n", 1..1, " ="),
            ("b = {\n  c = 1\n}\n", 1..3, ""),
            ("b\n  c = 1\n}\n", 1..1, " {"),
            ("b {\n  c = 1\n  d = [\n}\n", 19..19, "]"),
        ] {
            assert!(is_kept(before, range.clone(), new), "{before:?} {range:?} {new:?}");
        }
        for (before, range, new) in [
            ("}b { # c\n  c = 1\n}\n", 3..3, "{"),
            ("b {\n  c = 1\n}\n", 1..1, " = /*"),
            ("b {\n  c = 1\n}\n", 2..3, "= <<c"),
            ("b {\n  # c = 1\n}\n", 8..9, "d"),
            ("b\n}\nc <<E\nE\n", 3..3, " {"),
        ] {
            assert!(!is_kept(before, range.clone(), new), "{before:?} {range:?} {new:?}");
        }
    }

    #[test]
    fn repeated_names_are_found() {
        for (before, range, new) in [
            ("a = 1\nb = 2\n", 0..1, "b"),
            ("a = { c = 1, d = 2 }\n", 13..14, "c"),
            ("a = { \"c\" = 1, d = [2] }\n", 15..16, "c"),
        ] {
            assert!(!is_kept(before, range.clone(), new), "{before:?} {range:?} {new:?}");
        }
        assert!(is_kept("a = { c = 1 }\nb = 2\n", 6..7, "b"));
        assert!(is_kept("a {\n  c = 1\n}\nb {\n  d = 2\n}\n", 20..21, "c"));
    }
}
