//! Functions for the code of `#[derive(HclValue)]`.

use std::fmt;
use std::sync::Arc;

use super::{FromValue, FromValueError};
use crate::cty::{Kind, Nowhere, ObjectType, Str, Type, Value, ValueOrigin, convert};
use crate::diag::{did_you_mean, list_choices};

/// Returns an object type, from attributes given as name, type and a flag for optional ones.
pub fn object_type(attributes: Box<[(&'static str, Type, bool)]>) -> Type {
    let attributes = attributes.into_iter();
    let attributes = attributes.map(|(name, ty, optional)| (Str::from(name), ty, optional));
    Type::Object(Arc::new(ObjectType::new(attributes)))
}

/// The attributes of an object, taken by name.
#[expect(missing_debug_implementations, reason = "an origin has none")]
pub struct ObjectFields<'a> {
    names: Vec<Str>,
    values: Vec<Value>,
    origin: &'a dyn ValueOrigin,
}

impl<'a> ObjectFields<'a> {
    /// Returns the attributes of a known and unmarked value.
    pub fn new(value: Value, origin: &'a dyn ValueOrigin) -> Result<Self, FromValueError> {
        let Some(object) = value.as_object() else { return Err(unsuitable(&value, "an object")) };
        let names = object.shape().names().to_vec();
        let values = value.into_elements();
        Ok(Self { names, values, origin })
    }

    /// Takes the value of an attribute with its origin, or the object's origin if that is unknown.
    fn part(&mut self, name: &str) -> (Value, &'a dyn ValueOrigin) {
        let null = Value::null(Type::Dynamic);
        let Some(position) = self.names.iter().position(|known| *known == *name) else {
            return (null, self.origin);
        };
        let value = self.values.get_mut(position);
        let value = value.map_or(null.clone(), |value| std::mem::replace(value, null));
        (value, self.origin.of_element(position))
    }
}

/// The type of an attribute of an object. Everything is accessed through this trait, so that the compiler reports
/// an unsuitable type once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an attribute",
    label = "`{Self}` is not a type of attributes",
    note = "derive `hcldyn::HclValue` for `{Self}`, or implement `hcldyn::FromValue`"
)]
pub trait ValueField: Sized {
    /// `true` if the attribute may be omitted.
    const OPTIONAL: bool;

    /// `true` if it keeps its source location.
    const SPANNED: bool;

    /// Returns the type that the attribute is converted to.
    fn ty() -> Type;

    /// Takes the attribute.
    fn take(fields: &mut ObjectFields<'_>, name: &str) -> Result<Self, FromValueError>;

    /// Takes the attribute, or its default if it is not set or null.
    fn take_or(
        fields: &mut ObjectFields<'_>,
        name: &str,
        default: impl FnOnce() -> Self,
    ) -> Result<Self, FromValueError>;

    /// Takes the attribute, or a converted string if it is not set or null.
    fn take_or_text(
        fields: &mut ObjectFields<'_>,
        name: &str,
        default: &str,
    ) -> Result<Self, FromValueError>;
}

impl<T: FromValue> ValueField for T {
    const OPTIONAL: bool = <T as FromValue>::OPTIONAL;
    const SPANNED: bool = <T as FromValue>::SPANNED;

    fn ty() -> Type {
        <T as FromValue>::ty()
    }

    fn take(fields: &mut ObjectFields<'_>, name: &str) -> Result<Self, FromValueError> {
        let (value, origin) = fields.part(name);
        T::from_value_at(value, origin).map_err(|error| within(name, &error))
    }

    fn take_or(
        fields: &mut ObjectFields<'_>,
        name: &str,
        default: impl FnOnce() -> Self,
    ) -> Result<Self, FromValueError> {
        let (value, origin) = fields.part(name);
        if value.is_null() && !value.is_marked() {
            Ok(default())
        } else {
            T::from_value_at(value, origin).map_err(|error| within(name, &error))
        }
    }

    fn take_or_text(
        fields: &mut ObjectFields<'_>,
        name: &str,
        default: &str,
    ) -> Result<Self, FromValueError> {
        let (mut value, origin) = fields.part(name);
        if value.is_null() && !value.is_marked() {
            let text = Value::from(default);
            value = convert::convert(text.clone(), &<T as FromValue>::ty()).unwrap_or(text);
        }
        T::from_value_at(value, origin).map_err(|error| within(name, &error))
    }
}

/// Returns the index of the keyword that a value is.
pub fn keyword(value: &Value, keywords: &[&str]) -> Result<usize, FromValueError> {
    let choices = || list_choices(keywords.iter().copied());
    let Some(text) = value.as_str() else { return Err(unsuitable(value, &choices())) };
    keywords.iter().position(|keyword| *keyword == text).ok_or_else(|| {
        let suggestion = did_you_mean(text, keywords.iter().copied());
        let message = format!("{} is required, not {text:?}. {suggestion}", choices());
        FromValueError::new(message.trim_end())
    })
}

/// Converts a value of another type.
pub fn try_from<A, T>(value: Value, origin: &dyn ValueOrigin) -> Result<T, FromValueError>
where
    A: FromValue,
    T: TryFrom<A, Error: fmt::Display>,
{
    T::try_from(A::from_value_at(value, origin)?).map_err(refuse)
}

/// Returns the origin of a value that was not decoded.
pub fn nowhere() -> &'static dyn ValueOrigin {
    &Nowhere
}

/// Returns the message of a function of the program as an error.
pub fn refuse(error: impl fmt::Display) -> FromValueError {
    FromValueError::new(error.to_string())
}

fn within(name: &str, error: &FromValueError) -> FromValueError {
    FromValueError::new(format!("attribute {name:?}: {error}"))
}

fn unsuitable(value: &Value, needed: &str) -> FromValueError {
    FromValueError::new(match value.kind() {
        Kind::Unknown(..) => format!("{needed} is required, but the value is not known yet"),
        Kind::Marked(..) => format!("{needed} without a mark is required, but the value is marked"),
        _ => format!("{needed} is required, not {}", value.describe()),
    })
}
