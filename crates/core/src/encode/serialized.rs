//! `serde`: blocks that are serialized.

use super::EncodeError;
use super::block::written_group;
use crate::cty::Value;

/// The type of a field with one or more blocks that are serialized. `M` tells how the type is written, because
/// collections also implement `Serialize` themselves.
#[cfg_attr(
    feature = "serde",
    diagnostic::on_unimplemented(
        message = "`{Self}` cannot be serialized",
        label = "`serde` requires a type that implements `serde::Serialize`, the inverse of its `Deserialize`",
        note = "an `Option`, a `Vec` or a map (with the labels as keys) of such a type is also allowed"
    )
)]
#[cfg_attr(
    not(feature = "serde"),
    diagnostic::on_unimplemented(
        message = "`serde` requires the feature `serde` of `hcldyn`",
        label = "add `features = [\"serde\"]` to the dependency on `hcldyn`"
    )
)]
pub trait SerializedBlock<M> {
    /// Returns the value of the block or blocks.
    ///
    /// # Errors
    ///
    /// Fails if the type of a block does not serialize to an object.
    fn blocks(&self) -> Result<Value, EncodeError>;

    /// Returns the value of the content of an `Option`.
    ///
    /// # Errors
    ///
    /// Fails as [`blocks`](Self::blocks) does, and for an empty collection, because it would be read as `None`.
    fn group(&self) -> Result<Value, EncodeError> {
        written_group(self.blocks()?)
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use serde::Serialize;

    use super::{EncodeError, SerializedBlock, Value};
    use crate::cty::{Kind, PathError, ToValue};
    use crate::decode::collections::{List, Mapping};
    use crate::decode::private::{ByKey, Many, Maybe, One};
    use crate::encode::block::{by_label, no_blocks, sequence};
    use crate::into_value::serialized::to_value;

    impl<T: Serialize> SerializedBlock<One> for T {
        fn blocks(&self) -> Result<Value, EncodeError> {
            let value = to_value(self)?;
            match value.kind() {
                Kind::Map(_) | Kind::Object(_) => Ok(value),
                // A type of several elements deserializes from a single block, too.
                Kind::Tuple(tuple) if tuple.elements().len() == 1 => {
                    Ok(tuple.elements()[0].clone())
                }
                _ => {
                    let message = format!("a block must be an object, not {}", value.describe());
                    Err(PathError::new(message).into())
                }
            }
        }

        fn group(&self) -> Result<Value, EncodeError> {
            <T as SerializedBlock<One>>::blocks(self)
        }
    }

    impl<T: SerializedBlock<M>, M> SerializedBlock<Maybe<M>> for Option<T> {
        fn blocks(&self) -> Result<Value, EncodeError> {
            self.as_ref().map_or_else(no_blocks, T::group)
        }
    }

    impl<C: List<Element: Serialize>> SerializedBlock<Many<One>> for C {
        fn blocks(&self) -> Result<Value, EncodeError> {
            sequence(self, <C::Element as SerializedBlock<One>>::blocks)
        }
    }

    impl<C, M> SerializedBlock<ByKey<M>> for C
    where
        C: Mapping<Key: ToValue, Element: SerializedBlock<M>>,
    {
        fn blocks(&self) -> Result<Value, EncodeError> {
            by_label(self, C::Element::blocks)
        }
    }
}
