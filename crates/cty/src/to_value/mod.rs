//! The conversion of Rust types into values.

mod collections;
mod primitives;
mod wrappers;

pub use self::collections::{to_entries, to_key, to_object};
use crate::{PathError, Value};

/// A Rust type that converts into a value: the inverse of [`FromValue`](crate::FromValue).
///
/// The value is as a configuration would contain it: lists, sets and tuples are tuples, maps and structs are objects.
/// `#[derive(HclValue)]` implements the trait for enums of keywords, and with `#[hcl(into_value)]` for all other types.
///
/// ```
/// use hcldyn::cty::{ToValue, Value};
///
/// let ports = [("http", 80), ("https", 443)].map(|(name, port)| (name.to_owned(), port));
/// let value = std::collections::BTreeMap::from(ports).to_value()?;
/// assert_eq!(value, Value::object([("http", Value::from(80)), ("https", Value::from(443))]));
/// assert!(f64::NAN.to_value().is_err());
/// # Ok::<(), hcldyn::cty::PathError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a value",
    label = "no conversion from `{Self}` to a value",
    note = "for your own type, add `#[hcl(into_value)]` to `#[derive(hcldyn::HclValue)]`, or implement `hcldyn::cty::ToValue`; for other types, write `encode_with`; on a field for blocks, write `block`"
)]
pub trait ToValue {
    /// Returns the value.
    ///
    /// # Errors
    ///
    /// Fails if HCL cannot express the value, such as NaN or a path that is not UTF-8.
    fn to_value(&self) -> Result<Value, PathError>;

    /// Returns the value of an attribute, or `None` if the attribute is left out.
    ///
    /// # Errors
    ///
    /// Fails like [`to_value`](Self::to_value).
    fn to_attribute(&self) -> Result<Option<Value>, PathError> {
        self.to_value().map(Some)
    }
}
