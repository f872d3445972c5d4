//! Rust's numbers.

use std::num::NonZero;

use super::{FromValue, FromValueError, unsuitable};
use crate::value_spec::ValueSpec;
use crate::{Number, Type, Value};

impl FromValue for Number {
    fn ty() -> Type {
        Type::Number
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        value.as_number().cloned().ok_or_else(|| unsuitable(value, "a number"))
    }
}

macro_rules! from_value_for_integers {
    ($($integer:ty => $wide:ident),*) => {$(
        impl FromValue for $integer {
            fn ty() -> Type {
                Type::Number
            }

            fn value_spec() -> ValueSpec {
                ValueSpec::integer(<$integer>::MIN, <$integer>::MAX)
            }

            fn from_value(value: &Value) -> Result<Self, FromValueError> {
                let number = value.as_number().ok_or_else(|| unsuitable(value, "a number"))?;
                number.$wide().and_then(|wide| wide.try_into().ok()).ok_or_else(|| {
                    FromValueError::new(format!(
                        "a whole number from {} to {} is required, not {number}",
                        <$integer>::MIN, <$integer>::MAX,
                    ))
                })
            }
        }

        impl FromValue for NonZero<$integer> {
            fn ty() -> Type {
                Type::Number
            }

            fn value_spec() -> ValueSpec {
                <$integer>::value_spec().nonzero()
            }

            fn from_value(value: &Value) -> Result<Self, FromValueError> {
                Self::new(<$integer>::from_value(value)?).ok_or_else(|| {
                    FromValueError::new("a number other than 0 is required, not 0")
                })
            }
        }
    )*};
}

from_value_for_integers!(
    i8 => to_i64, i16 => to_i64, i32 => to_i64, i64 => to_i64, isize => to_i64,
    u8 => to_u64, u16 => to_u64, u32 => to_u64, u64 => to_u64, usize => to_u64,
    i128 => to_i128, u128 => to_u128
);

impl FromValue for f64 {
    fn ty() -> Type {
        Type::Number
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        value.as_number().map(Number::to_f64).ok_or_else(|| unsuitable(value, "a number"))
    }
}

impl FromValue for f32 {
    fn ty() -> Type {
        Type::Number
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        f64::from_value(value).map(|number| number as Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_other_than_zero() {
        assert_eq!(NonZero::<u8>::from_value(&255.into()), Ok(NonZero::<u8>::MAX));
        assert_eq!(NonZero::<i8>::from_value(&(-128).into()), Ok(NonZero::<i8>::MIN));
        let message = |value: Value| NonZero::<u8>::from_value(&value).unwrap_err().to_string();
        assert_eq!(message(0.into()), "a number other than 0 is required, not 0");
        let wide = "a whole number from 0 to 255 is required, not 256";
        assert_eq!(message(256.into()), wide);
        let null = "a number is required, not null";
        assert_eq!(message(Value::null(Type::Number)), null);
        assert!(message(Value::unknown(Type::Number)).ends_with("but the value is not known yet"));
    }
}
