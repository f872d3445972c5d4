//! `with`: attributes converted by functions of the program.

use std::fmt;
use std::marker::PhantomData;

use super::{FieldOptions, Fields, FromValue, attr_of, attr_or};
use crate::cty::value_spec::ValueSpec;
use crate::cty::{FromValueError, Str, Value, ValueOrigin};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// A function that converts an attribute to a field of type `T`. The compiler infers `M`, which distinguishes the
/// implementations.
#[diagnostic::on_unimplemented(
    message = "`with` requires a function that returns a `Result<{T}, E>`",
    label = "expected a function from an attribute value to `{T}`",
    note = "write `fn(A) -> Result<{T}, E>`, where `A` is a type of attributes or `&str`, and `E` implements `Display`"
)]
pub trait With<T, M>: Sized {
    /// Returns the spec.
    fn spec(self, options: &FieldOptions) -> Spec;

    /// Returns the spec of a field with a default string, which the function converts.
    fn spec_or_text(self, options: &FieldOptions, default: &str) -> Spec;

    /// Takes the attribute, converted by the function.
    fn take(self, fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<T>;

    /// Returns the spec of the value, and `true` if the attribute of an object may be omitted.
    fn value_spec(self) -> (ValueSpec, bool);

    /// Converts a value with the function.
    fn convert(self, value: &Value, origin: &dyn ValueOrigin) -> Result<T, FromValueError>;
}

/// A function that makes a `T` from a value. The compiler infers `M`, which distinguishes the implementations.
pub trait Make<T, M> {
    /// The type of the attribute's value.
    type Taken: FromValue;

    /// Makes a `T` from a value.
    fn make(&self, value: &Value, origin: &dyn ValueOrigin) -> Result<T, FromValueError>;
}

impl<F, A, T, E> Make<T, (A, E)> for F
where
    F: Fn(A) -> Result<T, E>,
    A: FromValue,
    E: fmt::Display,
{
    type Taken = A;

    fn make(&self, value: &Value, origin: &dyn ValueOrigin) -> Result<T, FromValueError> {
        self(A::from_value_at(value, origin)?).map_err(rejected)
    }
}

/// A function that takes a string as `&str`.
#[derive(Debug)]
pub struct TakesStr;

impl<F, T, E> Make<T, (TakesStr, Str, E)> for F
where
    F: Fn(&str) -> Result<T, E>,
    E: fmt::Display,
{
    type Taken = Str;

    fn make(&self, value: &Value, origin: &dyn ValueOrigin) -> Result<T, FromValueError> {
        self(&Str::from_value_at(value, origin)?).map_err(rejected)
    }
}

/// A function that returns the type of the field.
#[derive(Debug)]
pub struct GivesField<M>(PhantomData<M>);

#[diagnostic::do_not_recommend]
impl<F: Make<T, M>, T, M> With<T, GivesField<M>> for F {
    fn spec(self, options: &FieldOptions) -> Spec {
        attr_of::<F::Taken>(options, false)
    }

    fn spec_or_text(self, options: &FieldOptions, default: &str) -> Spec {
        attr_or::<F::Taken>(options, default.into())
    }

    fn take(self, fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<T> {
        fields.convert::<F::Taken, T>(diags, |value, origin| self.make(value, origin))
    }

    fn value_spec(self) -> (ValueSpec, bool) {
        (F::Taken::value_spec(), F::Taken::OPTIONAL)
    }

    fn convert(self, value: &Value, origin: &dyn ValueOrigin) -> Result<T, FromValueError> {
        self.make(value, origin)
    }
}

/// A function that returns the content of the field's `Option`.
#[derive(Debug)]
pub struct GivesInner<M>(PhantomData<M>);

#[diagnostic::do_not_recommend]
impl<F: Make<T, M>, T, M> With<Option<T>, GivesInner<M>> for F {
    fn spec(self, options: &FieldOptions) -> Spec {
        attr_of::<F::Taken>(options, true)
    }

    fn spec_or_text(self, options: &FieldOptions, default: &str) -> Spec {
        attr_or::<F::Taken>(options, default.into())
    }

    fn take(self, fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Option<T>> {
        if fields.is_next_absent() {
            fields.skip();
            return Some(None);
        }
        With::<T, GivesField<M>>::take(self, fields, diags).map(Some)
    }

    fn value_spec(self) -> (ValueSpec, bool) {
        (F::Taken::value_spec(), true)
    }

    fn convert(self, value: &Value, origin: &dyn ValueOrigin) -> Result<Option<T>, FromValueError> {
        if value.is_null() && !value.is_marked() {
            return Ok(None);
        }
        self.make(value, origin).map(Some)
    }
}

pub(super) fn rejected(error: impl fmt::Display) -> FromValueError {
    FromValueError::new(error.to_string())
}
