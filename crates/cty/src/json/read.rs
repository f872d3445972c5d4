//! Values of a type from JSON.

use std::mem;

use super::MAX_JSON_DEPTH;
use super::common::of_one_type;
use super::error::{invalid_type, repeated, required, too_deep, too_many_types, too_many_values};
use super::read_plain::{PlainReader, number};
use super::text::{Cursor, JsonToken, Repeated};
use super::types::read_type;
use crate::convert::convert;
use crate::sort::sort_by;
use crate::{ObjectType, Step, Str, Type, Value, WireError};

/// The maximum number of nested values with types. Nesting is rare, and each such value is read twice to find its
/// type.
const MAX_TYPED: usize = 8;

/// Reads and counts the values of an input. An object has all attributes of its type, even if the input is short.
pub(super) struct JsonReader<'a> {
    cursor: Cursor<'a>,
    most_values: usize,
    values: usize,
    /// The number of values with types around the current one.
    typed: usize,
}

impl<'a> JsonReader<'a> {
    pub(super) fn new(cursor: Cursor<'a>, most_values: usize) -> Self {
        Self { cursor, most_values, values: 0, typed: 0 }
    }

    /// Reads the next value by a type without optional attributes.
    pub(super) fn read(&mut self, ty: &Type, depth: usize) -> Result<Value, WireError> {
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        self.count(1)?;
        match (self.cursor.token()?, ty) {
            (JsonToken::Null, _) => Ok(Value::null(ty.clone())),
            (JsonToken::Object, Type::Dynamic) => self.dynamic(inner),
            (JsonToken::Array, Type::List(element)) => self.elements(element, inner, Value::list),
            (JsonToken::Array, Type::Set(element)) => self.elements(element, inner, Value::set),
            (JsonToken::Array, Type::Tuple(types)) => self.tuple(types, inner),
            (JsonToken::Object, Type::Map(element)) => self.map(element, inner),
            (JsonToken::Object, Type::Object(ty)) => self.object(ty, inner),
            (JsonToken::Bool(value), Type::Bool | Type::String) => Ok(convert(value.into(), ty)?),
            (JsonToken::Number(digits), Type::Number) => number(digits),
            (JsonToken::Number(digits), Type::String) => Ok(digits.into()),
            (JsonToken::String(text), Type::Bool | Type::Number | Type::String) => {
                Ok(convert(Value::from(&*text), ty)?)
            }
            (_, Type::Capsule(capsule)) => {
                let name = capsule.name();
                let message = format!("a value of the custom type {name} can't be read");
                Err(WireError::new(message))
            }
            (token, Type::Dynamic) => Err(WireError::new(format!(
                "a value of any type needs its type (as in {{\"value\": 1, \"type\": \"number\"}}), \
                 not {}",
                token.describe()
            ))),
            (token, _) => Err(required(ty, token.describe())),
        }
    }

    fn elements(
        &mut self,
        element: &Type,
        depth: usize,
        collect: fn(Type, Vec<Value>) -> Value,
    ) -> Result<Value, WireError> {
        let mut elements = Vec::new();
        while self.cursor.element()? {
            let value = self.read(element, depth);
            elements.push(value.map_err(|error| error.under_index(elements.len()))?);
        }
        of_one_type(element, elements).map(|(ty, elements)| collect(ty, elements))
    }

    fn tuple(&mut self, types: &[Type], depth: usize) -> Result<Value, WireError> {
        let (mut elements, wanted, mut given) = (Vec::new(), types.len(), 0);
        while self.cursor.element()? {
            match types.get(given) {
                Some(ty) => {
                    let value = self.read(ty, depth);
                    elements.push(value.map_err(|error| error.under_index(given))?);
                }
                None => self.cursor.skip().map_err(|error| error.under_index(given))?,
            }
            given += 1;
        }
        if given == wanted {
            return Ok(Value::tuple(elements));
        }
        let elements = if wanted == 1 { "element" } else { "elements" };
        Err(WireError::new(format!(
            "an array with exactly {wanted} {elements} is required, not one with {given}"
        )))
    }

    fn map(&mut self, element: &Type, depth: usize) -> Result<Value, WireError> {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        while let Some(key) = self.cursor.key()? {
            let key = Str::new(&key);
            let value = self.read(element, depth);
            values.push(value.map_err(|error| error.under(Step::Index(key.clone().into())))?);
            keys.push(key);
        }
        if let Some(key) = first_repeated(&keys) {
            return Err(repeated(key));
        }
        let (element, values) = of_one_type(element, values)?;
        Ok(Value::map(element, keys.into_iter().zip(values).collect()))
    }

    fn object(&mut self, ty: &ObjectType, depth: usize) -> Result<Value, WireError> {
        self.count(ty.shape().len())?;
        let mut values = vec![None; ty.shape().len()];
        while let Some(name) = self.cursor.key()? {
            let name = Str::new(&name);
            let Some(position) = ty.shape().position(&name) else {
                return Err(WireError::new(format!("the type has no attribute {name:?}")));
            };
            let value = self.read(&ty.types()[position], depth);
            let value = value.map_err(|error| error.under(Step::Attr(name.clone())))?;
            if values[position].replace(value).is_some() {
                return Err(repeated(&name));
            }
        }
        let or_null =
            |(value, ty): (Option<Value>, &Type)| value.unwrap_or_else(|| Value::null(ty.clone()));
        let values = values.into_iter().zip(ty.types()).map(or_null).collect();
        Ok(Value::object_of_shape(ty.shape().clone(), values))
    }

    /// Reads a value with its type, in either order.
    fn dynamic(&mut self, depth: usize) -> Result<Value, WireError> {
        if self.typed == MAX_TYPED {
            return Err(too_many_types());
        }
        let (mut value, mut ty) = (None, None);
        while let Some(name) = self.cursor.key()? {
            let is_repeated = match &*name {
                "value" => value.replace(self.value_for_later(ty.as_ref(), depth)?).is_some(),
                "type" => ty.replace(self.type_of_value()?).is_some(),
                _ => return Err(incomplete(&format!("not {name:?}"))),
            };
            if is_repeated {
                return Err(repeated(&name));
            }
        }
        let (Some(value), Some(ty)) = (value, ty) else {
            return Err(incomplete("both of them"));
        };
        let after = mem::replace(&mut self.cursor, value);
        self.typed += 1;
        let value = self.read(&ty, depth)?;
        self.typed -= 1;
        self.cursor = after;
        Ok(value)
    }

    fn type_of_value(&mut self) -> Result<Type, WireError> {
        let ty = read_type(&mut self.cursor, MAX_JSON_DEPTH).map_err(invalid_type)?;
        Ok(ty.without_optional())
    }

    /// Skips a value, and returns a cursor at its start. If the input ends inside the value, fails with the path
    /// to the end. The path depends on the type, or only on the input if the type comes later.
    fn value_for_later(
        &mut self,
        ty: Option<&Type>,
        depth: usize,
    ) -> Result<Cursor<'a>, WireError> {
        let start = self.cursor.clone();
        let Err(broken) = self.cursor.skip() else { return Ok(start) };
        let read = match ty {
            Some(ty) => {
                self.cursor = start;
                self.read(ty, depth)
            }
            None => PlainReader::new(start, Repeated::LastOfOneType, self.most_values).read(depth),
        };
        Err(read.err().unwrap_or(broken))
    }

    fn count(&mut self, values: usize) -> Result<(), WireError> {
        self.values = self.values.saturating_add(values);
        if self.values <= self.most_values {
            Ok(())
        } else {
            Err(too_many_values(self.most_values))
        }
    }
}

fn first_repeated(keys: &[Str]) -> Option<&Str> {
    let mut sorted: Vec<_> = keys.iter().collect();
    sort_by(&mut sorted, Ord::cmp);
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

fn incomplete(found: &str) -> WireError {
    WireError::new(format!("a value of any type is an object with \"value\" and \"type\", {found}"))
}
