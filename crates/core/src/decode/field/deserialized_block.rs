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
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        Self::Blocks::take(fields, diags).map(Self::of)
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use serde::de::DeserializeOwned;

    use super::{BlockField, Diagnostics, SerdeBlockField, Spec};
    use crate::decode::HclDecode;
    use crate::decode::collections::{List, Mapping};
    use crate::decode::field::parsed::{ByKey, Many, Maybe, One};
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
            crate::decode::serde::from_decoded(&decoded, diags).map(Self)
        }
    }

    impl<T: DeserializeOwned> SerdeBlockField<One> for T {
        type Blocks = Deserialized<T>;

        fn of(Deserialized(block): Deserialized<T>) -> Self {
            block
        }
    }

    impl<T, M, B> SerdeBlockField<Maybe<M>> for Option<T>
    where
        T: SerdeBlockField<M, Blocks = B>,
        Option<B>: BlockField,
    {
        type Blocks = Option<B>;

        fn of(blocks: Self::Blocks) -> Self {
            blocks.map(T::of)
        }
    }

    impl<C: List<Element: DeserializeOwned>> SerdeBlockField<Many<One>> for C {
        type Blocks = Vec<Deserialized<C::Element>>;

        fn of(blocks: Self::Blocks) -> Self {
            blocks.into_iter().map(|Deserialized(block)| block).collect()
        }
    }

    impl<C, T, M, B> SerdeBlockField<ByKey<M>> for C
    where
        C: Mapping<Element = T, Of<B>: BlockField>,
        T: SerdeBlockField<M, Blocks = B>,
    {
        type Blocks = C::Of<B>;

        fn of(blocks: Self::Blocks) -> Self {
            blocks.into_iter().map(|(key, block)| (key, T::of(block))).collect()
        }
    }
}
