//! `serde`: attributes and blocks that are serialized.

use super::EncodeError;
use crate::cty::{PathError, Value};

/// The type of a field that is serialized.
#[cfg_attr(
    feature = "serde",
    diagnostic::on_unimplemented(
        message = "`{Self}` cannot be serialized",
        label = "`serde` requires a type that implements `serde::Serialize`, the inverse of its `Deserialize`"
    )
)]
#[cfg_attr(
    not(feature = "serde"),
    diagnostic::on_unimplemented(
        message = "`serde` requires the feature `serde` of `hcldyn`",
        label = "add `features = [\"serde\"]` to the dependency on `hcldyn`"
    )
)]
pub trait SerializedField {
    /// Returns the value of an attribute. `None` if the type serializes to nothing.
    ///
    /// # Errors
    ///
    /// Fails if the type cannot be serialized as a value.
    fn serialized(&self) -> Result<Option<Value>, PathError>;
}

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
}

#[cfg(feature = "serde")]
mod with_serde {
    use std::collections::{BTreeMap, HashMap, VecDeque};

    #[cfg(feature = "indexmap")]
    use indexmap::IndexMap;
    use serde::Serialize;

    use super::{EncodeError, PathError, SerializedBlock, SerializedField, Value};
    use crate::cty::{Kind, ToValue, Type};
    use crate::decode::private::{Many, Maybe, One};
    use crate::encode::block::{Sorted, by_label, sequence, written_group};

    impl<T: Serialize> SerializedField for T {
        fn serialized(&self) -> Result<Option<Value>, PathError> {
            let value = to_value(self)?;
            Ok((!value.is_null()).then_some(value))
        }
    }

    fn to_value<T: Serialize>(field: &T) -> Result<Value, PathError> {
        crate::serde::to_value(field).map_err(|error| PathError::new(error.to_string()))
    }

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
    }

    impl<T: Serialize> SerializedBlock<Maybe<One>> for Option<T> {
        fn blocks(&self) -> Result<Value, EncodeError> {
            self.as_ref().map_or_else(none, <T as SerializedBlock<One>>::blocks)
        }
    }

    /// An empty collection is an error, because it would be read as `None`.
    impl<T: SerializedBlock<Many<M>>, M> SerializedBlock<Maybe<Many<M>>> for Option<T> {
        fn blocks(&self) -> Result<Value, EncodeError> {
            written_group(self.as_ref().map_or_else(none, T::blocks)?)
        }
    }

    fn none() -> Result<Value, EncodeError> {
        Ok(Value::null(Type::Dynamic))
    }

    macro_rules! serialized_sequences {
        ($($sequence:ty),*) => {$(
            impl<T: Serialize> SerializedBlock<Many<One>> for $sequence {
                fn blocks(&self) -> Result<Value, EncodeError> {
                    sequence(self.iter(), <T as SerializedBlock<One>>::blocks)
                }
            }
        )*};
    }

    serialized_sequences!(Vec<T>, VecDeque<T>);

    macro_rules! serialized_map {
        ($map:ty, $sorted:ident $(, $hasher:ident)?) => {
            impl<K: ToValue, T: SerializedBlock<M>, M $(, $hasher)?> SerializedBlock<Many<M>> for $map {
                fn blocks(&self) -> Result<Value, EncodeError> {
                    by_label(self.iter(), Sorted::$sorted, T::blocks)
                }
            }
        };
    }

    serialized_map!(BTreeMap<K, T>, AsGiven);
    serialized_map!(HashMap<K, T, S>, ByName, S);
    #[cfg(feature = "indexmap")]
    serialized_map!(IndexMap<K, T, S>, AsGiven, S);
}
