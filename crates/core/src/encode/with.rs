//! `encode_with`: values made by functions of the program.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hash;
use std::ops::Deref;

#[cfg(feature = "indexmap")]
use indexmap::IndexMap;

use crate::cty::{PathError, ToValue, Value};
use crate::decode::private::{Each, TakesField, TakesInner, TakesTarget};

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

/// A collection, or an `Option` of one, from whose elements values are made.
pub trait WrittenElements {
    /// The type of the elements.
    type Element;

    /// Returns the value of an attribute, or `None` to leave it out.
    ///
    /// # Errors
    ///
    /// Fails if the result of the function has no source form.
    fn written<A: ToValue>(
        &self,
        make: &dyn Fn(&Self::Element) -> A,
    ) -> Result<Option<Value>, PathError>;
}

impl<F, C, A> EncodeWith<C, (TakesField, A)> for Each<F>
where
    C: WrittenElements,
    F: Fn(&C::Element) -> A,
    A: ToValue,
{
    fn encoded(self, field: &C) -> Result<Option<Value>, PathError> {
        field.written(&self.0)
    }
}

impl<C: WrittenElements> WrittenElements for Option<C> {
    type Element = C::Element;

    fn written<A: ToValue>(
        &self,
        make: &dyn Fn(&Self::Element) -> A,
    ) -> Result<Option<Value>, PathError> {
        self.as_ref().map_or(Ok(None), |field| field.written(make))
    }
}

macro_rules! written_sequences {
    ($($sequence:ident),*) => {$(
        impl<T> WrittenElements for $sequence<T> {
            type Element = T;

            fn written<A: ToValue>(
                &self,
                make: &dyn Fn(&T) -> A,
            ) -> Result<Option<Value>, PathError> {
                self.iter().map(make).collect::<Vec<_>>().to_attribute()
            }
        }
    )*};
}

written_sequences!(Vec, VecDeque);

macro_rules! written_map {
    ($map:ident<K, T $(, $hasher:ident)?> where [$($bound:path),+]) => {
        impl<K: ToValue $(+ $bound)+, T, $($hasher)?> WrittenElements for $map<K, T, $($hasher)?> {
            type Element = T;

            fn written<A: ToValue>(
                &self,
                make: &dyn Fn(&T) -> A,
            ) -> Result<Option<Value>, PathError> {
                let made = self.iter().map(|(key, element)| (key, make(element)));
                made.collect::<$map<_, _>>().to_attribute()
            }
        }
    };
}

written_map!(BTreeMap<K, T> where [Ord]);
written_map!(HashMap<K, T, S> where [Eq, Hash]);
#[cfg(feature = "indexmap")]
written_map!(IndexMap<K, T, S> where [Eq, Hash]);
