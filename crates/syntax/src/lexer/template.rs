//! Tokens of quoted strings and bare templates.

use super::classes::{ENDS_LINE, ENDS_QUOTED};
use super::{Lexer, TokenKind};

impl Lexer<'_> {
    /// Scans a token between quotes and returns its kind and end.
    pub(super) fn scan_quoted(&self) -> (TokenKind, usize) {
        self.scan_literal::<true>()
    }

    /// Scans a token of a bare template and returns its kind and end.
    pub(super) fn scan_bare(&self) -> (TokenKind, usize) {
        match self.scan_line() {
            // In a bare template, a carriage return is an ordinary character.
            (TokenKind::CarriageReturn, end) => (TokenKind::Text, end),
            token => token,
        }
    }

    /// Scans a token of one line of a heredoc or a bare template and returns its kind and end.
    pub(super) fn scan_line(&self) -> (TokenKind, usize) {
        self.scan_literal::<false>()
    }

    /// Scans literal characters, or the token that ends them. Text outside quotes includes its line break.
    fn scan_literal<const QUOTED: bool>(&self) -> (TokenKind, usize) {
        let stops = if QUOTED { &ENDS_QUOTED } else { &ENDS_LINE };
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        let mut kind = TokenKind::Text;
        loop {
            while at < bytes.len() && !stops[bytes[at] as usize] {
                at += 1;
            }
            let is_first = at == self.at;
            match bytes.get(at) {
                Some(b'"') if is_first => return (TokenKind::CloseQuote, at + 1),
                Some(b'"') | None => return (kind, at),
                Some(b'\\') if matches!(bytes.get(at + 1), None | Some(b'\n' | b'\r')) => {
                    return (TokenKind::EscapedText, at + 1);
                }
                Some(b'\\') => {
                    kind = TokenKind::EscapedText;
                    at += 2;
                }
                Some(b'$' | b'%') => match sequence(bytes, at) {
                    Sequence::None => at += 1,
                    Sequence::Escaped => {
                        kind = TokenKind::EscapedText;
                        at += 3;
                    }
                    Sequence::Opened(opened, end) if is_first => return (opened, end),
                    Sequence::Opened(..) => return (kind, at),
                },
                Some(_) => match line_break(bytes, at) {
                    (TokenKind::Newline, end) if !QUOTED => return (kind, end),
                    token if is_first => return token,
                    _ => return (kind, at),
                },
            }
        }
    }
}

/// The meaning of a `$` or a `%` in literal characters.
enum Sequence {
    /// A literal character.
    None,
    /// `$${` or `%%{`
    Escaped,
    /// An interpolation or a directive; its opening ends at this offset.
    Opened(TokenKind, usize),
}

fn sequence(bytes: &[u8], at: usize) -> Sequence {
    let sign = bytes[at];
    match (bytes.get(at + 1), bytes.get(at + 2)) {
        (Some(b'{'), next) => {
            let kind = if sign == b'$' { TokenKind::Interpolation } else { TokenKind::Directive };
            Sequence::Opened(kind, at + 2 + usize::from(next == Some(&b'~')))
        }
        (Some(second), Some(b'{')) if *second == sign => Sequence::Escaped,
        _ => Sequence::None,
    }
}

/// Returns the line break at an offset, or the carriage return without a line feed.
fn line_break(bytes: &[u8], at: usize) -> (TokenKind, usize) {
    match (bytes[at], bytes.get(at + 1)) {
        (b'\n', _) => (TokenKind::Newline, at + 1),
        (_, Some(b'\n')) => (TokenKind::Newline, at + 2),
        _ => (TokenKind::CarriageReturn, at + 1),
    }
}
