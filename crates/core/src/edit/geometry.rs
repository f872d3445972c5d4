//! The lines of a source, and edits of it.

use std::ops::Range;

use hcldyn_syntax::lexer::{Lexer, TokenKind};

/// A byte-order mark, which stays at the start.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The range that a new item replaces, usually an empty one, with the text around the item.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) range: Range<usize>,
    pub(super) before: String,
    pub(super) after: String,
    /// The indentation of the item.
    pub(super) indentation: String,
}

/// A source text, with its lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'t> {
    pub(super) text: &'t str,
    pub(super) line_break: &'static str,
    /// The offset of the first line.
    pub(super) start: usize,
}

impl<'t> Text<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let first = text.split_inclusive('\n').next().unwrap_or_default();
        let line_break = if first.ends_with("\r\n") { "\r\n" } else { "\n" };
        let start = text.len() - text.trim_start_matches(BYTE_ORDER_MARK).len();
        Self { text, line_break, start }
    }

    pub(super) fn line_start(self, offset: usize) -> usize {
        self.text[..offset].rfind('\n').map_or(self.start, |at| at + 1)
    }

    /// Returns the whitespace at the start of the line of an offset.
    pub(super) fn indentation(self, offset: usize) -> &'t str {
        let line = &self.text[self.line_start(offset)..];
        &line[..line.len() - line.trim_start_matches(is_space).len()]
    }

    /// Returns `true` if only whitespace is before an offset in its line.
    pub(super) fn is_first(self, offset: usize) -> bool {
        self.text[self.line_start(offset)..offset].chars().all(is_space)
    }

    /// Returns the start of the next line, or the end of the source, if only whitespace and comments that end in
    /// the line of an offset follow it there.
    pub(super) fn rest_of_line(self, offset: usize) -> Option<usize> {
        let mut at = offset;
        for token in Lexer::new(&self.text[offset..]) {
            let start = std::mem::replace(&mut at, offset + token.end as usize);
            match token.kind {
                TokenKind::Newline => return Some(at),
                kind if kind.is_trivia() && !self.text[start..at].contains('\n') => {}
                _ => return None,
            }
        }
        Some(at)
    }

    /// Returns a range with its line if nothing else is in it.
    pub(super) fn with_its_line(self, range: Range<usize>) -> Range<usize> {
        let end = self.spaces_after(range.end).end;
        match self.text[end..].find('\n') {
            Some(length)
                if self.is_first(range.start) && self.text[end..end + length].trim().is_empty() =>
            {
                self.line_start(range.start)..end + length + 1
            }
            _ => range,
        }
    }

    /// Returns the start of the line before a line if it is empty.
    pub(super) fn empty_line_before(self, line: usize) -> Option<usize> {
        let end = self.text[self.start..line].strip_suffix('\n')?.len() + self.start;
        let start = self.line_start(end);
        self.text[start..end].trim().is_empty().then_some(start)
    }

    /// Returns the end of a line, with its line break, if it is empty and not the end of the source.
    pub(super) fn empty_line_at(self, line: usize) -> Option<usize> {
        let length = self.text[line..].find('\n')?;
        self.text[line..line + length].trim().is_empty().then_some(line + length + 1)
    }

    /// Returns `true` if nothing but whitespace is between a line and the closing brace or the end of the source.
    pub(super) fn is_closed_after(self, line: usize) -> bool {
        matches!(self.text[line..].trim_start().chars().next(), None | Some('}'))
    }

    /// Returns the range of the whitespace within a line that ends at an offset.
    pub(super) fn spaces_before(self, offset: usize) -> Range<usize> {
        self.text[..offset].trim_end_matches(is_space).len().max(self.start)..offset
    }

    /// Returns the range of the whitespace within a line that starts at an offset.
    pub(super) fn spaces_after(self, offset: usize) -> Range<usize> {
        let rest = &self.text[offset..];
        offset..offset + rest.len() - rest.trim_start_matches(is_space).len()
    }

    /// Returns the range of the first comma between two parts of a constructor.
    pub(super) fn comma(self, gap: Range<usize>) -> Option<Range<usize>> {
        let mut at = gap.start;
        for token in Lexer::new(&self.text[gap.clone()]) {
            let start = std::mem::replace(&mut at, gap.start + token.end as usize);
            if token.kind == TokenKind::Comma {
                return Some(start..at);
            }
        }
        None
    }

    /// Returns `true` if there is a comment in a range without items.
    pub(super) fn has_comment(self, range: Range<usize>) -> bool {
        use TokenKind::{BlockComment, LineComment};
        Lexer::new(&self.text[range]).any(|it| matches!(it.kind, LineComment | BlockComment))
    }

    /// Returns the slot for an item on a line of its own after the line of an offset, if nothing else follows in it.
    pub(super) fn slot_after(self, offset: usize, indentation: &str) -> Option<Slot> {
        let at = self.rest_of_line(offset)?;
        let (before, after) = if self.text[..at].ends_with('\n') {
            (indentation.to_owned(), self.line_break.to_owned())
        } else {
            (format!("{}{indentation}", self.line_break), String::new())
        };
        Some(Slot { range: at..at, before, after, indentation: indentation.to_owned() })
    }
}

pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t')
}
