//! `label`: a label of the block.

use super::{FieldOptions, Fields, FromValue, diags};
use crate::cty::{Value, convert};
use crate::decode::fields::DecodedField;
use crate::diag::Diagnostics;
use crate::spec::{Origin, Spec};

/// The type of a field that is a label.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of a label",
    label = "`{Self}` is not a type of labels",
    note = "a label is a string: write `String`, or a type that derives `hcldyn::HclValue` or implements `hcldyn::FromValue`"
)]
pub trait LabelField: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the label, converted to the field's type.
    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self>;
}

impl<T: FromValue> LabelField for T {
    fn spec(options: &FieldOptions) -> Spec {
        options.label().into()
    }

    fn take(fields: &mut Fields, diags: &mut Diagnostics) -> Option<Self> {
        let DecodedField { name, value, origin } = fields.next()?;
        label_value(value, &origin, &name, diags)
    }
}

/// Converts a label to a type, and reports errors.
pub(in crate::decode) fn label_value<T: FromValue>(
    label: Value,
    origin: &Origin,
    name: &str,
    diags: &mut Diagnostics,
) -> Option<T> {
    let text = label.as_str().unwrap_or_default().to_owned();
    let converted =
        convert::convert(label, &T::ty()).map_err(|error| format!("{error}; this is {text:?}"));
    let taken =
        converted.and_then(|value| T::from_value_at(value, origin).map_err(|error| error.message));
    match taken {
        Ok(value) => Some(value),
        Err(message) => diags.fail(diags::unsuitable_label(origin.place.clone(), name, &message)),
    }
}
