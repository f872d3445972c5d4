//! Attributes and labels.

use std::fmt::Display;

use super::EncodeError;
use crate::cty::internal::to_key;
use crate::cty::{PathError, Step, ToValue, Type, Value};
use crate::spec::{Written, written};

/// Returns an attribute.
///
/// # Errors
///
/// Fails if the value has no source form.
pub fn attr<T: ToValue + ?Sized>(value: &T) -> Result<Value, EncodeError> {
    Ok(attribute(value.to_attribute()?))
}

/// Returns an attribute that is left out without a value.
pub(super) fn attribute(value: Option<Value>) -> Value {
    match value {
        Some(value) => written(Written { value, is_default: false }),
        None => Value::null(Type::Dynamic),
    }
}

/// Returns an attribute that is converted.
///
/// # Errors
///
/// Fails if the conversion did.
pub fn attr_of(value: Result<Option<Value>, PathError>) -> Result<Value, EncodeError> {
    Ok(attribute(value?))
}

/// Returns a label that is converted.
///
/// # Errors
///
/// Fails if the conversion did, or if its result is not a string.
pub fn key_of(value: Result<Option<Value>, PathError>) -> Result<Value, EncodeError> {
    key(&value?.unwrap_or(Value::null(Type::String)))
}

/// Returns a label.
///
/// # Errors
///
/// Fails if the value is not a string.
pub fn key<K: ToValue + ?Sized>(value: &K) -> Result<Value, EncodeError> {
    Ok(to_key(value)?.into())
}

/// Returns all remaining labels.
///
/// # Errors
///
/// Fails if a value is not a string.
pub fn labels<'a, C, T>(labels: &'a C) -> Result<Value, EncodeError>
where
    &'a C: IntoIterator<Item = &'a T>,
    T: ToValue + 'a,
{
    each_label(labels, |label| to_key(label).map(Value::from))
}

/// Returns all remaining labels, which are parsed.
///
/// # Errors
///
/// Never fails.
pub fn displayed_labels<'a, C, T>(labels: &'a C) -> Result<Value, EncodeError>
where
    &'a C: IntoIterator<Item = &'a T>,
    T: Display + 'a,
{
    each_label(labels, |label| Ok(label.to_string().into()))
}

/// Returns the labels, each converted.
pub(super) fn each_label<'a, C, T: 'a>(
    labels: &'a C,
    convert: impl Fn(&T) -> Result<Value, PathError>,
) -> Result<Value, EncodeError>
where
    &'a C: IntoIterator<Item = &'a T>,
{
    let labels = labels.into_iter().enumerate().map(|(index, label)| {
        convert(label).map_err(|error| error.under(Step::Index(index.into())))
    });
    let labels: Vec<_> = labels.collect::<Result<_, _>>()?;
    Ok(Value::list(Type::String, labels))
}
