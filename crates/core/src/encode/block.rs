//! One block, or several.

use std::collections::{BTreeMap, HashMap, VecDeque};

#[cfg(feature = "indexmap")]
use indexmap::IndexMap;

use super::fields::within_limits;
use super::{EncodeError, Encoded, HclEncode};
use crate::cty::internal::to_key;
use crate::cty::{Kind, PathError, Shape, Step, Str, ToValue, Type, Value};

/// The type of a field with one or more blocks.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as blocks",
    label = "`{Self}` is not a type of blocks",
    note = "add `#[derive(hcldyn::HclEncode)]` to the struct or enum of the blocks"
)]
pub trait EncodedBlocks {
    /// Returns the value of the block or blocks.
    ///
    /// # Errors
    ///
    /// Returns all parts without a source form.
    fn blocks(&self) -> Result<Value, EncodeError>;
}

impl<T: HclEncode> EncodedBlocks for T {
    fn blocks(&self) -> Result<Value, EncodeError> {
        self.to_encoded().map(|Encoded(value)| value)
    }
}

impl<T: HclEncode> EncodedBlocks for Option<T> {
    fn blocks(&self) -> Result<Value, EncodeError> {
        optional(self.as_ref())
    }
}

impl<T: HclEncode> EncodedBlocks for Box<Option<T>> {
    fn blocks(&self) -> Result<Value, EncodeError> {
        optional(self.as_ref().as_ref())
    }
}

/// Returns the value of blocks, or null without blocks.
pub(super) fn optional<T: EncodedBlocks>(blocks: Option<&T>) -> Result<Value, EncodeError> {
    blocks.map_or_else(|| Ok(Value::null(Type::Dynamic)), T::blocks)
}

/// Returns the blocks of an `Option`.
///
/// # Errors
///
/// Fails without blocks: their absence is `None`.
pub(super) fn written_group(blocks: Value) -> Result<Value, EncodeError> {
    match blocks.kind() {
        Kind::Tuple(_) | Kind::Object(_) if blocks.elements().is_empty() => {
            let message = "an empty collection of blocks in an `Option` can't be written, because no blocks are `None`";
            Err(PathError::new(message).into())
        }
        _ => Ok(blocks),
    }
}

/// Returns a tuple of blocks.
pub(super) fn sequence<'a, T: 'a>(
    blocks: impl Iterator<Item = &'a T>,
    encode: impl Fn(&T) -> Result<Value, EncodeError>,
) -> Result<Value, EncodeError> {
    let blocks =
        blocks.enumerate().map(|(index, block)| (Step::Index(index.into()), encode(block)));
    within_limits(Value::tuple(all(blocks)?))
}

/// Returns an object of blocks by their labels.
pub(super) fn by_label<'a, K: ToValue + 'a, T: 'a>(
    blocks: impl Iterator<Item = (&'a K, &'a T)>,
    sorted: Sorted,
    encode: impl Fn(&T) -> Result<Value, EncodeError>,
) -> Result<Value, EncodeError> {
    let mut named: Vec<(Str, &T)> = Vec::new();
    for (key, block) in blocks {
        named.push((to_key(key)?, block));
    }
    if sorted == Sorted::ByName {
        named.sort_by(|a, b| a.0.cmp(&b.0));
    }
    let step = |name: &Str| Step::Index(name.clone().into());
    let values = all(named.iter().map(|(name, block)| (step(name), encode(block))))?;
    let names = named.into_iter().map(|(name, _)| name);
    within_limits(Value::object_of_shape(Shape::new(names), values))
}

/// The order of the blocks of a map.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sorted {
    ByName,
    /// The order of the map.
    AsGiven,
}

/// Returns all values, or all errors.
fn all(
    parts: impl Iterator<Item = (Step, Result<Value, EncodeError>)>,
) -> Result<Vec<Value>, EncodeError> {
    let (mut values, mut errors) = (Vec::new(), Vec::<PathError>::new());
    for (step, part) in parts {
        match part {
            Ok(value) => values.push(value),
            Err(error) => {
                errors.extend(error.errors().map(|error| error.clone().under(step.clone())));
            }
        }
    }
    EncodeError::of(errors).map_or(Ok(values), Err)
}

macro_rules! collection {
    ($collection:ty, [$($generics:tt)*], |$blocks:ident| $encode:expr) => {
        impl<$($generics)*> EncodedBlocks for $collection {
            fn blocks(&self) -> Result<Value, EncodeError> {
                let $blocks = self;
                $encode
            }
        }

        /// An empty collection is an error, because it would be read as `None`.
        impl<$($generics)*> EncodedBlocks for Option<$collection> {
            fn blocks(&self) -> Result<Value, EncodeError> {
                written_group(optional(self.as_ref())?)
            }
        }
    };
}

collection!(Vec<T>, [T: HclEncode], |blocks| sequence(blocks.iter(), T::blocks));
collection!(VecDeque<T>, [T: HclEncode], |blocks| sequence(blocks.iter(), T::blocks));
collection!(Box<[T]>, [T: HclEncode], |blocks| sequence(blocks.iter(), T::blocks));
collection!(BTreeMap<K, T>, [K: ToValue, T: EncodedBlocks], |blocks| {
    by_label(blocks.iter(), Sorted::AsGiven, T::blocks)
});
collection!(HashMap<K, T, S>, [K: ToValue, T: EncodedBlocks, S], |blocks| {
    by_label(blocks.iter(), Sorted::ByName, T::blocks)
});
#[cfg(feature = "indexmap")]
collection!(IndexMap<K, T, S>, [K: ToValue, T: EncodedBlocks, S], |blocks| {
    by_label(blocks.iter(), Sorted::AsGiven, T::blocks)
});
