//! Conversions of capsule types.

use super::ConversionError;
use super::error::required;
use crate::{CapsuleValue, Type, Value};

/// Converts a capsule by a conversion of its type.
pub(super) fn convert_to(capsule: &CapsuleValue, wanted: &Type) -> Result<Value, ConversionError> {
    let given = Type::Capsule(capsule.ty().clone());
    match capsule.ty().convert_to(capsule, wanted) {
        Some(Ok(value)) if value.is_of(wanted) => Ok(value),
        Some(Err(message)) => Err(ConversionError::new(message)),
        _ => Err(required(wanted, &given)),
    }
}

/// Returns `true` if the wanted type is a capsule type with a conversion from the value's type.
pub(super) fn is_wanted_from(value: &Value, wanted: &Type) -> bool {
    matches!(wanted, Type::Capsule(capsule) if capsule.converts_from(&value.ty()))
}

/// Converts a known value to a capsule. The marks of its parts go to the capsule.
pub(super) fn convert_from(value: Value, wanted: &Type) -> Result<Value, ConversionError> {
    let (value, marks) = value.unmark_deep();
    let Type::Capsule(capsule) = wanted else { return Err(required(wanted, &value.ty())) };
    match capsule.convert_from(&value) {
        Some(Ok(value)) => Ok(value.with_marks(&marks)),
        Some(Err(message)) if marks.is_empty() => Err(ConversionError::new(message)),
        _ => Err(required(wanted, &Type::Dynamic)),
    }
}
