//! `with`: attributes converted by functions of the program.

use std::fmt;

use super::{FieldOptions, Fields, FromValue, attr_of};
use crate::cty::FromValueError;
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// A function that makes a field of type `T` from an attribute. The compiler infers `M`, which distinguishes the
/// implementations.
#[diagnostic::on_unimplemented(
    message = "`with` requires a function that returns a `Result<{T}, E>`",
    label = "expected a function from an attribute value to `{T}`",
    note = "write `fn(A) -> Result<{T}, E>`, where `A` is a type of attributes and `E` implements `Display`"
)]
pub trait With<T, M>: Sized {
    /// Returns the spec.
    fn spec(self, options: &FieldOptions) -> Spec;

    /// Takes the attribute, converted by the function.
    fn take(self, fields: &mut Fields, diags: &mut Diagnostics) -> Option<T>;
}

/// The function returns the type of the field.
#[derive(Debug)]
pub struct GivesField;

/// The function returns the content of the field's `Option`.
#[derive(Debug)]
pub struct GivesInner;

impl<F, A, T, E> With<T, (GivesField, A, E)> for F
where
    F: Fn(A) -> Result<T, E>,
    A: FromValue,
    E: fmt::Display,
{
    fn spec(self, options: &FieldOptions) -> Spec {
        attr_of::<A>(options, false)
    }

    fn take(self, fields: &mut Fields, diags: &mut Diagnostics) -> Option<T> {
        fields
            .convert(diags, |value, origin| self(A::from_value_at(value, origin)?).map_err(refused))
    }
}

impl<F, A, T, E> With<Option<T>, (GivesInner, A, E)> for F
where
    F: Fn(A) -> Result<T, E>,
    A: FromValue,
    E: fmt::Display,
{
    fn spec(self, options: &FieldOptions) -> Spec {
        attr_of::<A>(options, true)
    }

    fn take(self, fields: &mut Fields, diags: &mut Diagnostics) -> Option<Option<T>> {
        if fields.is_next_absent() {
            fields.skip();
            return Some(None);
        }
        let made = fields.convert(diags, |value, origin| {
            self(A::from_value_at(value, origin)?).map_err(refused)
        });
        made.map(Some)
    }
}

fn refused(error: impl fmt::Display) -> FromValueError {
    FromValueError::new(error.to_string())
}
