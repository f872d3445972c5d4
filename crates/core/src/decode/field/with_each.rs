//! `with(T = path)` for collections of `T`: a function of the program converts each element.

use std::fmt;

use super::with::{Make, rejected};
use super::{FromValue, element_names};
use crate::cty::{FromValueError, Step, Str, Value, ValueOrigin};
use crate::decode::collections::{AsList, AsMap, List, Mapping};

/// A function for the elements of a collection.
#[derive(Debug)]
pub struct Each<F>(pub F);

impl<F, C, A, E> Make<C, (AsList, A, E)> for Each<F>
where
    F: Fn(A) -> Result<C::Element, E>,
    C: List,
    A: FromValue,
    E: fmt::Display,
{
    type Taken = C::Values<A>;

    fn make(&self, value: &Value, origin: &dyn ValueOrigin) -> Result<C, FromValueError> {
        let values = C::Values::<A>::from_value_at(value, origin)?;
        FromValueError::collect(values.into_iter().enumerate().map(|(index, value)| {
            self.0(value).map_err(|error| rejected(error).under(Step::Index(index.into())))
        }))
    }
}

impl<F, M, A, E> Make<M, (AsMap, A, E)> for Each<F>
where
    F: Fn(A) -> Result<M::Element, E>,
    M: Mapping<Key: FromValue, Of<A>: FromValue>,
    E: fmt::Display,
{
    type Taken = M::Of<A>;

    fn make(&self, value: &Value, origin: &dyn ValueOrigin) -> Result<M, FromValueError> {
        let names = element_names(value).to_vec();
        let values = M::Of::<A>::from_value_at(value, origin)?;
        let mut names_by_key: Option<M::Of<&Str>> = None;
        FromValueError::collect(values.into_iter().map(|(key, value)| match self.0(value) {
            Ok(element) => Ok((key, element)),
            Err(error) => {
                let names = names_by_key.get_or_insert_with(|| by_key(&names).collect());
                Err(under_name(names.element(&key), rejected(error)))
            }
        }))
    }
}

/// Returns the names of a map's elements, each with the key that it is converted to.
fn by_key<K: FromValue>(names: &[Str]) -> impl Iterator<Item = (K, &Str)> {
    names.iter().filter_map(|name| Some((K::convert(name.clone().into()).ok()?, name)))
}

/// Adds the name of a map's element to an error.
fn under_name(name: Option<&&Str>, error: FromValueError) -> FromValueError {
    match name {
        Some(name) => error.under(Step::Index((*name).clone().into())),
        None => error,
    }
}
