//! The type that MessagePack implies.

use std::collections::BTreeMap;

use rmp::Marker;

use super::MAX_MSGPACK_DEPTH;
use super::input::{MsgpackInput, is_extension};
use super::read::too_deep;
use crate::{Step, Str, Type, WireError};

/// Returns the type of a value whose type is not known: arrays are tuples, maps are objects, null and unknown
/// values are dynamic (reference: `msgpack.ImpliedType`).
///
/// ```
/// use hcldyn::cty::{Type, msgpack};
///
/// let ty = msgpack::implied_type(&[0x93, 1, 0xa1, b'x', 0xc0])?;
/// assert_eq!(ty, Type::tuple([Type::Number, Type::String, Type::Dynamic]));
/// # Ok::<(), hcldyn::cty::WireError>(())
/// ```
///
/// # Errors
///
/// Fails when the bytes are not MessagePack, end early or continue after the value, contain bytes or a date in place of
/// a value, a key that is not a string or is repeated, or more than [`MAX_MSGPACK_DEPTH`] nested levels.
pub fn implied_type(bytes: &[u8]) -> Result<Type, WireError> {
    let mut input = MsgpackInput::new(bytes);
    let ty = implied(&mut input, MAX_MSGPACK_DEPTH)?;
    input.end()?;
    Ok(ty)
}

fn implied(input: &mut MsgpackInput<'_>, depth: usize) -> Result<Type, WireError> {
    let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
    match input.peek()? {
        Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => tuple(input, inner),
        Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => object(input, inner),
        Marker::Bin8 | Marker::Bin16 | Marker::Bin32 => {
            Err(WireError::new("a string is required, not bytes"))
        }
        marker => {
            input.skip()?;
            Ok(primitive(marker))
        }
    }
}

fn tuple(input: &mut MsgpackInput<'_>, depth: usize) -> Result<Type, WireError> {
    let length = input.array("an array")?;
    let elements = (0..length)
        .map(|index| implied(input, depth).map_err(|error| error.under_index(index as usize)));
    elements.collect::<Result<Vec<_>, _>>().map(Type::tuple)
}

fn object(input: &mut MsgpackInput<'_>, depth: usize) -> Result<Type, WireError> {
    let length = input.map("a map")?;
    let mut attributes = BTreeMap::new();
    for _ in 0..length {
        let name = Str::new(input.text("a string as the attribute name")?);
        let ty = implied(input, depth).map_err(|error| error.under(Step::Attr(name.clone())))?;
        if attributes.insert(name.clone(), ty).is_some() {
            return Err(WireError::new(format!("the attribute {name:?} appears more than once")));
        }
    }
    Ok(Type::object(attributes))
}

fn primitive(marker: Marker) -> Type {
    match marker {
        Marker::Null => Type::Dynamic,
        Marker::True | Marker::False => Type::Bool,
        Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32 => Type::String,
        marker if is_extension(marker) => Type::Dynamic,
        _ => Type::Number,
    }
}
