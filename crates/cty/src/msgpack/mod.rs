//! The MessagePack form of values (feature `msgpack`), byte for byte that of the reference's package
//! `cty/msgpack`.
//!
//! Strings, bools and nulls are those of MessagePack. A number is the shortest integer form that holds it,
//! otherwise an `f64` if that is exact, otherwise its decimal string. Lists, sets and tuples are arrays. Maps and
//! objects are maps with sorted keys. For a dynamic type, a value is an array of its type as JSON and the value
//! itself. An unknown value is the extension `d4 00 00`. With refinements, it is an extension of type `0x0c` around
//! a map of these.
//!
//! # Differences from the reference
//!
//! Reading rejects input that the reference silently accepts or panics on:
//!
//! - bytes after the value, a repeated key, a key that is not a string, an empty array or map for a tuple or an
//!   object that is not empty, a string that is not UTF-8, and NaN;
//! - more than [`MAX_MSGPACK_DEPTH`] nested levels, and more than 65,536 elements in lists with a known length and
//!   unknown elements;
//! - refinements of an unknown value that are repeated or contradictory.
//!
//! An unknown refinement is skipped whole. Sets of compound elements are written in the model's own order. Refinements
//! that would make the description of an unknown value larger than a reader accepts are left out.

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

/// The maximum nesting depth of arrays and maps, and of types.
pub const MAX_MSGPACK_DEPTH: usize = 128;

/// The maximum number of written bytes. Values can share their parts, so their MessagePack can be far larger than
/// they are.
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
/// Fails if the value has no conversion to the type, if a part of it is marked or a capsule, if it is nested more
/// than [`MAX_MSGPACK_DEPTH`] levels deep, or if it would take more than a gibibyte.
pub fn to_msgpack(value: &Value, ty: &Type) -> Result<Vec<u8>, WireError> {
    if value.ty().conforms_to(ty) {
        return write::write(value, ty, MAX_BYTES);
    }
    let converted = convert(value.clone(), ty)?;
    write::write(&converted, ty, MAX_BYTES)
}

/// Reads a value of a type. It must be the type with which the value was written.
///
/// Elements of a list, set or map with a dynamic element type must all have one type, which becomes the element
/// type.
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
/// Fails if the bytes are not MessagePack, end early or continue after the value, or do not hold a value of the
/// type. Memory grows with the given bytes, not with the lengths that they claim.
pub fn from_msgpack(bytes: impl AsRef<[u8]>, ty: &Type) -> Result<Value, WireError> {
    let mut input = MsgpackInput::new(bytes.as_ref());
    let value = read::read(&mut input, &ty.without_optional())?;
    input.end()?;
    Ok(value)
}
