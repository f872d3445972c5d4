//! The keys of instances.

use std::fmt;

use crate::cty::{Shape, Str, Value};

/// The key of an instance. It displays as the end of an address: `["a"]`, `[0]`, or nothing for a block that is not
/// repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InstanceKey<'a> {
    /// No key.
    Single,
    /// An index of `count`.
    Index(usize),
    /// A key of `for_each`, or a name of a matrix.
    Name(&'a str),
}

/// The kind of the keys of a block's instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RepeatedBy {
    Index,
    Key,
    /// A key that is a name by itself.
    Name,
}

/// Returns the value of a block with the values of its instances.
pub(crate) fn value_of_instances(
    repeated: Option<RepeatedBy>,
    keys: Vec<Str>,
    mut values: Vec<Value>,
) -> Value {
    match repeated {
        None => values.pop().unwrap_or_else(Value::dynamic),
        Some(RepeatedBy::Index) => Value::tuple(values),
        Some(RepeatedBy::Key | RepeatedBy::Name) => {
            Value::object_of_shape(Shape::new(keys), values)
        }
    }
}

impl InstanceKey<'_> {
    /// Returns the key of a name; empty for any other key.
    pub(crate) fn name(self) -> Str {
        match self {
            Self::Name(name) => Str::new(name),
            Self::Single | Self::Index(_) => Str::default(),
        }
    }
}

impl From<usize> for InstanceKey<'_> {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl<'a> From<&'a str> for InstanceKey<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl<'a> From<&'a String> for InstanceKey<'a> {
    fn from(name: &'a String) -> Self {
        Self::Name(name)
    }
}

impl fmt::Display for InstanceKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single => Ok(()),
            Self::Index(index) => write!(f, "[{index}]"),
            Self::Name(name) => write!(f, "[{}]", Value::from(*name).describe()),
        }
    }
}
