//! Rust's numbers.

use super::{FromValue, FromValueError, unsuitable};
use crate::cty::{Number, Type, Value};

macro_rules! from_value_for_integers {
    ($($integer:ty => $wide:ident),*) => {$(
        impl FromValue for $integer {
            fn ty() -> Type {
                Type::Number
            }

            fn from_value(value: Value) -> Result<Self, FromValueError> {
                let number = value.as_number().ok_or_else(|| unsuitable(&value, "a number"))?;
                number.$wide().and_then(|wide| wide.try_into().ok()).ok_or_else(|| {
                    FromValueError::new(format!(
                        "A whole number from {} to {} is needed, but the value is {number}.",
                        <$integer>::MIN, <$integer>::MAX,
                    ))
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

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        value.as_number().map(Number::to_f64).ok_or_else(|| unsuitable(&value, "a number"))
    }
}

impl FromValue for f32 {
    fn ty() -> Type {
        Type::Number
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        f64::from_value(value).map(|number| number as Self)
    }
}
