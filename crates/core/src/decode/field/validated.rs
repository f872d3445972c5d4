//! `validate`: checks of fields by functions of the program.

use std::fmt;
use std::ops::Deref;

/// A function that checks a field of type `T`. The compiler infers `M`, which distinguishes the implementations.
#[diagnostic::on_unimplemented(
    message = "`validate` requires a function that takes `&{T}` and returns a `Result<(), E>`",
    label = "expected a function of `&{T}`",
    note = "write `fn(&{T}) -> Result<(), E>`, where `E` implements `Display`; for an `Option`, the inner value is validated"
)]
pub trait Check<T, M> {
    /// Checks the value. An error is a message.
    fn check(self, value: &T) -> Result<(), String>;
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

/// A function that takes the target of the content's `Deref`.
#[derive(Debug)]
pub struct InnerTarget;

impl<F, T, E> Check<T, (TakesField, E)> for F
where
    F: Fn(&T) -> Result<(), E>,
    E: fmt::Display,
{
    fn check(self, value: &T) -> Result<(), String> {
        self(value).map_err(|error| error.to_string())
    }
}

impl<F, T, E> Check<T, (TakesTarget, E)> for F
where
    F: Fn(&T::Target) -> Result<(), E>,
    T: Deref,
    E: fmt::Display,
{
    fn check(self, value: &T) -> Result<(), String> {
        self(value).map_err(|error| error.to_string())
    }
}

impl<F, T, E> Check<Option<T>, (TakesInner, E)> for F
where
    F: Fn(&T) -> Result<(), E>,
    E: fmt::Display,
{
    fn check(self, value: &Option<T>) -> Result<(), String> {
        value.as_ref().map_or(Ok(()), self).map_err(|error| error.to_string())
    }
}

impl<F, T, E> Check<Option<T>, (InnerTarget, E)> for F
where
    F: Fn(&T::Target) -> Result<(), E>,
    T: Deref,
    E: fmt::Display,
{
    fn check(self, value: &Option<T>) -> Result<(), String> {
        value.as_deref().map_or(Ok(()), self).map_err(|error| error.to_string())
    }
}
