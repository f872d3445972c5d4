//! `validate`: what a function of the program says of a field.

use std::fmt;
use std::ops::Deref;

/// A function that looks at a field of type `T`. `M` is found by the compiler: it tells the
/// implementations apart.
#[diagnostic::on_unimplemented(
    message = "`validate` needs a function that takes a `&{T}` and gives a `Result<(), E>`",
    label = "this cannot validate a `{T}`",
    note = "write `fn(&{T}) -> Result<(), E>`, where `E` is `Display`; of an `Option`, what is in it is validated"
)]
pub trait Check<T, M> {
    /// What is wrong, if anything is.
    fn complaint(self, value: &T) -> Result<(), String>;
}

/// The function takes what the field is.
#[derive(Debug)]
pub struct TakesField;

/// The function takes what the field dereferences to: `&str` of a `String`.
#[derive(Debug)]
pub struct TakesTarget;

/// The function takes what is in the `Option`.
#[derive(Debug)]
pub struct TakesInner;

/// The function takes what is in the `Option` dereferences to.
#[derive(Debug)]
pub struct InnerTarget;

impl<F, T, E> Check<T, (TakesField, E)> for F
where
    F: Fn(&T) -> Result<(), E>,
    E: fmt::Display,
{
    fn complaint(self, value: &T) -> Result<(), String> {
        self(value).map_err(|error| error.to_string())
    }
}

impl<F, T, E> Check<T, (TakesTarget, E)> for F
where
    F: Fn(&T::Target) -> Result<(), E>,
    T: Deref,
    E: fmt::Display,
{
    fn complaint(self, value: &T) -> Result<(), String> {
        self(value).map_err(|error| error.to_string())
    }
}

impl<F, T, E> Check<Option<T>, (TakesInner, E)> for F
where
    F: Fn(&T) -> Result<(), E>,
    E: fmt::Display,
{
    fn complaint(self, value: &Option<T>) -> Result<(), String> {
        value.as_ref().map_or(Ok(()), self).map_err(|error| error.to_string())
    }
}

impl<F, T, E> Check<Option<T>, (InnerTarget, E)> for F
where
    F: Fn(&T::Target) -> Result<(), E>,
    T: Deref,
    E: fmt::Display,
{
    fn complaint(self, value: &Option<T>) -> Result<(), String> {
        value.as_deref().map_or(Ok(()), self).map_err(|error| error.to_string())
    }
}
