//! Rust's collections, arrays and tuples.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use super::{FromValue, FromValueError, unsuitable};
use crate::cty::{Kind, Type, Value};

impl<T: FromValue> FromValue for Vec<T> {
    fn ty() -> Type {
        Type::list(T::ty())
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        elements(value, "a list")?.enumerate().map(element).collect()
    }
}

/// As many elements as the array has.
impl<T: FromValue, const N: usize> FromValue for [T; N] {
    fn ty() -> Type {
        Type::list(T::ty())
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        let elements = Vec::<T>::from_value(value)?;
        let count = elements.len();
        elements.try_into().map_err(|_| {
            FromValueError::new(format!("Exactly {N} elements are needed, but there are {count}."))
        })
    }
}

impl<T: FromValue + Ord> FromValue for BTreeSet<T> {
    fn ty() -> Type {
        Type::set(T::ty())
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        elements(value, "a set")?.enumerate().map(element).collect()
    }
}

impl<T: FromValue + Eq + Hash, S: BuildHasher + Default> FromValue for HashSet<T, S> {
    fn ty() -> Type {
        Type::set(T::ty())
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        elements(value, "a set")?.enumerate().map(element).collect()
    }
}

impl<T: FromValue> FromValue for BTreeMap<String, T> {
    fn ty() -> Type {
        Type::map(T::ty())
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        map_entries(&value)?.collect()
    }
}

impl<T: FromValue, S: BuildHasher + Default> FromValue for HashMap<String, T, S> {
    fn ty() -> Type {
        Type::map(T::ty())
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        map_entries(&value)?.collect()
    }
}

type Entry<T> = Result<(String, T), FromValueError>;

fn map_entries<T: FromValue>(
    value: &Value,
) -> Result<impl Iterator<Item = Entry<T>> + '_, FromValueError> {
    let Kind::Map(map) = value.kind() else { return Err(unsuitable(value, "a map")) };
    Ok(map.iter().map(|(key, element)| {
        let element = T::from_value(element.clone());
        let element = element.map_err(|error| error.within(format_args!("element {key:?}")))?;
        Ok((key.to_string(), element))
    }))
}

macro_rules! from_value_for_tuples {
    ($($($part:ident)*;)*) => {$(
        /// A tuple of as many elements.
        impl<$($part: FromValue),*> FromValue for ($($part,)*) {
            fn ty() -> Type {
                Type::tuple([$($part::ty()),*])
            }

            fn from_value(value: Value) -> Result<Self, FromValueError> {
                let mut elements = elements(value, "a tuple")?.enumerate();
                let missing = || FromValueError::new("The tuple has too few elements.");
                Ok(($(element::<$part>(elements.next().ok_or_else(missing)?)?,)*))
            }
        }
    )*};
}

from_value_for_tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

fn elements(
    value: Value,
    needed: &str,
) -> Result<impl Iterator<Item = Value> + use<>, FromValueError> {
    if !matches!(value.kind(), Kind::List(_) | Kind::Set(_) | Kind::Tuple(_)) {
        return Err(unsuitable(&value, needed));
    }
    Ok(value.into_elements().unwrap_or_default().into_iter())
}

fn element<T: FromValue>((index, element): (usize, Value)) -> Result<T, FromValueError> {
    T::from_value(element).map_err(|error| error.within(format_args!("element {index}")))
}
