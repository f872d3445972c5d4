//! Tokens of heredocs.

use std::collections::HashMap;
use std::sync::Arc;

use memchr::memchr;
use unicode_ident::is_xid_start;

use super::body::{count_spaces, is_name, is_name_part, line_end};
use super::{Lexer, TokenKind, item_start};

/// The number of bytes searched for the end of a heredoc before the ends in the whole source are indexed.
const NEAR: usize = 4096;

/// The maximum length of the first line of a heredoc.
const LONGEST_FIRST_LINE: usize = 1024;

/// The offset of the last line that consists of each name.
pub(super) type Ends<'t> = HashMap<&'t str, usize>;

impl<'t> Lexer<'t> {
    /// Scans a token that starts with `<<`.
    pub(super) fn scan_heredoc_start(&self) -> (TokenKind, usize) {
        let bytes = self.text.as_bytes();
        let name = name(self.text, self.at);
        let (start, end) = (name.0 as usize, name.1 as usize);
        let none = (TokenKind::Less, self.at + 1);
        if start == end {
            return none;
        }
        let nearby = &bytes[..bytes.len().min(end + LONGEST_FIRST_LINE)];
        let line_end = line_end(nearby, end);
        let is_apart = matches!(bytes[start - 1], b' ' | b'\t');
        let is_whole = line_end == end && !is_apart;
        if line_end == bytes.len() {
            return if is_apart { none } else { (TokenKind::UnclosedHeredoc, line_end) };
        }
        if line_end == nearby.len() || (is_apart && line_end != end) {
            return none;
        }
        let body = line_end + if bytes[line_end] == b'\r' { 2 } else { 1 };
        match self.is_closed(body, &self.text[start..end]) {
            true if is_whole => (TokenKind::OpenHeredoc, body),
            true => (TokenKind::BrokenHeredoc, body),
            false if is_apart => none,
            false => (TokenKind::UnclosedHeredoc, self.likely_end(line_end)),
        }
    }

    /// Scans a token in the lines of a heredoc and returns its kind and end.
    pub(super) fn scan_heredoc(&self, name: (u32, u32), at_line_start: bool) -> (TokenKind, usize) {
        if at_line_start {
            let end = line_end(self.text.as_bytes(), self.at);
            let name = &self.text[name.0 as usize..name.1 as usize];
            let line = &self.text[self.at..end];
            if is_alone(name, line) && !line.contains('\r') {
                // Spaces and tabs after it are ordinary whitespace.
                return (
                    TokenKind::CloseHeredoc,
                    self.at + line.trim_end_matches([' ', '\t']).len(),
                );
            }
        }
        self.scan_line()
    }

    /// Returns `true` if a line after an offset consists of the name alone.
    fn is_closed(&self, from: usize, name: &str) -> bool {
        let mut start = from;
        let most = if self.heredoc_ends.get().is_some() { 0 } else { NEAR };
        while start < self.text.len() && start - from < most {
            let rest = &self.text[start..];
            let length = memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
            if is_alone(name, &rest[..length]) {
                return true;
            }
            start += length + 1;
        }
        let ends = self.heredoc_ends.get_or_init(|| Arc::new(ends(self.text)));
        ends.get(name).is_some_and(|last| *last >= from)
    }

    /// Returns the likely end of a heredoc without a closing line: before the first line that looks like
    /// another item and is not indented more than the line of the `<<`. `end` is the end of that line.
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

fn ends(text: &str) -> Ends<'_> {
    let mut ends = Ends::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let name = line.trim();
        if is_name(name) {
            ends.insert(name, start);
        }
        start += line.len();
    }
    ends
}

/// Returns `true` if a line consists of a name and whitespace.
fn is_alone(name: &str, line: &str) -> bool {
    let start = count_spaces(line.as_bytes());
    let starts_name = match line.as_bytes().get(start) {
        // Most lines start with another ASCII character.
        Some(byte @ b'!'..=b'~') => name.as_bytes().first() == Some(byte),
        _ => true,
    };
    starts_name
        && line.trim_start().strip_prefix(name).is_some_and(|rest| rest.trim_start().is_empty())
}

/// Returns `true` if the source starts like a block or an attribute, or closes a block.
fn is_item_start(text: &str) -> bool {
    text.starts_with('}') || item_start(text).is_some()
}

/// Returns the offsets of the name after `<<` or `<<-`. Without a name, both are equal.
pub(crate) fn name(text: &str, at: usize) -> (u32, u32) {
    let start = at + 2 + usize::from(text.as_bytes().get(at + 2) == Some(&b'-'));
    let rest = text[start..].trim_start_matches([' ', '\t']);
    let start = text.len() - rest.len();
    let is_start = |c: char| c == '_' || is_xid_start(c);
    let end = if rest.starts_with(is_start) {
        rest.find(|c: char| !is_name_part(c)).unwrap_or(rest.len())
    } else {
        0
    };
    (start as u32, (start + end) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> TokenKind {
        Lexer::new(text).map(|token| token.kind).next().unwrap_or(TokenKind::End)
    }

    #[test]
    fn a_heredoc_starts_with_a_name_and_a_line_break() {
        assert_eq!(first("<<A\n  A"), TokenKind::OpenHeredoc);
        assert_eq!(first("<<-A\r\nA\r\n"), TokenKind::OpenHeredoc);
        assert_eq!(first("<<A b\nA\n"), TokenKind::BrokenHeredoc);
        assert_eq!(first("<< A\nA\n"), TokenKind::BrokenHeredoc);
        assert_eq!(first("<<A\nB\n"), TokenKind::UnclosedHeredoc);
        assert_eq!(first("<< A\nB\n"), TokenKind::Less);
    }

    #[test]
    fn a_long_first_line_starts_no_heredoc() {
        let with = |spaces: usize| format!("<<A{}\nA\n", " ".repeat(spaces));
        assert_eq!(first(&with(LONGEST_FIRST_LINE - 1)), TokenKind::BrokenHeredoc);
        assert_eq!(first(&with(LONGEST_FIRST_LINE)), TokenKind::Less);
    }

    #[test]
    fn the_end_of_a_heredoc_is_found_far_away() {
        let text = format!("<<A\n{}A\n", "x\n".repeat(NEAR));
        assert_eq!(first(&text), TokenKind::OpenHeredoc);
    }
}
