//! The rules between attributes, one function each.

mod body;
mod constraint;
mod container;
mod default;
mod encode;
mod endless;
#[cfg(any(test, feature = "examples"))]
mod example;
mod field;
mod forms;
mod literal;
mod meets;
mod names;
pub(crate) mod relation;
mod types;
mod value;
mod value_enum;

pub(crate) use self::container::check_decode;
pub(crate) use self::encode::check_encode;
use self::field::own_type;
pub(crate) use self::value::check_value;
use crate::ast::{Container, Field};

/// Returns `true` if a field contains the derived type.
pub(crate) fn is_own_type(container: &Container<'_>, field: &Field<'_>) -> bool {
    field.attrs.source.is_none() && own_type(container, field).is_some()
}
