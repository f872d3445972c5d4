//! `serde`: attributes that are serialized.

use crate::cty::{PathError, Value};

/// The type of a field that is serialized.
#[cfg_attr(
    feature = "serde",
    diagnostic::on_unimplemented(
        message = "`{Self}` cannot be serialized",
        label = "`serde` requires a type that implements `serde::Serialize`, the inverse of its `Deserialize`"
    )
)]
#[cfg_attr(
    not(feature = "serde"),
    diagnostic::on_unimplemented(
        message = "`serde` requires the feature `serde` of `hcldyn`",
        label = "add `features = [\"serde\"]` to the dependency on `hcldyn`"
    )
)]
pub trait SerializedField {
    /// Returns the value of an attribute. `None` if the type serializes to nothing.
    ///
    /// # Errors
    ///
    /// Fails if the type cannot be serialized as a value.
    fn serialized(&self) -> Result<Option<Value>, PathError>;
}

/// Returns the value that a field serializes to.
#[cfg(feature = "serde")]
pub(crate) fn to_value<T: serde::Serialize>(field: &T) -> Result<Value, PathError> {
    crate::decode::serde::to_value(field).map_err(|error| PathError::new(error.to_string()))
}

#[cfg(feature = "serde")]
impl<T: serde::Serialize> SerializedField for T {
    fn serialized(&self) -> Result<Option<Value>, PathError> {
        let value = to_value(self)?;
        Ok((!value.is_null()).then_some(value))
    }
}
