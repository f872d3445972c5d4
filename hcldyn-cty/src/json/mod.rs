//! Values and types as JSON, in the form of the reference (package `cty/json`).
//!
//! A value is written for a type and read back by the same type: JSON alone does not tell a list from
//! a tuple or a map from an object. Where the type is [`Type::Dynamic`], the text carries the type
//! along, as `{"value":…,"type":…}`.
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
//! Texts are the same as the reference's, byte by byte: no spaces, keys in order, all digits of a
//! number, and `<`, `>`, `&` as escapes, which every reader of JSON undoes. Only the elements of a
//! set of compound values can stand in another order. Where a number is wanted, a string with one in it
//! will do, as there; of `"inf"` comes an infinite one, which cannot be written.
//!
//! # Differences from the reference
//!
//! - More than one JSON value in a text, a key that is given twice, text that is not Unicode (also a
//!   lone surrogate `\ud800`) and a type that is not exactly one are errors.
//! - Elements without a type of their own, such as an empty list in a list of lists of any type, take
//!   the type of the elements beside them, where the reference panics.
//! - Capsules are neither written nor read.
//! - There are limits: 128 levels, 8 values that carry their types along inside one another, the range
//!   of [`Number`](super::Number), and as many values as a text of its length can have, so that no
//!   text takes much more memory than its own size.

mod common;
mod error;
mod read;
mod read_plain;
mod text;
mod types;
mod write;

#[cfg(feature = "msgpack")]
pub(super) use self::common::of_one_type;
#[cfg(feature = "msgpack")]
pub(super) use self::error::no_type;
use self::read::JsonReader;
use self::read_plain::PlainReader;
use self::text::Cursor;
pub use self::text::Repeated;
pub use self::text::write_string;
use self::write::{DynamicForm, Writer};
use super::convert::convert;
use super::{Type, Value, WireError};

/// How deep values and types may nest.
const MAX_JSON_DEPTH: usize = 128;

/// How many bytes a text may have that is written. Values can share their parts, so that a text can
/// be far larger than the value.
const MAX_BYTES: usize = 1 << 30;

/// How many values may be read from a short text; a longer text may have one for each byte.
const MIN_VALUES: usize = 1_000_000;

/// Writes a value so that [`from_json`] reads it back by the same type. A value that is not of the type
/// is converted first.
///
/// # Errors
///
/// Fails if the value has no conversion to the type, or a part of it is not known, marked, infinite,
/// or a capsule, if it nests more than 128 deep, or if the text would have more than a gibibyte.
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
/// assert_eq!(error.to_string(), "element 1: a value marked \"sensitive\" cannot be written");
/// # Ok::<(), hcldyn::cty::WireError>(())
/// ```
pub fn to_json(value: &Value, ty: &Type) -> Result<String, WireError> {
    let writer = Writer::new(DynamicForm::Typed, MAX_BYTES);
    if value.ty().conforms_to(ty) {
        return writer.finish(value, ty);
    }
    writer.finish(&convert(value.clone(), ty)?, ty)
}

/// Reads what [`to_json`] wrote for the same type.
///
/// Like the reference it takes numbers and bools as strings, and strings that spell a number or a bool
/// as that. Attributes that are missing are null; `null` is the null of its type.
///
/// # Errors
///
/// Fails if the text is not one JSON value in UTF-8, or is not of the type. The path of the error
/// leads to where the text breaks off as well as to what is not of the type.
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
///     "element 1: the text is not JSON: EOF while parsing a list at line 1 column 7",
/// );
/// # Ok::<(), hcldyn::cty::WireError>(())
/// ```
pub fn from_json(text: impl AsRef<[u8]>, ty: &Type) -> Result<Value, WireError> {
    let text = text.as_ref();
    JsonReader::new(Cursor::new(text)?, most_values(text))
        .read(&ty.without_optional(), MAX_JSON_DEPTH)
}

/// Writes a value as plain data, without any types: what the language's `jsonencode` gives.
///
/// # Errors
///
/// Fails if a part of the value is not known, marked, infinite, or a capsule, if it nests more than
/// 128 deep, or if the text would have more than a gibibyte.
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

/// Writes a value as plain data, as [`to_plain_json`] does, and leaves out the attributes of objects and the elements of
/// maps that are null. Null elements of lists, sets and tuples are written (reference: the command `hcldec`).
///
/// # Errors
///
/// Fails as [`to_plain_json`] does.
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
    Writer::new(DynamicForm::Present, MAX_BYTES).finish(value, &Type::Dynamic)
}

/// Reads plain data: arrays become tuples, objects become objects, and numbers keep all their digits.
///
/// # Errors
///
/// Fails if the text is not one JSON value in UTF-8, or repeats a key.
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
    read_plain(text, Repeated::Refused, most_values(text))
}

/// The type that [`from_plain_json`] gives a text: that of a null is not known.
///
/// # Errors
///
/// Fails where [`from_plain_json`] does.
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

/// Writes plain data of at most so many bytes.
pub fn write_plain(value: &Value, most_bytes: usize) -> Result<String, WireError> {
    Writer::new(DynamicForm::Plain, most_bytes).finish(value, &Type::Dynamic)
}

/// Reads plain data of at most so many values.
pub fn read_plain(text: &[u8], repeated: Repeated, most_values: usize) -> Result<Value, WireError> {
    PlainReader::new(Cursor::new(text)?, repeated, most_values).read(MAX_JSON_DEPTH)
}

fn most_values(text: &[u8]) -> usize {
    text.len().clamp(MIN_VALUES, Value::MAX_SIZE)
}
