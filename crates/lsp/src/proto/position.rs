//! Positions: lines and characters, in the encoding of the client.

use std::ops::Range;

use gen_lsp_types::{Position, PositionEncodingKind};
use memchr::memchr2_iter;

/// The units that the characters of a line are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    pub(super) fn of(kind: &PositionEncodingKind) -> Option<Self> {
        match kind {
            PositionEncodingKind::UTF8 => Some(Self::Utf8),
            PositionEncodingKind::UTF16 => Some(Self::Utf16),
            PositionEncodingKind::UTF32 => Some(Self::Utf32),
            PositionEncodingKind::Custom(_) => None,
        }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn length(self, c: char) -> usize {
        match self {
            Self::Utf8 => c.len_utf8(),
            Self::Utf16 => c.len_utf16(),
            Self::Utf32 => 1,
        }
    }

    /// Returns the length of a text.
    pub(super) fn length_of(self, text: &str) -> u32 {
        if self == Self::Utf8 || text.is_ascii() {
            return text.len() as u32;
        }
        text.chars().map(|c| self.length(c)).sum::<usize>() as u32
    }
}

/// The lines of a text. Unlike HCL, the protocol also ends a line at a carriage return alone.
pub(super) struct Lines<'t> {
    text: &'t str,
    encoding: Encoding,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let is_end = |at: &usize| bytes[*at] == b'\n' || bytes.get(at + 1) != Some(&b'\n');
        let ends = memchr2_iter(b'\n', b'\r', bytes).filter(is_end).map(|at| at + 1);
        Self { text, encoding, starts: std::iter::once(0).chain(ends).collect() }
    }

    /// Returns the byte offset of a position. A character past the end of its line is the end of the line, and a line past
    /// the end is the end of the text.
    pub(super) fn offset(&self, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize) else { return self.text.len() };
        let line = self.line(position.line as usize);
        let mut left = position.character as usize;
        for (at, c) in line.char_indices() {
            match left.checked_sub(self.encoding.length(c)) {
                Some(rest) if left > 0 => left = rest,
                // A position inside a character is its start.
                _ => return start + at,
            }
        }
        start + line.len()
    }

    /// Returns the byte range between two positions.
    pub(super) fn bytes(&self, range: gen_lsp_types::Range) -> Range<usize> {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        start..end.max(start)
    }

    /// Returns the position of a byte offset. One inside a line break is the end of the line.
    pub(super) fn position(&self, offset: usize) -> Position {
        let line = self.line_at(offset.min(self.text.len()));
        let offset = offset.min(self.starts[line] + self.line(line).len());
        Position { line: line as u32, character: self.character(line, offset) }
    }

    /// Returns the length of a part of a line.
    pub(super) fn length(&self, bytes: Range<usize>) -> u32 {
        self.encoding.length_of(&self.text[bytes])
    }

    pub(super) fn range(&self, bytes: Range<usize>) -> gen_lsp_types::Range {
        gen_lsp_types::Range { start: self.position(bytes.start), end: self.position(bytes.end) }
    }

    /// Returns the parts of a range in each line, without line breaks, with the indices of the lines. The range does not
    /// begin before the line `first`.
    pub(super) fn split(
        &self,
        bytes: Range<usize>,
        first: usize,
    ) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
        let is_before =
            |line: &usize| self.starts.get(line + 1).is_some_and(|it| *it <= bytes.start);
        let first = (first..self.starts.len()).find(|line| !is_before(line));
        let lines = first.unwrap_or(self.starts.len())..self.starts.len();
        let end = bytes.end;
        let part = move |line: usize| {
            let start = self.starts[line];
            let end = start + self.line(line).len();
            (line, start.max(bytes.start)..end.min(bytes.end))
        };
        let parts = lines.take_while(move |line| self.starts[*line] < end).map(part);
        parts.filter(|(_, part)| part.start < part.end)
    }

    /// Returns the character of an offset in a line.
    pub(super) fn character(&self, line: usize, offset: usize) -> u32 {
        self.encoding.length_of(&self.text[self.starts[line]..offset])
    }

    fn line_at(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// Returns a line without its line break.
    fn line(&self, line: usize) -> &'t str {
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        self.text[self.starts[line]..end].trim_end_matches(['\r', '\n'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The characters of each position in `é😀x`, from the lengths that Unicode gives them.
    #[test]
    fn characters_are_counted_in_the_units_of_the_client() {
        let text = "a\né😀x\r\nb";
        for (encoding, counts) in [
            (Encoding::Utf8, [0, 2, 6, 7]),
            (Encoding::Utf16, [0, 1, 3, 4]),
            (Encoding::Utf32, [0, 1, 2, 3]),
        ] {
            let lines = Lines::new(text, encoding);
            for (offset, character) in [2, 4, 8, 9].into_iter().zip(counts) {
                let position = Position { line: 1, character };
                assert_eq!(lines.position(offset), position);
                assert_eq!(lines.offset(position), offset);
            }
        }
    }

    #[test]
    fn a_range_is_split_at_line_breaks() {
        let lines = Lines::new("ab\rcd\r\n\r\nef\n", Encoding::Utf16);
        let split = |range, first| lines.split(range, first).collect::<Vec<_>>();
        assert_eq!(split(1..12, 0), [(0, 1..2), (1, 3..5), (3, 9..11)]);
        assert_eq!(split(3..4, 0), [(1, 3..4)]);
        assert_eq!(split(3..4, 1), [(1, 3..4)]);
        assert_eq!(split(5..9, 0), []);
    }

    #[test]
    fn an_offset_in_a_line_break_is_the_end_of_the_line() {
        let lines = Lines::new("ab\r\ncd", Encoding::Utf16);
        for (offset, line, character) in [(2, 0, 2), (3, 0, 2), (4, 1, 0), (9, 1, 2)] {
            assert_eq!(lines.position(offset), Position { line, character });
        }
    }

    #[test]
    fn positions_past_an_end_are_the_end() {
        let lines = Lines::new("ab\rcd\r\n", Encoding::Utf16);
        let at = |line, character| lines.offset(Position { line, character });
        assert_eq!([at(0, 9), at(1, 9), at(2, 9), at(9, 0)], [2, 5, 7, 7]);
        // Inside a surrogate pair.
        let lines = Lines::new("😀x", Encoding::Utf16);
        assert_eq!(lines.offset(Position { line: 0, character: 1 }), 0);
    }
}
