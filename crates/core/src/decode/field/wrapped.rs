//! `block` and `blocks` on a type that is written as an `Option` or a collection.
//!
//! [`BlockField`] has an implementation for every struct, which also applies to `Vec<T>` until the compiler has looked
//! at `HclDecode`. For an unsuitable `T`, its errors therefore name `Vec<T>`. The traits here have no such
//! implementation: their errors name `T`.

use super::{BlockField, BlocksField, FieldOptions, Fields};
use crate::decode::{HclBlocks, HclDecode};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// The type of a `block` field that is written as an `Option`, a `Vec` or a map.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from blocks",
    label = "no conversion from blocks to `{Self}`",
    note = "a block field must be a struct or an enum that derives `hcldyn::HclDecode`, or an `Option`, a `Vec` or a map (with the labels as keys) of one"
)]
pub trait WrappedBlock: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the block or blocks.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
}

/// The type of a `blocks` field that is written as an `Option` or a `Vec`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from blocks of several types",
    label = "no conversion from blocks of several types to `{Self}`",
    note = "a `blocks` field must be an enum that derives `hcldyn::HclDecode` without a `tag`, or an `Option` or a `Vec` of one"
)]
pub trait WrappedBlocks: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the block or blocks.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
}

impl<T: HclDecode> WrappedBlock for Option<T> {
    fn spec(options: &FieldOptions) -> Spec {
        <Self as BlockField>::spec(options)
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        <Self as BlockField>::take(fields, diags)
    }
}

impl<T: HclBlocks> WrappedBlocks for Option<T> {
    fn spec(options: &FieldOptions) -> Spec {
        <Self as BlocksField>::spec(options)
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        <Self as BlocksField>::take(fields, diags)
    }
}
