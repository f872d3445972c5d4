//! A serde deserializer for values.

use serde::de::value::{Error, MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Visitor};

use super::field::element_names;
use crate::cty::{Kind, Number, Str, Value};

/// A value to deserialize from. Unknown values, marked values and capsules are not data.
pub(super) struct ValueDeserializer(Value);

impl ValueDeserializer {
    pub(super) fn new(value: Value) -> Self {
        Self(value)
    }

    /// Returns the elements of a map or an object with their names.
    fn entries(&self) -> impl Iterator<Item = (&str, Self)> {
        let names = element_names(&self.0).iter().map(Str::as_str);
        names.zip(self.0.elements().iter().cloned().map(Self))
    }

    fn no_data(&self) -> Error {
        Error::custom(format_args!("{} can't be deserialized", self.0.describe()))
    }
}

impl<'de> IntoDeserializer<'de, Error> for ValueDeserializer {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for ValueDeserializer {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.kind() {
            Kind::Null(_) => visitor.visit_unit(),
            Kind::Bool(value) => visitor.visit_bool(value),
            Kind::Number(number) => visit_number(number, visitor),
            Kind::String(text) => visitor.visit_str(text),
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => {
                let elements = self.0.elements().iter().cloned().map(Self);
                visitor.visit_seq(SeqDeserializer::new(elements))
            }
            Kind::Map(_) | Kind::Object(_) => {
                visitor.visit_map(MapDeserializer::new(self.entries()))
            }
            _ => Err(self.no_data()),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.kind() {
            Kind::Null(_) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    /// A variant without content is a string; a variant with content is an object with one attribute.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0.kind() {
            Kind::String(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            Kind::Map(_) | Kind::Object(_) => {
                visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(self.entries())))
            }
            _ => Err(self.no_data()),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Visits a whole number as it is, and any other number as the nearest `f64`.
fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Error> {
    if let Some(whole) = number.to_u128() {
        return match u64::try_from(whole) {
            Ok(whole) => visitor.visit_u64(whole),
            Err(_) => visitor.visit_u128(whole),
        };
    }
    if let Some(whole) = number.to_i128() {
        return match i64::try_from(whole) {
            Ok(whole) => visitor.visit_i64(whole),
            Err(_) => visitor.visit_i128(whole),
        };
    }
    visitor.visit_f64(number.to_f64())
}
