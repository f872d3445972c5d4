//! A serde serializer that produces values.

use serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::error::Error;
use crate::cty::internal::sort_by;
use crate::cty::{Kind, Number, Step, Str, Type, Value};

/// Serializes data to a value.
#[derive(Clone, Copy, Default)]
pub(super) struct ValueSerializer {
    /// The number of calls around this one that serialize data with this data in it.
    depth: usize,
}

/// The maximum number of nested calls. Data that does not nest the value, such as a `Some`, takes one too.
const MAX_CALLS: usize = 1_024;

impl ValueSerializer {
    /// Returns the serializer of a part.
    fn inner(self) -> Result<Self, Error> {
        match self.depth {
            MAX_CALLS.. => Err(too_deep()),
            depth => Ok(Self { depth: depth + 1 }),
        }
    }

    /// Returns the value of a part, or its error with the path from the whole.
    fn part<T: Serialize + ?Sized>(self, part: &T, step: Step) -> Result<Value, Error> {
        let value = self.inner().and_then(|inner| part.serialize(inner));
        value.map_err(|error| error.under(step))
    }
}

/// The elements of a tuple, or of the content of a variant.
pub(super) struct Elements {
    serializer: ValueSerializer,
    elements: Vec<Value>,
    variant: Option<&'static str>,
}

/// The attributes of an object, or of the content of a variant.
pub(super) struct Attributes {
    serializer: ValueSerializer,
    attributes: Vec<(Str, Value)>,
    /// The key whose value is next.
    key: Option<Str>,
    variant: Option<&'static str>,
}

impl Elements {
    fn new(
        serializer: ValueSerializer,
        length: Option<usize>,
        variant: Option<&'static str>,
    ) -> Self {
        // A length is only a hint, so only a small capacity is reserved.
        let elements = Vec::with_capacity(length.unwrap_or(0).min(1_024));
        Self { serializer, elements, variant }
    }

    fn push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Error> {
        let step = Step::Index(self.elements.len().into());
        self.elements.push(self.serializer.part(element, step)?);
        Ok(())
    }

    fn finish(self) -> Result<Value, Error> {
        of_variant(self.variant, made(Value::tuple(self.elements))?)
    }
}

impl Attributes {
    fn new(serializer: ValueSerializer, variant: Option<&'static str>) -> Self {
        Self { serializer, attributes: Vec::new(), key: None, variant }
    }

    fn push<T: Serialize + ?Sized>(&mut self, name: Str, value: &T) -> Result<(), Error> {
        let value = self.serializer.part(value, Step::Attr(name.clone()))?;
        self.attributes.push((name, value));
        Ok(())
    }

    fn finish(mut self) -> Result<Value, Error> {
        sort_by(&mut self.attributes, |a, b| a.0.cmp(&b.0));
        if let Some(pair) = self.attributes.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let name = &*pair[0].0;
            return Err(Error::invalid(format!("the key {name:?} appears more than once")));
        }
        of_variant(self.variant, made(Value::object(self.attributes))?)
    }
}

/// Returns a value with parts, unless it is too deep or too large and therefore unknown.
fn made(value: Value) -> Result<Value, Error> {
    if value.is_known() {
        return Ok(value);
    }
    Err(too_deep())
}

fn too_deep() -> Error {
    let (depth, size) = (Value::MAX_DEPTH, Value::MAX_SIZE);
    let reason =
        format!("a value can be nested at most {depth} levels deep and have at most {size} parts");
    Error::invalid(reason)
}

/// Returns the content of a variant under the variant's name.
fn of_variant(variant: Option<&'static str>, content: Value) -> Result<Value, Error> {
    match variant {
        Some(name) => made(Value::object([(name, content)])),
        None => Ok(content),
    }
}

fn number(text: &str) -> Result<Value, Error> {
    Number::parse(text).map(Value::from).map_err(|error| Error::invalid(error.to_string()))
}

/// Returns the number of a float's shortest decimal.
fn float(value: f64, shortest: &str) -> Result<Value, Error> {
    if value.is_finite() {
        number(shortest)
    } else {
        Err(Error::invalid(format!("a finite number is required, not {value}")))
    }
}

macro_rules! serialize_integers {
    ($($method:ident, $integer:ty;)*) => {$(
        fn $method(self, value: $integer) -> Result<Value, Error> {
            Ok(value.into())
        }
    )*};
}

impl Serializer for ValueSerializer {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Elements;
    type SerializeMap = Attributes;
    type SerializeStruct = Attributes;
    type SerializeStructVariant = Attributes;

    serialize_integers! {
        serialize_bool, bool;
        serialize_i8, i8;
        serialize_i16, i16;
        serialize_i32, i32;
        serialize_i64, i64;
        serialize_u8, u8;
        serialize_u16, u16;
        serialize_u32, u32;
        serialize_u64, u64;
        serialize_str, &str;
    }

    fn serialize_i128(self, value: i128) -> Result<Value, Error> {
        Ok(Number::from(value).into())
    }

    fn serialize_u128(self, value: u128) -> Result<Value, Error> {
        number(&value.to_string())
    }

    fn serialize_f32(self, value: f32) -> Result<Value, Error> {
        float(value.into(), &value.to_string())
    }

    fn serialize_f64(self, value: f64) -> Result<Value, Error> {
        float(value, &value.to_string())
    }

    fn serialize_char(self, value: char) -> Result<Value, Error> {
        Ok(value.to_string().into())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Value, Error> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<Value, Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        value.serialize(self.inner()?)
    }

    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::null(Type::Dynamic))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, Error> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        value.serialize(self.inner()?)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        of_variant(Some(variant), self.part(value, Step::Attr(variant.into()))?)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Elements, Error> {
        Ok(Elements::new(self, length, None))
    }

    fn serialize_tuple(self, length: usize) -> Result<Elements, Error> {
        Ok(Elements::new(self, Some(length), None))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Elements, Error> {
        Ok(Elements::new(self, Some(length), None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Elements, Error> {
        Ok(Elements::new(self, Some(length), Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Attributes, Error> {
        Ok(Attributes::new(self, None))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Attributes, Error> {
        Ok(Attributes::new(self, None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Attributes, Error> {
        Ok(Attributes::new(self, Some(variant)))
    }
}

macro_rules! serialize_elements {
    ($($serialize:ident, $method:ident;)*) => {$(
        impl $serialize for Elements {
            type Ok = Value;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Error> {
                self.push(element)
            }

            fn end(self) -> Result<Value, Error> {
                self.finish()
            }
        }
    )*};
}

serialize_elements! {
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

macro_rules! serialize_fields {
    ($($serialize:ident;)*) => {$(
        impl $serialize for Attributes {
            type Ok = Value;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.push(name.into(), value)
            }

            fn end(self) -> Result<Value, Error> {
                self.finish()
            }
        }
    )*};
}

serialize_fields! {
    SerializeStruct;
    SerializeStructVariant;
}

impl SerializeMap for Attributes {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let key = key.serialize(self.serializer.inner()?)?;
        self.key = Some(match key.kind() {
            Kind::String(text) => text.clone(),
            Kind::Number(number) => number.to_string().into(),
            Kind::Bool(value) => value.to_string().into(),
            _ => {
                let found = key.describe();
                return Err(Error::invalid(format!("a string is required as a key, not {found}")));
            }
        });
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        match self.key.take() {
            Some(key) => self.push(key, value),
            None => Err(Error::invalid("a value was serialized before its key")),
        }
    }

    fn end(self) -> Result<Value, Error> {
        self.finish()
    }
}
