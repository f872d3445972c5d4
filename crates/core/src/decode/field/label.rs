//! `label`, `labels` and `key`: labels of the block.

use std::fmt;
use std::str::FromStr;

use super::parsed::Parsed;
use super::{FieldOptions, Fields, FromValue, diags};
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::ValueDiagnosticKind;
use crate::cty::{FromValueError, Str, Type, Value};
use crate::decode::collections::List;
use crate::decode::fields::DecodedField;
use crate::diag::Diagnostics;
use crate::spec::{Origin, Spec, clause, deprecated_value};

/// The type of a field that is a label.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of a label",
    label = "no conversion from a label to `{Self}`",
    note = "a label is a string: write `String`, or a type that derives `hcldyn::HclValue` or implements `hcldyn::cty::FromValue`"
)]
pub trait LabelField: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec;

    /// Takes the label, converted to the field's type.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self>;
}

/// The type of a field that is a parsed label.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be parsed from a label",
    label = "`from_str` requires a type that implements `FromStr`, with an error that implements `Display`"
)]
pub trait ParsedLabel: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec {
        options.label().into()
    }

    /// Takes the label, parsed.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self>;
}

/// The type of a field with all remaining labels. The compiler infers `M`, which distinguishes the implementations.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of several labels",
    label = "expected a `Vec` of a type of labels, such as `Vec<String>`"
)]
pub trait LabelsField<M>: Sized {
    /// Returns the spec.
    fn spec(options: &FieldOptions) -> Spec {
        options.labels().into()
    }

    /// Takes the labels, converted.
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self>;
}

/// A function that converts a label to a field of type `T`. The compiler infers `M`, which distinguishes the
/// implementations.
#[diagnostic::on_unimplemented(
    message = "`with` requires a function that returns a `Result<{T}, E>`",
    label = "expected a function from a label to `{T}`",
    note = "write `fn(A) -> Result<{T}, E>`, where `A` is a type of labels such as `String`, or `&str`, and `E` implements `Display`"
)]
pub trait WithLabel<T, M>: Sized {
    /// Returns the spec.
    fn spec(self, options: &FieldOptions) -> Spec {
        options.label().into()
    }

    /// Takes the label, converted by the function.
    fn take(self, fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<T>;
}

impl<T: FromValue> LabelField for T {
    fn spec(options: &FieldOptions) -> Spec {
        options.label().into()
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        let is_direct = !T::SPANNED && T::value_spec().plain_ty() == Some(&Type::String);
        let mut made = None;
        let field = fields.next_value(false, &mut |label| {
            made = is_direct.then(|| T::from_value(label));
            matches!(made, Some(Ok(_)))
        });
        if let Some(Ok(label)) = made {
            return Some(label);
        }
        let DecodedField { name, value, origin } = field?;
        let make = |value: &Value, origin: &Origin| {
            made.unwrap_or_else(|| T::from_value_at(value, origin))
        };
        converted_label::<T, T>(value, &origin, &name, make, diags)
    }
}

impl<T: FromStr<Err: fmt::Display>> ParsedLabel for T {
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        <Parsed<T> as LabelField>::take(fields, diags).map(|Parsed(parsed)| parsed)
    }
}

impl<F, A, T, E> WithLabel<T, (A, E)> for F
where
    F: Fn(A) -> Result<T, E>,
    A: FromValue,
    E: fmt::Display,
{
    fn take(self, fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<T> {
        let DecodedField { name, value, origin } = fields.next()?;
        let make = |value: &Value, origin: &Origin| {
            self(A::from_value_at(value, origin)?)
                .map_err(|error| FromValueError::new(error.to_string()))
        };
        converted_label::<A, T>(value, &origin, &name, make, diags)
    }
}

/// A function that takes the label as `&str`.
#[derive(Debug)]
pub struct TakesStr;

impl<F, T, E> WithLabel<T, (TakesStr, Str, E)> for F
where
    F: Fn(&str) -> Result<T, E>,
    E: fmt::Display,
{
    fn take(self, fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<T> {
        let make = |label: Str| self(&label);
        <_ as WithLabel<T, (Str, E)>>::take(make, fields, diags)
    }
}

/// Labels that `FromValue` converts.
#[derive(Debug)]
pub struct Converted;

/// Labels that `FromStr` parses.
#[derive(Debug)]
pub struct FromText;

impl<C: List<Element: FromValue>> LabelsField<Converted> for C {
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        take_labels(fields, diags).map(Self::from_iter)
    }
}

impl<C: List<Element: FromStr<Err: fmt::Display>>> LabelsField<FromText> for C {
    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        let labels = take_labels(fields, diags)?;
        Some(labels.into_iter().map(|Parsed(parsed)| parsed).collect())
    }
}

/// Takes all remaining labels. Each one is converted, even if a previous one fails.
fn take_labels<T: FromValue>(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Vec<T>> {
    let DecodedField { name, value, origin } = fields.next()?;
    let labels = value.into_elements().into_iter().zip(&*origin.parts);
    let labels =
        labels.map(|(label, origin)| label_value(label, origin, &name, diags)).collect_vec();
    labels.into_iter().collect()
}

/// Converts a label to a type, and reports errors.
pub(in crate::decode) fn label_value<T: FromValue>(
    label: Value,
    origin: &Origin,
    name: &str,
    diags: &mut Diagnostics,
) -> Option<T> {
    converted_label::<T, T>(label, origin, name, |value, at| T::from_value_at(value, at), diags)
}

/// Converts a label to the type for `A`, and from there to `T`. Reports errors.
fn converted_label<A: FromValue, T>(
    label: Value,
    origin: &Origin,
    name: &str,
    make: impl FnOnce(&Value, &Origin) -> Result<T, FromValueError>,
    diags: &mut Diagnostics,
) -> Option<T> {
    let (spec, text) = (A::value_spec(), label.clone());
    let text = text.as_str().unwrap_or_default();
    let ty = A::ty();
    if ty.is_iterable() {
        let message =
            format!("a label is one string, but the program decodes it to a Rust type for {ty}");
        return diags.fail(diags::unsuitable_label(origin.place.clone(), name, &message));
    }
    let mut found = Vec::new();
    // Most labels are strings, which need no conversion.
    let is_string = spec.plain_ty() == Some(&Type::String);
    let value = if is_string { label } else { spec.convert(label, &mut found) };
    for each in &found {
        match &each.kind {
            ValueDiagnosticKind::DeprecatedVariant { name, deprecation } => {
                diags.push(deprecated_value(name, origin.place.clone(), deprecation));
            }
            kind => {
                let message = match kind {
                    ValueDiagnosticKind::UnknownVariant { .. } => clause(kind),
                    _ => format!("{kind}; this is {text:?}"),
                };
                return diags.fail(diags::unsuitable_label(origin.place.clone(), name, &message));
            }
        }
    }
    match make(&value, origin) {
        Ok(value) => Some(value),
        Err(error) => {
            let message = error.to_string();
            diags.fail(diags::unsuitable_label(origin.place.clone(), name, &message))
        }
    }
}
