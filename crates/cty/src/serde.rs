//! Values as plain data in every format that has a `serde` implementation (feature `serde`).

use std::collections::BTreeMap;
use std::fmt;

use ::serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor,
};
use ::serde::ser::{Error as _, Serialize, Serializer};

use super::convert::convert;
use super::{Kind, Number, Str, Type, Value};

/// The maximum nesting depth of sequences and maps.
const MAX_SERDE_DEPTH: usize = 128;

/// The key of the map in which `serde_json` keeps all digits of a number.
const EXACT_NUMBER: &str = "$serde_json::private::Number";

/// Deserializes a value of a type: plain data, which is then converted as in the language.
///
/// Optional attributes of the type may be missing. The format must be self-describing (JSON, YAML and MessagePack
/// are; bincode is not).
///
/// ```
/// use hcldyn::cty::{Type, Value, ValueSeed};
/// use serde::de::DeserializeSeed;
///
/// let ty = Type::map(Type::list(Type::Number));
/// let mut json = serde_json::Deserializer::from_str(r#"{"ports": [80, "443"]}"#);
/// let value = ValueSeed::new(&ty).deserialize(&mut json)?;
///
/// let ports = Value::list(Type::Number, vec![80.into(), 443.into()]);
/// assert_eq!(value, Value::map(Type::list(Type::Number), vec![("ports".into(), ports)]));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ValueSeed<'a> {
    ty: &'a Type,
}

/// Deserializes plain data that may be nested `depth` levels deep.
struct PlainSeed {
    depth: usize,
}

struct PlainVisitor {
    depth: usize,
}

impl<'a> ValueSeed<'a> {
    /// Returns a seed for values of this type.
    pub const fn new(ty: &'a Type) -> Self {
        Self { ty }
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        convert(Value::deserialize(deserializer)?, self.ty).map_err(D::Error::custom)
    }
}

/// Serializes a known value without marks as plain data: sequences of every kind as sequences, maps and objects as
/// maps, a null as a unit.
///
/// A whole number of up to 128 bits is written as it is, any other number as the nearest `f64`.
///
/// ```
/// use hcldyn::cty::Value;
///
/// let value = Value::object([("ports", Value::from(vec![80, 443]))]);
/// assert_eq!(serde_json::to_string(&value)?, r#"{"ports":[80,443]}"#);
/// assert!(serde_json::to_string(&Value::dynamic()).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
///
/// Fails if a part of the value is unknown, marked, a capsule, or a number outside the range of an `f64`.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unwritable = |what: &str| Err(S::Error::custom(format!("{what} cannot be serialized")));
        match self.kind() {
            Kind::Null(_) => serializer.serialize_unit(),
            Kind::Bool(value) => serializer.serialize_bool(value),
            Kind::Number(number) => serialize_number(number, serializer),
            Kind::String(text) => serializer.serialize_str(text),
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => {
                serializer.collect_seq(self.elements())
            }
            Kind::Map(map) => {
                serializer.collect_map(map.iter().map(|(key, value)| (key.as_str(), value)))
            }
            Kind::Object(object) => {
                serializer.collect_map(object.iter().map(|(name, value)| (name.as_str(), value)))
            }
            Kind::Unknown(..) => unwritable("a value that is not known yet"),
            Kind::Capsule(_) => unwritable("a value of the program's own"),
            Kind::Marked(..) => unwritable("a marked value"),
        }
    }
}

/// Deserializes plain data as if it were written in HCL: sequences become tuples, maps become objects. See
/// [`ValueSeed`] for values of a type.
///
/// An `f64` becomes the number of its shortest decimal, so 0.1 equals HCL's `0.1`.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        PlainSeed { depth: MAX_SERDE_DEPTH }.deserialize(deserializer)
    }
}

impl<'de> DeserializeSeed<'de> for PlainSeed {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let Some(depth) = self.depth.checked_sub(1) else {
            let message =
                format!("sequences and maps can be nested at most {MAX_SERDE_DEPTH} levels deep");
            return Err(D::Error::custom(message));
        };
        deserializer.deserialize_any(PlainVisitor { depth })
    }
}

impl PlainVisitor {
    const fn part(&self) -> PlainSeed {
        PlainSeed { depth: self.depth }
    }
}

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null, a bool, a number, a string, a sequence or a map with string keys")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::null(Type::Dynamic))
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::null(Type::Dynamic))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.part().deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value, D::Error> {
        self.part().deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i128<E>(self, value: i128) -> Result<Value, E> {
        Ok(Number::from(value).into())
    }

    fn visit_u128<E: ::serde::de::Error>(self, value: u128) -> Result<Value, E> {
        number(&value.to_string())
    }

    fn visit_f64<E: ::serde::de::Error>(self, value: f64) -> Result<Value, E> {
        number(&value.to_string())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = seq.next_element_seed(self.part())? {
            elements.push(element);
        }
        Ok(Value::tuple(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut attributes = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            if name == EXACT_NUMBER {
                return number(&map.next_value::<String>()?);
            }
            let value = map.next_value_seed(self.part())?;
            let name = Str::from(name);
            if attributes.insert(name.clone(), value).is_some() {
                return Err(A::Error::custom(format!("the key {name:?} appears more than once")));
            }
        }
        Ok(Value::object(attributes))
    }
}

fn serialize_number<S: Serializer>(number: &Number, serializer: S) -> Result<S::Ok, S::Error> {
    if let Some(value) = number.to_i64() {
        return serializer.serialize_i64(value);
    }
    if let Some(value) = number.to_u64() {
        return serializer.serialize_u64(value);
    }
    let nearest = number.to_f64();
    if !nearest.is_finite() {
        return Err(S::Error::custom(format!("the number {number} is out of range")));
    }
    match number.to_string().parse() {
        Ok(value) => serializer.serialize_i128(value),
        Err(_) => serializer.serialize_f64(nearest),
    }
}

fn number<E: ::serde::de::Error>(text: &str) -> Result<Value, E> {
    Number::parse(text).map(Value::from).map_err(E::custom)
}

#[cfg(test)]
mod tests {
    use ::serde::de::value::{Error, MapDeserializer};
    use serde_json::json;

    use super::*;
    use crate::Mark;

    fn read(text: &str, ty: &Type) -> Result<Value, String> {
        let mut json = serde_json::Deserializer::from_str(text);
        ValueSeed::new(ty).deserialize(&mut json).map_err(|error| error.to_string())
    }

    #[test]
    fn plain_data_round_trips() {
        let data = json!({"a": [1, -2.5, null, true], "b": {"c": u64::MAX}});
        let value: Value = serde_json::from_value(data.clone()).unwrap();
        assert_eq!(serde_json::to_value(&value).unwrap(), data);
    }

    #[test]
    fn numbers_are_those_of_the_language() {
        let number = |text| Value::from(Number::parse(text).unwrap());
        assert_eq!(read("0.1", &Type::Number), Ok(number("0.1")));
        assert_eq!(
            read("\"123456789012345678901234567890\"", &Type::Number),
            Ok(number("123456789012345678901234567890"))
        );
        let exact = [(EXACT_NUMBER, "1.00000000000000000000000001")].into_iter();
        let exact = Value::deserialize(MapDeserializer::<_, Error>::new(exact)).unwrap();
        assert_eq!(exact, number("1.00000000000000000000000001"));
    }

    #[test]
    fn large_whole_numbers_are_exact() {
        let text = "-123456789012345678901234567890";
        let value = Value::from(Number::parse(text).unwrap());
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        let third = Number::parse("0.333333333333333333333333333333").unwrap();
        assert_eq!(serde_json::to_string(&Value::from(third)).unwrap(), "0.3333333333333333");
    }

    #[test]
    fn values_without_data_are_rejected() {
        let unwritable = [
            Value::unknown(Type::String),
            Value::from(1).mark(Mark::sensitive()),
            Number::INFINITY.into(),
            Number::parse("1e400").unwrap().into(),
        ];
        for value in unwritable {
            assert!(serde_json::to_string(&Value::tuple(vec![value])).is_err());
        }
    }

    #[test]
    fn a_seed_checks_the_type() {
        let ty = Type::list(Type::object([("port", Type::Number)]));
        let error = read(r#"[{"port": 1}, {"port": []}]"#, &ty).unwrap_err();
        assert_eq!(error, "element 1: attribute \"port\": a number is required, not a tuple");
    }

    #[test]
    fn repeated_keys_are_rejected() {
        assert!(
            read(r#"{"a": 1, "a": 2}"#, &Type::Dynamic).unwrap_err().contains("more than once")
        );
    }

    #[test]
    fn deep_data_is_rejected() {
        let read = |depth| {
            let mut json = serde_json::Deserializer::from_str("[[[]]]");
            PlainSeed { depth }.deserialize(&mut json)
        };
        assert!(read(3).is_ok());
        assert!(read(2).is_err());
    }
}
