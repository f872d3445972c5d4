//! The layout of sources in JSON syntax.

use super::{MAX_GROWTH, SMALL};
use crate::json::{Lexer, TokenKind};

/// The spaces for each level.
const INDENT: &str = "  ";

/// Returns a source in JSON syntax with each property and element on a line of its own, indented by two spaces
/// for each level.
///
/// Only whitespace between tokens changes. Line breaks are written as the first one of the source. A source
/// that is not valid JSON gets a layout that means nothing, so callers parse it first. A source that would
/// become more than 16 times as long stays as it is.
///
/// ```
/// use hcldyn_syntax::format::format_json;
///
/// assert_eq!(format_json(r#"{"a":[1, 2],"b":{}}"#), "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": {}\n}\n");
/// ```
#[must_use]
pub fn format_json(text: &str) -> String {
    let first_break = text.find('\n').filter(|at| text[..*at].ends_with('\r'));
    let line_break = if first_break.is_some() { "\r\n" } else { "\n" };
    let longest = text.len().saturating_mul(MAX_GROWTH).max(SMALL);
    let mut layout = JsonLayout { formatted: String::new(), line_break, level: 0 };
    let mut before = None;
    for token in Lexer::new(text, 0) {
        layout.push(before, token.kind, &text[token.range()]);
        before = Some(token.kind);
        if layout.formatted.len() > longest {
            return text.to_owned();
        }
    }
    layout.formatted.push_str(line_break);
    layout.formatted
}

struct JsonLayout {
    formatted: String,
    line_break: &'static str,
    /// The number of open brackets.
    level: usize,
}

impl JsonLayout {
    fn push(&mut self, before: Option<TokenKind>, kind: TokenKind, text: &str) {
        self.level = self.level.saturating_sub(usize::from(kind.closes()));
        match before {
            Some(TokenKind::Comma) => self.start_line(),
            Some(TokenKind::Colon) => self.formatted.push(' '),
            // Empty brackets stay on one line.
            Some(before) if before.opens() != kind.closes() => self.start_line(),
            _ => {}
        }
        self.formatted.push_str(text);
        self.level += usize::from(kind.opens());
    }

    fn start_line(&mut self) {
        self.formatted.push_str(self.line_break);
        self.formatted.extend(std::iter::repeat_n(INDENT, self.level));
    }
}
