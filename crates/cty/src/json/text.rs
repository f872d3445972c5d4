//! A reader of JSON text, one piece at a time.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::error::{lone_surrogate, not_json, not_utf8};
use crate::WireError;

/// A cursor in JSON text. The syntax is checked in advance, so each step only finds the end of the next piece.
///
/// Incomplete or invalid input can be read up to the error. The read that reaches it returns its error with the
/// path.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    rest: &'a str,
    /// The error at which the input ends early.
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

/// The treatment of repeated keys of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repeated {
    /// The last value wins. An earlier one of another type is an error.
    LastOfOneType,
    /// A repeated key is an error.
    Rejected,
}

impl<'a> Cursor<'a> {
    /// Returns a cursor at the start of the input, which must be one JSON value. Its syntax is checked without
    /// recursion, at any nesting depth.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, WireError> {
        let (text, not_utf8) = until_not_utf8(bytes);
        let (text, broken) = match (serde_json::from_str::<&RawValue>(text), not_utf8) {
            (Ok(_), None) => (text, None),
            (Ok(_), Some(reason)) => return Err(reason),
            (Err(error), Some(reason)) if error.is_eof() => (text, Some(reason)),
            (Err(error), _) => (until(text, &error), Some(not_json(&error))),
        };
        match broken {
            // A complete value precedes the error, so reading would not reach it.
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

    /// Returns `true` if the array has another element, which is next. Otherwise, leaves the array.
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

    /// Returns the next key of the object, followed by its value. Without one, leaves the object.
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

    /// Skips the next value.
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

    /// Skips whitespace, and returns the next byte.
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

    /// Reads a string with its quotes.
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

    /// Reads a number, `true`, `false` or `null`.
    fn word(&mut self) -> Result<&'a str, WireError> {
        match (self.rest.find([',', ']', '}', ' ', '\t', '\n', '\r']), &self.broken) {
            (Some(end), _) => Ok(self.take(end)),
            (None, None) => Ok(self.take(self.rest.len())),
            (None, Some(reason)) => Err(reason.clone()),
        }
    }

    /// Returns the error at the end of the input.
    fn end(&self) -> WireError {
        self.broken.clone().unwrap_or_else(|| WireError::new("the input ends too early"))
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }
}

impl JsonToken<'_> {
    /// Describes the token for messages.
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

/// Returns the valid text at the start of the bytes, and the error for the rest if it is not UTF-8.
fn until_not_utf8(bytes: &[u8]) -> (&str, Option<WireError>) {
    match str::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let valid = &bytes[..error.valid_up_to()];
            (str::from_utf8(valid).unwrap_or_default(), Some(not_utf8(&error)))
        }
    }
}

/// Returns the part of a text before an error.
fn until<'a>(text: &'a str, error: &serde_json::Error) -> &'a str {
    if error.is_eof() {
        return text;
    }
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let end = lines.map(str::len).sum::<usize>() + error.column();
    // The column counts bytes, and may be inside a character.
    (0..end).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}
