//! `flatten`: the fields of another type from the same body.

use super::{FieldOptions, Fields, RemainField};
use crate::decode::HclDecode;
use crate::decode::collections::{AsMap, Classified, Struct};
use crate::decode::fields::DecodedField;
use crate::diag::Diagnostics;
use crate::spec::{Decoded, Spec};

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
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self>;
}

impl<T: Classified + FromSameBody<T::Class>> FlattenField for T {
    fn spec(options: &FieldOptions) -> Spec {
        T::spec(options)
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        T::take(fields, diags)
    }
}

/// A type that is decoded from the body of the struct around it.
pub trait FromSameBody<Class>: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the fields.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self>;
}

impl<T: HclDecode> FromSameBody<Struct> for T {
    fn spec(_: &FieldOptions) -> Spec {
        <T as HclDecode>::spec()
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        if let Some(inner) = fields.next_object() {
            return T::from_fields(inner, diags);
        }
        let DecodedField { value, origin, .. } = fields.next()?;
        let origin = origin.of_same_body(&fields.origin());
        T::from_decoded(Decoded { value, origin }, diags)
    }
}

/// The attributes that no other field names.
impl<M: RemainField> FromSameBody<AsMap> for M {
    fn spec(options: &FieldOptions) -> Spec {
        <M as RemainField>::spec(options)
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        <M as RemainField>::take(fields, diags)
    }
}
