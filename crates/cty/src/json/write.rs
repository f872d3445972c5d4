//! Writing values as JSON.

use std::fmt::Write as _;

use super::MAX_JSON_DEPTH;
use super::error::{too_deep, too_long};
use crate::{Kind, Mark, Step, Str, Type, Value, WireError};

/// The form of values whose type is dynamic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DynamicForm {
    /// With its type.
    Typed,
    /// The value alone.
    Plain,
    /// The value alone, without null attributes and null elements of maps.
    Present,
}

/// A writer of one value.
pub(super) struct JsonWriter {
    form: DynamicForm,
    most_bytes: usize,
    pub(super) out: String,
}

impl JsonWriter {
    pub(super) fn new(form: DynamicForm, most_bytes: usize) -> Self {
        Self { form, most_bytes, out: String::new() }
    }

    /// Returns the JSON of a value that conforms to a type.
    pub(super) fn finish(mut self, value: &Value, ty: &Type) -> Result<String, WireError> {
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

    fn write(&mut self, value: &Value, ty: &Type, depth: usize) -> Result<(), WireError> {
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        self.check_length()?;
        match (value.kind(), ty) {
            (Kind::Marked(_, marks), _) => Err(unwritable(&marked(marks.first()))),
            (Kind::Unknown(..), _) => Err(unwritable("a value that is not known yet")),
            (Kind::Capsule(_), _) => Err(unwritable("a value of the program's own")),
            (Kind::Null(Type::Dynamic), _) => self.text("null"),
            (_, Type::Dynamic) => self.dynamic(value, inner),
            (Kind::Null(_), _) => self.text("null"),
            (Kind::Bool(value), _) => self.text(if value { "true" } else { "false" }),
            (Kind::Number(number), _) if number.is_infinite() => {
                Err(unwritable("an infinite number"))
            }
            (Kind::Number(number), _) => self.text(&number.to_string()),
            (Kind::String(text), _) => {
                write_string(&mut self.out, text);
                Ok(())
            }
            (Kind::List(_) | Kind::Set(_), Type::List(ty) | Type::Set(ty)) => {
                self.array(value.elements().iter().map(|value| (value, &**ty)), inner)
            }
            (Kind::Tuple(tuple), Type::Tuple(types)) => {
                self.array(tuple.elements().iter().zip(types.iter()), inner)
            }
            (Kind::Map(map), Type::Map(ty)) => {
                let step = |key: &Str| Step::Index(key.clone().into());
                self.object(map.iter().map(|(key, value)| (key, value, &**ty)), step, inner)
            }
            (Kind::Object(object), Type::Object(ty)) => {
                let attributes = object.iter().zip(ty.iter());
                let attributes = attributes.map(|((name, value), (_, ty))| (name, value, ty));
                self.object(attributes, |name| Step::Attr(name.clone()), inner)
            }
            _ => Err(WireError::new(format!("{} is not of the type {ty}", value.describe()))),
        }
    }

    fn array<'a>(
        &mut self,
        elements: impl Iterator<Item = (&'a Value, &'a Type)>,
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
        entries: impl Iterator<Item = (&'a Str, &'a Value, &'a Type)>,
        step: impl Fn(&Str) -> Step,
        depth: usize,
    ) -> Result<(), WireError> {
        self.out.push('{');
        let all = self.form != DynamicForm::Present;
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

    fn dynamic(&mut self, value: &Value, depth: usize) -> Result<(), WireError> {
        let ty = value.ty();
        if self.form != DynamicForm::Typed {
            return self.write(value, &ty, depth + 1);
        }
        self.out.push_str("{\"value\":");
        self.write(value, &ty, depth)?;
        self.out.push_str(",\"type\":");
        self.ty(&ty, MAX_JSON_DEPTH)?;
        self.out.push('}');
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), WireError> {
        self.out.push_str(text);
        Ok(())
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_output_is_limited() {
        let pair = Value::tuple(vec!["abc".into(), Value::object([("k", true.into())])]);
        for (form, text) in [
            (DynamicForm::Plain, r#"["abc",{"k":true}]"#),
            (
                DynamicForm::Typed,
                r#"{"value":["abc",{"k":true}],"type":["tuple",["string",["object",{"k":"bool"}]]]}"#,
            ),
        ] {
            let write = |most| JsonWriter::new(form, most).finish(&pair, &Type::Dynamic);
            assert_eq!(write(text.len()).unwrap(), text);
            for most in 0..text.len() {
                let problem = format!("the output would have more than {most} bytes");
                assert!(write(most).unwrap_err().to_string().ends_with(&problem));
            }
        }
    }
}
