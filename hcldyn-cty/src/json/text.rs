//! JSON text, piece by piece.

use std::borrow::Cow;
use std::fmt::Write;

use serde_json::value::RawValue;

use super::error::{lone_surrogate, not_json, not_utf8};
use crate::WireError;

/// Goes through a JSON text from front to back. The syntax is checked before, so that what is left
/// is to find where each piece ends.
///
/// A text that breaks off, or is no JSON from some byte on, can be gone through up to there. Whoever
/// comes to the break gets its error, and tells the way to it.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    rest: &'a str,
    /// Why the text ends early.
    broken: Option<WireError>,
}

/// A JSON value, or the beginning of one that has parts.
pub(super) enum JsonToken<'a> {
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
pub enum Repeated {
    /// The last value counts; an earlier one of another type is an error.
    LastOfOneType,
    /// It is an error.
    Refused,
}

impl<'a> Cursor<'a> {
    /// At the beginning of a text, which must be one JSON value. Its syntax is checked without
    /// recursion, however deep the text nests.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, WireError> {
        let (text, not_utf8) = until_not_utf8(bytes);
        let (text, broken) = match (serde_json::from_str::<&RawValue>(text), not_utf8) {
            (Ok(_), None) => (text, None),
            (Ok(_), Some(reason)) => return Err(reason),
            (Err(error), Some(reason)) if error.is_eof() => (text, Some(reason)),
            (Err(error), _) => (until(text, &error), Some(not_json(&error))),
        };
        match broken {
            // A whole value stands before the break, so nobody would come to it.
            Some(reason) if serde_json::from_str::<&RawValue>(text).is_ok() => Err(reason),
            broken => Ok(Self { text, rest: text, broken }),
        }
    }

    /// Reads a value without parts, or enters an array or an object.
    pub(super) fn token(&mut self) -> Result<JsonToken<'a>, WireError> {
        Ok(match self.peek() {
            Some(b'"') => JsonToken::String(self.string()?),
            Some(b'[') => {
                self.take(1);
                JsonToken::Array
            }
            Some(b'{') => {
                self.take(1);
                JsonToken::Object
            }
            Some(_) => match self.word()? {
                "null" => JsonToken::Null,
                "true" => JsonToken::Bool(true),
                "false" => JsonToken::Bool(false),
                digits => JsonToken::Number(digits),
            },
            None => return Err(self.end()),
        })
    }

    /// Whether the array that was entered has another element, which is next; otherwise leaves the
    /// array.
    pub(super) fn element(&mut self) -> Result<bool, WireError> {
        match self.peek() {
            Some(b',') => {
                self.take(1);
                Ok(true)
            }
            Some(b']' | b'}') => {
                self.take(1);
                Ok(false)
            }
            Some(_) => Ok(true),
            None => Err(self.end()),
        }
    }

    /// The next key of the object that was entered, the value of which is next; otherwise leaves the
    /// object.
    pub(super) fn key(&mut self) -> Result<Option<Cow<'a, str>>, WireError> {
        if !self.element()? {
            return Ok(None);
        }
        self.peek();
        let key = self.string()?;
        self.peek().ok_or_else(|| self.end())?;
        self.take(1);
        Ok(Some(key))
    }

    /// Goes over the value that is next.
    pub(super) fn skip(&mut self) -> Result<(), WireError> {
        let mut depth = 0_usize;
        loop {
            match self.peek().ok_or_else(|| self.end())? {
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
                    self.quoted()?;
                }
                _ => {
                    self.word()?;
                }
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Goes over spaces to the next piece.
    fn peek(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
        self.rest.bytes().next()
    }

    fn string(&mut self) -> Result<Cow<'a, str>, WireError> {
        let start = self.text.len() - self.rest.len();
        let quoted = self.quoted()?;
        if !quoted.contains('\\') {
            return Ok(Cow::Borrowed(quoted.trim_matches('"')));
        }
        serde_json::from_str(quoted)
            .map(Cow::Owned)
            .map_err(|_| lone_surrogate(&self.text[..start]))
    }

    /// A string with its quotes.
    fn quoted(&mut self) -> Result<&'a str, WireError> {
        let bytes = self.rest.as_bytes();
        let mut end = 1;
        while let Some(byte) = bytes.get(end) {
            match byte {
                b'"' => return Ok(self.take(end + 1)),
                b'\\' => end += 2,
                _ => end += 1,
            }
        }
        Err(self.end())
    }

    /// A number, or one of the words that are values.
    fn word(&mut self) -> Result<&'a str, WireError> {
        match (self.rest.find([',', ']', '}', ' ', '\t', '\n', '\r']), &self.broken) {
            (Some(end), _) => Ok(self.take(end)),
            (None, None) => Ok(self.take(self.rest.len())),
            (None, Some(reason)) => Err(reason.clone()),
        }
    }

    /// Why there is nothing left.
    fn end(&self) -> WireError {
        self.broken.clone().unwrap_or_else(|| WireError::new("the text ends early"))
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }
}

impl JsonToken<'_> {
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

/// The text that the bytes begin with, and what is wrong with the rest if they are not all text.
fn until_not_utf8(bytes: &[u8]) -> (&str, Option<WireError>) {
    match str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let valid = &bytes[..error.valid_up_to()];
            (str::from_utf8(valid).unwrap_or_default(), Some(not_utf8(&error)))
        }
    }
}

/// The part of a text that stands before the byte at which an error was found.
fn until<'a>(text: &'a str, error: &serde_json::Error) -> &'a str {
    if error.is_eof() {
        return text;
    }
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let end = lines.map(str::len).sum::<usize>() + error.column();
    // The column counts bytes, and may be that of a byte inside a character.
    (0..end).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

/// Writes a string as a JSON string, with escapes for `<`, `>` and `&` (reference: Go's
/// `encoding/json`).
pub fn write_string(out: &mut String, text: &str) {
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
