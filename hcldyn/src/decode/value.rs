//! What the code of `#[derive(HclValue)]` calls.

use std::fmt;
use std::sync::Arc;

use super::{FromValue, FromValueError};
use crate::cty::{Kind, Nowhere, ObjectType, Str, Type, Value, ValueOrigin, convert};
use crate::diag::{did_you_mean, list_choices};

/// The type of an object, of attributes given as name, type and whether each may be left out.
pub fn object_type(attributes: Box<[(&'static str, Type, bool)]>) -> Type {
    let attributes = attributes.into_iter();
    let attributes = attributes.map(|(name, ty, optional)| (Str::from(name), ty, optional));
    Type::Object(Arc::new(ObjectType::new(attributes)))
}

/// The attributes of an object value, taken by name.
#[expect(missing_debug_implementations, reason = "an origin has none")]
pub struct ObjectFields<'a> {
    names: Vec<Str>,
    values: Vec<Value>,
    origin: &'a dyn ValueOrigin,
}

impl<'a> ObjectFields<'a> {
    /// The attributes of a value that is known and not marked.
    pub fn new(value: Value, origin: &'a dyn ValueOrigin) -> Result<Self, FromValueError> {
        let Some(object) = value.as_object() else { return Err(unsuitable(&value, "an object")) };
        let names = object.shape().names().to_vec();
        let values = value.into_elements();
        Ok(Self { names, values, origin })
    }

    /// The value of an attribute, and where it stands: where the object does, if nothing more is known.
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

/// The type of an attribute of an object. Everything about it is named through this trait, so that a type
/// that will not do is told once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an attribute",
    label = "no attribute value becomes a `{Self}`",
    note = "derive `hcldyn::HclValue` for `{Self}`, or implement `hcldyn::FromValue`"
)]
pub trait ValueField: Sized {
    /// Whether the attribute may be left out.
    const OPTIONAL: bool;

    /// Whether it keeps where it stands.
    const SPANNED: bool;

    /// What the attribute is converted to.
    fn ty() -> Type;

    /// The attribute.
    fn take(fields: &mut ObjectFields<'_>, name: &str) -> Result<Self, FromValueError>;

    /// The attribute, or its default where it is not set or null.
    fn take_or(
        fields: &mut ObjectFields<'_>,
        name: &str,
        default: impl FnOnce() -> Self,
    ) -> Result<Self, FromValueError>;

    /// The attribute, or what a text is converted to where it is not set or null.
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

/// Which of some keywords a value is.
pub fn keyword(value: &Value, keywords: &[&str]) -> Result<usize, FromValueError> {
    let choices = || list_choices(keywords.iter().copied());
    let Some(text) = value.as_str() else { return Err(unsuitable(value, &choices())) };
    keywords.iter().position(|keyword| *keyword == text).ok_or_else(|| {
        let suggestion = did_you_mean(text, keywords.iter().copied());
        let message = format!("{text:?} is none of {}. {suggestion}", choices());
        FromValueError::new(message.trim_end())
    })
}

/// What is made of a value of another type.
pub fn try_from<A, T>(value: Value, origin: &dyn ValueOrigin) -> Result<T, FromValueError>
where
    A: FromValue,
    T: TryFrom<A, Error: fmt::Display>,
{
    T::try_from(A::from_value_at(value, origin)?).map_err(refuse)
}

/// The origin of a value that was not decoded.
pub fn nowhere() -> &'static dyn ValueOrigin {
    &Nowhere
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
