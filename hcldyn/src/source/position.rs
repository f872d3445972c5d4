//! Line and column of a byte offset, found on demand.

use std::fmt;

use unicode_segmentation::UnicodeSegmentation;

/// A line and a column, both counted from 1. Columns count grapheme clusters, as the reference does
/// (package `hcl`, type `Pos`); a tab is one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in grapheme clusters, from 1.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The offset of the first byte of each line.
pub(super) struct LineIndex(Vec<u32>);

impl LineIndex {
    pub(super) fn new(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = ends.map(|(offset, _)| offset as u32 + 1);
        Self(std::iter::once(0).chain(starts).collect())
    }

    pub(super) fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.0.partition_point(|start| *start as usize <= offset) - 1;
        let mut before = &text[self.0[line] as usize..offset];
        if line == 0 {
            // A byte-order mark has no column.
            before = before.strip_prefix('\u{feff}').unwrap_or(before);
        }
        let column = if before.is_ascii() { before.len() } else { before.graphemes(true).count() };
        Position { line: line as u32 + 1, column: column as u32 + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: usize) -> (u32, u32) {
        let position = LineIndex::new(text).position(text, offset);
        (position.line, position.column)
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        assert_eq!(at("ab\ncd", 0), (1, 1));
        assert_eq!(at("ab\ncd", 2), (1, 3));
        assert_eq!(at("ab\ncd", 3), (2, 1));
        assert_eq!(at("ab\ncd", 99), (2, 3));
        assert_eq!(at("", 0), (1, 1));
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        assert_eq!(at("\u{feff}ab", 0), (1, 1));
        assert_eq!(at("\u{feff}ab", 3), (1, 1));
        assert_eq!(at("\u{feff}ab", 4), (1, 2));
    }

    #[test]
    fn a_cluster_of_several_code_points_is_one_column() {
        // "e" with a combining acute accent, three bytes.
        assert_eq!(at("e\u{301}x", 3), (1, 2));
    }
}
