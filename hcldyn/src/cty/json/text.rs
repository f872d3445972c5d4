//! JSON text, piece by piece.

use std::borrow::Cow;
use std::fmt::Write;

use serde_json::value::RawValue;

use super::error::not_json;
use crate::cty::WireError;

/// Goes through a JSON text from front to back. The syntax is checked before, so that what is left
/// is to find where each piece ends.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
}

/// A JSON value, or the beginning of one that has parts.
pub(super) enum Token<'a> {
    Null,
    Bool(bool),
    /// A number as it is written, with all its digits.
    Number(&'a str),
    String(Cow<'a, str>),
    Array,
    Object,
}

/// What becomes of a key that an object gives more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "functions"), expect(dead_code, reason = "one is for `jsondecode` only"))]
pub(crate) enum Repeated {
    /// The last one counts.
    LastCounts,
    /// It is an error.
    Refused,
}

impl<'a> Cursor<'a> {
    /// At the beginning of a text, which must be one JSON value. Its syntax is checked without
    /// recursion, however deep the text nests.
    pub(super) fn new(text: &'a str) -> Result<Self, WireError> {
        let raw: &RawValue = serde_json::from_str(text).map_err(|error| not_json(&error))?;
        Ok(Self { rest: raw.get() })
    }

    /// Reads a value without parts, or enters an array or an object.
    pub(super) fn token(&mut self) -> Result<Token<'a>, WireError> {
        Ok(match self.peek() {
            Some(b'"') => Token::String(self.string()?),
            Some(b'[') => {
                self.take(1);
                Token::Array
            }
            Some(b'{') => {
                self.take(1);
                Token::Object
            }
            _ => match self.word() {
                "null" => Token::Null,
                "true" => Token::Bool(true),
                "false" => Token::Bool(false),
                digits => Token::Number(digits),
            },
        })
    }

    /// Whether the array that was entered has another element, which is next; otherwise leaves the
    /// array.
    pub(super) fn element(&mut self) -> bool {
        match self.peek() {
            Some(b',') => {
                self.take(1);
                true
            }
            Some(b']' | b'}') => {
                self.take(1);
                false
            }
            next => next.is_some(),
        }
    }

    /// The next key of the object that was entered, the value of which is next; otherwise leaves the
    /// object.
    pub(super) fn key(&mut self) -> Result<Option<Cow<'a, str>>, WireError> {
        if !self.element() {
            return Ok(None);
        }
        self.peek();
        let key = self.string()?;
        self.peek();
        self.take(1);
        Ok(Some(key))
    }

    /// Goes over the value that is next.
    pub(super) fn skip(&mut self) {
        let mut depth = 0_usize;
        while let Some(next) = self.peek() {
            match next {
                b'[' | b'{' => {
                    self.take(1);
                    depth += 1;
                    continue;
                }
                b',' | b':' => {
                    self.take(1);
                    continue;
                }
                b']' | b'}' => {
                    self.take(1);
                    depth = depth.saturating_sub(1);
                }
                b'"' => {
                    self.quoted();
                }
                _ => {
                    self.word();
                }
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Goes over spaces to the next piece.
    fn peek(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
        self.rest.bytes().next()
    }

    fn string(&mut self) -> Result<Cow<'a, str>, WireError> {
        let quoted = self.quoted();
        match quoted.contains('\\') {
            true => serde_json::from_str(quoted).map(Cow::Owned).map_err(|error| not_json(&error)),
            false => Ok(Cow::Borrowed(quoted.trim_matches('"'))),
        }
    }

    /// A string with its quotes.
    fn quoted(&mut self) -> &'a str {
        let bytes = self.rest.as_bytes();
        let mut end = 1;
        while let Some(byte) = bytes.get(end) {
            match byte {
                b'"' => return self.take(end + 1),
                b'\\' => end += 2,
                _ => end += 1,
            }
        }
        self.take(bytes.len())
    }

    /// A number, or one of the words that are values.
    fn word(&mut self) -> &'a str {
        let end = self.rest.find([',', ']', '}', ' ', '\t', '\n', '\r']);
        self.take(end.unwrap_or(self.rest.len()))
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }
}

impl Token<'_> {
    /// What it is, for messages.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a bool",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

/// The text of these bytes.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, WireError> {
    str::from_utf8(bytes).map_err(|error| WireError::new(format!("the text is not UTF-8: {error}")))
}

/// Writes a string as a JSON string, with escapes for `<`, `>` and `&` (reference: Go's
/// `encoding/json`).
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(char));
            }
            _ => out.push(char),
        }
    }
    out.push('"');
}
