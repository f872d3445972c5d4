//! `from_str`: values that are written as strings by their `Display`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Display;
use std::str::FromStr;

#[cfg(feature = "indexmap")]
use indexmap::IndexMap;

use super::EncodeError;
use super::attr::each_label;
use crate::cty::internal::to_key;
use crate::cty::{PathError, Shape, ToValue, Type, Value};
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

macro_rules! displayed_sequences {
    ($($sequence:ty $(, $hasher:ident)?;)*) => {$(
        impl<T: DisplayedField<M>, M $(, $hasher)?> DisplayedField<Many<M>> for $sequence {
            fn shown(&self) -> Result<Option<Value>, PathError> {
                let elements: Result<Vec<_>, _> = self.iter().map(element).collect();
                Ok(Some(Value::tuple(elements?)))
            }
        }
    )*};
}

displayed_sequences! {
    Vec<T>;
    VecDeque<T>;
    BTreeSet<T>;
    HashSet<T, S>, S;
}

macro_rules! displayed_map {
    ($map:ty $(, $hasher:ident)?) => {
        impl<K: ToValue, T: DisplayedField<M>, M $(, $hasher)?> DisplayedField<Many<M>> for $map {
            fn shown(&self) -> Result<Option<Value>, PathError> {
                let entries = self.iter().map(|(key, part)| Ok((to_key(key)?, element(part)?)));
                let entries: Vec<_> = entries.collect::<Result<_, PathError>>()?;
                let (names, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
                Ok(Some(Value::object_of_shape(Shape::new(names), values)))
            }
        }
    };
}

displayed_map!(BTreeMap<K, T>);
displayed_map!(HashMap<K, T, S>, S);
#[cfg(feature = "indexmap")]
displayed_map!(IndexMap<K, T, S>, S);

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
