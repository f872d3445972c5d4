//! `blocks`: blocks of several types, in source order.

use super::from_blocks::FromBlocks;
use super::{FieldOptions, Fields};
use crate::decode::HclBlocks;
use crate::decode::collections::{AsList, Classified, List, Optional, Struct};
use crate::diag::Diagnostics;
use crate::spec::{BlocksSpec, Spec};

/// The type of a field with one or more blocks of several types.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from blocks of several types",
    label = "no conversion from blocks of several types to `{Self}`",
    note = "a `blocks` field must be an enum that derives `hcldyn::HclDecode` without a `tag`, or an `Option` or a `Vec` of one; for blocks of one type, write `block`"
)]
pub trait BlocksField: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the block or blocks.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self>;
}

/// Exactly one block, at most one block, or a list of blocks.
impl<T: Classified + FromBlockTypes<T::Class>> BlocksField for T {
    fn spec(options: &FieldOptions) -> Spec {
        let blocks = T::types_spec(options);
        if T::IS_REQUIRED && !options.optional { blocks.required().into() } else { blocks.into() }
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        T::from_field(fields.next_or_failed()?, diags)
    }
}

/// A type that is decoded from blocks of several types.
pub trait FromBlockTypes<Class>: FromBlocks<Class> {
    /// Returns the spec of the blocks, which may be left out.
    fn types_spec(options: &FieldOptions) -> BlocksSpec;
}

impl<T: HclBlocks> FromBlockTypes<Struct> for T {
    fn types_spec(options: &FieldOptions) -> BlocksSpec {
        options.block_types(T::block_types())
    }
}

impl<C: List<Element: HclBlocks>> FromBlockTypes<AsList> for C {
    fn types_spec(options: &FieldOptions) -> BlocksSpec {
        options.block_types(C::Element::block_types()).tuple()
    }
}

impl<T: Classified + FromBlockTypes<T::Class>> FromBlockTypes<Optional> for Option<T> {
    fn types_spec(options: &FieldOptions) -> BlocksSpec {
        T::types_spec(options)
    }
}
