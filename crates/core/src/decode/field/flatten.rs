//! `flatten`: the fields of another type from the same body.

use super::{FieldOptions, Fields, RemainField};
use crate::cty::Value;
use crate::decode::HclDecode;
use crate::decode::collections::{AsMap, Classified, Optional, Struct};
use crate::decode::fields::DecodedField;
use crate::diag::Diagnostics;
use crate::spec::{Decoded, Origin, Presence, Spec};

/// The type of a field that is decoded from the same body.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded from the same body",
    label = "`{Self}` does not implement `HclDecode`",
    note = "add `#[derive(hcldyn::HclDecode)]` to `{Self}`, or write an `Option` of such a struct, or a map for the attributes without a field"
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
    fn spec(options: &FieldOptions) -> Spec {
        options.flattened(<T as HclDecode>::spec())
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

/// An optional group: `None` if no item of the struct is set.
impl<T: HclDecode> FromSameBody<Optional> for Option<T> {
    fn spec(options: &FieldOptions) -> Spec {
        options.flattened(<T as HclDecode>::spec().optional_group())
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        let DecodedField { value, origin, .. } = fields.next()?;
        match presence(&value, &origin) {
            Presence::Absent => Some(None),
            // An item that is missing or invalid was reported; without it, other items may seem to be missing.
            Presence::Failed => None,
            _ => {
                let origin = origin.of_same_body(&fields.origin());
                T::from_decoded(Decoded { value, origin }, diags).map(Some)
            }
        }
    }
}

/// Returns the presence of a decoded struct: failed if an item failed, present if an item is set.
fn presence(value: &Value, origin: &Origin) -> Presence {
    if origin.presence != Presence::Present || origin.is_default() || value.is_null() {
        return if origin.presence == Presence::Failed {
            Presence::Failed
        } else {
            Presence::Absent
        };
    }
    let Some(object) = value.unmarked().as_object().filter(|_| origin.is_flattened()) else {
        return Presence::Present;
    };
    let items = object.values().iter().zip(origin.parts.iter());
    items.fold(Presence::Absent, |all, (value, origin)| match (all, presence(value, origin)) {
        (Presence::Failed, _) | (_, Presence::Failed) => Presence::Failed,
        (Presence::Present, _) | (_, Presence::Present) => Presence::Present,
        _ => Presence::Absent,
    })
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
