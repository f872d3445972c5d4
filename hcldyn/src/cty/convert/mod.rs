//! Conversion between types, and the type that several have in common.

use std::fmt;

use super::{Path, Type, Value};

/// Why a value cannot be converted, and in which part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ConversionError {
    /// The part that is in the way.
    pub path: Path,
    /// What is wrong with it, as a clause: `a number is required`.
    pub message: String,
}

/// Converts a value to a type, where that can be done, as automatic conversions in the language are.
///
/// # Errors
///
/// Fails when the value's type has no conversion to the wanted one, or this value has none.
pub fn convert(value: Value, wanted: &Type) -> Result<Value, ConversionError> {
    if value.ty() == *wanted || *wanted == Type::Dynamic {
        return Ok(value);
    }
    Err(ConversionError {
        path: Path::root(),
        message: format!("{} required", wanted.friendly_name()),
    })
}

/// The type that values of all these types can be converted to; `None` where there is none.
pub fn unify<'a>(types: impl IntoIterator<Item = &'a Type>) -> Option<Type> {
    let mut types = types.into_iter();
    let first = types.next()?;
    types.all(|ty| ty == first).then(|| first.clone())
}

impl std::error::Error for ConversionError {}

/// The path, then what is wrong: `attribute "rule": element 2: a number is required`.
impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.steps().is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}
