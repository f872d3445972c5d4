//! Reading values.

use super::input::{MsgpackInput, is_extension};
use super::{MAX_MSGPACK_DEPTH, unknown};
use crate::convert::error::wrong_length;
use crate::json::{invalid_type, of_one_type};
use crate::{ObjectType, Step, Str, Type, Value, WireError};

/// The maximum number of unknown elements of one message in lists with only a known length. A few bytes can claim
/// many elements there.
const MAX_UNKNOWN_ELEMENTS: usize = 1 << 16;

/// Reads a value of a type without optional attributes.
pub(super) fn read(input: &mut MsgpackInput<'_>, ty: &Type) -> Result<Value, WireError> {
    MsgpackReader { input, values: 0, unknown_elements: 0 }.value(ty, MAX_MSGPACK_DEPTH)
}

struct MsgpackReader<'i, 'a> {
    input: &'i mut MsgpackInput<'a>,
    values: usize,
    unknown_elements: usize,
}

impl MsgpackReader<'_, '_> {
    /// Reads a value that may be nested `depth` levels deep.
    fn value(&mut self, ty: &Type, depth: usize) -> Result<Value, WireError> {
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        self.values += 1;
        if self.values > Value::MAX_SIZE {
            return Err(too_many_values());
        }
        if is_extension(self.input.peek()?) {
            return self.unknown(ty);
        }
        if self.input.null()? {
            return Ok(Value::null(ty.clone()));
        }
        match ty {
            Type::Dynamic => self.dynamic(inner),
            Type::Bool => self.input.bool().map(Value::bool),
            Type::Number => self.input.number().map(Value::number),
            Type::String => self.input.text("a string").map(Value::from),
            Type::List(element) => {
                let elements = self.elements("a list", element, inner)?;
                of_one_type(element, elements).map(|(ty, elements)| Value::list(ty, elements))
            }
            Type::Set(element) => {
                let elements = self.elements("a set", element, inner)?;
                of_one_type(element, elements).map(|(ty, elements)| Value::set(ty, elements))
            }
            Type::Map(element) => self.map(element, inner),
            Type::Tuple(types) => self.tuple(types, inner),
            Type::Object(ty) => self.object(ty, inner),
            Type::Capsule(capsule) => {
                let name = capsule.name();
                let message = format!("a value of the custom type {name} can't be read");
                Err(WireError::new(message))
            }
        }
    }

    fn unknown(&mut self, ty: &Type) -> Result<Value, WireError> {
        let value = unknown::read(self.input, ty)?;
        self.unknown_elements += value.elements().len();
        if self.unknown_elements > MAX_UNKNOWN_ELEMENTS {
            return Err(WireError::new(format!(
                "at most {MAX_UNKNOWN_ELEMENTS} elements can be unknown"
            )));
        }
        Ok(value)
    }

    /// Reads a type, then a value of it.
    fn dynamic(&mut self, depth: usize) -> Result<Value, WireError> {
        let length = self.input.array("an array of a type and a value")?;
        if length != 2 {
            let message = format!("a type and a value are required, not {length} parts");
            return Err(WireError::new(message));
        }
        let ty = Type::from_json(self.input.text("a type as JSON")?).map_err(invalid_type)?;
        self.value(&ty.without_optional(), depth)
    }

    fn elements(&mut self, needed: &str, ty: &Type, depth: usize) -> Result<Vec<Value>, WireError> {
        let length = self.input.array(needed)?;
        (0..length).map(|index| self.element(index, ty, depth)).collect()
    }

    fn element(&mut self, index: u32, ty: &Type, depth: usize) -> Result<Value, WireError> {
        self.value(ty, depth).map_err(|error| error.under_index(index as usize))
    }

    fn tuple(&mut self, types: &[Type], depth: usize) -> Result<Value, WireError> {
        let length = self.input.array("a tuple")?;
        if length as usize != types.len() {
            return Err(wrong_length(types.len(), length as usize));
        }
        let elements = (0..length).zip(types).map(|(index, ty)| self.element(index, ty, depth));
        elements.collect::<Result<_, _>>().map(Value::tuple)
    }

    fn map(&mut self, element: &Type, depth: usize) -> Result<Value, WireError> {
        let length = self.input.map("a map")?;
        let mut keys = std::collections::BTreeSet::new();
        let (mut order, mut elements) = (Vec::new(), Vec::new());
        for _ in 0..length {
            let key = Str::new(self.input.text("a string as the key")?);
            if !keys.insert(key.clone()) {
                return Err(WireError::new(format!("the key {key:?} appears more than once")));
            }
            let value = self.value(element, depth);
            elements.push(value.map_err(|error| error.under(Step::Index(key.clone().into())))?);
            order.push(key);
        }
        let (ty, elements) = of_one_type(element, elements)?;
        Ok(Value::map(ty, order.into_iter().zip(elements).collect()))
    }

    fn object(&mut self, ty: &ObjectType, depth: usize) -> Result<Value, WireError> {
        let length = self.input.map("an object")?;
        let shape = ty.shape();
        let mut values = vec![None; shape.len()];
        for _ in 0..length {
            let name = Str::new(self.input.text("a string as the attribute name")?);
            let Some(position) = shape.position(&name) else {
                return Err(WireError::new(format!("unexpected attribute {name:?}")));
            };
            if values[position].is_some() {
                return Err(WireError::new(format!(
                    "the attribute {name:?} appears more than once"
                )));
            }
            let value = self.value(&ty.types()[position], depth);
            values[position] = Some(value.map_err(|error| error.under(Step::Attr(name)))?);
        }
        let values = values.into_iter().zip(shape.names()).map(|(value, name)| {
            value.ok_or_else(|| WireError::new(format!("the attribute {name:?} is missing")))
        });
        Ok(Value::object_of_shape(shape.clone(), values.collect::<Result<_, _>>()?))
    }
}

pub(super) fn too_deep() -> WireError {
    WireError::new(format!("values can be nested at most {MAX_MSGPACK_DEPTH} levels deep"))
}

fn too_many_values() -> WireError {
    WireError::new(format!("there are more than {} values", Value::MAX_SIZE))
}
