//! Rust's collections, arrays and tuples.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

use super::{FromValue, FromValueError, unsuitable};
use super::{Nowhere, ValueOrigin};
use crate::{Kind, Str, Type, Value, convert};

impl<T: FromValue> FromValue for Vec<T> {
    const SPANNED: bool = T::SPANNED;

    fn ty() -> Type {
        Type::list(T::ty())
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        Self::from_value_at(value, &Nowhere)
    }

    fn from_value_at(value: Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        elements(value, origin, "a list")?.map(Element::take).collect()
    }
}

/// Converts from a list with exactly `N` elements.
impl<T: FromValue, const N: usize> FromValue for [T; N] {
    const SPANNED: bool = T::SPANNED;

    fn ty() -> Type {
        Type::list(T::ty())
    }

    fn from_value(value: Value) -> Result<Self, FromValueError> {
        Self::from_value_at(value, &Nowhere)
    }

    fn from_value_at(value: Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        let elements = Vec::<T>::from_value_at(value, origin)?;
        let count = elements.len();
        elements.try_into().map_err(|_| {
            let plural = if N == 1 { " is" } else { "s are" };
            FromValueError::new(format!("exactly {N} element{plural} required, not {count}"))
        })
    }
}

macro_rules! from_value_for_sets {
    ($($set:ty where [$($bound:path),+] $($hasher:ident)?;)*) => {$(
        impl<T: FromValue $(+ $bound)+ $(, $hasher: BuildHasher + Default)?> FromValue for $set {
            const SPANNED: bool = T::SPANNED;

            fn ty() -> Type {
                Type::set(T::ty())
            }

            fn from_value(value: Value) -> Result<Self, FromValueError> {
                Self::from_value_at(value, &Nowhere)
            }

            fn from_value_at(value: Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
                elements(value, origin, "a set")?.map(Element::take).collect()
            }
        }
    )*};
}

from_value_for_sets! {
    BTreeSet<T> where [Ord];
    HashSet<T, S> where [Eq, Hash] S;
}

macro_rules! from_value_for_maps {
    ($($map:ty where [$($bound:path),+] $($hasher:ident)?;)*) => {$(
        /// Converts from a map. Each key is converted to the type for `K`, so numbers and addresses can be keys.
        impl<K: FromValue $(+ $bound)+, T: FromValue $(, $hasher: BuildHasher + Default)?> FromValue
            for $map
        {
            const SPANNED: bool = K::SPANNED || T::SPANNED;

            fn ty() -> Type {
                Type::map(T::ty())
            }

            fn from_value(value: Value) -> Result<Self, FromValueError> {
                Self::from_value_at(value, &Nowhere)
            }

            fn from_value_at(value: Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
                let mut map = Self::default();
                for entry in entries(&value, origin)? {
                    let (name, key, element) = entry?;
                    if map.insert(key, element).is_some() {
                        return Err(repeated(&name));
                    }
                }
                Ok(map)
            }
        }
    )*};
}

from_value_for_maps! {
    BTreeMap<K, T> where [Ord];
    HashMap<K, T, S> where [Eq, Hash] S;
}

/// The name of an element of a map, the key made from it, and the element.
type Entry<K, T> = Result<(Str, K, T), FromValueError>;

fn entries<K: FromValue, T: FromValue>(
    value: &Value,
    origin: &dyn ValueOrigin,
) -> Result<impl Iterator<Item = Entry<K, T>>, FromValueError> {
    let Kind::Map(map) = value.kind() else { return Err(unsuitable(value, "a map")) };
    let key_ty = K::ty();
    Ok(map.iter().enumerate().map(move |(position, (name, element))| {
        let origin = origin.of_element(position);
        let key = key::<K>(name, &key_ty, origin)
            .map_err(|error| error.within(format_args!("the key {name:?}")))?;
        let element = T::from_value_at(element.clone(), origin)
            .map_err(|error| error.within(format_args!("element {name:?}")))?;
        Ok((name.clone(), key, element))
    }))
}

fn key<K: FromValue>(
    name: &Str,
    ty: &Type,
    of_element: &dyn ValueOrigin,
) -> Result<K, FromValueError> {
    let key = convert::convert(Value::from(name.clone()), ty)
        .map_err(|error| FromValueError::new(error.to_string()))?;
    if K::SPANNED { K::from_value_at(key, &*of_element.of_key()) } else { K::from_value(key) }
}

fn repeated(name: &str) -> FromValueError {
    FromValueError::new(format!("the key {name:?} equals another key after conversion"))
}

macro_rules! from_value_for_tuples {
    ($($($part:ident)*;)*) => {$(
        /// Converts from a tuple of this length.
        impl<$($part: FromValue),*> FromValue for ($($part,)*) {
            const SPANNED: bool = $($part::SPANNED)||*;

            fn ty() -> Type {
                Type::tuple([$($part::ty()),*])
            }

            fn from_value(value: Value) -> Result<Self, FromValueError> {
                Self::from_value_at(value, &Nowhere)
            }

            fn from_value_at(value: Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
                let mut elements = elements(value, origin, "a tuple")?;
                let missing = || FromValueError::new("the tuple has too few elements");
                Ok(($(elements.next().ok_or_else(missing)?.take::<$part>()?,)*))
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

/// An element of a list, set or tuple.
struct Element<'a> {
    position: usize,
    value: Value,
    origin: &'a dyn ValueOrigin,
}

impl Element<'_> {
    fn take<T: FromValue>(self) -> Result<T, FromValueError> {
        let Self { position, value, origin } = self;
        T::from_value_at(value, origin)
            .map_err(|error| error.within(format_args!("element {position}")))
    }
}

fn elements<'a>(
    value: Value,
    origin: &'a dyn ValueOrigin,
    needed: &str,
) -> Result<impl Iterator<Item = Element<'a>> + use<'a>, FromValueError> {
    if !matches!(value.kind(), Kind::List(_) | Kind::Set(_) | Kind::Tuple(_)) {
        return Err(unsuitable(&value, needed));
    }
    let elements = value.into_elements().into_iter().enumerate();
    Ok(elements.map(|(position, value)| {
        let origin = origin.of_element(position);
        Element { position, value, origin }
    }))
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn map<const N: usize>(entries: [(&str, u8); N]) -> Value {
        let entries = entries.into_iter().map(|(key, element)| (key.into(), element.into()));
        Value::map(Type::Number, entries.collect())
    }

    #[test]
    fn keys_are_converted() {
        let expected = BTreeMap::from([(80, 1), (443, 2)]);
        assert_eq!(BTreeMap::<u16, u8>::from_value(map([("80", 1), ("443", 2)])), Ok(expected));
        let expected = HashMap::from([(IpAddr::from([10, 0, 0, 1]), 1)]);
        assert_eq!(HashMap::<IpAddr, u8>::from_value(map([("10.0.0.1", 1)])), Ok(expected));
        let expected = BTreeMap::from([("a".to_owned(), 1)]);
        assert_eq!(BTreeMap::<String, u8>::from_value(map([("a", 1)])), Ok(expected));
    }

    #[test]
    fn invalid_keys_are_named() {
        let message = |value| BTreeMap::<u8, u8>::from_value(value).unwrap_err().message;
        let expected = "the key \"256\": a whole number from 0 to 255 is required, not 256";
        assert_eq!(message(map([("256", 1)])), expected);
        assert!(message(map([("a", 1)])).starts_with("the key \"a\": a number is required"));
        let expected = "the key \"1.0\" equals another key after conversion";
        assert_eq!(message(map([("1", 1), ("1.0", 2)])), expected);
    }

    #[test]
    fn errors_name_the_key_of_the_element() {
        let value = Value::map(Type::Number, [("a".into(), Value::null(Type::Number))].into());
        let error = HashMap::<String, u8>::from_value(value).unwrap_err();
        let expected = "element \"a\": a number is required, not null";
        assert_eq!(error.message, expected);
        let unknown = Value::unknown(Type::map(Type::Number));
        assert!(HashMap::<String, u8>::from_value(unknown).is_err());
    }
}
