//! Lines and columns of byte offsets, computed on demand.

use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

use unicode_segmentation::UnicodeSegmentation;

/// A line and a column, both counted from 1. Columns count grapheme clusters, as in the reference
/// implementation (hashicorp/hcl; package `hcl`, type `Pos`). A tab is one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in grapheme clusters, from 1.
    pub column: u32,
}

/// A column, from 1, in the units of programs that do not count grapheme clusters as [`Position`] does. A byte-order mark
/// at the start of a source does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Columns {
    /// In bytes, as compilers count.
    pub utf8: u32,
    /// In UTF-16 code units, as editors, language servers and code hosts count.
    pub utf16: u32,
    /// In Unicode scalar values, as scripting languages count.
    pub scalar: u32,
}

impl Columns {
    /// Returns the column after the text at the start of a line.
    pub(super) fn after(text: &str) -> Self {
        let column = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).saturating_add(1);
        Self {
            utf8: column(text.len()),
            utf16: column(text.encode_utf16().count()),
            scalar: column(text.chars().count()),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The distance of checkpoints in bytes, or a little more. Columns are counted from the last checkpoint.
const CHECKPOINT_DISTANCE: usize = 256;

/// The starts of the lines of a source, and checkpoints in its long lines. Checkpoints make many positions on
/// one long line cheap.
pub(super) struct LineIndex {
    /// The offset of the first byte of each line.
    starts: Vec<u32>,
    /// The checkpoints in order, computed with the first column on a long line.
    checkpoints: OnceLock<Vec<Checkpoint>>,
}

/// A boundary between two grapheme clusters of a line.
#[derive(Clone, Copy)]
struct Checkpoint {
    offset: usize,
    /// The number of clusters of its line before it.
    clusters: usize,
}

impl LineIndex {
    pub(super) fn new(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = ends.map(|(offset, _)| offset as u32 + 1);
        let starts = std::iter::once(0).chain(starts).collect();
        Self { starts, checkpoints: OnceLock::new() }
    }

    pub(super) fn columns(&self, text: &str, offset: usize) -> Columns {
        let offset = char_start(text, offset);
        let start = self.first_column(text, self.line(offset));
        Columns::after(&text[start.min(offset)..offset])
    }

    pub(super) fn position(&self, text: &str, offset: usize) -> Position {
        let offset = char_start(text, offset);
        let line = self.line(offset);
        let start = self.first_column(text, line);
        let near = if offset.saturating_sub(start) > CHECKPOINT_DISTANCE {
            self.checkpoint_before(text, offset)
        } else {
            Checkpoint { offset: start.min(offset), clusters: 0 }
        };
        let column = near.clusters + count_clusters(&text[near.offset..offset]);
        Position { line: line as u32 + 1, column: column as u32 + 1 }
    }

    /// Returns the line of an offset, from 0.
    pub(super) fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= offset) - 1
    }

    /// Returns the range of a line, from 0, without its line feed.
    pub(super) fn line_range(&self, text: &str, line: usize) -> Range<usize> {
        let end = self.starts.get(line + 1).map_or(text.len(), |next| *next as usize - 1);
        self.starts[line] as usize..end
    }

    /// Returns the start of the first column of a line. A byte-order mark has no column.
    fn first_column(&self, text: &str, line: usize) -> usize {
        match line {
            0 if text.starts_with('\u{feff}') => '\u{feff}'.len_utf8(),
            _ => self.starts[line] as usize,
        }
    }

    /// Returns the last checkpoint up to an offset on a long line.
    fn checkpoint_before(&self, text: &str, offset: usize) -> Checkpoint {
        let checkpoints = self.checkpoints.get_or_init(|| {
            let lines = 0..self.starts.len();
            lines
                .flat_map(|line| {
                    checkpoints(
                        text,
                        self.first_column(text, line),
                        self.line_range(text, line).end,
                    )
                })
                .collect()
        });
        checkpoints[checkpoints.partition_point(|it| it.offset <= offset) - 1]
    }
}

/// Returns the checkpoints of a line, none for a short one.
fn checkpoints(text: &str, start: usize, end: usize) -> impl Iterator<Item = Checkpoint> {
    let is_long = |from: &Checkpoint| end.saturating_sub(from.offset) > CHECKPOINT_DISTANCE;
    let first = Some(Checkpoint { offset: start, clusters: 0 }).filter(is_long);
    std::iter::successors(first, move |last| {
        let (bytes, clusters) = next_piece(&text[last.offset..end])?;
        Some(Checkpoint { offset: last.offset + bytes, clusters: last.clusters + clusters })
    })
}

/// Returns the number of bytes and clusters up to the first cluster boundary that is far enough away.
fn next_piece(text: &str) -> Option<(usize, usize)> {
    // All boundaries between ASCII characters are cluster boundaries, except inside a carriage return with
    // line feed.
    if text.as_bytes().get(..=CHECKPOINT_DISTANCE)?.is_ascii() {
        return Some((CHECKPOINT_DISTANCE, CHECKPOINT_DISTANCE));
    }
    let mut starts = text.grapheme_indices(true).map(|(at, _)| at).enumerate();
    let (clusters, bytes) = starts.find(|(_, at)| *at >= CHECKPOINT_DISTANCE)?;
    Some((bytes, clusters))
}

fn count_clusters(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.graphemes(true).count() }
}

/// Returns the start of the character at an offset.
fn char_start(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    /// Counts the clusters before the offset from the start of its line.
    fn counted(text: &str, offset: usize) -> usize {
        let line = &text[..offset].rsplit('\n').next().unwrap();
        line.strip_prefix('\u{feff}').unwrap_or(line).graphemes(true).count() + 1
    }

    proptest! {
        #[test]
        fn columns_after_checkpoints_equal_columns_of_the_whole_line(
            pieces in prop::collection::vec(
                prop::sample::select(vec![
                    "a", "0 = ", "\r", "e\u{301}", "\u{301}", "\u{600}", "🇩", "👩\u{200d}", "👧", "각",
                    "\u{1100}", "क\u{94d}", "x\ny", "abcdefghijklmnopqrstuvwxyz0123456789",
                ]),
                0..200,
            ),
            has_mark in any::<bool>(),
        ) {
            let text = if has_mark { "\u{feff}" } else { "" }.to_owned() + &pieces.concat();
            let lines = LineIndex::new(&text);
            for (offset, _) in text.char_indices().filter(|(at, _)| *at > 3) {
                prop_assert_eq!(lines.position(&text, offset).column as usize, counted(&text, offset));
            }
        }
    }

    /// Without checkpoints, this would take hours.
    #[test]
    fn many_columns_on_a_long_line() {
        let text = "👩\u{200d}👩\u{200d}👧\u{200d}👧".repeat(60_000) + &"x".repeat(1_000_000);
        let lines = LineIndex::new(&text);
        for offset in (text.len() - 1_000_000)..(text.len() - 900_000) {
            let column = offset + 1_000_000 - text.len() + 60_001;
            assert_eq!(lines.position(&text, offset).column as usize, column);
        }
        assert_eq!(lines.position(&text, 25 * 30_000).column, 30_001);
    }

    #[test]
    fn a_cluster_of_several_code_points_is_one_column() {
        // "e" with a combining acute accent, three bytes.
        assert_eq!(at("e\u{301}x", 3), (1, 2));
    }
}
