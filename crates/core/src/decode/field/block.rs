//! `block`: blocks of a type. `min_items` and `max_items`: their number.

use super::from_blocks::FromBlocks;
use super::{FieldOptions, Fields};
use crate::decode::collections::{AsList, AsMap, Classified, List, Mapping, Optional};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// The type of a field that is one block, or several.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from blocks",
    label = "no conversion from blocks to `{Self}`",
    note = "add `#[derive(hcldyn::HclDecode)]` to `{Self}`; a block field can also be an `Option`, a `Vec` or a map (with the labels as keys) of such a type",
    note = "for an attribute, remove `block` or `dynamic` from the field"
)]
pub trait BlockField: Sized {
    /// `true` if there must be a block.
    const IS_REQUIRED: bool = false;

    /// `true` if it takes all instances of a repeated block.
    #[cfg(feature = "specfile")]
    const TAKES_INSTANCES: bool;

    /// Returns the spec of the blocks' bodies.
    #[cfg(feature = "specfile")]
    fn nested() -> Spec;

    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the block or blocks.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self>;
}

/// Exactly one block, at most one block, or a collection of blocks.
impl<T: Classified + FromBlocks<T::Class>> BlockField for T {
    const IS_REQUIRED: bool = <T as FromBlocks<T::Class>>::IS_REQUIRED;

    #[cfg(feature = "specfile")]
    const TAKES_INSTANCES: bool = <T as FromBlocks<T::Class>>::TAKES_INSTANCES;

    #[cfg(feature = "specfile")]
    fn nested() -> Spec {
        <T as FromBlocks<T::Class>>::nested()
    }

    fn spec(options: &FieldOptions) -> Spec {
        let blocks = T::block_spec(options);
        if <T as FromBlocks<T::Class>>::IS_REQUIRED && !options.optional {
            blocks.required().into()
        } else {
            blocks.into()
        }
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        if let Some(taken) = fields.next_blocks(|blocks| T::from_blocks(blocks, diags)) {
            return taken;
        }
        T::from_field(fields.next_or_failed()?, diags)
    }
}

/// At most one block, in a box.
impl<T> BlockField for Box<Option<T>>
where
    Option<T>: BlockField,
{
    #[cfg(feature = "specfile")]
    const TAKES_INSTANCES: bool = <Option<T> as BlockField>::TAKES_INSTANCES;

    #[cfg(feature = "specfile")]
    fn nested() -> Spec {
        <Option<T> as BlockField>::nested()
    }

    fn spec(options: &FieldOptions) -> Spec {
        <Option<T> as BlockField>::spec(options)
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        <Option<T> as BlockField>::take(fields, diags).map(Self::new)
    }
}

/// Returns the spec of the bodies of the blocks of a field. There may be several.
#[cfg(feature = "specfile")]
pub fn several<T: BlockField>() -> Spec {
    const {
        assert!(
            T::TAKES_INSTANCES,
            "there may be several blocks or instances, so the field must be `Instances<T>`, a `Vec` or a map"
        );
    }
    T::nested()
}

/// The type of a field with several blocks, whose number can be limited.
#[diagnostic::on_unimplemented(
    message = "`min_items` and `max_items` require a `Vec` or a map, not `{Self}`",
    label = "expected a `Vec` or a map"
)]
pub trait RepeatedField {
    /// Returns the options of the field.
    fn counted(options: FieldOptions) -> FieldOptions {
        options
    }
}

#[diagnostic::do_not_recommend]
impl<C: Classified + Repeated<C::Class>> RepeatedField for C {}

/// A list, a map, or an `Option` of one.
pub trait Repeated<Class> {}

impl<C: List> Repeated<AsList> for C {}
impl<M: Mapping> Repeated<AsMap> for M {}
impl<C: Classified + Repeated<C::Class>> Repeated<Optional> for Option<C> {}
