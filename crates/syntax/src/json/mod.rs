//! The lexer of JSON, for sources in JSON syntax (reference: RFC 8259).
//!
//! It accepts any source and takes linear time. `serde_json` decides whether a source is valid JSON. The lexer provides
//! locations, and the tokens of sources with errors.

mod string;

use std::ops::Range;

use memchr::memchr3;

pub use self::string::{Escape, StringError, escape, string_error};

/// A token and its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// The kind of token.
    pub kind: TokenKind,
    /// The byte offset of its start in the source.
    pub start: usize,
    /// The byte offset of its end.
    pub end: usize,
}

impl Token {
    /// Returns the range of the token in the source.
    ///
    /// ```
    /// use hcldyn_syntax::json::{Lexer, TokenKind};
    ///
    /// let text = r#"{"a": 1}"#;
    /// let name = Lexer::new(text, 0).find(|token| matches!(token.kind, TokenKind::String { .. })).unwrap();
    /// assert_eq!(&text[name.range()], r#""a""#);
    /// assert!(TokenKind::OpenBrace.opens() && TokenKind::CloseBrace.closes());
    /// ```
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// A string with its quotes. It may contain errors, which [`string_error`] finds.
    String {
        /// `false` if the closing quote is missing. The string then ends with its line.
        is_closed: bool,
    },
    /// A number, `true`, `false`, `null`, or an invalid word: letters, digits and any of `_+-.$`.
    Word,
    /// A character without a meaning outside strings, such as a byte-order mark.
    Unknown,
}

impl TokenKind {
    /// Returns `true` for an opening brace or bracket.
    #[must_use]
    pub const fn opens(self) -> bool {
        matches!(self, Self::OpenBrace | Self::OpenBracket)
    }

    /// Returns `true` for a closing brace or bracket.
    #[must_use]
    pub const fn closes(self) -> bool {
        matches!(self, Self::CloseBrace | Self::CloseBracket)
    }
}

/// An iterator over the tokens of a source. Only whitespace is between them.
///
/// ```
/// use hcldyn_syntax::json::{Lexer, TokenKind};
///
/// let kinds: Vec<_> = Lexer::new(r#"{"a": 1}"#, 0).map(|token| token.kind).collect();
/// use TokenKind::*;
/// assert_eq!(kinds, [OpenBrace, String { is_closed: true }, Colon, Word, CloseBrace]);
/// ```
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    /// The end of the last token.
    at: usize,
}

impl<'t> Lexer<'t> {
    /// Creates a lexer that starts at an offset. There are no tokens after an offset inside a character or past the end.
    #[must_use]
    pub const fn new(text: &'t str, start: usize) -> Self {
        Self { text, at: start }
    }

    /// Returns the end of the last token.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.at
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    // Callers scan token by token in loops of their own.
    #[inline]
    fn next(&mut self) -> Option<Token> {
        let rest = self.text.get(self.at..)?;
        let spaces = rest.bytes().take_while(is_whitespace).count();
        let (start, rest) = (self.at + spaces, &rest[spaces..]);
        let (kind, length) = match rest.as_bytes().first()? {
            b'{' => (TokenKind::OpenBrace, 1),
            b'}' => (TokenKind::CloseBrace, 1),
            b'[' => (TokenKind::OpenBracket, 1),
            b']' => (TokenKind::CloseBracket, 1),
            b':' => (TokenKind::Colon, 1),
            b',' => (TokenKind::Comma, 1),
            b'"' => string(rest),
            _ => word(rest),
        };
        self.at = start + length;
        Some(Token { kind, start, end: self.at })
    }
}

/// Returns the kind and the length of the string at the start of a source.
fn string(text: &str) -> (TokenKind, usize) {
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(length) = memchr3(b'"', b'\\', b'\n', &bytes[at..]) {
        at += length;
        match (bytes[at], bytes.get(at + 1)) {
            (b'"', _) => return (TokenKind::String { is_closed: true }, at + 1),
            (b'\\', Some(escaped)) if *escaped != b'\n' => at += 2,
            // A line break ends the string even after a backslash.
            (b'\\', _) => at += 1,
            _ => return (TokenKind::String { is_closed: false }, at),
        }
    }
    (TokenKind::String { is_closed: false }, text.len())
}

/// Returns the kind and the length of the word, or of the unknown character, at the start of a source.
fn word(text: &str) -> (TokenKind, usize) {
    match text.find(|c| !is_word(c)) {
        Some(0) => (TokenKind::Unknown, text.chars().next().map_or(0, char::len_utf8)),
        length => (TokenKind::Word, length.unwrap_or(text.len())),
    }
}

const fn is_whitespace(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns `true` if a character can be part of a word or number, valid or not.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '+' | '-' | '.' | '$')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns each token with a letter for its kind: `s` for a string, `u` for an unclosed one, `w` for a word, `?` for
    /// an unknown character, `p` for punctuation.
    fn tokens(text: &str) -> Vec<(char, &str)> {
        let letter = |kind| match kind {
            TokenKind::String { is_closed: true } => 's',
            TokenKind::String { is_closed: false } => 'u',
            TokenKind::Word => 'w',
            TokenKind::Unknown => '?',
            _ => 'p',
        };
        Lexer::new(text, 0).map(|token| (letter(token.kind), &text[token.range()])).collect()
    }

    #[test]
    fn punctuation_has_its_kinds() {
        let kinds: Vec<_> = Lexer::new("{}[]:,", 0).map(|token| token.kind).collect();
        use TokenKind as Kind;
        let expected = [
            Kind::OpenBrace,
            Kind::CloseBrace,
            Kind::OpenBracket,
            Kind::CloseBracket,
            Kind::Colon,
            Kind::Comma,
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn valid_sources_have_tokens() {
        assert_eq!(tokens(""), []);
        assert_eq!(tokens(" \t\r\n"), []);
        assert_eq!(
            tokens("{\"a\":[-1.5e+3,\r\n\t true] }"),
            [
                ('p', "{"),
                ('s', "\"a\""),
                ('p', ":"),
                ('p', "["),
                ('w', "-1.5e+3"),
                ('p', ","),
                ('w', "true"),
                ('p', "]"),
                ('p', "}"),
            ]
        );
    }

    #[test]
    fn strings_end_at_their_closing_quotes() {
        assert_eq!(tokens(r#""""""#), [('s', r#""""#), ('s', r#""""#)]);
        assert_eq!(tokens(r#""\"" 1"#), [('s', r#""\"""#), ('w', "1")]);
        assert_eq!(tokens(r#""\\" 1"#), [('s', r#""\\""#), ('w', "1")]);
        assert_eq!(tokens(r#""\\\"" 1"#), [('s', r#""\\\"""#), ('w', "1")]);
        assert_eq!(tokens(r#""{[:,]}""#), [('s', r#""{[:,]}""#)]);
        assert_eq!(tokens(r#""\ud83d\ude00""#), [('s', r#""\ud83d\ude00""#)]);
        assert_eq!(tokens(r#""\é" 1"#), [('s', r#""\é""#), ('w', "1")]);
    }

    #[test]
    fn strings_may_contain_errors() {
        assert_eq!(tokens(r#""\ud800" 1"#), [('s', r#""\ud800""#), ('w', "1")]);
        assert_eq!(tokens(r#""\q\u12" 1"#), [('s', r#""\q\u12""#), ('w', "1")]);
        assert_eq!(tokens("\"\u{0}\t\r\" 1"), [('s', "\"\u{0}\t\r\""), ('w', "1")]);
    }

    #[test]
    fn unclosed_strings_end_with_their_lines() {
        assert_eq!(tokens("\""), [('u', "\"")]);
        assert_eq!(tokens("\"\\"), [('u', "\"\\")]);
        assert_eq!(tokens("\"\\é"), [('u', "\"\\é")]);
        assert_eq!(tokens("\"a, 1\n2"), [('u', "\"a, 1"), ('w', "2")]);
        assert_eq!(tokens("\"a\r\n2"), [('u', "\"a\r"), ('w', "2")]);
        assert_eq!(tokens("\"a\\\n\""), [('u', "\"a\\"), ('u', "\"")]);
        assert_eq!(tokens("\"a\\\"\n1"), [('u', "\"a\\\""), ('w', "1")]);
    }

    #[test]
    fn invalid_words_are_words() {
        assert_eq!(tokens("+01..e größe_1$ Ⅷ"), [('w', "+01..e"), ('w', "größe_1$"), ('w', "Ⅷ")]);
        assert_eq!(tokens("1\"a\"b"), [('w', "1"), ('s', "\"a\""), ('w', "b")]);
    }

    #[test]
    fn other_characters_are_unknown() {
        assert_eq!(tokens("\u{feff}1"), [('?', "\u{feff}"), ('w', "1")]);
        assert_eq!(tokens("// a"), [('?', "/"), ('?', "/"), ('w', "a")]);
        assert_eq!(tokens("/*1*/"), [('?', "/"), ('?', "*"), ('w', "1"), ('?', "*"), ('?', "/")]);
        assert_eq!(tokens("#'“;"), [('?', "#"), ('?', "'"), ('?', "“"), ('?', ";")]);
        // Neither control characters nor other spaces are whitespace.
        assert_eq!(
            tokens("\u{0}\u{b}\u{c}\u{a0}"),
            [('?', "\u{0}"), ('?', "\u{b}"), ('?', "\u{c}"), ('?', "\u{a0}")]
        );
    }

    #[test]
    fn a_lexer_starts_at_an_offset() {
        let spans = |text, start| -> Vec<_> {
            Lexer::new(text, start).map(|token| (token.start, token.end)).collect()
        };
        assert_eq!(spans("\u{feff} 12", 3), [(4, 6)]);
        assert_eq!(spans("12", 1), [(1, 2)]);
        assert_eq!(spans("é", 1), []);
        assert_eq!(spans("1", 2), []);
    }

    proptest! {
        #[test]
        fn tokens_add_up_to_the_source(text in "[{}\\[\\],:\"\\\\ \t\r\n\u{c}a1+.éu/#\u{feff}]*") {
            let mut end = 0;
            for token in Lexer::new(&text, 0) {
                prop_assert!(token.start < token.end);
                prop_assert!(text[end..token.start].bytes().all(|byte| is_whitespace(&byte)));
                let is_closed = token.kind != TokenKind::String { is_closed: false };
                prop_assert!(is_closed || string_error(&text, token.start).is_some());
                end = token.end;
            }
            prop_assert!(text[end..].bytes().all(|byte| is_whitespace(&byte)));
        }
    }
}
