//! A serde deserializer for values, which keeps their locations.

use std::iter::{Enumerate, Zip};
use std::marker::PhantomData;
use std::slice::Iter;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::error::Error;
use super::key::KeyDeserializer;
use super::words;
use crate::cty::{FromValue, Kind, Number, Step, Str, Value};
use crate::spec::Origin;

/// A value to deserialize from, or a part of it.
#[derive(Clone, Copy)]
pub(super) struct SerdePart<'v> {
    pub(super) value: &'v Value,
    /// The origin; `None` for a value without a source.
    pub(super) origin: Option<&'v Origin>,
}

impl<'v> SerdePart<'v> {
    /// Deserializes the part. An error gets its location, unless it already has that of a part inside.
    pub(super) fn read<'de, T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        self.located(seed.deserialize(self))
    }

    /// Deserializes the part at a step.
    fn read_at<'de, T: DeserializeSeed<'de>>(self, step: Step, seed: T) -> Result<T::Value, Error> {
        self.read(seed).map_err(|error| error.under(step))
    }

    fn located<T>(self, read: Result<T, Error>) -> Result<T, Error> {
        read.map_err(|error| match self.origin {
            Some(origin) => error.at(origin),
            None => error,
        })
    }

    /// Adds the location of the part's name to an error.
    fn located_at_name<T>(self, read: Result<T, Error>) -> Result<T, Error> {
        read.map_err(|error| match self.origin {
            Some(origin) => error.at_name(origin),
            None => error,
        })
    }

    fn element(self, position: usize, value: &'v Value) -> Self {
        Self { value, origin: self.origin.map(|origin| origin.of_element(position)) }
    }

    fn elements(self) -> Elements<'v> {
        Elements { whole: self, rest: self.value.elements().iter().enumerate() }
    }

    /// Returns the named parts of a map or an object.
    fn entries(self) -> NamedParts<'v> {
        let names: &[Str] = match self.value.kind() {
            Kind::Map(map) => map.keys(),
            Kind::Object(object) => object.shape().names(),
            _ => &[],
        };
        let rest = names.iter().zip(self.value.elements()).enumerate();
        NamedParts { whole: self, rest, next: None }
    }

    /// Returns the number, if the value is one.
    fn number(self) -> Option<&'v Number> {
        self.value.as_number()
    }

    fn without_data(self) -> Error {
        let reason = match self.value.kind() {
            Kind::Unknown(..) => "the value is not known yet, so it can't be deserialized",
            Kind::Marked(..) => {
                "the value is marked, e.g. as sensitive, so it can't be deserialized"
            }
            _ => return Error::invalid(format!("{} can't be deserialized", self.value.describe())),
        };
        Error::invalid(reason)
    }

    /// Visits the elements. An element that the visitor does not take is an error.
    fn visit_elements<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let mut elements = self.elements();
        let visited = visitor.visit_seq(&mut elements)?;
        match elements.rest.len() {
            0 => Ok(visited),
            rest => {
                let all = self.value.elements().len();
                Err(Error::invalid(words::not_of_length(all, all - rest)))
            }
        }
    }

    /// Visits an object. A list is an error, although a struct could take its fields from it by position: usually, it
    /// comes from a second block.
    fn visit_object<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value.kind() {
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => Err(self.not_one_object()),
            _ => self.deserialize_any(visitor),
        }
    }

    /// Returns the error for a list in place of an object, at the second block if it is a list of blocks.
    fn not_one_object(self) -> Error {
        let second = self.origin.and_then(|origin| origin.parts.get(1));
        match second.filter(|second| second.is_block()) {
            Some(second) => {
                let count = self.value.elements().len();
                Error::invalid(format!("one block is required, not {count}")).at(second)
            }
            None => Error::invalid("an object is required, not a list"),
        }
    }

    /// Visits a list. A single block is a list of one.
    fn visit_list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let is_block = self.origin.is_some_and(Origin::is_block);
        if is_block && matches!(self.value.kind(), Kind::Object(_)) {
            return visitor.visit_seq(OnlyBlock(Some(self)));
        }
        self.deserialize_any(visitor)
    }
}

/// Deserializes an integer. Any other value is left to the visitor, which rejects it.
macro_rules! deserialize_integers {
    ($($method:ident, $visit:ident, $integer:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            if self.number().is_none() {
                return self.deserialize_any(visitor);
            }
            match <$integer>::from_value(self.value) {
                Ok(integer) => visitor.$visit(integer),
                Err(error) => Err(Error::invalid(error.to_string())),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for SerdePart<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value.kind() {
            Kind::Null(_) => visitor.visit_unit(),
            Kind::Bool(value) => visitor.visit_bool(value),
            Kind::Number(number) => visit_number(number, visitor),
            Kind::String(text) => visitor.visit_str(text),
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => self.visit_elements(visitor),
            Kind::Map(_) | Kind::Object(_) => visitor.visit_map(self.entries()),
            _ => Err(self.without_data()),
        }
    }

    deserialize_integers! {
        deserialize_i8, visit_i8, i8;
        deserialize_i16, visit_i16, i16;
        deserialize_i32, visit_i32, i32;
        deserialize_i64, visit_i64, i64;
        deserialize_i128, visit_i128, i128;
        deserialize_u8, visit_u8, u8;
        deserialize_u16, visit_u16, u16;
        deserialize_u32, visit_u32, u32;
        deserialize_u64, visit_u64, u64;
        deserialize_u128, visit_u128, u128;
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.number() {
            Some(number) => visitor.visit_f32(to_f32(number)?),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.number() {
            Some(number) => visitor.visit_f64(to_f64(number)?),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value.kind() {
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

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.visit_list(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit_object(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_object(visitor)
    }

    /// A variant without content is a string; a variant with content is an object with one attribute.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let content = self.entries().rest.next();
        match (self.value.kind(), content) {
            (Kind::String(name), _) => visitor.visit_enum(Variant { name, content: None }),
            (_, Some((_, (name, value)))) if self.value.elements().len() == 1 => {
                let content = Some(self.element(0, value));
                visitor.visit_enum(Variant { name, content })
            }
            (Kind::Unknown(..) | Kind::Marked(..) | Kind::Capsule(_), _) => {
                Err(self.without_data())
            }
            _ => Err(Error::invalid(format!(
                "a string or an object with one attribute is required, not {}",
                self.value.describe()
            ))),
        }
    }

    /// Accepts unknown and marked values, too.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool char str string bytes byte_buf unit unit_struct tuple_struct identifier
    }
}

/// The elements of a list.
struct Elements<'v> {
    whole: SerdePart<'v>,
    rest: Enumerate<Iter<'v, Value>>,
}

impl<'de> SeqAccess<'de> for &mut Elements<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some((position, value)) = self.rest.next() else { return Ok(None) };
        let step = Step::Index(position.into());
        self.whole.element(position, value).read_at(step, seed).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// A single block as a list.
struct OnlyBlock<'v>(Option<SerdePart<'v>>);

impl<'de> SeqAccess<'de> for OnlyBlock<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        self.0.take().map(|block| block.read(seed)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::from(self.0.is_some()))
    }
}

/// The named parts of a map or an object.
struct NamedParts<'v> {
    whole: SerdePart<'v>,
    rest: Enumerate<Zip<Iter<'v, Str>, Iter<'v, Value>>>,
    /// The part whose name was read.
    next: Option<(&'v Str, SerdePart<'v>)>,
}

impl<'de> MapAccess<'de> for NamedParts<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((position, (name, value))) = self.rest.next() else { return Ok(None) };
        let part = self.whole.element(position, value);
        self.next = Some((name, part));
        part.located_at_name(seed.deserialize(KeyDeserializer(name))).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        match self.next.take() {
            Some((name, part)) => part.read_at(Step::Attr(name.clone()), seed),
            None => Err(Error::invalid("a value was requested before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// A variant of an enum.
struct Variant<'v> {
    name: &'v Str,
    content: Option<SerdePart<'v>>,
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let name: StrDeserializer<'_, Error> = self.name.as_str().into_deserializer();
        let read = seed.deserialize(name);
        let read = match self.content {
            Some(content) => content.located_at_name(read),
            None => read,
        };
        Ok((read?, self))
    }
}

impl<'v> Variant<'v> {
    fn content(&self, what: &str) -> Result<SerdePart<'v>, Error> {
        self.content.ok_or_else(|| {
            let name = self.name.as_str();
            Error::invalid(format!("{name:?} requires {what}, as in {{ {name} = … }}"))
        })
    }

    fn step(&self) -> Step {
        Step::Attr(self.name.clone())
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Error;

    /// The content may be null.
    fn unit_variant(self) -> Result<(), Error> {
        match self.content {
            Some(content) => content.read_at(self.step(), PhantomData::<()>),
            None => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        self.content("a value")?.read_at(self.step(), seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        let content = self.content("a list")?;
        let visited = content.located(content.visit_list(visitor));
        visited.map_err(|error| error.under(self.step()))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let content = self.content("an object")?;
        let visited = content.located(content.visit_object(visitor));
        visited.map_err(|error| error.under(self.step()))
    }
}

/// Visits a whole number of up to 128 bits as it is, and any other number as the nearest `f64`.
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
    visitor.visit_f64(to_f64(number)?)
}

/// Returns the nearest `f64`. A number beyond all of them is an error.
fn to_f64(number: &Number) -> Result<f64, Error> {
    match number.to_f64() {
        nearest if nearest.is_finite() => Ok(nearest),
        _ => Err(out_of_range(number, &format!("{:e}", f64::MAX))),
    }
}

fn to_f32(number: &Number) -> Result<f32, Error> {
    match number.to_f64() as f32 {
        nearest if nearest.is_finite() => Ok(nearest),
        _ => Err(out_of_range(number, &format!("{:e}", f32::MAX))),
    }
}

fn out_of_range(number: &Number, most: &str) -> Error {
    let number = Value::from(number.clone()).describe();
    Error::invalid(format!("a number from -{most} to {most} is required, not {number}"))
}
