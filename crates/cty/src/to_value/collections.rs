//! Rust's collections, arrays and tuples.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

#[cfg(feature = "indexmap")]
use indexmap::IndexMap;

use super::ToValue;
use crate::collect::CollectVec;
use crate::key_map::KeySet;
use crate::sort::sort_by;
use crate::{PathError, Shape, Step, Str, Type, Value, convert};

/// Returns the name of an attribute or a label: a string, or a number or a bool as a string.
///
/// # Errors
///
/// Fails for any other value.
pub fn to_key<K: ToValue + ?Sized>(key: &K) -> Result<Str, PathError> {
    let value = key.to_value()?;
    let text = convert::convert(value.clone(), &Type::String).ok();
    let text = text.as_ref().and_then(Value::as_str).map(Str::from);
    text.ok_or_else(|| PathError::new(format!("a string is required, not {}", value.describe())))
}

fn sequence<'a, T: ToValue + 'a>(
    elements: impl Iterator<Item = &'a T>,
) -> Result<Vec<Value>, PathError> {
    let elements = elements
        .enumerate()
        .map(|(index, element)| element.to_value().map_err(|error| error.under_index(index)));
    elements.try_collect_vec()
}

macro_rules! to_value_of_sequences {
    ($($sequence:ty),*) => {$(
        impl<T: ToValue> ToValue for $sequence {
            fn to_value(&self) -> Result<Value, PathError> {
                sequence(self.iter()).map(Value::tuple)
            }
        }
    )*};
}

to_value_of_sequences!([T], Vec<T>, VecDeque<T>, BTreeSet<T>);

impl<T: ToValue, const N: usize> ToValue for [T; N] {
    fn to_value(&self) -> Result<Value, PathError> {
        self.as_slice().to_value()
    }
}

/// The elements are in the order of their values.
impl<T: ToValue, S> ToValue for HashSet<T, S> {
    fn to_value(&self) -> Result<Value, PathError> {
        let mut elements = sequence(self.iter())?;
        sort_by(&mut elements, Value::total_cmp);
        Ok(Value::tuple(elements))
    }
}

/// Returns the elements of a map with their names, in their order.
///
/// # Errors
///
/// Fails for a key that is not a string, and for an element without a source form.
pub fn to_entries<'a, K: ToValue + 'a, T: ToValue>(
    entries: impl Iterator<Item = (&'a K, T)>,
) -> Result<Vec<(Str, Value)>, PathError> {
    let entries = entries.map(|(key, element)| {
        let name = to_key(key)?;
        let element = element.to_value();
        let element = element.map_err(|error| error.under(Step::Index(name.clone().into())))?;
        Ok((name, element))
    });
    entries.try_collect_vec()
}

/// Returns an object with attributes in the given order.
///
/// # Errors
///
/// Fails if two names are equal.
pub fn to_object(entries: Vec<(Str, Value)>) -> Result<Value, PathError> {
    let count = entries.len();
    let (names, values) = entries.into_iter().unzip_vec();
    if names.iter().collect::<KeySet<_>>().len() < count {
        return Err(PathError::new("two keys of the map are equal as strings"));
    }
    Ok(Value::object_of_shape(Shape::new(names), values))
}

impl<K: ToValue, T: ToValue> ToValue for BTreeMap<K, T> {
    fn to_value(&self) -> Result<Value, PathError> {
        to_entries(self.iter()).and_then(to_object)
    }
}

/// The elements are in the order of their names.
impl<K: ToValue, T: ToValue, S> ToValue for HashMap<K, T, S> {
    fn to_value(&self) -> Result<Value, PathError> {
        let mut entries = to_entries(self.iter())?;
        sort_by(&mut entries, |a, b| a.0.cmp(&b.0));
        to_object(entries)
    }
}

#[cfg(feature = "indexmap")]
impl<K: ToValue, T: ToValue, S> ToValue for IndexMap<K, T, S> {
    fn to_value(&self) -> Result<Value, PathError> {
        to_entries(self.iter()).and_then(to_object)
    }
}

macro_rules! to_value_of_tuples {
    ($($($part:ident $position:tt)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($part: ToValue),*> ToValue for ($($part,)*) {
            fn to_value(&self) -> Result<Value, PathError> {
                let under = |position: usize| {
                    move |error: PathError| error.under(Step::Index(position.into()))
                };
                Ok(Value::tuple(vec![$(self.$position.to_value().map_err(under($position))?),*]))
            }
        }
    )*};
}

to_value_of_tuples! {
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
}
