//! Changes of a source, and the parts of the source that they keep.
//!
//! A change can affect more than the text it replaces: a comma after the end marker of a heredoc makes the lines after it
//! a part of the heredoc. [`Parts`] are what a parser finds in a source; compared before and after [`Changes`], they show
//! whether every part outside the changed items is still there.

mod corrections;
mod items;
mod parts;

use std::ops::Range;

pub use self::corrections::{Correctable, Correction};
pub use self::parts::Parts;

/// Replacements of ranges of a source, which do not overlap.
///
/// ```
/// use hcldyn_syntax::changes::{Changes, Parts};
///
/// let before = "a = 1\nb = <<E\nx\nE\n";
/// let mut changes = Changes::default();
/// changes.replace(4..5, "<<E\nnew\nE");
/// assert_eq!(changes.apply(before), "a = <<E\nnew\nE\nb = <<E\nx\nE\n");
/// let text = changes.apply(before);
/// let after = Parts::of(&text).kept(&Parts::of(before), &changes, &[4..5]);
/// assert!(after.is_ok());
///
/// let mut changes = Changes::default();
/// changes.replace(4..5, "<<E\nnew\nE # note");
/// let text = changes.apply(before);
/// let after = Parts::of(&text).kept(&Parts::of(before), &changes, &[4..5]);
/// assert!(after.is_err());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// In source order, an insertion before the range that starts there.
    list: Vec<(Range<usize>, String)>,
}

impl Changes {
    /// Adds the replacement of a range. An insertion comes after earlier ones at the same offset.
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        let key = |range: &Range<usize>| (range.start, range.end);
        let at = self.list.partition_point(|(other, _)| key(other) <= key(&range));
        self.list.insert(at, (range, text.into()));
    }

    /// Returns the replacements in source order.
    pub fn iter(&self) -> impl Iterator<Item = (&Range<usize>, &str)> {
        self.list.iter().map(|(range, text)| (range, text.as_str()))
    }

    /// Returns a source with the changes. Ranges outside of it count as empty.
    #[must_use]
    pub fn apply(&self, text: &str) -> String {
        let (mut changed, mut at) = (String::with_capacity(text.len()), 0);
        for (range, replacement) in &self.list {
            changed.push_str(text.get(at..range.start).unwrap_or_default());
            changed.push_str(replacement);
            at = range.end.max(at);
        }
        changed + text.get(at..).unwrap_or_default()
    }

    /// Returns the new offsets.
    #[must_use]
    pub fn offsets(&self) -> Offsets<'_> {
        let (mut after, mut shift) = (Vec::with_capacity(self.list.len() + 1), 0);
        after.push(0);
        for (range, text) in &self.list {
            shift += text.len() as isize - range.len() as isize;
            after.push(shift);
        }
        Offsets { list: &self.list, after }
    }
}

/// A side of the text inserted at an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Before,
    After,
}

/// The new offsets after changes.
#[derive(Debug)]
pub struct Offsets<'c> {
    list: &'c [(Range<usize>, String)],
    /// The differences of new and old offsets, by the number of changes before them.
    after: Vec<isize>,
}

impl Offsets<'_> {
    /// Returns the new offset of an old one, before or after text that is inserted there. An offset inside a replaced
    /// range becomes the start of the replacement.
    pub(crate) fn of(&self, offset: usize, side: Side) -> usize {
        let is_before = |(range, _): &(Range<usize>, String)| {
            range.end < offset || range.end == offset && (!range.is_empty() || side == Side::After)
        };
        let count = self.list.partition_point(is_before);
        let next = self.list.get(count).map_or(offset, |(range, _)| range.start);
        (offset.min(next) as isize + self.after[count]).max(0) as usize
    }

    /// Returns the new range of a changed one, with all text that is inserted in it and at its ends.
    ///
    /// ```
    /// use hcldyn_syntax::changes::Changes;
    ///
    /// let mut changes = Changes::default();
    /// changes.replace(4..4, "-");
    /// assert_eq!(changes.apply("a = 1"), "a = -1");
    /// assert_eq!(changes.offsets().around(&(4..5)), 4..6);
    /// assert_eq!(changes.offsets().apart(&(4..5)), 5..6);
    /// ```
    #[must_use]
    pub fn around(&self, range: &Range<usize>) -> Range<usize> {
        self.of(range.start, Side::Before)..self.of(range.end, Side::After)
    }

    /// Returns the new range of one that is not changed, without the text that is inserted at its ends.
    #[must_use]
    pub fn apart(&self, range: &Range<usize>) -> Range<usize> {
        self.of(range.start, Side::After)..self.of(range.end, Side::Before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(before: &str, range: Range<usize>, new: &str) -> bool {
        let mut changes = Changes::default();
        changes.replace(range.clone(), new);
        let before = Parts::of(before);
        let items = before.changed_items([range]);
        Parts::of(&changes.apply(before.text)).kept(&before, &changes, &items).is_ok()
    }

    #[test]
    fn changes_of_an_item_keep_the_others() {
        for (before, range, new) in [
            ("a = 1\nb = 2\n", 4..5, "[1]"),
            ("a = [1, 2]\n", 5..6, "x + 1"),
            ("a = [1, 2]\n", 5..8, ""),
            ("a = { b = 1, c = 2 }\n", 12..19, ""),
            ("a = b.c + 1\n", 5..5, "[*]"),
            ("a {\n  b = 1\n}\n", 4..4, "  c = 2\n"),
            ("a \"x\" {\n  b = 1\n}\n", 1..5, ""),
            ("a = 1\n", 0..1, "bc"),
            ("a = <<E\n${1}\nE\n", 8..12, "${2}"),
        ] {
            assert!(kept(before, range.clone(), new), "{before:?} {range:?} {new:?}");
        }
    }

    #[test]
    fn lost_and_moved_items_are_found() {
        for (before, range, new) in [
            ("a = 1\nb = 2\n", 4..5, "1 /*"),
            ("a = 1\nb = 2\n", 4..6, "{"),
            ("a = <<E\nx\nE\nb = <<E\ny\nE\n", 11..11, "]"),
            ("a = [1, 2]\nb = [3]\n", 9..10, ""),
            ("a {\n  b = 1\n}\nc = 2\n", 11..12, "d = 1"),
            ("a {\n  b = 1\n}\nc = 2\n", 3..3, "}\n"),
            ("a = 1\n", 0..0, "b = 1\n#"),
        ] {
            assert!(!kept(before, range.clone(), new), "{before:?} {range:?} {new:?}");
        }
    }

    #[test]
    fn offsets_move() {
        let mut changes = Changes::default();
        changes.replace(2..4, "x");
        changes.replace(6..6, "yy");
        let offsets = changes.offsets();
        let before: Vec<_> = (0..8).map(|at| offsets.of(at, Side::Before)).collect();
        assert_eq!(before, [0, 1, 2, 2, 3, 4, 5, 8]);
        assert_eq!(offsets.of(6, Side::After), 7);
        assert_eq!((offsets.around(&(6..6)), offsets.apart(&(4..6))), (5..7, 3..5));
    }
}
