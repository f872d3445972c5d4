//! Functions for the code of `#[derive(HclValue)]`.

mod field;
mod object;
mod recursive;
mod variants;

use std::fmt;

pub use self::field::{FlattenedField, RemainingField, ValueField};
pub use self::object::{
    ObjectFields, attribute, attribute_or_text, check_default, computed, from_object, object_value,
    prefixed,
};
pub use self::recursive::{cached_spec, recursive_spec};
pub use self::variants::{
    VariantOptions, keyword, origin_of_content, value_variant, variant_of, variants,
};
use super::field::Check;
use super::{FromValue, FromValueError};
use crate::cty::{Nowhere, Value, ValueOrigin};

/// Converts a value, and checks it with a function of the program.
pub fn checked<T, M>(
    made: Result<T, FromValueError>,
    check: impl Check<T, M>,
) -> Result<T, FromValueError> {
    let made = made?;
    match check.check(&made) {
        Ok(()) => Ok(made),
        Err(message) => Err(FromValueError::new(message)),
    }
}

/// Converts a value to the type `A`, and from there to `T` with `TryFrom`.
pub fn try_from<A, T>(value: &Value, origin: &dyn ValueOrigin) -> Result<T, FromValueError>
where
    A: FromValue,
    T: TryFrom<A, Error: fmt::Display>,
{
    T::try_from(A::from_value_at(value, origin)?).map_err(reject)
}

/// Returns the origin of a value that was not decoded.
pub fn nowhere() -> &'static dyn ValueOrigin {
    &Nowhere
}

/// Returns the message of a function of the program as an error.
pub fn reject(error: impl fmt::Display) -> FromValueError {
    FromValueError::new(error.to_string())
}
