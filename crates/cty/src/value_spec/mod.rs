//! Specs of values: types, and the rules for objects that a type cannot state.
//!
//! The conversion to a type drops attributes that the type lacks, and stops at the first error, as the reference
//! does (`cty/convert`). A spec knows the attributes of an object by all their names, rejects others, and reports
//! every error with its path. `#[derive(HclValue)]` creates the specs of structs and enums.

mod collection;
mod convert;
mod diagnostic;
mod docs;
mod hint;
mod lazy;
mod leaf;
mod names;
mod object;
mod prefixed;
mod variants;

use std::borrow::Cow;
use std::sync::Arc;

pub use self::collection::{CollectionValueSpec, TupleValueSpec};
pub use self::diagnostic::{ValueDiagnostic, ValueDiagnosticKind};
pub use self::docs::{ComputedDefault, ItemDocs, ScopeVariable};
pub use self::hint::ValueHint;
pub use self::lazy::{LazyValueSpec, ValueDefinitions};
pub use self::leaf::LeafValueSpec;
pub use self::names::{Deprecation, ItemNames};
pub use self::object::{
    AttributeDefault, AttributeKind, ObjectAttribute, ObjectValueSpec, Unexpected,
};
pub use self::variants::{Form, ValueVariant, VariantSelector, VariantsSpec};
use crate::collect::CollectVec;
use crate::key_map::KeySet;
use crate::{FromValueError, PathError, Type, Value};

/// The spec of a value: the type that it is converted to, with the rules for objects in it. The spec of a type has the
/// specs of the parts of the type.
///
/// ```
/// use hcldyn::cty::value_spec::{ObjectAttribute, ObjectValueSpec, Unexpected, ValueSpec};
/// use hcldyn::cty::{Type, Value};
///
/// let host = ObjectAttribute::new("host", Type::String).alias("hostname");
/// let port = ObjectAttribute::new("port", Type::Number).optional();
/// let server = ValueSpec::Object(ObjectValueSpec::new([host, port]).into());
///
/// let value = Value::object([("hostname", "a".into()), ("prot", 80.into())]);
/// let mut found = Vec::new();
/// server.convert(value, &mut found);
/// assert_eq!(found[0].to_string(), "the attribute \"prot\" is not expected here");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ValueSpec {
    /// A value without parts.
    Leaf(LeafValueSpec),
    /// A list.
    List(Arc<CollectionValueSpec>),
    /// A set.
    Set(Arc<CollectionValueSpec>),
    /// A map.
    Map(Arc<CollectionValueSpec>),
    /// A tuple.
    Tuple(Arc<TupleValueSpec>),
    /// An object.
    Object(Arc<ObjectValueSpec>),
    /// One of several forms, such as the variants of an enum.
    Variants(Arc<VariantsSpec>),
    /// A spec that is created when a value needs it, since it contains itself. Its type is any type.
    Lazy(LazyValueSpec),
}

impl ValueSpec {
    /// The spec of any value.
    pub const ANY: Self = Self::Leaf(LeafValueSpec::ANY);

    /// Returns the spec of a list.
    pub fn list(element: Self) -> Self {
        Self::List(CollectionValueSpec::new(element, Type::list).into())
    }

    /// Returns the spec of a set.
    ///
    /// ```
    /// use hcldyn::cty::{Type, value_spec::ValueSpec};
    ///
    /// assert_eq!(ValueSpec::set(Type::Number.into()).ty(), Type::set(Type::Number));
    /// ```
    pub fn set(element: Self) -> Self {
        Self::Set(CollectionValueSpec::new(element, Type::set).into())
    }

    /// Returns the spec of a map.
    ///
    /// ```
    /// use hcldyn::cty::{Type, value_spec::ValueSpec};
    ///
    /// assert_eq!(ValueSpec::map(Type::Number.into()).ty(), Type::map(Type::Number));
    /// ```
    pub fn map(element: Self) -> Self {
        Self::Map(CollectionValueSpec::new(element, Type::map).into())
    }

    /// Returns the spec of a tuple.
    ///
    /// ```
    /// use hcldyn::cty::{Type, value_spec::ValueSpec};
    ///
    /// let pair = ValueSpec::tuple([Type::String.into(), Type::Number.into()]);
    /// assert_eq!(pair.ty(), Type::tuple([Type::String, Type::Number]));
    /// ```
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(TupleValueSpec::new(elements).into())
    }

    /// Returns the type, if every value of it is converted alike.
    pub fn plain_ty(&self) -> Option<&Type> {
        match self {
            Self::Leaf(leaf) => Some(leaf.ty()),
            Self::List(collection) | Self::Set(collection) | Self::Map(collection) => {
                collection.plain_ty()
            }
            Self::Tuple(tuple) => tuple.plain_ty(),
            Self::Object(object) => object.plain_ty(),
            Self::Variants(_) | Self::Lazy(_) => None,
        }
    }

    /// Returns the spec itself, or the one that a lazy spec creates.
    pub fn resolved(&self) -> Cow<'_, Self> {
        match self {
            Self::Lazy(lazy) => Cow::Owned(lazy.spec().resolved().into_owned()),
            spec => Cow::Borrowed(spec),
        }
    }

    /// Returns `true` if the value can have parts: elements, attributes or variants.
    pub fn has_parts(&self) -> bool {
        !matches!(*self.resolved(), Self::Leaf(_))
    }

    /// Returns the specs of the elements, the attributes or the variants. A lazy spec has none until it is
    /// [resolved](Self::resolved).
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Leaf(_) | Self::Lazy(_) => Vec::new(),
            Self::List(collection) | Self::Set(collection) | Self::Map(collection) => {
                vec![collection.element()]
            }
            Self::Tuple(tuple) => tuple.elements().iter().collect_vec(),
            Self::Object(object) => object.attributes().iter().map(|it| &it.spec).collect_vec(),
            Self::Variants(variants) => variants.variants().iter().map(|it| &it.spec).collect_vec(),
        }
    }

    /// Returns the spec with the specs of its [parts](Self::parts) replaced. Their types must not change.
    ///
    /// ```
    /// use hcldyn::cty::{Type, value_spec::ValueSpec};
    ///
    /// let ports = ValueSpec::list(Type::Number.into());
    /// assert!(ports.map_parts(|part| part.clone().sensitive()).has_sensitive());
    /// ```
    #[must_use]
    pub fn map_parts(&self, spec: impl Fn(&Self) -> Self) -> Self {
        match self {
            Self::Leaf(_) | Self::Lazy(_) => self.clone(),
            Self::List(list) => Self::List(list.map(spec).into()),
            Self::Set(set) => Self::Set(set.map(spec).into()),
            Self::Map(map) => Self::Map(map.map(spec).into()),
            Self::Tuple(tuple) => Self::Tuple(tuple.map(spec).into()),
            Self::Object(object) => Self::Object(object.map(spec).into()),
            Self::Variants(variants) => Self::Variants(variants.map(spec).into()),
        }
    }

    /// Returns the type of converted values. A part in one of several forms may have any type.
    pub fn ty(&self) -> Type {
        match self {
            Self::Leaf(leaf) => leaf.ty().clone(),
            Self::List(collection) | Self::Set(collection) | Self::Map(collection) => {
                collection.ty().clone()
            }
            Self::Tuple(tuple) => tuple.ty().clone(),
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
        self.any_sensitive(&mut KeySet::default())
    }

    /// Returns `true` if a part of the value is sensitive. `seen` has the lazy specs that need not be searched again.
    fn any_sensitive(&self, seen: &mut KeySet<usize>) -> bool {
        match self {
            Self::Leaf(leaf) => leaf.any_sensitive(seen),
            Self::Lazy(lazy) => seen.insert(lazy.id()) && lazy.spec().any_sensitive(seen),
            Self::Object(object) if object.attributes().iter().any(|it| it.sensitive) => true,
            spec => spec.parts().into_iter().any(|part| part.any_sensitive(seen)),
        }
    }
}

/// Returns the spec of any value of a type.
impl From<Type> for ValueSpec {
    fn from(ty: Type) -> Self {
        let part = |ty: &Type| Self::from(ty.clone());
        match &ty {
            Type::List(element) => Self::list(part(element)),
            Type::Set(element) => Self::set(part(element)),
            Type::Map(element) => Self::map(part(element)),
            Type::Tuple(elements) => Self::tuple(elements.iter().map(part)),
            Type::Object(object) => Self::Object(ObjectValueSpec::of_type(object).into()),
            Type::Dynamic | Type::Bool | Type::Number | Type::String | Type::Capsule(_) => {
                Self::Leaf(LeafValueSpec::new(ty))
            }
        }
    }
}
