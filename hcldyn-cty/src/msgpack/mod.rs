//! The MessagePack form of values (feature `msgpack`), byte for byte that of the reference's package
//! `cty/msgpack`.
//!
//! Texts, bools and nulls are those of MessagePack. A number is the shortest integer form that holds
//! it, else an `f64` where that is exact, else its decimal text. Lists, sets and tuples are arrays,
//! maps and objects are maps with their keys in order. Where the type is dynamic, a value is an array
//! of two: its type as JSON, and itself. An unknown value is the extension `d4 00 00`, or, where
//! something is known of it, an extension of type `0x0c` around a map of that.
//!
//! # Differences from the reference
//!
//! Reading refuses what the reference accepts silently or panics on:
//!
//! - bytes after the value, a key given twice, a key that is no text, an empty array or map for a
//!   tuple or an object that is not empty, a text that is not UTF-8, a number that is NaN;
//! - more than [`MAX_MSGPACK_DEPTH`] nested levels, and more than 65,536 elements in lists with a known length and
//!   unknown elements;
//! - what is known of an unknown value if it is told twice or contradicts itself.
//!
//! A kind of knowledge that is not understood is skipped whole. Sets of compound elements are written
//! in the model's own order. What would make the description of an unknown value larger than a reader
//! accepts is left out of it.

mod implied;
mod input;
mod output;
mod read;
mod unknown;
mod write;

pub use self::implied::implied_type;
use self::input::MsgpackInput;
use super::convert::convert;
use super::{Type, Value, WireError};

/// How deep arrays and maps may nest, and types within types.
pub const MAX_MSGPACK_DEPTH: usize = 128;

/// How many bytes may be written. Values can share their parts, so that the bytes can be far more
/// than the value takes.
const MAX_BYTES: usize = 1 << 30;

/// Writes a value of a type. A value of another type is converted first.
///
/// ```
/// use hcldyn::cty::{Type, Value, msgpack};
///
/// let ports = Value::tuple(vec![80.into(), 443.into()]);
/// let bytes = msgpack::to_msgpack(&ports, &Type::list(Type::Number))?;
/// assert_eq!(bytes, [0x92, 80, 0xcd, 0x01, 0xbb]);
/// # Ok::<(), hcldyn::cty::WireError>(())
/// ```
///
/// # Errors
///
/// Fails when the value does not convert to the type, when it or a part of it is marked or a capsule,
/// when it nests more than [`MAX_MSGPACK_DEPTH`] deep, and when it would take more than a gibibyte.
pub fn to_msgpack(value: &Value, ty: &Type) -> Result<Vec<u8>, WireError> {
    if value.ty().conforms_to(ty) {
        return write::write(value, ty, MAX_BYTES);
    }
    let converted = convert(value.clone(), ty)?;
    write::write(&converted, ty, MAX_BYTES)
}

/// Reads a value of a type, which must be the type it was written with.
///
/// Elements of a list, set or map whose element type is dynamic must all be of one type, which
/// becomes the element type.
///
/// ```
/// use hcldyn::cty::{Type, Value, msgpack};
///
/// let value = msgpack::from_msgpack(&[0xd4, 0, 0], &Type::String)?;
/// assert_eq!(value, Value::unknown(Type::String));
///
/// let error = msgpack::from_msgpack(&[0x92, 1, 0xc3], &Type::list(Type::Number)).unwrap_err();
/// assert_eq!(error.to_string(), "element 1: a number is required, not a bool");
/// # Ok::<(), hcldyn::cty::WireError>(())
/// ```
///
/// # Errors
///
/// Fails when the bytes are not MessagePack, end early or go on after the value, and when they do not
/// hold a value of the type. The memory taken grows with the
/// bytes given, not with the lengths they claim.
pub fn from_msgpack(bytes: impl AsRef<[u8]>, ty: &Type) -> Result<Value, WireError> {
    let mut input = MsgpackInput::new(bytes.as_ref());
    let value = read::read(&mut input, &ty.without_optional())?;
    input.end()?;
    Ok(value)
}
