//! `blocks`: blocks of several types, in source order.

use super::{FieldOptions, Fields};
use crate::decode::HclBlocks;
use crate::decode::fields::DecodedField;
use crate::diag::Diagnostics;
use crate::spec::{Decoded, Presence, Spec};

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
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
}

/// Exactly one block.
impl<T: HclBlocks> BlocksField for T {
    fn spec(options: &FieldOptions) -> Spec {
        let block = options.block_types(T::block_types());
        if options.optional { block.into() } else { block.required().into() }
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        let DecodedField { value, origin, .. } = fields.next()?;
        T::from_decoded(Decoded { value, origin }, diags)
    }
}

/// At most one block.
impl<T: HclBlocks> BlocksField for Option<T> {
    fn spec(options: &FieldOptions) -> Spec {
        options.block_types(T::block_types()).into()
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        let DecodedField { value, origin, .. } = fields.next()?;
        match origin.presence {
            Presence::Absent => Some(None),
            _ => T::from_decoded(Decoded { value, origin }, diags).map(Some),
        }
    }
}
