//! `block`: blocks of a type. `flatten`: the fields of another type from the same body.

use super::{FieldOptions, Fields};
use crate::decode::HclDecode;
use crate::decode::fields::DecodedField;
use crate::diag::Diagnostics;
use crate::spec::{Decoded, Presence, Spec};

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

    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the block or blocks.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
}

/// The type of a field that is decoded from the same body.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from the same body",
    label = "`{Self}` does not implement `HclDecode`",
    note = "add `#[derive(hcldyn::HclDecode)]` to `{Self}`, or write a map for the attributes without a field"
)]
pub trait FlattenField: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the fields.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
}

impl<T: HclDecode> FlattenField for T {
    fn spec(_: &FieldOptions) -> Spec {
        <T as HclDecode>::spec()
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        let DecodedField { value, origin, .. } = fields.next()?;
        let origin = origin.of_same_body(fields.origin());
        T::from_decoded(Decoded { value, origin }, diags)
    }
}

/// Exactly one block.
impl<T: HclDecode> BlockField for T {
    const IS_REQUIRED: bool = true;

    fn spec(options: &FieldOptions) -> Spec {
        let block = options.block(<T as HclDecode>::spec);
        if options.optional { block.into() } else { block.required().into() }
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        let DecodedField { value, origin, .. } = fields.next()?;
        T::from_decoded(Decoded { value, origin }, diags)
    }
}

/// At most one block.
impl<T: HclDecode> BlockField for Option<T> {
    fn spec(options: &FieldOptions) -> Spec {
        options.block(<T as HclDecode>::spec).into()
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        let DecodedField { value, origin, .. } = fields.next()?;
        match origin.presence {
            Presence::Absent => Some(None),
            _ => T::from_decoded(Decoded { value, origin }, diags).map(Some),
        }
    }
}

/// At most one block, in a box.
impl<T: HclDecode> BlockField for Box<Option<T>> {
    fn spec(options: &FieldOptions) -> Spec {
        <Option<T> as BlockField>::spec(options)
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        <Option<T> as BlockField>::take(fields, diags).map(Self::new)
    }
}
