//! Tokens outside templates.

use memchr::{memchr, memmem};
use unicode_ident::{is_xid_continue, is_xid_start};

use super::classes::{CONTINUES_NAME, FIRST};
use super::{BYTE_ORDER_MARK, Lexer, Mode, TokenKind};

impl Lexer<'_> {
    /// Scans the most frequent tokens of a body or an expression: ASCII names, and single bytes that mean the same in every
    /// mode. Returns `None` for all others.
    #[inline(always)]
    pub(super) fn scan_frequent(&self) -> Option<(TokenKind, usize)> {
        use TokenKind as Kind;
        let bytes = self.text.as_bytes();
        let kind = FIRST[*bytes.get(self.at)? as usize];
        let mut end = self.at + 1;
        let is_whole = match kind {
            Kind::Ident => {
                while bytes.get(end).is_some_and(|byte| CONTINUES_NAME[*byte as usize]) {
                    end += 1;
                }
                bytes.get(end).is_none_or(u8::is_ascii)
            }
            Kind::Equals => !matches!(bytes.get(end), Some(b'=' | b'>')),
            Kind::Newline
            | Kind::OpenQuote
            | Kind::OpenBrace
            | Kind::OpenBracket
            | Kind::CloseBracket
            | Kind::OpenParen
            | Kind::CloseParen
            | Kind::Comma => true,
            _ => false,
        };
        is_whole.then_some((kind, end))
    }

    /// Scans a token of a body or an expression and returns its kind and end.
    #[inline]
    pub(super) fn scan_body(&self) -> (TokenKind, usize) {
        use TokenKind as Kind;
        let bytes = self.text.as_bytes();
        let at = self.at;
        let after = |offset: usize| bytes.get(at + offset).copied();
        let Some(first) = bytes.get(at) else { return (TokenKind::End, at) };
        let kind = FIRST[*first as usize];
        match kind {
            Kind::Ident => (kind, self.name_end(at + 1)),
            Kind::Whitespace => (kind, at + 1 + count_spaces(&bytes[at + 1..])),
            Kind::Number => (kind, number_end(bytes, at)),
            Kind::LineComment => (kind, line_end(bytes, at)),
            Kind::Slash => match after(1) {
                Some(b'/') => (Kind::LineComment, line_end(bytes, at)),
                Some(b'*') => self.scan_comment(),
                _ => (kind, at + 1),
            },
            Kind::CarriageReturn if after(1) == Some(b'\n') => (Kind::Newline, at + 2),
            Kind::CloseBrace if self.mode == (Mode::Sequence { braces: 0 }) => {
                (Kind::SequenceEnd, at + 1)
            }
            Kind::Tilde
                if after(1) == Some(b'}') && self.mode == (Mode::Sequence { braces: 0 }) =>
            {
                (Kind::SequenceEnd, at + 2)
            }
            Kind::Equals => match after(1) {
                Some(b'=') => (Kind::EqualTo, at + 2),
                Some(b'>') => (Kind::Arrow, at + 2),
                _ => (kind, at + 1),
            },
            Kind::Colon if after(1) == Some(b':') => (Kind::DoubleColon, at + 2),
            Kind::Dot if after(1) == Some(b'.') && after(2) == Some(b'.') => {
                (Kind::Ellipsis, at + 3)
            }
            Kind::Not if after(1) == Some(b'=') => (Kind::NotEqualTo, at + 2),
            Kind::Less => match after(1) {
                Some(b'=') => (Kind::LessOrEqual, at + 2),
                Some(b'<') if self.has_heredocs => self.scan_heredoc_start(),
                _ => (kind, at + 1),
            },
            Kind::Greater if after(1) == Some(b'=') => (Kind::GreaterOrEqual, at + 2),
            Kind::Ampersand if after(1) == Some(b'&') => (Kind::And, at + 2),
            Kind::Pipe if after(1) == Some(b'|') => (Kind::Or, at + 2),
            Kind::Unknown => self.scan_other(),
            _ => (kind, at + 1),
        }
    }

    /// Scans a comment that starts with `/*`. In a template sequence, a comment without an end stops at its
    /// line break.
    fn scan_comment(&self) -> (TokenKind, usize) {
        let bytes = self.text.as_bytes();
        let start = self.at + 2;
        let length =
            if self.has_unclosed_comment { None } else { memmem::find(&bytes[start..], b"*/") };
        match (length, self.mode) {
            (Some(length), _) => (TokenKind::BlockComment, start + length + 2),
            (None, Mode::Sequence { .. }) => (TokenKind::UnclosedComment, line_end(bytes, start)),
            (None, _) => (TokenKind::UnclosedComment, bytes.len()),
        }
    }

    /// Scans a token that starts with a character outside ASCII, or with an invalid one.
    #[cold]
    fn scan_other(&self) -> (TokenKind, usize) {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return (TokenKind::End, self.at) };
        let end = self.at + first.len_utf8();
        match first {
            _ if self.at == 0 && rest.starts_with(BYTE_ORDER_MARK) => (TokenKind::Whitespace, end),
            '“' | '”' => (TokenKind::CurlyQuote, end),
            _ if is_xid_start(first) => (TokenKind::Ident, self.name_end(end)),
            _ => (TokenKind::Unknown, end),
        }
    }

    /// Returns the end of a name that was scanned up to an offset.
    #[inline]
    pub(super) fn name_end(&self, mut at: usize) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            while at < bytes.len() && CONTINUES_NAME[bytes[at] as usize] {
                at += 1;
            }
            if at == bytes.len() || bytes[at].is_ascii() {
                return at;
            }
            match self.text[at..].chars().next() {
                Some(c) if is_xid_continue(c) => at += c.len_utf8(),
                _ => return at,
            }
        }
    }
}

/// Counts the spaces and tabs before the first other byte.
#[inline]
pub(crate) fn count_spaces<'b>(bytes: impl IntoIterator<Item = &'b u8>) -> usize {
    bytes.into_iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Returns the length of the ASCII part of the name at the start of the source.
pub(super) fn ascii_name_length(text: &[u8]) -> usize {
    match text.first() {
        Some(first) if FIRST[*first as usize] == TokenKind::Ident => {
            text.iter().take_while(|byte| CONTINUES_NAME[**byte as usize]).count()
        }
        _ => 0,
    }
}

/// Returns the end of a number: digits, dots and exponents, but no dot at the end.
fn number_end(bytes: &[u8], start: usize) -> usize {
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = start + 1;
    let mut at = end;
    loop {
        match bytes.get(at) {
            Some(b'0'..=b'9') => {
                at += 1;
                end = at;
            }
            Some(b'.') => at += 1,
            Some(b'e' | b'E') if is_digit(at + 1) => {
                at += 2;
                end = at;
            }
            Some(b'e' | b'E')
                if matches!(bytes.get(at + 1), Some(b'+' | b'-')) && is_digit(at + 2) =>
            {
                at += 3;
                end = at;
            }
            _ => return end,
        }
    }
}

/// Returns the end of the line of an offset, without its line break.
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    match memchr(b'\n', &bytes[at..]) {
        Some(length) if length > 0 && bytes[at + length - 1] == b'\r' => at + length - 1,
        Some(length) => at + length,
        None => bytes.len(),
    }
}

/// Returns `true` if a string is a name: a letter or an underscore, then letters, digits, underscores and
/// hyphens (reference: `hclsyntax.ValidIdentifier`).
///
/// ```
/// use hcldyn_syntax::lexer::is_name;
///
/// assert!(is_name("instance-type") && is_name("größe"));
/// assert!(!is_name("1st") && !is_name("a b") && !is_name(""));
/// ```
#[must_use]
pub fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c == '_' || is_xid_start(c)) && chars.all(is_name_part)
}

/// Returns `true` for a character that may follow the first one of a name.
///
/// ```
/// use hcldyn_syntax::lexer::is_name_part;
///
/// assert!(is_name_part('-') && is_name_part('1') && !is_name_part('.'));
/// ```
#[must_use]
pub fn is_name_part(c: char) -> bool {
    c == '-' || is_xid_continue(c)
}
