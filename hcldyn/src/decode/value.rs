//! What the code of `#[derive(HclValue)]` calls.

use std::fmt;
use std::sync::Arc;

use super::{FromValue, FromValueError};
use crate::cty::{Kind, ObjectType, Str, Type, Value};
use crate::diag::{did_you_mean, list_choices};

/// The type of an object, of attributes given as name, type and whether each may be left out.
pub fn object_type(attributes: Box<[(&'static str, Type, bool)]>) -> Type {
    let attributes = attributes.into_iter();
    let attributes = attributes.map(|(name, ty, optional)| (Str::from(name), ty, optional));
    Type::Object(Arc::new(ObjectType::new(attributes)))
}

/// The attributes of an object value, taken by name.
#[derive(Debug)]
pub struct ObjectFields {
    names: Vec<Str>,
    values: Vec<Value>,
}

impl ObjectFields {
    /// The attributes of a value that is known and not marked.
    pub fn new(value: Value) -> Result<Self, FromValueError> {
        let Some(object) = value.as_object() else { return Err(unsuitable(&value, "an object")) };
        let names = object.shape().names().to_vec();
        Ok(Self { names, values: value.into_object_values().unwrap_or_default() })
    }

    /// An attribute.
    pub fn take<T: FromValue>(&mut self, name: &str) -> Result<T, FromValueError> {
        T::from_value(self.value(name)).map_err(|error| within(name, &error))
    }

    /// An attribute, or its default where it is not set or null.
    pub fn take_or<T: FromValue>(
        &mut self,
        name: &str,
        default: impl FnOnce() -> T,
    ) -> Result<T, FromValueError> {
        let value = self.value(name);
        match value.is_null() && !value.is_marked() {
            true => Ok(default()),
            false => T::from_value(value).map_err(|error| within(name, &error)),
        }
    }

    fn value(&mut self, name: &str) -> Value {
        let position = self.names.iter().position(|known| *known == *name);
        let value = position.and_then(|position| self.values.get_mut(position));
        let null = Value::null(Type::Dynamic);
        value.map_or(null.clone(), |value| std::mem::replace(value, null))
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
pub fn try_from<A, T>(value: Value) -> Result<T, FromValueError>
where
    A: FromValue,
    T: TryFrom<A, Error: fmt::Display>,
{
    T::try_from(A::from_value(value)?).map_err(refuse)
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
