//! Secrets of `secrecy`: they accept sensitive values, and are always sensitive.

use secrecy::zeroize::Zeroize;
use secrecy::{ExposeSecret, SecretBox, SecretString};

use crate::value_spec::ValueSpec;
use crate::{FromValue, FromValueError, Mark, PathError, ToValue, Type, Value};

/// Returns the value without the mark of sensitive values. Other marks stay.
fn exposed(value: &Value) -> Value {
    let (value, mut marks) = value.clone().unmark_deep();
    marks.remove(&Mark::sensitive());
    value.with_marks(&marks)
}

impl FromValue for SecretString {
    const SENSITIVE: bool = true;

    fn ty() -> Type {
        Type::String
    }

    fn value_spec() -> ValueSpec {
        String::value_spec().sensitive()
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        String::from_value(&exposed(value)).map(Self::from)
    }
}

impl<T: FromValue + Zeroize> FromValue for SecretBox<T> {
    const OPTIONAL: bool = T::OPTIONAL;
    const SENSITIVE: bool = true;

    fn ty() -> Type {
        T::ty()
    }

    fn value_spec() -> ValueSpec {
        T::value_spec().sensitive()
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        T::from_value(&exposed(value)).map(|secret| Self::new(Box::new(secret)))
    }
}

impl<T: ToValue + Zeroize + ?Sized> ToValue for SecretBox<T> {
    fn to_value(&self) -> Result<Value, PathError> {
        self.expose_secret().to_value().map(|value| value.mark(Mark::sensitive()))
    }
}
