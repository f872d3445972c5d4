//! Specs of values: types, and the rules for objects that a type cannot state.
//!
//! The conversion to a type drops attributes that the type lacks, and stops at the first error, as the reference
//! does (`cty/convert`). A spec knows the attributes of an object by all their names, rejects others, and reports
//! every error with its path. `#[derive(HclValue)]` creates the specs of structs and enums.

mod convert;
mod diagnostic;
mod lazy;
mod object;
mod variants;

use std::sync::Arc;

pub use self::diagnostic::{ValueDiagnostic, ValueDiagnosticKind};
pub use self::lazy::{LazyValueSpec, ValueDefinitions};
pub use self::object::{
    AttributeDefault, AttributeKind, ObjectAttribute, ObjectValueSpec, UnknownAttributes,
};
pub use self::variants::{Form, ValueVariant, VariantSelector, VariantsSpec};
use crate::{FromValueError, PathError, Type, Value};

/// The spec of a value: the type that it is converted to, with the rules for objects in it.
///
/// ```
/// use hcldyn::Value;
/// use hcldyn::cty::value_spec::{ObjectAttribute, ObjectValueSpec, UnknownAttributes, ValueSpec};
/// use hcldyn::cty::Type;
///
/// let host = ObjectAttribute::new("host", ValueSpec::Type(Type::String)).alias("hostname");
/// let port = ObjectAttribute::new("port", ValueSpec::Type(Type::Number)).optional();
/// let server = ValueSpec::Object(ObjectValueSpec::new([host, port]).into());
///
/// let value = Value::object([("hostname", "a".into()), ("prot", 80.into())]);
/// let mut found = Vec::new();
/// server.convert(value, &mut found);
/// assert_eq!(found[0].to_string(), "the attribute \"prot\" is not expected here");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ValueSpec {
    /// Any value of a type.
    Type(Type),
    /// A list.
    List(Box<Self>),
    /// A set.
    Set(Box<Self>),
    /// A map.
    Map(Box<Self>),
    /// A tuple.
    Tuple(Box<[Self]>),
    /// An object.
    Object(Arc<ObjectValueSpec>),
    /// One of several forms, such as the variants of an enum.
    Variants(Arc<VariantsSpec>),
    /// A spec that is created when a value needs it, since it contains itself. Its type is any type.
    Lazy(LazyValueSpec),
}

impl ValueSpec {
    /// The spec of any value.
    pub(crate) const ANY: Self = Self::Type(Type::Dynamic);

    /// Returns the spec of a list.
    pub fn list(element: Self) -> Self {
        match element {
            Self::Type(ty) => Self::Type(Type::list(ty)),
            element => Self::List(element.into()),
        }
    }

    /// Returns the spec of a set.
    pub fn set(element: Self) -> Self {
        match element {
            Self::Type(ty) => Self::Type(Type::set(ty)),
            element => Self::Set(element.into()),
        }
    }

    /// Returns the spec of a map.
    pub fn map(element: Self) -> Self {
        match element {
            Self::Type(ty) => Self::Type(Type::map(ty)),
            element => Self::Map(element.into()),
        }
    }

    /// Returns the spec of a tuple.
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        let elements: Box<[Self]> = elements.into_iter().collect();
        let types = elements.iter().map(|element| match element {
            Self::Type(ty) => Some(ty.clone()),
            _ => None,
        });
        match types.collect::<Option<Vec<_>>>() {
            Some(types) => Self::Type(Type::tuple(types)),
            None => Self::Tuple(elements),
        }
    }

    /// Returns the spec with the specs of its parts: that of a list for the type of a list. Returns `None` for the
    /// spec of a value without parts.
    pub fn parts(&self) -> Option<Self> {
        let each = |types: &[Type]| types.iter().cloned().map(Self::Type).collect();
        match self {
            Self::Lazy(lazy) => lazy.spec().parts(),
            Self::Type(ty) => Some(match ty {
                Type::List(element) => Self::List(Self::Type((**element).clone()).into()),
                Type::Set(element) => Self::Set(Self::Type((**element).clone()).into()),
                Type::Map(element) => Self::Map(Self::Type((**element).clone()).into()),
                Type::Tuple(elements) => Self::Tuple(each(elements)),
                Type::Object(object) => Self::Object(ObjectValueSpec::of_type(object).into()),
                _ => return None,
            }),
            spec => Some(spec.clone()),
        }
    }

    /// Returns the type of converted values. A part in one of several forms may have any type.
    pub fn ty(&self) -> Type {
        match self {
            Self::Type(ty) => ty.clone(),
            Self::List(element) => Type::list(element.ty()),
            Self::Set(element) => Type::set(element.ty()),
            Self::Map(element) => Type::map(element.ty()),
            Self::Tuple(elements) => Type::tuple(elements.iter().map(Self::ty)),
            Self::Object(object) => object.ty(),
            Self::Variants(variants) => variants.ty(),
            Self::Lazy(_) => Type::Dynamic,
        }
    }

    /// Converts a value. Adds a diagnostic for each error and each deprecated name to `found`. After an error, the
    /// part with the error is unknown.
    pub fn convert(&self, value: Value, found: &mut Vec<ValueDiagnostic>) -> Value {
        convert::convert(self, value, found)
    }

    /// Converts a value. Deprecated names are not reported.
    ///
    /// # Errors
    ///
    /// Returns every error with its path.
    pub fn try_convert(&self, value: Value) -> Result<Value, FromValueError> {
        let mut found = Vec::new();
        let value = self.convert(value, &mut found);
        let errors = found.iter().filter(|each| each.kind.is_error());
        let errors = errors
            .map(|each| PathError { path: each.path.clone(), message: each.kind.to_string() });
        match FromValueError::from_parts(errors) {
            None => Ok(value),
            Some(error) => Err(error),
        }
    }

    /// Returns `true` if a part of the value is sensitive.
    pub fn has_sensitive(&self) -> bool {
        match self {
            Self::Type(_) | Self::Lazy(_) => false,
            Self::List(element) | Self::Set(element) | Self::Map(element) => {
                element.has_sensitive()
            }
            Self::Tuple(elements) => elements.iter().any(Self::has_sensitive),
            Self::Object(object) => object.has_sensitive(),
            Self::Variants(variants) => {
                variants.variants().iter().any(|variant| variant.spec.has_sensitive())
            }
        }
    }
}

impl From<Type> for ValueSpec {
    fn from(ty: Type) -> Self {
        Self::Type(ty)
    }
}
