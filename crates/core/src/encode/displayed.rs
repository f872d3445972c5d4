//! `from_str`: values that are written as strings by their `Display`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Display;
use std::str::FromStr;

#[cfg(feature = "indexmap")]
use indexmap::IndexMap;

use super::EncodeError;
use super::attr::each_label;
use crate::cty::internal::to_key;
use crate::cty::{PathError, Shape, Str, ToValue, Type, Value};
use crate::decode::Spanned;
use crate::decode::private::{Located, Many, Maybe, One};

/// The type of a field that is parsed from a string. The compiler infers `M`, which distinguishes the
/// implementations.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a string",
    label = "`from_str` requires a type that implements `Display`, the inverse of its `FromStr`",
    note = "for another inverse, write `encode_with = path::to::function`"
)]
pub trait DisplayedField<M> {
    /// Returns the value: a string, or a collection of strings. `None` without a value.
    ///
    /// # Errors
    ///
    /// Fails if the key of a map is not a string.
    fn shown(&self) -> Result<Option<Value>, PathError>;
}

// A `Spanned` also implements `Display`, but not `FromStr`.
impl<T: FromStr<Err: Display> + Display> DisplayedField<One> for T {
    fn shown(&self) -> Result<Option<Value>, PathError> {
        Ok(Some(self.to_string().into()))
    }
}

impl<T: DisplayedField<M>, M> DisplayedField<Maybe<M>> for Option<T> {
    fn shown(&self) -> Result<Option<Value>, PathError> {
        self.as_ref().map(element).transpose()
    }
}

impl<T: DisplayedField<M>, M> DisplayedField<Located<M>> for Spanned<T> {
    fn shown(&self) -> Result<Option<Value>, PathError> {
        (**self).shown()
    }
}

/// Returns a value inside a collection.
fn element<T: DisplayedField<M>, M>(element: &T) -> Result<Value, PathError> {
    Ok(element.shown()?.unwrap_or(Value::null(Type::Dynamic)))
}

/// Returns the values of the elements of a collection, in its order.
fn elements<'a, T: DisplayedField<M> + 'a, M>(
    collection: impl IntoIterator<Item = &'a T>,
) -> Result<Vec<Value>, PathError> {
    collection.into_iter().map(element).collect()
}

macro_rules! displayed_sequences {
    ($($sequence:ty),*) => {$(
        impl<T: DisplayedField<M>, M> DisplayedField<Many<M>> for $sequence {
            fn shown(&self) -> Result<Option<Value>, PathError> {
                Ok(Some(Value::tuple(elements(self)?)))
            }
        }
    )*};
}

displayed_sequences!(Vec<T>, VecDeque<T>, BTreeSet<T>);

impl<T: DisplayedField<M>, M, S> DisplayedField<Many<M>> for HashSet<T, S> {
    fn shown(&self) -> Result<Option<Value>, PathError> {
        let mut elements = elements(self)?;
        elements.sort_by(Value::total_cmp);
        Ok(Some(Value::tuple(elements)))
    }
}

/// Returns the entries of a map with their names, in its order.
fn entries<'a, K: ToValue + 'a, T: DisplayedField<M> + 'a, M>(
    map: impl IntoIterator<Item = (&'a K, &'a T)>,
) -> Result<Vec<(Str, Value)>, PathError> {
    map.into_iter().map(|(key, part)| Ok((to_key(key)?, element(part)?))).collect()
}

fn object(entries: Vec<(Str, Value)>) -> Value {
    let (names, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
    Value::object_of_shape(Shape::new(names), values)
}

impl<K: ToValue, T: DisplayedField<M>, M> DisplayedField<Many<M>> for BTreeMap<K, T> {
    fn shown(&self) -> Result<Option<Value>, PathError> {
        Ok(Some(object(entries(self)?)))
    }
}

impl<K: ToValue, T: DisplayedField<M>, M, S> DisplayedField<Many<M>> for HashMap<K, T, S> {
    fn shown(&self) -> Result<Option<Value>, PathError> {
        let mut entries = entries(self)?;
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(Some(object(entries)))
    }
}

#[cfg(feature = "indexmap")]
impl<K: ToValue, T: DisplayedField<M>, M, S> DisplayedField<Many<M>> for IndexMap<K, T, S> {
    fn shown(&self) -> Result<Option<Value>, PathError> {
        Ok(Some(object(entries(self)?)))
    }
}

/// Returns all remaining labels, which are parsed.
///
/// # Errors
///
/// Never fails.
pub fn displayed_labels<'a, C, T>(labels: &'a C) -> Result<Value, EncodeError>
where
    &'a C: IntoIterator<Item = &'a T>,
    T: Display + 'a,
{
    each_label(labels, |label| Ok(label.to_string().into()))
}
