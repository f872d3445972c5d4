//! The reading of JSON values from a source.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::document::{JsonKind, JsonValue, Property};
use super::escapes::Unescaped;
use super::{diags, explain};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::source::{Source, Span};

/// A byte-order mark, which is allowed at the start of a source.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The maximum nesting of arrays and objects.
pub(crate) const MAX_JSON_SYNTAX_DEPTH: usize = 128;

/// Reads a source as one JSON value. Returns `None` after reporting an error, or if the source has bytes that are
/// not UTF-8, which have been reported.
///
/// The syntax is checked first, without recursion, so that reading only needs to find the end of each value.
pub(super) fn read(source: &Source, diags: &mut Diagnostics) -> Option<JsonValue> {
    let text = source.text();
    if source.is_damaged(Span::from(0..text.len())) {
        return None;
    }
    let start = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    if serde_json::from_str::<&RawValue>(&text[start..]).is_err() {
        return diags.fail(explain::explain(source, start));
    }
    diags.unless_errors(|diags| Reader { source, at: start, diags }.value(0))?
}

/// A reader of valid JSON, from start to end.
struct Reader<'s, 'd> {
    source: &'s Source,
    at: usize,
    diags: &'d mut Diagnostics,
}

impl Reader<'_, '_> {
    /// Reads the next value. Returns `None` if it is nested too deeply.
    fn value(&mut self, depth: usize) -> Option<JsonValue> {
        let first = self.peek();
        let start = self.at;
        let kind = match first {
            Some(b'[' | b'{') if depth == MAX_JSON_SYNTAX_DEPTH => {
                let place = self.source.place(Span::from(start..start + 1));
                return self.diags.fail(diags::too_deep(place, MAX_JSON_SYNTAX_DEPTH));
            }
            Some(b'[') => JsonKind::Array(self.array(depth + 1)?),
            Some(b'{') => JsonKind::Object(self.object(depth + 1)?),
            Some(b'"') => {
                let span = self.string();
                self.check_escapes(span);
                JsonKind::String
            }
            _ => self.word(),
        };
        Some(JsonValue { kind, span: Span::from(start..self.at) })
    }

    fn array(&mut self, depth: usize) -> Option<Arc<[JsonValue]>> {
        let mut elements = Vec::new();
        self.at += 1;
        while self.next_item() {
            elements.push(self.value(depth)?);
        }
        Some(elements.into())
    }

    fn object(&mut self, depth: usize) -> Option<Arc<[Property]>> {
        let mut properties = Vec::new();
        self.at += 1;
        while self.next_item() {
            self.peek();
            let name_span = self.string();
            let name = self.check_escapes(name_span);
            self.peek();
            self.at += 1;
            properties.push(Property::new(name, name_span, self.value(depth)?));
        }
        Some(properties.into())
    }

    /// Skips the comma before an item, or the closing bracket. Returns `true` if there is an item.
    fn next_item(&mut self) -> bool {
        let next = self.peek();
        let is_item = !matches!(next, Some(b']' | b'}') | None);
        if next == Some(b',') || !is_item {
            self.at += 1;
        }
        is_item
    }

    /// Skips a string, and returns its span.
    fn string(&mut self) -> Span {
        let start = self.at;
        let bytes = self.source.text().as_bytes();
        let mut end = start + 1;
        while let Some(byte) = bytes.get(end) {
            end += if *byte == b'\\' { 2 } else { 1 };
            if *byte == b'"' {
                break;
            }
        }
        self.at = end.min(bytes.len());
        Span::from(start..self.at)
    }

    /// Returns the content of a string. It is empty if the string has an unpaired surrogate, which is reported.
    fn check_escapes(&mut self, span: Span) -> Str {
        let quoted = self.source.slice(span);
        if !quoted.contains('\\') {
            return Str::new(quoted.trim_matches('"'));
        }
        match Unescaped::new(quoted, span.start) {
            Ok(unescaped) => Str::new(&unescaped.text),
            Err(escape) => {
                self.diags.push(diags::half_a_pair(self.source.place(escape)));
                Str::new("")
            }
        }
    }

    /// Reads a number, `true`, `false` or `null`.
    fn word(&mut self) -> JsonKind {
        let rest = &self.source.text()[self.at..];
        let end = rest.find([',', ']', '}', ' ', '\t', '\n', '\r']).unwrap_or(rest.len());
        self.at += end;
        match &rest[..end] {
            "null" => JsonKind::Null,
            "true" => JsonKind::Bool(true),
            "false" => JsonKind::Bool(false),
            _ => JsonKind::Number,
        }
    }

    /// Skips whitespace and returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.source.text().as_bytes();
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(self.at) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }
}
