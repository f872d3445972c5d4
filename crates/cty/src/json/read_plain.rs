//! Plain data with the types that the input implies.

use std::collections::BTreeMap;

use super::error::{repeated, too_deep, too_many_values};
use super::text::{Cursor, JsonToken, Repeated};
use crate::{Number, Step, Str, Type, Value, WireError};

/// Reads and counts the values of an input.
pub(super) struct PlainReader<'a> {
    cursor: Cursor<'a>,
    repeated: Repeated,
    most_values: usize,
    values: usize,
}

impl<'a> PlainReader<'a> {
    pub(super) fn new(cursor: Cursor<'a>, repeated: Repeated, most_values: usize) -> Self {
        Self { cursor, repeated, most_values, values: 0 }
    }

    /// Reads the next value.
    pub(super) fn read(&mut self, depth: usize) -> Result<Value, WireError> {
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        self.values += 1;
        if self.values > self.most_values {
            return Err(too_many_values(self.most_values));
        }
        match self.cursor.token()? {
            JsonToken::Null => Ok(Value::null(Type::Dynamic)),
            JsonToken::Bool(value) => Ok(value.into()),
            JsonToken::Number(digits) => number(digits),
            JsonToken::String(text) => Ok(Value::from(&*text)),
            JsonToken::Array => self.tuple(inner),
            JsonToken::Object => self.object(inner),
        }
    }

    fn tuple(&mut self, depth: usize) -> Result<Value, WireError> {
        let mut elements = Vec::new();
        while self.cursor.element()? {
            let element = self.read(depth);
            elements.push(element.map_err(|error| error.under_index(elements.len()))?);
        }
        Ok(Value::tuple(elements))
    }

    fn object(&mut self, depth: usize) -> Result<Value, WireError> {
        let mut attributes = BTreeMap::new();
        while let Some(name) = self.cursor.key()? {
            let name = Str::new(&name);
            if self.repeated == Repeated::Rejected && attributes.contains_key(&name) {
                return Err(repeated(&name));
            }
            let value = self.read(depth);
            let value = value.map_err(|error| error.under(Step::Attr(name.clone())))?;
            if attributes.get(&name).is_some_and(|earlier: &Value| earlier.ty() != value.ty()) {
                return Err(repeated(&name));
            }
            attributes.insert(name, value);
        }
        Ok(Value::object(attributes))
    }
}

/// Returns the value of a JSON number.
pub(super) fn number(digits: &str) -> Result<Value, WireError> {
    Number::parse(digits).map(Value::from).map_err(|error| {
        let shown = Value::from(digits).describe();
        WireError::new(format!("{shown} is not a valid number: {error}"))
    })
}
