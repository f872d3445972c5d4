//! One block, or several.

use super::fields::within_limits;
use super::{EncodeError, Encoded, HclEncode};
use crate::cty::internal::sort_by;
use crate::cty::internal::to_key;
use crate::cty::{Kind, PathError, Shape, Step, Str, ToValue, Type, Value};
use crate::decode::collections::{AsList, AsMap, Classified, List, Mapping, Optional, Struct};

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

impl<T: Classified + ClassifiedBlocks<T::Class>> EncodedBlocks for T {
    fn blocks(&self) -> Result<Value, EncodeError> {
        self.encoded()
    }
}

impl<T> EncodedBlocks for Box<Option<T>>
where
    Option<T>: EncodedBlocks,
{
    fn blocks(&self) -> Result<Value, EncodeError> {
        (**self).blocks()
    }
}

/// A struct, a collection of blocks, or an `Option` of one.
pub trait ClassifiedBlocks<Class> {
    /// Returns the value of the block or blocks.
    ///
    /// # Errors
    ///
    /// Returns all parts without a source form.
    fn encoded(&self) -> Result<Value, EncodeError>;

    /// Returns the value of the content of an `Option`.
    ///
    /// # Errors
    ///
    /// Returns all parts without a source form. Fails for an empty collection, because it would be read as `None`.
    fn encoded_group(&self) -> Result<Value, EncodeError> {
        written_group(self.encoded()?)
    }
}

impl<T: HclEncode> ClassifiedBlocks<Struct> for T {
    fn encoded(&self) -> Result<Value, EncodeError> {
        self.to_encoded().map(|Encoded(value)| value)
    }

    fn encoded_group(&self) -> Result<Value, EncodeError> {
        self.encoded()
    }
}

impl<C: List<Element: HclEncode>> ClassifiedBlocks<AsList> for C {
    fn encoded(&self) -> Result<Value, EncodeError> {
        sequence(self, C::Element::encoded)
    }
}

impl<M, T> ClassifiedBlocks<AsMap> for M
where
    M: Mapping<Key: ToValue, Element = T>,
    T: Classified + ClassifiedBlocks<T::Class>,
{
    fn encoded(&self) -> Result<Value, EncodeError> {
        by_label(self, T::encoded)
    }
}

impl<T: Classified + ClassifiedBlocks<T::Class>> ClassifiedBlocks<Optional> for Option<T> {
    fn encoded(&self) -> Result<Value, EncodeError> {
        self.as_ref().map_or_else(no_blocks, T::encoded_group)
    }
}

/// Returns the value of an `Option` without blocks.
pub(super) fn no_blocks() -> Result<Value, EncodeError> {
    Ok(Value::null(Type::Dynamic))
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
pub(super) fn sequence<C: List>(
    blocks: &C,
    encode: impl Fn(&C::Element) -> Result<Value, EncodeError>,
) -> Result<Value, EncodeError> {
    let blocks = blocks.elements().enumerate();
    let blocks = blocks.map(|(index, block)| (Step::Index(index.into()), encode(block)));
    within_limits(Value::tuple(all(blocks)?))
}

/// Returns an object of blocks by their labels. Without an order of its own, a map is sorted by the labels.
pub(super) fn by_label<M: Mapping<Key: ToValue>>(
    blocks: &M,
    encode: impl Fn(&M::Element) -> Result<Value, EncodeError>,
) -> Result<Value, EncodeError> {
    let mut named: Vec<(Str, &M::Element)> = Vec::new();
    for (key, block) in blocks.entries() {
        named.push((to_key(key)?, block));
    }
    if !M::IS_ORDERED {
        sort_by(&mut named, |a, b| a.0.cmp(&b.0));
    }
    let step = |name: &Str| Step::Index(name.clone().into());
    let values = all(named.iter().map(|(name, block)| (step(name), encode(block))))?;
    let names = named.into_iter().map(|(name, _)| name);
    within_limits(Value::object_of_shape(Shape::new(names), values))
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
