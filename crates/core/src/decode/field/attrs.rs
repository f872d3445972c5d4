//! `attrs`: a block of free attributes.

use super::free_attrs::{AttrMap, collect, element_spec};
use super::{FieldOptions, Fields};
use crate::diag::Diagnostics;
use crate::spec::{Presence, Spec};

/// The type of a field that is a block of free attributes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot contain free attributes",
    label = "no conversion from free attributes to `{Self}`",
    note = "an `attrs` field must be a `BTreeMap<String, T>`, a `HashMap<String, T>`, or an `Option` of one"
)]
pub trait AttrsField: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the attributes.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self>;
}

/// Exactly one block.
impl<M: AttrMap> AttrsField for M {
    fn spec(options: &FieldOptions) -> Spec {
        let block = options.block_attrs(element_spec::<M>());
        if options.optional { block.into() } else { block.required().into() }
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        collect(fields.next()?, diags)
    }
}

/// At most one block.
impl<M: AttrMap> AttrsField for Option<M> {
    fn spec(options: &FieldOptions) -> Spec {
        options.block_attrs(element_spec::<M>()).into()
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        let field = fields.next()?;
        match field.origin.presence {
            Presence::Absent => Some(None),
            _ => collect(field, diags).map(Some),
        }
    }
}
