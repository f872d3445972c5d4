//! From a value to a Rust type (reference: `cty/gocty`).

use std::collections::BTreeMap;
use std::fmt;

use super::{Kind, Number, Str, Type, Value};

/// A Rust type that an attribute's value can become.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an attribute",
    label = "no attribute value becomes a `{Self}`",
    note = "a block is decoded with `#[hcl(block)]` on the field; for a type of your own implement `hcldyn::FromValue`"
)]
pub trait FromValue: Sized {
    /// The type that the attribute's value is converted to first.
    fn ty() -> Type;

    /// Whether the attribute may be left out, which gives a null value.
    const OPTIONAL: bool = false;

    /// Makes the Rust value from a value of [`FromValue::ty`], which may be null or unknown.
    ///
    /// # Errors
    ///
    /// Fails when this value has no place in the Rust type: a number out of range, a null or an
    /// unknown where the type has none.
    fn from_value(value: Value) -> Result<Self, FromValueError>;
}

/// Why a value cannot become a Rust type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromValueError {
    /// What is wrong, as full sentences.
    pub message: String,
}

/// A value that may not be known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MaybeUnknown<T> {
    /// It is known.
    Known(T),
    /// It is not known yet.
    Unknown,
}

impl FromValueError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }

    /// The same error, told from outside the part it is in.
    fn inside(self, part: &str) -> Self {
        Self::new(format!("In {part}: {}", self.message))
    }

    /// The value is not what is needed, which is `wanted`.
    fn unsuitable(wanted: impl fmt::Display, found: &Value) -> Self {
        Self::new(format!("This must be {wanted}, but it is {}.", found.describe()))
    }
}

/// Takes what a known value has of a Rust type. Marks do not matter to a Rust type, but what they
/// hide stays out of the message.
fn take<T>(
    value: &Value,
    wanted: impl fmt::Display,
    get: impl FnOnce(&Value) -> Option<T>,
) -> Result<T, FromValueError> {
    get(value.unmarked()).ok_or_else(|| FromValueError::unsuitable(wanted, value))
}

/// The value as it is, null, unknown and marked included.
impl FromValue for Value {
    fn ty() -> Type {
        Type::Dynamic
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        Ok(value)
    }
}

impl FromValue for bool {
    fn ty() -> Type {
        Type::Bool
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        take(&value, "true or false", Value::as_bool)
    }
}

impl FromValue for Number {
    fn ty() -> Type {
        Type::Number
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        take(&value, "a number", |value| value.as_number().cloned())
    }
}

/// The nearest `f64`.
impl FromValue for f64 {
    fn ty() -> Type {
        Type::Number
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        take(&value, "a number", |value| value.as_number().map(Number::to_f64))
    }
}

impl FromValue for Str {
    fn ty() -> Type {
        Type::String
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        take(&value, "a string", |value| match value.kind() {
            Kind::String(text) => Some(text.clone()),
            _ => None,
        })
    }
}

impl FromValue for String {
    fn ty() -> Type {
        Type::String
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        take(&value, "a string", |value| value.as_str().map(str::to_owned))
    }
}

macro_rules! integers {
    ($($integer:ident through $get:ident),*) => {$(
        impl FromValue for $integer {
            fn ty() -> Type {
                Type::Number
            }

            fn from_value(value: Value) -> Result<Self, FromValueError> {
                let wanted = format_args!("a whole number from {} to {}", Self::MIN, Self::MAX);
                take(&value, wanted, |value| Self::try_from(value.as_number()?.$get()?).ok())
            }
        }
    )*};
}

integers!(i8 through to_i64, i16 through to_i64, i32 through to_i64, i64 through to_i64);
integers!(u8 through to_u64, u16 through to_u64, u32 through to_u64, u64 through to_u64);
integers!(isize through to_i64, usize through to_u64);

/// Null is `None`.
impl<T: FromValue> FromValue for Option<T> {
    const OPTIONAL: bool = true;

    fn ty() -> Type {
        T::ty()
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        match value.is_null() {
            true => Ok(None),
            false => T::from_value(value).map(Some),
        }
    }
}

impl<T: FromValue> FromValue for MaybeUnknown<T> {
    const OPTIONAL: bool = T::OPTIONAL;

    fn ty() -> Type {
        T::ty()
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        match value.is_known() {
            true => T::from_value(value).map(Self::Known),
            false => Ok(Self::Unknown),
        }
    }
}

impl<T: FromValue> FromValue for Vec<T> {
    fn ty() -> Type {
        Type::list(T::ty())
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        let is_sequence = |value: &Value| matches!(value.kind(), Kind::List(_)).then_some(());
        take(&value, "a list", is_sequence)?;
        let elements = value.unmark().0.into_elements().unwrap_or_default();
        let element = |(index, element)| {
            T::from_value(element).map_err(|error| error.inside(&format!("element {index}")))
        };
        elements.into_iter().enumerate().map(element).collect()
    }
}

impl<T: FromValue> FromValue for BTreeMap<String, T> {
    fn ty() -> Type {
        Type::map(T::ty())
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        let Kind::Map(map) = value.unmarked().kind() else {
            return Err(FromValueError::unsuitable("a map", &value));
        };
        let entry = |(key, element): (&Str, &Value)| {
            let element = T::from_value(element.clone());
            let element = element.map_err(|error| error.inside(&format!("element {key:?}")));
            Ok((key.to_string(), element?))
        };
        map.iter().map(entry).collect()
    }
}

impl std::error::Error for FromValueError {}

impl fmt::Display for FromValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cty::Mark;
    use crate::cty::convert::convert;

    fn from<T: FromValue>(value: impl Into<Value>) -> Result<T, String> {
        T::from_value(convert(value.into(), &T::ty()).unwrap()).map_err(|error| error.message)
    }

    #[test]
    fn primitive_types() {
        assert_eq!(from::<u8>("80"), Ok(80));
        assert_eq!(from::<f64>(2), Ok(2.0));
        assert_eq!(from::<String>(true), Ok("true".to_owned()));
        let message = "This must be a whole number from 0 to 255, but it is 300.";
        assert_eq!(from::<u8>(300), Err(message.to_owned()));
        assert!(from::<i64>(Value::number(Number::parse("0.5").unwrap())).is_err());
    }

    #[test]
    fn null_and_unknown_need_a_place() {
        assert_eq!(from::<Option<u8>>(Value::null(Type::Dynamic)), Ok(None));
        assert_eq!(from::<MaybeUnknown<u8>>(Value::dynamic()), Ok(MaybeUnknown::Unknown));
        let message = "This must be true or false, but it is not known yet.";
        assert_eq!(from::<bool>(Value::dynamic()), Err(message.to_owned()));
    }

    #[test]
    fn collections_tell_which_element_is_wrong() {
        let list = Value::tuple(vec![1.into(), 2.into()]);
        assert_eq!(from::<Vec<String>>(list.clone()), Ok(vec!["1".to_owned(), "2".to_owned()]));
        let list = Value::tuple(vec![list, Value::tuple(vec![(-1).into()])]);
        let message =
            "In element 1: In element 0: This must be a whole number from 0 to 255, but it is -1.";
        assert_eq!(from::<Vec<Vec<u8>>>(list), Err(message.to_owned()));
        let map = from::<BTreeMap<String, bool>>(Value::object([("a", Value::from(true))]));
        assert!(map.unwrap()["a"]);
    }

    #[test]
    fn what_a_mark_hides_is_not_told() {
        let secret = Value::from(300).mark(Mark::sensitive());
        assert_eq!(from::<u16>(secret.clone()), Ok(300));
        assert!(!from::<u8>(secret).unwrap_err().contains("300"));
    }
}
