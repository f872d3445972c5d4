//! `attrs`: a block of free attributes.

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use super::{FieldOptions, Fields, FromValue, diags, element_names};
use crate::decode::fields::DecodedField;
use crate::diag::Diagnostics;
use crate::spec::{Presence, Spec};

/// The type of a field that is a block of free attributes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot contain free attributes",
    label = "`{Self}` is not a type of free attributes",
    note = "an `attrs` field must be a `BTreeMap<String, T>`, a `HashMap<String, T>`, or an `Option` of one"
)]
pub trait AttrsField: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the attributes.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
}

/// A map of attributes by their names.
pub trait AttrMap: FromIterator<(String, Self::Element)> {
    /// The type of each attribute.
    type Element: FromValue;
}

impl<T: FromValue> AttrMap for BTreeMap<String, T> {
    type Element = T;
}

impl<T: FromValue, S: BuildHasher + Default> AttrMap for HashMap<String, T, S> {
    type Element = T;
}

/// Exactly one block.
impl<M: AttrMap> AttrsField for M {
    fn spec(options: &FieldOptions) -> Spec {
        let block = options.block_attrs(M::Element::ty());
        if options.optional { block.into() } else { block.required().into() }
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        collect(fields.next()?, diags)
    }
}

/// At most one block.
impl<M: AttrMap> AttrsField for Option<M> {
    fn spec(options: &FieldOptions) -> Spec {
        options.block_attrs(M::Element::ty()).into()
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        let field = fields.next()?;
        match field.origin.presence {
            Presence::Absent => Some(None),
            _ => collect(field, diags).map(Some),
        }
    }
}

/// Takes every attribute, even after one that fails.
fn collect<M: AttrMap>(field: DecodedField, diags: &mut Diagnostics) -> Option<M> {
    let DecodedField { name, value, origin } = field;
    let value = value.unmarked();
    if !value.is_known() {
        return diags.fail(diags::unknown_block(origin.place));
    }
    let names = element_names(value);
    let mut entries = Some(Vec::with_capacity(names.len()));
    for ((key, value), origin) in names.iter().zip(value.elements()).zip(&*origin.parts) {
        if origin.presence == Presence::Failed {
            entries = None;
            continue;
        }
        match (&mut entries, M::Element::from_value_at(value.clone(), origin)) {
            (Some(entries), Ok(element)) => entries.push((key.to_string(), element)),
            (None, Ok(_)) => {}
            (_, Err(error)) => {
                let name = format!("{name}.{key}");
                diags.push(diags::unsuitable_value(origin, &name, &error));
                entries = None;
            }
        }
    }
    entries.map(M::from_iter)
}
