//! `encode_with`: values made by functions of the program.

use std::ops::Deref;

use crate::cty::{PathError, ToValue, Value};

/// A function that makes a value of a field of type `T`. The compiler infers `M`, which distinguishes the
/// implementations.
#[diagnostic::on_unimplemented(
    message = "`encode_with` requires a function that takes `&{T}`",
    label = "expected a function from `&{T}` to a value",
    note = "write `fn(&{T}) -> A`, where `A` implements `hcldyn::ToValue`; for an `Option`, the function takes the inner value"
)]
pub trait EncodeWith<T, M> {
    /// Returns the value of an attribute, or `None` to leave it out.
    ///
    /// # Errors
    ///
    /// Fails if the result of the function has no source form.
    fn encoded(self, field: &T) -> Result<Option<Value>, PathError>;
}

/// A function that takes the type of the field.
#[derive(Debug)]
pub struct TakesField;

/// A function that takes the target of the field's `Deref`: `&str` for a `String`.
#[derive(Debug)]
pub struct TakesTarget;

/// A function that takes the content of the `Option`.
#[derive(Debug)]
pub struct TakesInner;

impl<F, T, A> EncodeWith<T, (TakesField, A)> for F
where
    F: Fn(&T) -> A,
    A: ToValue,
{
    fn encoded(self, field: &T) -> Result<Option<Value>, PathError> {
        self(field).to_attribute()
    }
}

impl<F, T, A> EncodeWith<T, (TakesTarget, A)> for F
where
    F: Fn(&T::Target) -> A,
    T: Deref,
    A: ToValue,
{
    fn encoded(self, field: &T) -> Result<Option<Value>, PathError> {
        self(field).to_attribute()
    }
}

impl<F, T, A> EncodeWith<Option<T>, (TakesInner, A)> for F
where
    F: Fn(&T) -> A,
    A: ToValue,
{
    fn encoded(self, field: &Option<T>) -> Result<Option<Value>, PathError> {
        field.as_ref().map(|field| self(field).to_value()).transpose()
    }
}
