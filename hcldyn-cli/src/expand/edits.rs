//! Edits to a text.

use std::cmp::Reverse;
use std::ops::Range;

/// Replacements of parts of a text.
#[derive(Debug, Default)]
pub(super) struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    /// Replaces a part. An edit inside a part that is replaced as a whole has no effect; of two that
    /// overlap otherwise the first one replaces what they share.
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.0.push((range, text.into()));
    }

    /// A part of the text with the edits made to it.
    pub(super) fn apply(mut self, text: &str, part: Range<usize>) -> String {
        self.0.sort_by_key(|(range, _)| (range.start, Reverse(range.end)));
        let mut edited = String::new();
        let mut position = part.start;
        for (range, replacement) in self.0 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_inside_others_have_no_effect() {
        let mut edits = Edits::default();
        edits.replace(7..8, "x");
        edits.replace(2..4, "CD");
        edits.replace(2..3, "y");
        edits.replace(3..4, "z");
        assert_eq!(edits.apply("abcdefghij", 1..9), "bCDefgxi");
    }

    #[test]
    fn edits_may_overlap() {
        let mut edits = Edits::default();
        edits.replace(0..3, "");
        edits.replace(2..5, "x");
        edits.replace(5..5, "+");
        assert_eq!(edits.apply("abcdefg", 0..7), "x+fg");
    }
}
