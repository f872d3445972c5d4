//! Edits to a document.

use std::cmp::Reverse;
use std::ops::Range;

use super::document::Document;

/// Replacements of parts of a document, and parts to leave out.
#[derive(Debug, Default)]
pub(super) struct Edits {
    replaced: Vec<(Range<usize>, String)>,
    removed: Vec<Range<usize>>,
}

impl Edits {
    /// Replaces a part. An edit inside a part that is replaced as a whole has no effect; of two that
    /// overlap otherwise the first one replaces what they share.
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.replaced.push((range, text.into()));
    }

    /// Leaves out a part and the lines it stands on. Parts come in the order they stand in.
    pub(super) fn remove(&mut self, range: Range<usize>) {
        self.removed.push(range);
    }

    /// A part of the document with the edits made to it.
    pub(super) fn apply(mut self, document: &Document<'_>, part: Range<usize>) -> String {
        for removed in joined(&self.removed, document.text()) {
            self.replaced.push((document.lines_of(removed), String::new()));
        }
        self.replaced.sort_by_key(|(range, _)| (range.start, Reverse(range.end)));
        let (text, mut edited, mut position) = (document.text(), String::new(), part.start);
        for (range, replacement) in self.replaced {
            if range.start < position && range.end <= position {
                continue;
            }
            edited.push_str(&text[position..range.start.max(position)]);
            edited.push_str(&replacement);
            position = range.end;
        }
        edited.push_str(&text[position..part.end.max(position)]);
        edited
    }
}

/// The ranges, those with nothing but blanks and empty lines between them taken together.
fn joined(ranges: &[Range<usize>], text: &str) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if text[last.end..range.start].trim().is_empty() => last.end = range.end,
            _ => joined.push(range.clone()),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use hcldyn::source::Source;

    use super::*;

    fn apply(edits: Edits, text: &str, part: Range<usize>) -> String {
        edits.apply(&Document::new(&Source::new("a.hcl", text)), part)
    }

    #[test]
    fn edits_inside_others_have_no_effect() {
        let mut edits = Edits::default();
        edits.replace(7..8, "x");
        edits.replace(2..4, "CD");
        edits.replace(2..3, "y");
        edits.replace(3..4, "z");
        assert_eq!(apply(edits, "abcdefghij", 1..9), "bCDefgxi");
    }

    #[test]
    fn edits_may_overlap() {
        let mut edits = Edits::default();
        edits.replace(0..3, "");
        edits.replace(2..5, "x");
        edits.replace(5..5, "+");
        assert_eq!(apply(edits, "abcdefg", 0..7), "x+fg");
    }

    #[test]
    fn parts_next_to_each_other_are_removed_as_one() {
        let mut edits = Edits::default();
        edits.remove(2..3);
        edits.remove(5..6);
        assert_eq!(apply(edits, "{\nx\n\ny\n\nz\n}", 0..11), "{\nz\n}");
    }
}
