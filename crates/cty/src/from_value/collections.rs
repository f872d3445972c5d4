//! Rust's collections, arrays and tuples.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;
use std::sync::Arc;
use std::vec;

#[cfg(feature = "indexmap")]
use indexmap::IndexMap;

use super::{FromValue, FromValueError, Nowhere, ValueOrigin, unsuitable};
use crate::sort::sort_by_key;
use crate::value_spec::ValueSpec;
use crate::{Kind, Step, Str, Type, Value};

/// Implements the trait for lists or sets, whose type is `$constructor`.
macro_rules! from_value_for_elements {
    ($constructor:ident, $kind:literal, $takes_elements:literal =>
        $($collection:ty $(where [$($bound:path),+] $($hasher:ident)?)?;)*
    ) => {$(
        impl<T: FromValue $($(+ $bound)+)? $($(, $hasher: BuildHasher + Default)?)?> FromValue
            for $collection
        {
            const SPANNED: bool = T::SPANNED;
            const SENSITIVE: bool = T::SENSITIVE;
            const TAKES_ELEMENTS: bool = $takes_elements;

            fn ty() -> Type {
                Type::$constructor(T::ty())
            }

            fn value_spec() -> ValueSpec {
                ValueSpec::$constructor(T::value_spec())
            }

            fn from_value(value: &Value) -> Result<Self, FromValueError> {
                Self::from_value_at(value, &Nowhere)
            }

            fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
                FromValueError::collect(elements(value, origin, $kind)?.map(Element::take))
            }

            fn check(value: &Value) -> Result<(), FromValueError> {
                check_elements(value, $kind, T::check)
            }
        }
    )*};
}

from_value_for_elements! { list, "a list", true =>
    Vec<T>;
    VecDeque<T>;
    Box<[T]>;
    Rc<[T]>;
    Arc<[T]>;
}

from_value_for_elements! { set, "a set", false =>
    BTreeSet<T> where [Ord];
    HashSet<T, S> where [Eq, Hash] S;
    SetElements<T>;
}

/// The elements of a set, of any type.
#[derive(Debug)]
pub struct SetElements<T>(Vec<T>);

impl<T> FromIterator<T> for SetElements<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self(elements.into_iter().collect())
    }
}

impl<T> IntoIterator for SetElements<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Converts from a list with exactly `N` elements.
impl<T: FromValue, const N: usize> FromValue for [T; N] {
    const SPANNED: bool = T::SPANNED;
    const SENSITIVE: bool = T::SENSITIVE;

    fn ty() -> Type {
        Type::list(T::ty())
    }

    fn value_spec() -> ValueSpec {
        ValueSpec::list(T::value_spec()).of_count(N)
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        Self::from_value_at(value, &Nowhere)
    }

    fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        let elements = Vec::<T>::from_value_at(value, origin)?;
        let count = elements.len();
        elements.try_into().map_err(|_| {
            let plural = if N == 1 { " is" } else { "s are" };
            FromValueError::new(format!("exactly {N} element{plural} required, not {count}"))
        })
    }
}

macro_rules! from_value_for_map {
    ($map:ty where [$($bound:path),+] $($hasher:ident)?, $order:expr) => {
        /// Converts from a map. Each key is converted to the type for `K`, so numbers and addresses can be keys.
        impl<K: FromValue $(+ $bound)+, T: FromValue $(, $hasher: BuildHasher + Default)?> FromValue
            for $map
        {
            const SPANNED: bool = K::SPANNED || T::SPANNED || matches!($order, Order::Source);
            const SENSITIVE: bool = T::SENSITIVE;
            const TAKES_ELEMENTS: bool = matches!($order, Order::Names);

            fn ty() -> Type {
                Type::map(T::ty())
            }

            fn value_spec() -> ValueSpec {
                ValueSpec::map(T::value_spec()).with_keys(&K::value_spec())
            }

            fn from_value(value: &Value) -> Result<Self, FromValueError> {
                Self::from_value_at(value, &Nowhere)
            }

            fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
                let (mut map, mut error) = (Self::default(), None);
                for entry in entries(value, origin, $order)? {
                    let result = entry.and_then(|(name, key, element)| {
                        match map.insert(key, element) {
                            None => Ok(()),
                            Some(_) => Err(repeated(&name)),
                        }
                    });
                    FromValueError::keep(result, &mut error);
                }
                error.map_or(Ok(map), Err)
            }
        }
    };
}

from_value_for_map!(BTreeMap<K, T> where [Ord], Order::Names);
from_value_for_map!(HashMap<K, T, S> where [Eq, Hash] S, Order::Names);
#[cfg(feature = "indexmap")]
from_value_for_map!(IndexMap<K, T, S> where [Eq, Hash] S, Order::Source);

/// The order in which the elements of a map are added.
enum Order {
    /// The order of their names.
    Names,
    /// The order in which they are written, as far as it is known.
    #[cfg_attr(not(feature = "indexmap"), expect(dead_code, reason = "only for `IndexMap`"))]
    Source,
}

/// The name of an element of a map, the key made from it, and the element.
type Entry<K, T> = Result<(Str, K, T), FromValueError>;

fn entries<K: FromValue, T: FromValue>(
    value: &Value,
    origin: &dyn ValueOrigin,
    order: Order,
) -> Result<impl Iterator<Item = Entry<K, T>>, FromValueError> {
    let (names, elements) = match value.kind() {
        Kind::Map(map) => (map.keys(), map.values()),
        // Elements in one of several forms have no common type.
        Kind::Object(object) => (object.shape().names(), object.values()),
        _ => return Err(unsuitable(value, "a map")),
    };
    let key_spec = K::value_spec();
    let mut in_order = Vec::new();
    if matches!(order, Order::Source) {
        in_order.extend(0..names.len());
        sort_by_key(&mut in_order, |position| origin.of_element(*position).offset());
    }
    Ok((0..names.len()).map(move |rank| {
        let position = in_order.get(rank).copied().unwrap_or(rank);
        let (name, element) = (&names[position], &elements[position]);
        let origin = origin.of_element(position);
        let step = || Step::Index(name.clone().into());
        let key = key::<K>(name, &key_spec, origin)
            .map_err(|error| FromValueError::new(format!("the key {name:?}: {error}")))?;
        let element = T::from_value_at(element, origin).map_err(|error| error.under(step()))?;
        Ok((name.clone(), key, element))
    }))
}

fn key<K: FromValue>(
    name: &Str,
    spec: &ValueSpec,
    of_element: &dyn ValueOrigin,
) -> Result<K, FromValueError> {
    let mut key = Value::from(name.clone());
    // Most keys are strings.
    if spec.plain_ty() != Some(&Type::String) {
        key = spec.try_convert(key)?;
    }
    if K::SPANNED { K::from_value_at(&key, &*of_element.of_key()) } else { K::from_value(&key) }
}

fn repeated(name: &str) -> FromValueError {
    FromValueError::new(format!(
        "the key {name:?} equals another key after conversion; remove one of them"
    ))
}

macro_rules! from_value_for_tuples {
    ($($($part:ident)*;)*) => {$(
        /// Converts from a tuple of this length.
        #[diagnostic::do_not_recommend]
        impl<$($part: FromValue),*> FromValue for ($($part,)*) {
            const SPANNED: bool = $($part::SPANNED)||*;
            const SENSITIVE: bool = $($part::SENSITIVE)||*;

            fn ty() -> Type {
                Type::tuple([$($part::ty()),*])
            }

            fn value_spec() -> ValueSpec {
                ValueSpec::tuple([$($part::value_spec()),*])
            }

            fn from_value(value: &Value) -> Result<Self, FromValueError> {
                Self::from_value_at(value, &Nowhere)
            }

            #[allow(non_snake_case, reason = "variables have the names of the type parameters")]
            fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
                let mut elements = elements(value, origin, "a tuple")?;
                let missing = || FromValueError::new("the tuple has too few elements");
                let mut error = None;
                $(let $part = elements.next().ok_or_else(missing).and_then(Element::take::<$part>);)*
                $(let $part = FromValueError::keep($part, &mut error);)*
                match ($($part,)*) {
                    ($(Some($part),)*) => Ok(($($part,)*)),
                    _ => Err(error.unwrap_or_else(missing)),
                }
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
    value: &'a Value,
    origin: &'a dyn ValueOrigin,
}

impl Element<'_> {
    fn take<T: FromValue>(self) -> Result<T, FromValueError> {
        let Self { position, value, origin } = self;
        T::from_value_at(value, origin).map_err(|error| error.under(Step::Index(position.into())))
    }
}

/// Checks each element of a list, set or tuple, without making the collection.
fn check_elements(
    value: &Value,
    needed: &str,
    check: fn(&Value) -> Result<(), FromValueError>,
) -> Result<(), FromValueError> {
    let mut error = None;
    for Element { position, value, .. } in elements(value, &Nowhere, needed)? {
        let checked = check(value).map_err(|error| error.under(Step::Index(position.into())));
        FromValueError::keep(checked, &mut error);
    }
    error.map_or(Ok(()), Err)
}

fn elements<'a>(
    value: &'a Value,
    origin: &'a dyn ValueOrigin,
    needed: &str,
) -> Result<impl Iterator<Item = Element<'a>> + use<'a>, FromValueError> {
    if !matches!(value.kind(), Kind::List(_) | Kind::Set(_) | Kind::Tuple(_)) {
        return Err(unsuitable(value, needed));
    }
    let elements = value.elements().iter().enumerate();
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
        assert_eq!(BTreeMap::<u16, u8>::from_value(&map([("80", 1), ("443", 2)])), Ok(expected));
        let expected = HashMap::from([(IpAddr::from([10, 0, 0, 1]), 1)]);
        assert_eq!(HashMap::<IpAddr, u8>::from_value(&map([("10.0.0.1", 1)])), Ok(expected));
        let expected = BTreeMap::from([("a".to_owned(), 1)]);
        assert_eq!(BTreeMap::<String, u8>::from_value(&map([("a", 1)])), Ok(expected));
    }

    #[test]
    fn elements_alone_convert_like_their_collection() {
        const { assert!(Vec::<u8>::TAKES_ELEMENTS && Option::<Vec<u8>>::TAKES_ELEMENTS) };
        const { assert!(HashMap::<String, u8>::TAKES_ELEMENTS && !BTreeSet::<u8>::TAKES_ELEMENTS) };
        let elements = || vec![2.into(), 1.into()];
        let (list, tuple) = (Value::list(Type::Number, elements()), Value::tuple(elements()));
        assert_eq!(Vec::<u8>::from_value(&tuple), Vec::from_value(&list));
        let object = Value::object([("b", Value::from(2)), ("a", Value::from(1))]);
        let from_map = BTreeMap::<String, u8>::from_value(&map([("b", 2), ("a", 1)]));
        assert_eq!(BTreeMap::from_value(&object), from_map);
        assert_eq!(from_map, Ok(BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)])));
    }

    #[test]
    fn invalid_keys_are_named() {
        let message = |value| BTreeMap::<u8, u8>::from_value(&value).unwrap_err().to_string();
        let expected = "the key \"256\": a whole number from 0 to 255 is required, not 256";
        assert_eq!(message(map([("256", 1)])), expected);
        assert!(message(map([("a", 1)])).starts_with("the key \"a\": a number is required"));
        let expected = "the key \"1.0\" equals another key after conversion; remove one of them";
        assert_eq!(message(map([("1", 1), ("1.0", 2)])), expected);
    }

    #[test]
    fn errors_name_the_key_of_the_element() {
        let value = Value::map(Type::Number, [("a".into(), Value::null(Type::Number))].into());
        let error = HashMap::<String, u8>::from_value(&value).unwrap_err();
        let expected = "element \"a\": a number is required, not null";
        assert_eq!(error.to_string(), expected);
        let unknown = Value::unknown(Type::map(Type::Number));
        assert!(HashMap::<String, u8>::from_value(&unknown).is_err());
    }
}
