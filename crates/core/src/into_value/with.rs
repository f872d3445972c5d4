//! `encode_with`: values made by functions of the program.

use std::ops::Deref;

use crate::cty::internal::{CollectVec, sort_by, to_entries, to_object};
use crate::cty::{PathError, ToValue, Value};
use crate::decode::collections::{AsList, AsMap, List, Mapping};
use crate::decode::private::{Each, Maybe, TakesField, TakesInner, TakesTarget};

/// A function that makes a value of a field of type `T`. The compiler infers `M`, which distinguishes the
/// implementations.
#[diagnostic::on_unimplemented(
    message = "`encode_with` requires a function that takes `&{T}`",
    label = "expected a function from `&{T}` to a value",
    note = "write `fn(&{T}) -> A`, where `A` implements `hcldyn::cty::ToValue`; for an `Option`, the function takes the inner value"
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

impl<F, C, A> EncodeWith<C, (AsList, A)> for Each<F>
where
    F: Fn(&C::Element) -> A,
    C: List,
    A: ToValue,
{
    fn encoded(self, field: &C) -> Result<Option<Value>, PathError> {
        field.elements().map(self.0).collect_vec().to_attribute()
    }
}

impl<F, M, A> EncodeWith<M, (AsMap, A)> for Each<F>
where
    F: Fn(&M::Element) -> A,
    M: Mapping<Key: ToValue>,
    A: ToValue,
{
    fn encoded(self, field: &M) -> Result<Option<Value>, PathError> {
        let made = field.entries().map(|(key, element)| (key, self.0(element)));
        let mut entries = to_entries(made)?;
        if !M::IS_ORDERED {
            sort_by(&mut entries, |a, b| a.0.cmp(&b.0));
        }
        to_object(entries).map(Some)
    }
}

impl<F, C, M> EncodeWith<Option<C>, Maybe<M>> for Each<F>
where
    Self: EncodeWith<C, M>,
{
    fn encoded(self, field: &Option<C>) -> Result<Option<Value>, PathError> {
        field.as_ref().map_or(Ok(None), |field| self.encoded(field))
    }
}
