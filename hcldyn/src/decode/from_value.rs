//! From a value to a Rust type.

use std::fmt;

use crate::cty::{Type, Value};

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

impl std::error::Error for FromValueError {}

impl fmt::Display for FromValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
