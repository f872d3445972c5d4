//! JSON text, level by level.

use std::fmt::{self, Write};

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::error::not_json;
use crate::cty::WireError;

/// One JSON value, the parts of which are not read yet: numbers keep their digits.
pub(super) enum Node<'a> {
    Null,
    Bool(bool),
    Number(&'a str),
    String(String),
    Array(Vec<&'a RawValue>),
    Object(Vec<(String, &'a RawValue)>),
}

/// What becomes of a key that an object gives more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeated {
    /// The last one counts.
    LastCounts,
    /// It is an error.
    Refused,
}

impl<'a> Node<'a> {
    pub(super) fn read(raw: &'a RawValue) -> Result<Self, WireError> {
        let text = raw.get();
        Ok(match text.as_bytes().first() {
            Some(b'n') => Self::Null,
            Some(b't') => Self::Bool(true),
            Some(b'f') => Self::Bool(false),
            Some(b'"') => Self::String(parse(text)?),
            Some(b'[') => Self::Array(parse(text)?),
            Some(b'{') => Self::Object(parse::<Entries<'_>>(text)?.0),
            _ => Self::Number(text),
        })
    }

    /// What it is, for messages.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a bool",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// The one value of a text, whose syntax is checked at every level.
pub(super) fn document(text: &str) -> Result<&RawValue, WireError> {
    parse(text)
}

/// The text of these bytes.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, WireError> {
    str::from_utf8(bytes).map_err(|error| WireError::new(format!("the text is not UTF-8: {error}")))
}

/// Writes a string as a JSON string, with escapes for `<`, `>` and `&` (reference: Go's
/// `encoding/json`).
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::new();
    write_string(&mut out, text);
    out
}

pub(super) fn write_string(out: &mut String, text: &str) {
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

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, WireError> {
    serde_json::from_str(text).map_err(|error| not_json(&error))
}

/// The entries of an object as they stand, repeated keys included.
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Entries<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'de> Visitor<'de> for EntriesVisitor {
    type Value = Entries<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}
