//! Bools, numbers and strings.

use super::ConversionError;
use super::error::{not_spelled, required};
use crate::{Kind, Number, Type, Value};

/// Converts a bool, a number or a string to another primitive type. Bools and numbers do not convert to each other.
pub(super) fn convert(value: &Value, wanted: &Type) -> Result<Value, ConversionError> {
    match (value.kind(), wanted) {
        (Kind::Bool(value), Type::String) => Ok(Value::from(if value { "true" } else { "false" })),
        (Kind::Number(number), Type::String) => Ok(Value::from(number.to_text())),
        (Kind::String(text), Type::Number) => match Number::parse(text) {
            Ok(number) => Ok(Value::number(number)),
            Err(_) => Err(not_spelled(wanted, text)),
        },
        (Kind::String(text), Type::Bool) => match text.as_str() {
            "true" | "1" => Ok(Value::bool(true)),
            "false" | "0" => Ok(Value::bool(false)),
            _ => Err(not_spelled(wanted, text)),
        },
        _ => Err(required(wanted, &value.ty())),
    }
}
