//! `block`: blocks of a type. `flatten`: the fields of another type from the same body.

use super::{FieldOptions, Fields, diags};
use crate::decode::HclDecode;
use crate::decode::fields::DecodedField;
use crate::diag::Diagnostics;
use crate::spec::{Decoded, Presence, Spec};

/// The type of a field that is one block, or several.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from blocks",
    label = "`{Self}` is not a type of blocks",
    note = "a block field must be a struct or an enum that derives `hcldyn::HclDecode`, or an `Option`, a `Vec` or a map (with the labels as keys) of one",
    note = "for an attribute, remove `block` or `dynamic` from the field"
)]
pub trait BlockField: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the block or blocks.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
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

impl<T> RepeatedField for Vec<T> {}

/// The type of a field that is decoded from the same body.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from the same body",
    label = "`{Self}` does not implement `HclDecode`",
    note = "add `#[derive(hcldyn::HclDecode)]` to `{Self}`"
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
        T::from_decoded(Decoded { value, origin }, diags)
    }
}

/// Exactly one block.
impl<T: HclDecode> BlockField for T {
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

/// Any number of blocks. Their values may have different types, so they are a tuple.
impl<T: HclDecode> BlockField for Vec<T> {
    fn spec(options: &FieldOptions) -> Spec {
        Spec::BlockTuple(options.blocks(<T as HclDecode>::spec).into())
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        take_all(fields, diags)
    }
}

/// Takes all blocks of a field. Each one is decoded, even if a previous one fails or some are missing.
pub(super) fn take_all<T: HclDecode>(
    fields: &mut Fields,
    diags: &mut Diagnostics,
) -> Option<Vec<T>> {
    let field = fields.next_whatever()?;
    let is_complete = field.origin.presence != Presence::Failed;
    let elements = block_elements(field, diags)?;
    let mut blocks = is_complete.then(|| Vec::with_capacity(elements.len()));
    for decoded in elements {
        match (&mut blocks, T::from_decoded(decoded, diags)) {
            (Some(blocks), Some(block)) => blocks.push(block),
            (_, None) => blocks = None,
            (None, Some(_)) => {}
        }
    }
    blocks
}

/// Returns the blocks of a field, even if it failed. Returns `None` if their number is unknown, which is reported.
pub(super) fn block_elements(
    DecodedField { name, value, origin }: DecodedField,
    diags: &mut Diagnostics,
) -> Option<impl ExactSizeIterator<Item = Decoded> + use<>> {
    let (value, _) = value.unmark();
    if !value.is_known() {
        if origin.presence != Presence::Failed {
            diags.push(diags::unknown_blocks(origin.place, &name));
        }
        return None;
    }
    let elements = value.into_elements().into_iter().zip(origin.parts.into_vec());
    Some(elements.map(|(value, origin)| Decoded { value, origin }))
}
