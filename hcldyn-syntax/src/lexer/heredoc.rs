//! Tokens of heredocs.

use unicode_ident::{is_xid_continue, is_xid_start};

use super::body::line_end;
use super::{Lexer, TokenKind};

/// How many heredocs of a source may have no end before looking for the end of another is not worth it: each search
/// goes through all of the rest.
const MAX_UNCLOSED: u32 = 16;

impl Lexer<'_> {
    /// A `<<`, with what belongs to it.
    pub(super) fn scan_heredoc_start(&self) -> (TokenKind, usize) {
        let bytes = self.text.as_bytes();
        let name = name(self.text, self.at);
        let (start, end) = (name.0 as usize, name.1 as usize);
        let is_apart = matches!(bytes[start - 1], b' ' | b'\t');
        let line_end = line_end(bytes, end);
        let body =
            (line_end + 2).min(bytes.len()) - usize::from(bytes.get(line_end) != Some(&b'\r'));
        let is_closed =
            || self.unclosed >= MAX_UNCLOSED || self.is_closed(body, &self.text[start..end]);
        match () {
            () if start == end => (TokenKind::Less, self.at + 1),
            () if line_end < bytes.len() && is_closed() => match line_end == end && !is_apart {
                true => (TokenKind::OpenHeredoc, body),
                false => (TokenKind::BrokenHeredoc, body),
            },
            () if is_apart => (TokenKind::Less, self.at + 1),
            () => (TokenKind::UnclosedHeredoc, self.likely_end(line_end)),
        }
    }

    /// The next token in the lines of a heredoc, and its end.
    pub(super) fn scan_heredoc(&self, name: (u32, u32), at_line_start: bool) -> (TokenKind, usize) {
        if at_line_start {
            let end = line_end(self.text.as_bytes(), self.at);
            let name = &self.text[name.0 as usize..name.1 as usize];
            let line = &self.text[self.at..end];
            if line.trim() == name && !line.contains('\r') {
                // Blanks after it are whitespace like any other.
                return (
                    TokenKind::CloseHeredoc,
                    self.at + line.trim_end_matches([' ', '\t']).len(),
                );
            }
        }
        self.scan_line()
    }

    /// Whether one of the lines from an offset on is the name alone.
    fn is_closed(&self, from: usize, name: &str) -> bool {
        self.text[from..].split('\n').any(|line| line.trim() == name)
    }

    /// Where a heredoc without an end likely was to end: before the first line that looks like another item and is not
    /// indented more than the line that the heredoc starts in. `end` is the end of that line.
    fn likely_end(&self, mut end: usize) -> usize {
        let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
        let start = self.text[..self.at].rfind('\n').map_or(0, |it| it + 1);
        let most = indentation(&self.text[start..]);
        while let Some(length) = self.text[end..].find('\n') {
            let line_start = end + length + 1;
            let line = &self.text[line_start..];
            if indentation(line) <= most && is_item_start(line.trim_start_matches([' ', '\t'])) {
                return end;
            }
            end = line_end(self.text.as_bytes(), line_start);
        }
        end
    }
}

/// Whether a text starts like the header of a block or like an attribute, or closes a block.
fn is_item_start(text: &str) -> bool {
    text.starts_with('}') || crate::parser::item_start(text).is_some()
}

/// The offsets of the name after `<<` or `<<-`; empty if there is none.
pub(crate) fn name(text: &str, at: usize) -> (u32, u32) {
    let start = at + 2 + usize::from(text.as_bytes().get(at + 2) == Some(&b'-'));
    let rest = text[start..].trim_start_matches([' ', '\t']);
    let start = text.len() - rest.len();
    let is_start = |c: char| c == '_' || is_xid_start(c);
    let end = match rest.starts_with(is_start) {
        true => rest.find(|c: char| c != '-' && !is_xid_continue(c)).unwrap_or(rest.len()),
        false => 0,
    };
    (start as u32, (start + end) as u32)
}
