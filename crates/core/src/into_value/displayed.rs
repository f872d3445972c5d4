//! `from_str`: values that are written as strings by their `Display`.

use std::fmt::Display;
use std::str::FromStr;

use crate::cty::internal::{CollectVec, sort_by, to_key};
use crate::cty::{PathError, Shape, Str, ToValue, Type, Value};
use crate::decode::Spanned;
use crate::decode::collections::{Mapping, Sequence};
use crate::decode::private::{ByKey, Located, Many, Maybe, One};

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

#[doc(hidden)]
impl<T: DisplayedField<M>, M> DisplayedField<Located<M>> for Spanned<T> {
    fn shown(&self) -> Result<Option<Value>, PathError> {
        (**self).shown()
    }
}

impl<C: Sequence<Element: DisplayedField<M>>, M> DisplayedField<Many<M>> for C {
    fn shown(&self) -> Result<Option<Value>, PathError> {
        let mut elements: Vec<_> = self.elements().map(element).try_collect_vec()?;
        if !C::IS_ORDERED {
            sort_by(&mut elements, Value::total_cmp);
        }
        Ok(Some(Value::tuple(elements)))
    }
}

impl<C, M> DisplayedField<ByKey<M>> for C
where
    C: Mapping<Key: ToValue, Element: DisplayedField<M>>,
{
    fn shown(&self) -> Result<Option<Value>, PathError> {
        let entries = self.entries().map(|(key, part)| Ok((to_key(key)?, element(part)?)));
        let mut entries: Vec<(Str, Value)> = entries.try_collect_vec()?;
        if !C::IS_ORDERED {
            sort_by(&mut entries, |a, b| a.0.cmp(&b.0));
        }
        let (names, values) = entries.into_iter().unzip_vec();
        Ok(Some(Value::object_of_shape(Shape::new(names), values)))
    }
}

/// Returns a value inside a collection.
fn element<T: DisplayedField<M>, M>(element: &T) -> Result<Value, PathError> {
    Ok(element.shown()?.unwrap_or(Value::null(Type::Dynamic)))
}
