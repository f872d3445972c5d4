//! What the code of `#[derive(HclValue)]` calls.

use std::fmt;
use std::sync::Arc;

use super::{FromValue, FromValueError};
use crate::cty::{Kind, ObjectType, Str, Type, Value};
use crate::diag::{did_you_mean, list_choices};
use crate::spec::Origin;

/// The origin of a value that was not decoded.
pub fn nowhere() -> &'static Origin {
    Origin::nowhere()
}

/// The type of an object, of attributes given as name, type and whether each may be left out.
pub fn object_type(attributes: Box<[(&'static str, Type, bool)]>) -> Type {
    let attributes = attributes.into_iter();
    let attributes = attributes.map(|(name, ty, optional)| (Str::from(name), ty, optional));
    Type::Object(Arc::new(ObjectType::new(attributes)))
}

/// The attributes of an object value, taken by name.
#[derive(Debug)]
pub struct ObjectFields<'a> {
    names: Vec<Str>,
    values: Vec<Value>,
    origin: &'a Origin,
}

impl<'a> ObjectFields<'a> {
    /// The attributes of a value that is known and not marked.
    pub fn new(value: Value, origin: &'a Origin) -> Result<Self, FromValueError> {
        let Some(object) = value.as_object() else { return Err(unsuitable(&value, "an object")) };
        let names = object.shape().names().to_vec();
        let values = value.into_object_values().unwrap_or_default();
        Ok(Self { names, values, origin })
    }

    /// An attribute.
    pub fn take<T: FromValue>(&mut self, name: &str) -> Result<T, FromValueError> {
        let (value, origin) = self.part(name);
        T::from_value_at(value, origin).map_err(|error| within(name, &error))
    }

    /// An attribute, or its default where it is not set or null.
    pub fn take_or<T: FromValue>(
        &mut self,
        name: &str,
        default: impl FnOnce() -> T,
    ) -> Result<T, FromValueError> {
        let (value, origin) = self.part(name);
        match value.is_null() && !value.is_marked() {
            true => Ok(default()),
            false => T::from_value_at(value, origin).map_err(|error| within(name, &error)),
        }
    }

    /// The value of an attribute, and where it stands: where the object does, if nothing more is known.
    fn part(&mut self, name: &str) -> (Value, &'a Origin) {
        let null = Value::null(Type::Dynamic);
        let Some(position) = self.names.iter().position(|known| *known == *name) else {
            return (null, self.origin);
        };
        let value = self.values.get_mut(position);
        let value = value.map_or(null.clone(), |value| std::mem::replace(value, null));
        (value, self.origin.parts.get(position).unwrap_or(self.origin))
    }
}

/// Which of some keywords a value is.
pub fn keyword(value: &Value, keywords: &[&str]) -> Result<usize, FromValueError> {
    let choices = || list_choices(keywords.iter().copied());
    let Some(text) = value.as_str() else { return Err(unsuitable(value, &choices())) };
    keywords.iter().position(|keyword| *keyword == text).ok_or_else(|| {
        let suggestion = did_you_mean(text, keywords.iter().copied());
        FromValueError::new(format!("{text:?} is none of {}.{suggestion}", choices()))
    })
}

/// What is made of a value of another type.
pub fn try_from<A, T>(value: Value, origin: &Origin) -> Result<T, FromValueError>
where
    A: FromValue,
    T: TryFrom<A, Error: fmt::Display>,
{
    T::try_from(A::from_value_at(value, origin)?).map_err(refuse)
}

/// What a function of the program says, as an error.
pub fn refuse(error: impl fmt::Display) -> FromValueError {
    FromValueError::new(error.to_string())
}

fn within(name: &str, error: &FromValueError) -> FromValueError {
    FromValueError::new(format!("In attribute {name:?}: {error}"))
}

fn unsuitable(value: &Value, needed: &str) -> FromValueError {
    FromValueError::new(match value.kind() {
        Kind::Unknown(..) => format!("The value is not known yet, but {needed} is needed."),
        Kind::Marked(..) => format!("The value is marked, but {needed} without a mark is needed."),
        _ => format!("The value is {}, but {needed} is needed.", value.describe()),
    })
}
