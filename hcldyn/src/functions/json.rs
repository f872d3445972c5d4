//! JSON texts, as `jsonencode`, `jsondecode` and `format` need them.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::value::RawValue;

use super::limits::{check_bytes, check_elements};
use crate::cty::{Kind, Number, Str, Type, Value};

/// How deep arrays and objects may nest.
const MAX_DEPTH: usize = 128;

/// Writes a wholly known value without marks as a JSON text: no spaces, keys in order, and `<`, `>`,
/// `&` as escapes, so that the text can be put into HTML (reference: Go's `encoding/json`).
pub(super) fn encode(value: &Value) -> Result<String, String> {
    let mut out = String::new();
    write_value(&mut out, value, MAX_DEPTH)?;
    Ok(out)
}

/// Reads a JSON text: arrays become tuples, objects become objects, numbers keep all their digits.
pub(super) fn decode(text: &str) -> Result<Value, String> {
    let raw: &RawValue = serde_json::from_str(text).map_err(reason)?;
    Reader { values: 0 }.read(raw, MAX_DEPTH)
}

/// Writes a string as a JSON string.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::new();
    write_string(&mut out, text);
    out
}

fn write_value(out: &mut String, value: &Value, depth: usize) -> Result<(), String> {
    let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
    check_bytes(out.len()).map_err(|error| error.message)?;
    match value.kind() {
        Kind::Null(_) => out.push_str("null"),
        Kind::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Kind::Number(number) if number.is_infinite() => {
            return Err(format!("JSON has no number {number}"));
        }
        Kind::Number(number) => out.push_str(&number.to_string()),
        Kind::String(text) => write_string(out, text),
        Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => write_array(out, value.elements(), inner)?,
        Kind::Map(map) => write_object(out, map.iter(), inner)?,
        Kind::Object(object) => write_object(out, object.iter(), inner)?,
        Kind::Unknown(..) | Kind::Capsule(_) | Kind::Marked(..) => {
            return Err(format!("{} cannot be written as JSON", value.describe()));
        }
    }
    Ok(())
}

fn write_array(out: &mut String, elements: &[Value], depth: usize) -> Result<(), String> {
    out.push('[');
    for (index, element) in elements.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_value(out, element, depth)?;
    }
    out.push(']');
    Ok(())
}

fn write_object<'a>(
    out: &mut String,
    entries: impl Iterator<Item = (&'a Str, &'a Value)>,
    depth: usize,
) -> Result<(), String> {
    out.push('{');
    for (index, (key, value)) in entries.enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_string(out, key);
        out.push(':');
        write_value(out, value, depth)?;
    }
    out.push('}');
    Ok(())
}

fn write_string(out: &mut String, text: &str) {
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

/// Reads the values of a document, counting them.
struct Reader {
    values: usize,
}

impl Reader {
    fn read(&mut self, raw: &RawValue, depth: usize) -> Result<Value, String> {
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        self.values += 1;
        check_elements(self.values).map_err(|error| error.message)?;
        let text = raw.get();
        match text.as_bytes().first() {
            Some(b'n') => Ok(Value::null(Type::Dynamic)),
            Some(b't') => Ok(true.into()),
            Some(b'f') => Ok(false.into()),
            Some(b'"') => serde_json::from_str::<String>(text).map(Value::from).map_err(reason),
            Some(b'[') => {
                let elements: Vec<&RawValue> = serde_json::from_str(text).map_err(reason)?;
                let elements = elements.into_iter().map(|raw| self.read(raw, inner));
                elements.collect::<Result<_, _>>().map(Value::tuple)
            }
            Some(b'{') => {
                // Of two entries of one name the last one counts.
                let entries: BTreeMap<String, &RawValue> =
                    serde_json::from_str(text).map_err(reason)?;
                let mut attributes = Vec::with_capacity(entries.len());
                for (name, raw) in entries {
                    attributes.push((name, self.read(raw, inner)?));
                }
                Ok(Value::object(attributes))
            }
            _ => Number::parse(text).map(Value::from).map_err(|error| {
                let number = Value::from(text).describe();
                format!("{number} cannot be read as a number: {error}")
            }),
        }
    }
}

fn reason(error: serde_json::Error) -> String {
    error.to_string()
}

fn too_deep() -> String {
    format!("arrays and objects nest more than {MAX_DEPTH} deep")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped_for_html() {
        assert_eq!(quote("<a & \"b\">\u{1}"), r#""\u003ca \u0026 \"b\"\u003e\u0001""#);
    }

    #[test]
    fn numbers_keep_their_digits() {
        let text = "[123456789012345678901234567890,0.1,-0]";
        assert_eq!(decode(text).and_then(|value| encode(&value)).unwrap(), text);
    }

    #[test]
    fn texts_that_nest_too_deep_are_refused() {
        let deep = "[".repeat(10_000) + &"]".repeat(10_000);
        assert!(decode(&deep).unwrap_err().contains("128"));
        let fine = "[".repeat(100) + &"]".repeat(100);
        assert_eq!(decode(&fine).and_then(|value| encode(&value)).unwrap(), fine);
    }
}
