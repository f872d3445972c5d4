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
    fn take(self, fields: &mut Fields, diags: &mut Diagnostics) -> Option<T>;

    /// Returns the spec of the value, and `true` if the attribute of an object may be omitted.
    fn value_spec(self) -> (ValueSpec, bool);

    /// Converts a value with the function.
    fn convert(self, value: Value, origin: &dyn ValueOrigin) -> Result<T, FromValueError>;
}

/// A function that returns the type of the field.
#[derive(Debug)]
pub struct GivesField;

/// A function that returns the content of the field's `Option`.
#[derive(Debug)]
pub struct GivesInner;

/// A function that takes a string as `&str`.
#[derive(Debug)]
pub struct TakesStr<G>(PhantomData<G>);

/// Implements the trait for functions that take an argument made from a value of a type.
macro_rules! with_functions {
    (
        <$($parameter:ident)?> $taken:ty, fn($argument:ty), |$value:ident| $passed:expr,
        $field:ty, $inner:ty
    ) => {
        impl<F, $($parameter,)? T, E> With<T, ($field, $taken, E)> for F
        where
            F: Fn($argument) -> Result<T, E>,
            $($parameter: FromValue,)?
            E: fmt::Display,
        {
            fn spec(self, options: &FieldOptions) -> Spec {
                attr_of::<$taken>(options, false)
            }

            fn spec_or_text(self, options: &FieldOptions, default: &str) -> Spec {
                attr_or::<$taken>(options, default.into())
            }

            fn take(self, fields: &mut Fields, diags: &mut Diagnostics) -> Option<T> {
                fields.convert::<$taken, T>(diags, |value, origin| {
                    let $value = <$taken>::from_value_at(value, origin)?;
                    self($passed).map_err(rejected)
                })
            }

            fn value_spec(self) -> (ValueSpec, bool) {
                (<$taken>::value_spec(), <$taken>::OPTIONAL)
            }

            fn convert(self, value: Value, origin: &dyn ValueOrigin) -> Result<T, FromValueError> {
                let $value = <$taken>::from_value_at(value, origin)?;
                self($passed).map_err(rejected)
            }
        }

        impl<F, $($parameter,)? T, E> With<Option<T>, ($inner, $taken, E)> for F
        where
            F: Fn($argument) -> Result<T, E>,
            $($parameter: FromValue,)?
            E: fmt::Display,
        {
            fn spec(self, options: &FieldOptions) -> Spec {
                attr_of::<$taken>(options, true)
            }

            fn spec_or_text(self, options: &FieldOptions, default: &str) -> Spec {
                attr_or::<$taken>(options, default.into())
            }

            fn take(self, fields: &mut Fields, diags: &mut Diagnostics) -> Option<Option<T>> {
                if fields.is_next_absent() {
                    fields.skip();
                    return Some(None);
                }
                let made = fields.convert::<$taken, T>(diags, |value, origin| {
                    let $value = <$taken>::from_value_at(value, origin)?;
                    self($passed).map_err(rejected)
                });
                made.map(Some)
            }

            fn value_spec(self) -> (ValueSpec, bool) {
                (<$taken>::value_spec(), true)
            }

            fn convert(
                self,
                value: Value,
                origin: &dyn ValueOrigin,
            ) -> Result<Option<T>, FromValueError> {
                if value.is_null() && !value.is_marked() {
                    return Ok(None);
                }
                let $value = <$taken>::from_value_at(value, origin)?;
                self($passed).map(Some).map_err(rejected)
            }
        }
    };
}

with_functions!(<A> A, fn(A), |taken| taken, GivesField, GivesInner);
with_functions!(<> Str, fn(&str), |taken| &taken, TakesStr<GivesField>, TakesStr<GivesInner>);

pub(super) fn rejected(error: impl fmt::Display) -> FromValueError {
    FromValueError::new(error.to_string())
}
