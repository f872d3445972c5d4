//! The tokens of a source, as far as hiding secrets needs them: a text with any syntax errors has them.

use std::collections::HashMap;
use std::ops::Range;

/// A token: its kind and its bytes. Whitespace other than line breaks is in no token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An identifier or a keyword.
    Word,
    Number,
    /// A quoted string without template sequences.
    Text,
    /// A quoted string, or the rest of one, that ends with its line or the source; or the beginning of a
    /// heredoc without an end.
    Unclosed,
    Heredoc,
    Open(Bracket),
    Close(Bracket),
    /// `=`
    Equals,
    /// `:` or `=>`
    Colon,
    Comma,
    Dot,
    Newline,
    Comment,
    /// An operator, or a character that begins no token.
    Other,
}

/// What encloses tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Paren,
    Square,
    Brace,
    /// A quoted string with template sequences.
    Quote,
    /// A template sequence of a quoted string.
    Template,
}

/// The syntax that a source is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    Native,
    Json,
}

impl Syntax {
    /// The syntax of a source: a body in native syntax begins with neither of these brackets.
    pub(super) fn of(text: &str) -> Self {
        let text = text.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
        if text.starts_with(['{', '[']) { Self::Json } else { Self::Native }
    }
}

impl Token {
    pub(super) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The tokens of a source, in order.
pub(super) fn tokens(text: &str, syntax: Syntax) -> Vec<Token> {
    let mut lexer = Lexer {
        text,
        syntax,
        pos: 0,
        open: Vec::new(),
        last_lines: None,
        ends_comments: true,
        tokens: Vec::new(),
    };
    while lexer.pos < text.len() {
        match lexer.open.last() {
            Some(Bracket::Quote) => lexer.quote(lexer.pos),
            _ => lexer.code(),
        }
    }
    lexer.tokens
}

struct Lexer<'t> {
    text: &'t str,
    syntax: Syntax,
    pos: usize,
    /// The braces, strings and template sequences around.
    open: Vec<Bracket>,
    /// The last line of each identifier that fills a line: of a heredoc it may be the end.
    last_lines: Option<HashMap<&'t str, usize>>,
    /// Whether a block comment may have an end.
    ends_comments: bool,
    tokens: Vec<Token>,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.pos..]
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let (start, end) = (self.pos, self.pos + length);
        // A source is shorter than 4 GiB.
        self.tokens.push(Token { kind, start: start as u32, end: end as u32 });
        self.pos = end;
    }

    /// A token outside strings, or whitespace.
    fn code(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        match first {
            '\n' => self.push(TokenKind::Newline, 1),
            '\u{feff}' => self.pos += first.len_utf8(),
            _ if first.is_whitespace() => self.pos += first.len_utf8(),
            '"' => self.string(),
            '(' => self.push(TokenKind::Open(Bracket::Paren), 1),
            ')' => self.push(TokenKind::Close(Bracket::Paren), 1),
            '[' => self.push(TokenKind::Open(Bracket::Square), 1),
            ']' => self.push(TokenKind::Close(Bracket::Square), 1),
            '{' => {
                self.open.push(Bracket::Brace);
                self.push(TokenKind::Open(Bracket::Brace), 1);
            }
            '}' => {
                let bracket = self.open.pop().unwrap_or(Bracket::Brace);
                self.push(TokenKind::Close(bracket), 1);
            }
            ',' => self.push(TokenKind::Comma, 1),
            '.' => self.push(TokenKind::Dot, 1),
            '0'..='9' => {
                let length = rest.find(|c: char| !c.is_ascii_alphanumeric());
                self.push(TokenKind::Number, length.unwrap_or(rest.len()));
            }
            _ if first != '-' && continues_word(first) => {
                let length = rest.find(|c| !continues_word(c)).unwrap_or(rest.len());
                self.push(TokenKind::Word, length);
            }
            _ => self.sign(first),
        }
    }

    /// An operator, a comment or a heredoc.
    fn sign(&mut self, first: char) {
        let rest = self.rest();
        let is_native = self.syntax == Syntax::Native;
        let comment = if is_native { self.comment_length() } else { None };
        let heredoc = if is_native { self.heredoc() } else { None };
        let comment = comment.map(|length| (TokenKind::Comment, length));
        if let Some((kind, length)) = comment.or(heredoc) {
            return self.push(kind, length);
        }
        let (kind, length) = match first {
            _ if rest.starts_with("=>") => (TokenKind::Colon, 2),
            '=' if !rest.starts_with("==") => (TokenKind::Equals, 1),
            ':' if !rest.starts_with("::") && !rest.starts_with(":=") => (TokenKind::Colon, 1),
            '=' | ':' | '!' | '<' | '>' if rest[1..].starts_with(['=', ':']) => {
                (TokenKind::Other, 2)
            }
            _ => (TokenKind::Other, first.len_utf8()),
        };
        self.push(kind, length);
    }

    /// A quoted string, or the beginning of one with template sequences.
    fn string(&mut self) {
        let start = self.pos;
        self.pos += 1;
        self.quote(start);
    }

    /// A quoted string from `start` on, the text of which goes on here, up to its end or to a template
    /// sequence.
    fn quote(&mut self, start: usize) {
        let is_rest = start == self.pos;
        let (mut end, mut escaped) = (self.text.len(), false);
        let mut closed = false;
        for (at, c) in self.rest().char_indices() {
            match c {
                _ if escaped && c != '\n' => escaped = false,
                '\\' => escaped = true,
                '"' | '\n' => {
                    closed = c == '"';
                    end = self.pos + at + usize::from(closed);
                    break;
                }
                '$' | '%' if self.begins_template(at) => {
                    end = self.pos + at;
                    self.pos = start;
                    if !is_rest {
                        self.open.push(Bracket::Quote);
                        self.push(TokenKind::Open(Bracket::Quote), end - start);
                    }
                    self.pos = end;
                    self.open.push(Bracket::Template);
                    return self.push(TokenKind::Open(Bracket::Template), 2);
                }
                _ => {}
            }
        }
        self.pos = start;
        let kind = match (closed, is_rest) {
            (false, _) => TokenKind::Unclosed,
            (true, false) => TokenKind::Text,
            (true, true) => TokenKind::Close(Bracket::Quote),
        };
        if is_rest {
            self.open.pop();
        }
        self.push(kind, end - start);
    }

    /// Whether a template sequence begins at an offset from here, which is no escape of one.
    fn begins_template(&self, at: usize) -> bool {
        let (before, rest) = (&self.text[..self.pos + at], &self.rest()[at..]);
        let sigil = &rest[..1];
        self.syntax == Syntax::Native && rest[1..].starts_with('{') && !before.ends_with(sigil)
    }

    /// The length of the comment that begins here, if one does. A block comment without an end is none.
    fn comment_length(&mut self) -> Option<usize> {
        let rest = self.rest();
        if rest.starts_with('#') || rest.starts_with("//") {
            return Some(rest.find('\n').unwrap_or(rest.len()));
        }
        let inside = rest.strip_prefix("/*").filter(|_| self.ends_comments)?;
        let length = inside.find("*/");
        self.ends_comments = length.is_some();
        Some(length? + 4)
    }

    /// The heredoc that begins here, if one does, and its length.
    fn heredoc(&mut self) -> Option<(TokenKind, usize)> {
        let inside = self.rest().strip_prefix("<<")?;
        let inside = inside.strip_prefix('-').unwrap_or(inside);
        let delimiter = inside.split_once('\n')?.0.trim_end_matches('\r');
        if delimiter.is_empty() || !delimiter.chars().all(continues_word) {
            return None;
        }
        let begin = self.rest().len() - inside.len() + delimiter.len();
        let text = self.text;
        let last_lines = self.last_lines.get_or_insert_with(|| last_lines(text));
        // Without this look-up a source of heredocs without ends would take quadratic time.
        if last_lines.get(delimiter).is_none_or(|line| *line < self.pos) {
            return Some((TokenKind::Unclosed, begin));
        }
        let mut length = self.rest().len() - inside.len();
        for (index, line) in inside.split_inclusive('\n').enumerate() {
            if index > 0 && line.trim() == delimiter {
                return Some((TokenKind::Heredoc, length + line.trim_end().len()));
            }
            length += line.len();
        }
        None
    }
}

/// The start of the last of the lines that each identifier fills.
fn last_lines(text: &str) -> HashMap<&str, usize> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        start += line.len();
        (line.trim(), start - line.len())
    });
    lines.filter(|(word, _)| !word.is_empty() && word.chars().all(continues_word)).collect()
}

fn continues_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str, syntax: Syntax) -> String {
        let tokens = tokens(text, syntax);
        let shown = tokens.iter().map(|it| format!("{:?} {:?}", it.kind, &text[it.range()]));
        shown.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn tokens_of_native_syntax() {
        let text =
            "a-b = \"x\\\"$${\" # c\nd { e = f[0] == <<E\n}\n E\n/* \n */ : \"g${{h=1}}i%{j}\"";
        insta::assert_snapshot!(kinds(text, Syntax::Native));
    }

    #[test]
    fn tokens_of_json() {
        let text = "\u{feff}{\"a\\\"${\": [1, true, \"#\"], b: \"c\n}";
        insta::assert_snapshot!(kinds(text, Syntax::of(text)));
    }

    #[test]
    fn what_has_no_end() {
        let text = "a = \"${b\nc = \"d\ne = <<E\n/* f }g\nh";
        insta::assert_snapshot!(kinds(text, Syntax::Native));
    }
}
