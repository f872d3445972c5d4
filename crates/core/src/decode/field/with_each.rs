//! `with(T = path)` for collections of `T`: a function of the program converts each element.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::hash::{BuildHasher, Hash};

#[cfg(feature = "indexmap")]
use indexmap::IndexMap;

use super::with::{GivesField, rejected};
use super::{FieldOptions, Fields, FromValue, With, attr_of, attr_or, element_names};
use crate::cty::value_spec::ValueSpec;
use crate::cty::{FromValueError, Step, Str, Value, ValueOrigin};
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// A function for the elements of a collection.
#[derive(Debug)]
pub struct Each<F>(pub F);

/// A collection, or an `Option` of one, whose elements are made from values of type `A`.
pub trait MadeElements<A>: Sized {
    /// The type of the elements.
    type Element;

    /// The collection before its elements are converted.
    type Values: FromValue;

    /// Converts all elements. `names` are the names of the elements of a map.
    fn made(
        values: Self::Values,
        names: &[Str],
        make: &dyn Fn(A) -> Result<Self::Element, FromValueError>,
    ) -> Result<Self, FromValueError>;
}

impl<C: MadeElements<A>, A> MadeElements<A> for Option<C> {
    type Element = C::Element;
    type Values = Option<C::Values>;

    fn made(
        values: Self::Values,
        names: &[Str],
        make: &dyn Fn(A) -> Result<Self::Element, FromValueError>,
    ) -> Result<Self, FromValueError> {
        values.map(|values| C::made(values, names, make)).transpose()
    }
}

macro_rules! made_sequences {
    ($($sequence:ident),*) => {$(
        impl<T, A: FromValue> MadeElements<A> for $sequence<T> {
            type Element = T;
            type Values = $sequence<A>;

            fn made(
                values: Self::Values,
                _: &[Str],
                make: &dyn Fn(A) -> Result<T, FromValueError>,
            ) -> Result<Self, FromValueError> {
                let made = values.into_iter().enumerate().map(|(index, value)| {
                    make(value).map_err(|error| error.under(Step::Index(index.into())))
                });
                all(made)
            }
        }
    )*};
}

made_sequences!(Vec, VecDeque);

macro_rules! made_map {
    ($map:ident<K, T $(, $hasher:ident)?> where [$($bound:path),+]) => {
        impl<K, T, A, $($hasher)?> MadeElements<A> for $map<K, T, $($hasher)?>
        where
            K: FromValue $(+ $bound)+,
            A: FromValue,
            $($hasher: BuildHasher + Default,)?
        {
            type Element = T;
            type Values = $map<K, A, $($hasher)?>;

            fn made(
                values: Self::Values,
                names: &[Str],
                make: &dyn Fn(A) -> Result<T, FromValueError>,
            ) -> Result<Self, FromValueError> {
                let mut names_by_key: Option<$map<K, &Str>> = None;
                let made = values.into_iter().map(|(key, value)| match make(value) {
                    Ok(element) => Ok((key, element)),
                    Err(error) => {
                        let names = names_by_key.get_or_insert_with(|| by_key(names).collect());
                        Err(under_name(names.get(&key), error))
                    }
                });
                all(made)
            }
        }
    };
}

made_map!(BTreeMap<K, T> where [Ord]);
made_map!(HashMap<K, T, S> where [Eq, Hash]);
#[cfg(feature = "indexmap")]
made_map!(IndexMap<K, T, S> where [Eq, Hash]);

impl<F, A, E, C> With<C, (GivesField, A, E)> for Each<F>
where
    C: MadeElements<A>,
    F: Fn(A) -> Result<C::Element, E>,
    E: fmt::Display,
{
    fn spec(self, options: &FieldOptions) -> Spec {
        attr_of::<C::Values>(options, false)
    }

    fn spec_or_text(self, options: &FieldOptions, default: &str) -> Spec {
        attr_or::<C::Values>(options, default.into())
    }

    fn take(self, fields: &mut Fields, diags: &mut Diagnostics) -> Option<C> {
        fields.convert::<C::Values, C>(diags, |value, origin| made(&self, value, origin))
    }

    fn value_spec(self) -> (ValueSpec, bool) {
        (C::Values::value_spec(), C::Values::OPTIONAL)
    }

    fn convert(self, value: Value, origin: &dyn ValueOrigin) -> Result<C, FromValueError> {
        made(&self, value, origin)
    }
}

fn made<F, A, E, C>(
    Each(make): &Each<F>,
    value: Value,
    origin: &dyn ValueOrigin,
) -> Result<C, FromValueError>
where
    C: MadeElements<A>,
    F: Fn(A) -> Result<C::Element, E>,
    E: fmt::Display,
{
    let names = element_names(&value).to_vec();
    let values = C::Values::from_value_at(value, origin)?;
    C::made(values, &names, &|value| make(value).map_err(rejected))
}

/// Collects the elements, or all errors.
fn all<T, C: FromIterator<T>>(
    made: impl Iterator<Item = Result<T, FromValueError>>,
) -> Result<C, FromValueError> {
    let mut error = None;
    let made = made.filter_map(|element| FromValueError::keep(element, &mut error)).collect();
    error.map_or(Ok(made), Err)
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
