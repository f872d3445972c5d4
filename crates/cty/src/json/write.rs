//! Writing values as JSON.

use std::fmt::Write as _;
use std::mem;

use super::MAX_BYTES;
use super::error::{too_deep, too_long};
use crate::{Kind, Mark, Step, Str, Type, Value, WireError};

/// The maximum nesting depth of values and types.
pub const MAX_JSON_DEPTH: usize = 128;

/// The treatment of null attributes and null elements of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nulls {
    Written,
    LeftOut,
}

/// A writer of one value.
pub(super) struct JsonWriter {
    nulls: Nulls,
    most_bytes: usize,
    pub(super) out: String,
}

impl JsonWriter {
    pub(super) fn new(nulls: Nulls, most_bytes: usize) -> Self {
        Self { nulls, most_bytes, out: String::new() }
    }

    /// Returns the JSON of a value for a type to which it conforms, or for its own type.
    pub(super) fn finish(mut self, value: &Value, ty: Option<&Type>) -> Result<String, WireError> {
        self.write(value, ty, MAX_JSON_DEPTH)?;
        self.into_text()
    }

    /// Returns the written JSON.
    pub(super) fn into_text(self) -> Result<String, WireError> {
        self.check_length()?;
        Ok(self.out)
    }

    /// Fails if the JSON has become too long.
    pub(super) fn check_length(&self) -> Result<(), WireError> {
        if self.out.len() <= self.most_bytes { Ok(()) } else { Err(too_long(self.most_bytes)) }
    }

    /// Writes a value for a type to which it conforms, or for its own type.
    fn write(&mut self, value: &Value, ty: Option<&Type>, depth: usize) -> Result<(), WireError> {
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        self.check_length()?;
        match (value.kind(), ty) {
            (Kind::Marked(_, marks), _) => return Err(unwritable(&marked(marks.first()))),
            (Kind::Unknown(..), _) => return Err(unwritable("a value that is not known yet")),
            (Kind::Capsule(_), _) => return Err(unwritable("a value of the program's own")),
            (Kind::Null(Type::Dynamic), _) => self.out.push_str("null"),
            (_, Some(Type::Dynamic)) => return self.with_type(value, inner),
            (Kind::Null(_), _) => self.out.push_str("null"),
            (Kind::Bool(value), _) => self.out.push_str(if value { "true" } else { "false" }),
            (Kind::Number(number), _) if number.is_infinite() => {
                return Err(unwritable("an infinite number"));
            }
            (Kind::Number(number), _) => {
                // Writing to a string cannot fail.
                let _ = write!(self.out, "{number}");
            }
            (Kind::String(text), _) => write_string(&mut self.out, text),
            (_, None) => return self.parts(value, inner),
            (_, Some(ty)) => return self.parts_of_type(value, ty, inner),
        }
        Ok(())
    }

    /// Writes a value with parts for its own type.
    fn parts(&mut self, value: &Value, depth: usize) -> Result<(), WireError> {
        match value.kind() {
            Kind::Map(map) => {
                self.object(map.iter().map(|(key, value)| (key, value, None)), element_step, depth)
            }
            Kind::Object(object) => {
                let attributes = object.iter().map(|(name, value)| (name, value, None));
                self.object(attributes, attribute_step, depth)
            }
            _ => self.array(value.elements().iter().map(|value| (value, None)), depth),
        }
    }

    /// Writes a value with parts for a type.
    fn parts_of_type(&mut self, value: &Value, ty: &Type, depth: usize) -> Result<(), WireError> {
        match (value.kind(), ty) {
            (Kind::List(_) | Kind::Set(_), Type::List(ty) | Type::Set(ty)) => {
                self.array(value.elements().iter().map(|value| (value, Some(&**ty))), depth)
            }
            (Kind::Tuple(tuple), Type::Tuple(types)) => {
                self.array(tuple.elements().iter().zip(types.iter().map(Some)), depth)
            }
            (Kind::Map(map), Type::Map(ty)) => {
                let elements = map.iter().map(|(key, value)| (key, value, Some(&**ty)));
                self.object(elements, element_step, depth)
            }
            (Kind::Object(object), Type::Object(ty)) => {
                let attributes = object.iter().zip(ty.iter());
                let attributes = attributes.map(|((name, value), (_, ty))| (name, value, Some(ty)));
                self.object(attributes, attribute_step, depth)
            }
            _ => Err(WireError::new(format!("{} is not of the type {ty}", value.describe()))),
        }
    }

    fn array<'a>(
        &mut self,
        elements: impl Iterator<Item = (&'a Value, Option<&'a Type>)>,
        depth: usize,
    ) -> Result<(), WireError> {
        self.out.push('[');
        for (index, (value, ty)) in elements.enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.write(value, ty, depth).map_err(|error| error.under_index(index))?;
        }
        self.out.push(']');
        Ok(())
    }

    fn object<'a>(
        &mut self,
        entries: impl Iterator<Item = (&'a Str, &'a Value, Option<&'a Type>)>,
        step: fn(&Str) -> Step,
        depth: usize,
    ) -> Result<(), WireError> {
        self.out.push('{');
        let all = self.nulls == Nulls::Written;
        let entries = entries.filter(|(_, value, _)| all || !value.is_null());
        for (index, (key, value, ty)) in entries.enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            write_string(&mut self.out, key);
            self.out.push(':');
            self.write(value, ty, depth).map_err(|error| error.under(step(key)))?;
        }
        self.out.push('}');
        Ok(())
    }

    /// Writes a value of dynamic type with its own type.
    fn with_type(&mut self, value: &Value, depth: usize) -> Result<(), WireError> {
        let ty = value.ty();
        self.out.push_str("{\"value\":");
        self.write(value, Some(&ty), depth)?;
        self.out.push_str(",\"type\":");
        self.ty(&ty, MAX_JSON_DEPTH)?;
        self.out.push('}');
        Ok(())
    }
}

fn element_step(key: &Str) -> Step {
    Step::Index(key.clone().into())
}

fn attribute_step(name: &Str) -> Step {
    Step::Attr(name.clone())
}

fn unwritable(what: &str) -> WireError {
    WireError::new(format!("{what} can't be written"))
}

fn marked(mark: Option<&Mark>) -> String {
    format!("a value marked {:?}", mark.map_or("", Mark::name))
}

/// Writes a string as a JSON string, with escapes for `<`, `>` and `&` (reference: Go's
/// `encoding/json`).
pub fn write_string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(position) = rest.bytes().position(|byte| MAY_BE_ESCAPED[usize::from(byte)]) {
        let (plain, special) = rest.split_at(position);
        out.push_str(plain);
        let mut chars = special.chars();
        if let Some(char) = chars.next() {
            write_char(out, char);
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out.push('"');
}

/// The first bytes of characters that may be written as escapes. The line separators begin with 0xe2, as many other
/// characters do.
static MAY_BE_ESCAPED: [bool; 256] = {
    let mut bytes = [false; 256];
    let mut control = 0;
    while control < b' ' as usize {
        bytes[control] = true;
        control += 1;
    }
    bytes[b'"' as usize] = true;
    bytes[b'\\' as usize] = true;
    bytes[b'<' as usize] = true;
    bytes[b'>' as usize] = true;
    bytes[b'&' as usize] = true;
    bytes[0xe2] = true;
    bytes
};

fn write_char(out: &mut String, char: char) {
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

/// Writes a value at the end of a text as [`to_present_json`](super::to_present_json) does, at most `depth` levels deep.
/// Returns `None` if it cannot be written, or the text becomes too long.
pub fn push_present(out: &mut String, value: &Value, depth: usize) -> Option<()> {
    let mut writer = JsonWriter::new(Nulls::LeftOut, MAX_BYTES);
    writer.out = mem::take(out);
    let written = writer.write(value, None, depth).and_then(|()| writer.check_length());
    *out = writer.out;
    written.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_output_is_limited() {
        let pair = Value::tuple(vec!["abc".into(), Value::object([("k", true.into())])]);
        for (ty, text) in [
            (None, r#"["abc",{"k":true}]"#),
            (
                Some(&Type::Dynamic),
                r#"{"value":["abc",{"k":true}],"type":["tuple",["string",["object",{"k":"bool"}]]]}"#,
            ),
        ] {
            let write = |most| JsonWriter::new(Nulls::Written, most).finish(&pair, ty);
            assert_eq!(write(text.len()).unwrap(), text);
            for most in 0..text.len() {
                let problem = format!("the output would have more than {most} bytes");
                assert!(write(most).unwrap_err().to_string().ends_with(&problem));
            }
        }
    }
}
