//! The layout of sources in JSON syntax.

use super::{MAX_GROWTH, SMALL};

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
    let mut layout = Layout { formatted: String::new(), line_break, level: 0 };
    let mut rest = text;
    let mut before = "";
    while let Some(token) = next_token(&mut rest) {
        layout.push(before, token);
        before = token;
        if layout.formatted.len() > longest {
            return text.to_owned();
        }
    }
    layout.formatted.push_str(line_break);
    layout.formatted
}

struct Layout {
    formatted: String,
    line_break: &'static str,
    /// The number of open brackets.
    level: usize,
}

impl Layout {
    fn push(&mut self, before: &str, token: &str) {
        let closes = matches!(token, "]" | "}");
        self.level = self.level.saturating_sub(usize::from(closes));
        match before {
            "{" | "[" if !closes => self.start_line(),
            "," => self.start_line(),
            ":" => self.formatted.push(' '),
            "{" | "[" => {}
            _ if closes => self.start_line(),
            _ => {}
        }
        self.formatted.push_str(token);
        self.level += usize::from(matches!(token, "[" | "{"));
    }

    fn start_line(&mut self) {
        self.formatted.push_str(self.line_break);
        self.formatted.extend(std::iter::repeat_n(INDENT, self.level));
    }
}

/// Removes the next token from a source, and returns it.
fn next_token<'t>(rest: &mut &'t str) -> Option<&'t str> {
    let text = rest.trim_ascii_start();
    let length = match text.as_bytes().first()? {
        b'"' => string_length(text),
        b'{' | b'}' | b'[' | b']' | b',' | b':' => 1,
        // A number, a word, or a byte order mark.
        _ => text.find(ends_word).unwrap_or(text.len()),
    };
    let (token, after) = text.split_at(length);
    *rest = after;
    Some(token)
}

fn string_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at.min(bytes.len())..]) {
        at += found + 1;
        if bytes[at - 1] == b'"' {
            return at;
        }
        // The escaped character.
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    text.len()
}

fn ends_word(it: char) -> bool {
    it.is_ascii_whitespace() || matches!(it, '"' | '{' | '}' | '[' | ']' | ',' | ':')
}
