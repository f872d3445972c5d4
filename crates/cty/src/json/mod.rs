//! Values and types as JSON, in the form of the reference (package `cty/json`).
//!
//! A value is written for a type and read back by the same type: JSON alone cannot distinguish a list from a tuple
//! or a map from an object. For [`Type::Dynamic`], the JSON contains the type, as `{"value":…,"type":…}`.
//!
//! ```
//! use hcldyn::cty::{Type, Value, json};
//!
//! let ty = Type::object([("ports", Type::list(Type::Number)), ("extra", Type::Dynamic)]);
//! let ports = Value::list(Type::Number, vec![80.into(), 443.into()]);
//! let value = Value::object([("ports", ports), ("extra", true.into())]);
//!
//! let text = json::to_json(&value, &ty)?;
//! assert_eq!(text, r#"{"extra":{"value":true,"type":"bool"},"ports":[80,443]}"#);
//! assert_eq!(json::from_json(&text, &ty)?, value);
//! # Ok::<(), hcldyn::cty::WireError>(())
//! ```
//!
//! The JSON is the same as the reference's, byte for byte: no spaces, sorted keys, all digits of a number, and `<`,
//! `>`, `&` as escapes, which every reader of JSON resolves. Only the elements of a set of compound values can have
//! another order. As in the reference, a string with a number is read as a number. `"inf"` is read as infinity,
//! which cannot be written.
//!
//! # Differences from the reference
//!
//! - These are errors: input of more than one JSON value, a repeated key, input that is not Unicode (also a lone
//!   surrogate `\ud800`), and an invalid type.
//! - Elements without a type of their own, such as an empty list in a list of lists of any type, take the type of
//!   their neighbors, where the reference panics.
//! - Capsules can be neither written nor read.
//! - There are limits: 128 levels, 8 nested values with types, the range of [`Number`](super::Number), and the
//!   number of values that fit into the length of the input, so that memory only grows with that length.

mod common;
mod error;
mod read;
mod read_plain;
pub(crate) mod text;
mod types;
pub(crate) mod write;

#[cfg(feature = "msgpack")]
pub(super) use self::common::of_one_type;
#[cfg(feature = "msgpack")]
pub(super) use self::error::invalid_type;
use self::read::JsonReader;
use self::read_plain::PlainReader;
use self::text::{Cursor, Repeated};
use self::write::{JsonWriter, MAX_JSON_DEPTH, Nulls};
use super::convert::convert;
use super::{Type, Value, WireError};

/// The maximum length of written JSON in bytes. Values can share their parts, so their JSON can be far larger than
/// they are.
const MAX_BYTES: usize = 1 << 30;

/// The number of values that may be read from a short input. A longer input may have one for each byte.
const MIN_VALUES: usize = 1_000_000;

/// Writes a value so that [`from_json`] reads it back by the same type. A value of another type is converted first.
///
/// # Errors
///
/// Fails if the value has no conversion to the type, if a part of it is unknown, marked, infinite or a capsule, if
/// it is nested more than 128 levels deep, or if the JSON would be longer than a gibibyte.
///
/// # Examples
///
/// ```
/// use hcldyn::cty::{Mark, Type, Value, json};
///
/// assert_eq!(json::to_json(&"80".into(), &Type::Number)?, "80");
///
/// let secret = Value::tuple(vec!["a".into(), Value::from("b").mark(Mark::sensitive())]);
/// let error = json::to_json(&secret, &Type::list(Type::String)).unwrap_err();
/// assert_eq!(error.to_string(), "element 1: a value marked \"sensitive\" can't be written");
/// # Ok::<(), hcldyn::cty::WireError>(())
/// ```
pub fn to_json(value: &Value, ty: &Type) -> Result<String, WireError> {
    let writer = JsonWriter::new(Nulls::Written, MAX_BYTES);
    if value.ty().conforms_to(ty) {
        return writer.finish(value, Some(ty));
    }
    writer.finish(&convert(value.clone(), ty)?, Some(ty))
}

/// Reads the JSON that [`to_json`] wrote for the same type.
///
/// Like the reference, it accepts numbers and bools as strings, and strings with a number or a bool as these.
/// Missing attributes are null. `null` is the null of its type.
///
/// # Errors
///
/// Fails if the input is not one JSON value in UTF-8, or does not have the type. The path of the error leads to the
/// failing part, or to the end of an incomplete input.
///
/// # Examples
///
/// ```
/// use hcldyn::cty::{Type, Value, json};
///
/// let ports = json::from_json("[80, \"443\"]", &Type::list(Type::Number))?;
/// assert_eq!(ports, Value::list(Type::Number, vec![80.into(), 443.into()]));
///
/// let error = json::from_json("[80, true]", &Type::list(Type::Number)).unwrap_err();
/// assert_eq!(error.to_string(), "element 1: a number is required, not a bool");
///
/// let error = json::from_json("[80, 44", &Type::list(Type::Number)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "element 1: invalid JSON: EOF while parsing a list at line 1 column 7",
/// );
/// # Ok::<(), hcldyn::cty::WireError>(())
/// ```
pub fn from_json(text: impl AsRef<[u8]>, ty: &Type) -> Result<Value, WireError> {
    let text = text.as_ref();
    JsonReader::new(Cursor::new(text)?, most_values(text))
        .read(&ty.without_optional(), MAX_JSON_DEPTH)
}

/// Writes a value as plain data, without types, like the language's `jsonencode`.
///
/// # Errors
///
/// Fails if a part of the value is unknown, marked, infinite or a capsule, if it is nested more than 128 levels
/// deep, or if the JSON would be longer than a gibibyte.
///
/// # Examples
///
/// ```
/// use hcldyn::cty::{Value, json};
///
/// let value = Value::object([("tags", Value::from(vec!["a", "<b>"]))]);
/// assert_eq!(json::to_plain_json(&value)?, r#"{"tags":["a","\u003cb\u003e"]}"#);
/// # Ok::<(), hcldyn::cty::WireError>(())
/// ```
pub fn to_plain_json(value: &Value) -> Result<String, WireError> {
    write_plain(value, MAX_BYTES)
}

/// Writes a value as plain data like [`to_plain_json`], without null attributes of objects and null elements of
/// maps. Null elements of lists, sets and tuples are written (reference: the command `hcldec`).
///
/// # Errors
///
/// Fails if a part of the value is unknown, marked, infinite or a capsule, if it is nested more than 128 levels
/// deep, or if the JSON would be longer than a gibibyte.
///
/// # Examples
///
/// ```
/// use hcldyn::cty::{Type, Value, json};
///
/// let value = Value::object([("port", 80.into()), ("host", Value::null(Type::String))]);
/// assert_eq!(json::to_present_json(&value)?, r#"{"port":80}"#);
/// # Ok::<(), hcldyn::cty::WireError>(())
/// ```
pub fn to_present_json(value: &Value) -> Result<String, WireError> {
    JsonWriter::new(Nulls::LeftOut, MAX_BYTES).finish(value, None)
}

/// Reads plain data: arrays become tuples, objects become objects, and numbers keep all their digits.
///
/// # Errors
///
/// Fails if the input is not one JSON value in UTF-8, or repeats a key.
///
/// # Examples
///
/// ```
/// use hcldyn::cty::{Value, json};
///
/// let value = json::from_plain_json(r#"{"ports": [80, null]}"#)?;
/// assert_eq!(value, Value::object([("ports", Value::from(vec![Some(80), None]))]));
/// # Ok::<(), hcldyn::cty::WireError>(())
/// ```
pub fn from_plain_json(text: impl AsRef<[u8]>) -> Result<Value, WireError> {
    let text = text.as_ref();
    read_plain(text, Repeated::Rejected, most_values(text))
}

/// Returns the type of the value that [`from_plain_json`] reads. The type of a null is dynamic.
///
/// # Errors
///
/// Fails if the input is not one JSON value in UTF-8, or repeats a key.
///
/// # Examples
///
/// ```
/// use hcldyn::cty::{Type, json};
///
/// let ty = json::implied_type(r#"{"a": [1, null]}"#)?;
/// assert_eq!(ty, Type::object([("a", Type::tuple([Type::Number, Type::Dynamic]))]));
/// # Ok::<(), hcldyn::cty::WireError>(())
/// ```
pub fn implied_type(text: impl AsRef<[u8]>) -> Result<Type, WireError> {
    Ok(from_plain_json(text)?.ty())
}

/// Writes plain data of at most `most_bytes` bytes.
#[doc(hidden)]
pub fn write_plain(value: &Value, most_bytes: usize) -> Result<String, WireError> {
    JsonWriter::new(Nulls::Written, most_bytes).finish(value, None)
}

/// Reads plain data of at most `most_values` values.
#[doc(hidden)]
pub fn read_plain(text: &[u8], repeated: Repeated, most_values: usize) -> Result<Value, WireError> {
    PlainReader::new(Cursor::new(text)?, repeated, most_values).read(MAX_JSON_DEPTH)
}

fn most_values(text: &[u8]) -> usize {
    text.len().clamp(MIN_VALUES, Value::MAX_SIZE)
}
