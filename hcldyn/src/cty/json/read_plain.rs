//! Plain data, whose types are those that the text implies.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::error::{repeated, too_deep, too_many_values};
use super::read::number;
use super::text::{Node, Repeated};
use crate::cty::{Step, Str, Type, Value, WireError};

/// Reads the values of a document, counting them.
pub(super) struct PlainReader {
    repeated: Repeated,
    most_values: usize,
    values: usize,
}

impl PlainReader {
    pub(super) fn new(repeated: Repeated, most_values: usize) -> Self {
        Self { repeated, most_values, values: 0 }
    }

    pub(super) fn read(&mut self, raw: &RawValue, depth: usize) -> Result<Value, WireError> {
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        self.values += 1;
        if self.values > self.most_values {
            return Err(too_many_values(self.most_values));
        }
        match Node::read(raw)? {
            Node::Null => Ok(Value::null(Type::Dynamic)),
            Node::Bool(value) => Ok(value.into()),
            Node::Number(digits) => number(digits),
            Node::String(text) => Ok(text.into()),
            Node::Array(elements) => self.tuple(elements, inner),
            Node::Object(entries) => self.object(entries, inner),
        }
    }

    fn tuple(&mut self, elements: Vec<&RawValue>, depth: usize) -> Result<Value, WireError> {
        let read = |(index, raw): (usize, &RawValue)| {
            self.read(raw, depth).map_err(|error| error.under(Step::Index(index.into())))
        };
        elements.into_iter().enumerate().map(read).collect::<Result<_, _>>().map(Value::tuple)
    }

    fn object(
        &mut self,
        entries: Vec<(String, &RawValue)>,
        depth: usize,
    ) -> Result<Value, WireError> {
        let mut attributes = BTreeMap::new();
        for (name, raw) in entries {
            let name = Str::from(name);
            let value = self.read(raw, depth);
            let value = value.map_err(|error| error.under(Step::Attr(name.clone())))?;
            if self.repeated == Repeated::Refused && attributes.contains_key(&name) {
                return Err(repeated(&name));
            }
            attributes.insert(name, value);
        }
        Ok(Value::object(attributes))
    }
}
