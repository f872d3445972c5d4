//! `block, serde`: blocks whose bodies are deserialized.

use super::block::BlockField;
use super::{FieldOptions, Fields};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// The type of a field with one or more blocks that are deserialized. `M` shows how the type is written, because
/// collections also implement `Deserialize` themselves.
#[cfg_attr(
    feature = "serde",
    diagnostic::on_unimplemented(
        message = "`{Self}` cannot be deserialized",
        label = "`serde` requires a type that implements `serde::Deserialize` and owns its content",
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
pub trait SerdeBlockField<M>: Sized {
    /// The type of a `block` field with these blocks.
    type Blocks: BlockField;

    /// Creates the field from its blocks.
    fn of(blocks: Self::Blocks) -> Self;

    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec {
        Self::Blocks::spec(options)
    }

    /// Takes the block or blocks.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        Self::Blocks::take(fields, diags).map(Self::of)
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use std::collections::{BTreeMap, HashMap, VecDeque};
    use std::hash::{BuildHasher, Hash};

    #[cfg(feature = "indexmap")]
    use indexmap::IndexMap;
    use serde::de::DeserializeOwned;

    use super::{BlockField, Diagnostics, SerdeBlockField, Spec};
    use crate::cty::FromValue;
    use crate::decode::HclDecode;
    use crate::decode::field::block_map::LabelledEntry;
    use crate::decode::field::parsed::{Many, Maybe, One};
    use crate::spec::Decoded;

    /// A block whose body is deserialized.
    #[derive(Debug)]
    pub struct Deserialized<T>(T);

    #[diagnostic::do_not_recommend]
    impl<T: DeserializeOwned> HclDecode for Deserialized<T> {
        fn spec() -> Spec {
            Spec::any()
        }

        fn from_decoded(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self> {
            crate::serde::from_decoded(&decoded, diags).map(Self)
        }
    }

    impl<T: DeserializeOwned> SerdeBlockField<One> for T {
        type Blocks = Deserialized<T>;

        fn of(Deserialized(block): Deserialized<T>) -> Self {
            block
        }
    }

    impl<T: DeserializeOwned> SerdeBlockField<Maybe<One>> for Option<T> {
        type Blocks = Option<Deserialized<T>>;

        fn of(blocks: Self::Blocks) -> Self {
            blocks.map(T::of)
        }
    }

    impl<T: SerdeBlockField<Many<M>>, M> SerdeBlockField<Maybe<Many<M>>> for Option<T>
    where
        Option<T::Blocks>: BlockField,
    {
        type Blocks = Option<T::Blocks>;

        fn of(blocks: Self::Blocks) -> Self {
            blocks.map(T::of)
        }
    }

    macro_rules! sequences {
        ($($sequence:ident),*) => {$(
            impl<T: DeserializeOwned> SerdeBlockField<Many<One>> for $sequence<T> {
                type Blocks = $sequence<Deserialized<T>>;

                fn of(blocks: Self::Blocks) -> Self {
                    blocks.into_iter().map(T::of).collect()
                }
            }
        )*};
    }

    sequences!(Vec, VecDeque);

    macro_rules! map {
        ($map:ident<K, T $(, $hasher:ident)?> where [$($bound:path),+]) => {
            impl<K, T, M, $($hasher)?> SerdeBlockField<Many<M>> for $map<K, T, $($hasher)?>
            where
                K: FromValue $(+ $bound)+,
                T: SerdeBlockField<M, Blocks: LabelledEntry>,
                $($hasher: BuildHasher + Default,)?
            {
                type Blocks = $map<K, T::Blocks, $($hasher)?>;

                fn of(blocks: Self::Blocks) -> Self {
                    blocks.into_iter().map(|(key, block)| (key, T::of(block))).collect()
                }
            }
        };
    }

    map!(BTreeMap<K, T> where [Ord]);
    map!(HashMap<K, T, S> where [Eq, Hash]);
    #[cfg(feature = "indexmap")]
    map!(IndexMap<K, T, S> where [Eq, Hash]);
}
