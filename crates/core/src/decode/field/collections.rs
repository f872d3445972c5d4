//! Collections of blocks: sequences here, maps in `block_map`.

use std::collections::VecDeque;

use super::block::BlockField;
use super::block_map::LabelledEntry;
use super::blocks::BlocksField;
use super::wrapped::{WrappedBlock, WrappedBlocks};
use super::{FieldOptions, Fields, diags};
use crate::decode::fields::DecodedField;
use crate::decode::{HclBlocks, HclDecode};
use crate::diag::Diagnostics;
use crate::spec::{Decoded, Presence, Spec};

/// A collection of blocks of a type.
pub(super) trait BlockCollection: Sized {
    /// Converts the decoded blocks. Each one is converted, even if a previous one fails or some are missing.
    fn from_field(field: DecodedField, diags: &mut Diagnostics) -> Option<Self>;
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

impl<C: RepeatedField> RepeatedField for Option<C> {}

/// Implements traits of fields for a collection, and for an `Option` of it, which is `None` without blocks.
macro_rules! collection_field {
    ($($field:ident),+ => $collection:ty, [$($generics:tt)*], $spec:expr) => {
        $crate::decode::field::collections::collection_field!(
            @each $($field)+, [$collection] [$($generics)*] [$spec]
        );
    };
    (@each $($field:ident)+, $rest:tt $generics:tt $spec:tt) => {
        $($crate::decode::field::collections::collection_field!(@one $field $rest $generics $spec);)+
    };
    (@one $field:ident [$collection:ty] [$($generics:tt)*] [$spec:expr]) => {
        impl<$($generics)*> $field for $collection {
            fn spec(options: &FieldOptions) -> Spec {
                let spec: fn(&FieldOptions) -> Spec = $spec;
                spec(options)
            }

            fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
                BlockCollection::from_field(fields.next_or_failed()?, diags)
            }
        }

        impl<$($generics)*> $field for Option<$collection> {
            fn spec(options: &FieldOptions) -> Spec {
                <$collection as $field>::spec(options)
            }

            fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
                let field = fields.next_or_failed()?;
                match field.origin.presence {
                    Presence::Absent => Some(None),
                    _ => BlockCollection::from_field(field, diags).map(Some),
                }
            }
        }
    };
}

pub(super) use collection_field;

/// Implements the traits of fields for a sequence. The blocks' values may have different types, so they are a tuple.
macro_rules! sequence {
    ($($sequence:ty),*) => {$(
        impl<T: HclDecode> BlockCollection for $sequence {
            fn from_field(field: DecodedField, diags: &mut Diagnostics) -> Option<Self> {
                take_all(field, diags).map(Self::from_iter)
            }
        }

        collection_field!(
            BlockField, WrappedBlock => $sequence, [T: HclDecode],
            |options| options.block(<T as HclDecode>::spec).tuple().into()
        );
        collection_field!(
            BlocksField, WrappedBlocks => $sequence, [T: HclBlocks],
            |options| options.block_types(T::block_types()).tuple().into()
        );

        /// The blocks with equal labels.
        impl<T: HclDecode> LabelledEntry for $sequence {
            const KEYS: usize = 0;
            const IS_GROUP: bool = true;

            fn nested() -> Spec {
                T::spec()
            }

            fn from_entry(entry: DecodedField, _: usize, diags: &mut Diagnostics) -> Option<Self> {
                Self::from_field(entry, diags)
            }
        }

        impl<T> RepeatedField for $sequence {}
    )*};
}

sequence!(Vec<T>, VecDeque<T>, Box<[T]>);

/// Converts all blocks of a field. Each one is decoded, even if a previous one fails or some are missing.
fn take_all<T: HclDecode>(field: DecodedField, diags: &mut Diagnostics) -> Option<Vec<T>> {
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
