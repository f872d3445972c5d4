//! Specs of values: types, and the rules for objects that a type cannot state.
//!
//! The conversion to a type drops attributes that the type lacks, and stops at the first error, as the reference
//! does (`cty/convert`). A spec knows the attributes of an object by all their names, rejects others, and reports
//! every error with its path. `#[derive(HclValue)]` creates the specs of structs and enums.

mod convert;
mod diagnostic;
mod docs;
mod hint;
mod lazy;
mod object;
mod variants;

use std::collections::HashSet;
use std::sync::Arc;

pub use self::diagnostic::{ValueDiagnostic, ValueDiagnosticKind};
pub use self::docs::{ComputedDefault, ItemDocs, ScopeVariable};
pub use self::hint::ValueHint;
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
    /// A value of a type, with a hint about accepted values. It is converted as any value of the type.
    Hinted(Type, Arc<ValueHint>),
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
        element.collection(Type::list, Self::List)
    }

    /// Returns the spec of a set.
    pub fn set(element: Self) -> Self {
        element.collection(Type::set, Self::Set)
    }

    /// Returns the spec of a map.
    pub fn map(element: Self) -> Self {
        element.collection(Type::map, Self::Map)
    }

    /// Returns the spec of a tuple.
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        let elements: Box<[Self]> = elements.into_iter().collect();
        let types = elements.iter().map(|element| element.plain_ty().cloned());
        let Some(types) = types.collect::<Option<Vec<_>>>() else { return Self::Tuple(elements) };
        let hints: Arc<[_]> = elements.iter().map(Self::hint).map(Option::<&_>::cloned).collect();
        let has_hint = hints.iter().any(Option::is_some);
        Self::hinted(Type::tuple(types), has_hint.then(|| ValueHint::Tuple(hints).into()))
    }

    /// Returns the spec of a collection with this spec of its elements. The spec of a type stays one.
    fn collection(self, of_type: fn(Type) -> Type, of_spec: fn(Box<Self>) -> Self) -> Self {
        match self {
            Self::Type(ty) => Self::Type(of_type(ty)),
            Self::Hinted(ty, hint) => Self::Hinted(of_type(ty), ValueHint::elements(hint).into()),
            element => of_spec(element.into()),
        }
    }

    /// Returns the type, if every value of it is converted alike.
    pub fn plain_ty(&self) -> Option<&Type> {
        match self {
            Self::Type(ty) | Self::Hinted(ty, _) => Some(ty),
            _ => None,
        }
    }

    /// Returns the hint about the value.
    fn hint(&self) -> Option<&Arc<ValueHint>> {
        match self {
            Self::Hinted(_, hint) => Some(hint),
            _ => None,
        }
    }

    /// Returns the spec with the specs of its parts: that of a list for the type of a list. Returns `None` for the
    /// spec of a value without parts.
    pub fn parts(&self) -> Option<Self> {
        let hint = |position| self.hint().and_then(|hint| hint.of_element(position));
        let part = |(position, ty): (usize, &Type)| Self::hinted(ty.clone(), hint(position));
        match self {
            Self::Lazy(lazy) => lazy.spec().parts(),
            Self::Type(ty) | Self::Hinted(ty, _) => Some(match ty {
                Type::List(element) => Self::List(part((0, element)).into()),
                Type::Set(element) => Self::Set(part((0, element)).into()),
                Type::Map(element) => Self::Map(part((0, element)).into()),
                Type::Tuple(elements) => {
                    Self::Tuple(elements.iter().enumerate().map(part).collect())
                }
                Type::Object(object) => Self::Object(ObjectValueSpec::of_type(object).into()),
                _ => return None,
            }),
            spec => Some(spec.clone()),
        }
    }

    /// Returns the type of converted values. A part in one of several forms may have any type.
    pub fn ty(&self) -> Type {
        match self {
            Self::Type(ty) | Self::Hinted(ty, _) => ty.clone(),
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
        self.any_sensitive(&mut HashSet::new())
    }

    /// Returns `true` if a part of the value is sensitive. `seen` has the lazy specs that need not be searched again.
    fn any_sensitive(&self, seen: &mut HashSet<usize>) -> bool {
        match self {
            Self::Type(_) => false,
            Self::Hinted(_, hint) => hint.any_sensitive(seen),
            Self::Lazy(lazy) => seen.insert(lazy.id()) && lazy.spec().any_sensitive(seen),
            Self::List(element) | Self::Set(element) | Self::Map(element) => {
                element.any_sensitive(seen)
            }
            Self::Tuple(elements) => elements.iter().any(|element| element.any_sensitive(seen)),
            Self::Object(object) => {
                object.attributes().iter().any(|it| it.sensitive || it.spec.any_sensitive(seen))
            }
            Self::Variants(variants) => {
                variants.variants().iter().any(|variant| variant.spec.any_sensitive(seen))
            }
        }
    }
}

/// Compares the structure. Lazy specs are equal if they have one function, or are one definition.
impl PartialEq for ValueSpec {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Type(a), Self::Type(b)) => a == b,
            (Self::Hinted(a, hint_a), Self::Hinted(b, hint_b)) => a == b && hint_a == hint_b,
            (Self::List(a), Self::List(b))
            | (Self::Set(a), Self::Set(b))
            | (Self::Map(a), Self::Map(b)) => a == b,
            (Self::Tuple(a), Self::Tuple(b)) => a == b,
            (Self::Object(a), Self::Object(b)) => a == b,
            (Self::Variants(a), Self::Variants(b)) => a == b,
            (Self::Lazy(a), Self::Lazy(b)) => a.id() == b.id(),
            _ => false,
        }
    }
}

impl From<Type> for ValueSpec {
    fn from(ty: Type) -> Self {
        Self::Type(ty)
    }
}
