//! The spec of an object.

use std::sync::Arc;

use super::{ItemDocs, ItemNames, ValueSpec};
use crate::collect::CollectVec;
use crate::{FromValueError, ObjectType, Shape, Str, Type, Value};

/// The spec of an object: its attributes, and the handling of others.
///
/// ```
/// use hcldyn::cty::value_spec::{ItemDocs, ObjectAttribute, ObjectValueSpec, Unexpected, ValueSpec};
/// use hcldyn::cty::{Type, Value};
///
/// let object = ObjectValueSpec::new([ObjectAttribute::new("port", Type::Number)])
///     .with_unexpected(Unexpected::Ignore)
///     .with_docs(ItemDocs::new("A listener."));
/// assert_eq!(object.attributes()[0].names.name, "port");
/// assert_eq!(object.unexpected(), Unexpected::Ignore);
/// assert_eq!(object.ty().to_string(), "object({port = number})");
///
/// let value = Value::object([("port", "80".into()), ("note", "internal".into())]);
/// let converted = ValueSpec::Object(object.into()).try_convert(value)?;
/// assert_eq!(converted, Value::object([("port", 80.into())]));
/// # Ok::<(), hcldyn::cty::FromValueError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectValueSpec {
    attributes: Box<[ObjectAttribute]>,
    unexpected: Unexpected,
    docs: ItemDocs,
    ty: Type,
    shape: Arc<Shape>,
    /// `true` for the spec of a type.
    is_plain: bool,
}

/// An attribute of an object.
///
/// ```
/// use hcldyn::cty::value_spec::{AttributeDefault, ObjectAttribute, ObjectValueSpec, ValueSpec};
/// use hcldyn::cty::{FromValue, Type, Value};
///
/// let port = ObjectAttribute::new("port", Type::Number)
///     .alias("listen")
///     .or(AttributeDefault { value: 80.into(), check: u16::check });
/// let host = ObjectAttribute::new("host", Type::String).optional();
/// let server = ValueSpec::Object(ObjectValueSpec::new([port, host]).into());
/// let value = server.try_convert(Value::object([("listen", 8080.into())]))?;
/// assert_eq!(value.get("port"), Some(&8080.into()));
/// # Ok::<(), hcldyn::cty::FromValueError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ObjectAttribute {
    /// The names, with the deprecation.
    pub names: ItemNames,
    /// The documentation.
    pub docs: ItemDocs,
    /// `true` if the attribute may be omitted.
    pub optional: bool,
    /// `true` if no message shows the value.
    pub sensitive: bool,
    /// The default, which the Rust type applies. `None` if there is no default, or if only the program knows it.
    pub default: Option<AttributeDefault>,
    /// The kind of the attribute.
    pub kind: AttributeKind,
    /// The spec of the value.
    pub spec: ValueSpec,
}

/// The default of an attribute of an object.
#[derive(Clone, Debug)]
pub struct AttributeDefault {
    /// The value, before its conversion.
    pub value: Value,
    /// The Rust type's check of the converted value.
    pub check: fn(&Value) -> Result<(), FromValueError>,
}

/// The kind of an attribute in the spec of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AttributeKind {
    /// An attribute of the object.
    Single,
    /// Several attributes of the object, as one object: its spec is an object.
    Flattened,
    /// All attributes that the spec does not name, as one map: its spec is the spec of an element.
    Remaining,
}

/// The handling of items that a spec or a schema does not name: attributes of an object, or items of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unexpected {
    /// Each unexpected item is an error.
    #[default]
    Deny,
    /// Each unexpected item is a warning.
    Warn,
    /// Unexpected items are ignored.
    Ignore,
}

/// Compares the values.
impl PartialEq for AttributeDefault {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl ObjectValueSpec {
    /// Creates the spec of an object with these attributes only.
    pub fn new(attributes: impl IntoIterator<Item = ObjectAttribute>) -> Self {
        let attributes: Box<[_]> = attributes.into_iter().collect_vec().into();
        let types =
            attributes.iter().map(|it| (it.names.name.clone(), it.value_ty(), it.may_be_omitted()));
        Self::with_ty(&Arc::new(ObjectType::in_order(types)), attributes)
    }

    /// Returns the spec of an object type, which ignores further attributes as the conversion to the type does.
    pub(super) fn of_type(ty: &Arc<ObjectType>) -> Self {
        let types = ty.shape().names().iter().zip(ty.types()).enumerate();
        let attributes = types.map(|(position, (name, attribute_ty))| {
            let optional = ty.is_optional(position);
            ObjectAttribute { optional, ..ObjectAttribute::new(name.clone(), attribute_ty.clone()) }
        });
        let spec = Self::with_ty(ty, attributes.collect_vec().into());
        Self { unexpected: Unexpected::Ignore, is_plain: true, ..spec }
    }

    fn with_ty(ty: &Arc<ObjectType>, attributes: Box<[ObjectAttribute]>) -> Self {
        let (shape, ty) = (Arc::clone(ty.shape()), Type::Object(Arc::clone(ty)));
        let (unexpected, docs) = (Unexpected::Deny, ItemDocs::default());
        Self { attributes, unexpected, docs, ty, shape, is_plain: false }
    }

    /// Returns the spec with the specs of its attributes replaced. Their types must not change.
    pub(super) fn map(&self, spec: impl Fn(&ValueSpec) -> ValueSpec) -> Self {
        let attribute =
            |it: &ObjectAttribute| ObjectAttribute { spec: spec(&it.spec), ..it.clone() };
        Self {
            attributes: self.attributes.iter().map(attribute).collect_vec().into(),
            ..self.clone()
        }
    }

    /// Returns the spec with sensitive attributes only.
    pub(super) fn sensitive(&self) -> Self {
        let attribute = |it: &ObjectAttribute| ObjectAttribute { sensitive: true, ..it.clone() };
        Self {
            attributes: self.attributes.iter().map(attribute).collect_vec().into(),
            ..self.clone()
        }
    }

    /// Sets the handling of attributes that the spec does not name.
    #[must_use]
    pub fn with_unexpected(mut self, unexpected: Unexpected) -> Self {
        (self.unexpected, self.is_plain) = (unexpected, false);
        self
    }

    /// Sets the documentation.
    #[must_use]
    pub fn with_docs(mut self, docs: ItemDocs) -> Self {
        (self.docs, self.is_plain) = (docs, false);
        self
    }

    /// Returns the attributes in their order.
    pub fn attributes(&self) -> &[ObjectAttribute] {
        &self.attributes
    }

    /// Returns the handling of attributes that the spec does not name.
    pub fn unexpected(&self) -> Unexpected {
        self.unexpected
    }

    /// Returns the documentation.
    pub fn docs(&self) -> &ItemDocs {
        &self.docs
    }

    /// Returns the type of converted objects.
    pub fn ty(&self) -> Type {
        self.ty.clone()
    }

    pub(super) fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    pub(super) fn plain_ty(&self) -> Option<&Type> {
        self.is_plain.then_some(&self.ty)
    }

    /// Adds the names to offer for an unexpected attribute.
    pub(super) fn offer(&self, names: &mut Vec<Str>) {
        for attribute in &self.attributes {
            match (attribute.kind, &attribute.spec) {
                (AttributeKind::Single, _) if attribute.names.deprecation.is_none() => {
                    names.push(attribute.names.name.clone());
                }
                (AttributeKind::Flattened, ValueSpec::Object(inner)) => inner.offer(names),
                _ => {}
            }
        }
    }
}

impl ObjectAttribute {
    /// Creates a required attribute.
    pub fn new(name: impl Into<Str>, spec: impl Into<ValueSpec>) -> Self {
        Self {
            names: ItemNames::new(name),
            docs: ItemDocs::default(),
            optional: false,
            sensitive: false,
            default: None,
            kind: AttributeKind::Single,
            spec: spec.into(),
        }
    }

    /// Makes the attribute optional. It is null if it is not set.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.optional = true;
        self
    }

    /// Makes the attribute optional, with a default.
    #[must_use]
    pub fn or(mut self, default: AttributeDefault) -> Self {
        self.default = Some(default);
        self.optional()
    }

    /// Adds another name.
    #[must_use]
    pub fn alias(mut self, name: impl Into<Str>) -> Self {
        self.names.aliases.push(name.into());
        self
    }

    /// Returns the type of the converted attribute.
    fn value_ty(&self) -> Type {
        match self.kind {
            AttributeKind::Single | AttributeKind::Flattened => self.spec.ty(),
            AttributeKind::Remaining => Type::map(self.spec.ty()),
        }
    }

    fn may_be_omitted(&self) -> bool {
        self.optional || self.kind != AttributeKind::Single
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    fn attribute(name: &str) -> ObjectAttribute {
        ObjectAttribute::new(name, Type::String)
    }

    #[test]
    fn the_parts_of_a_type_keep_its_optional_attributes() {
        let spec = ObjectValueSpec::new([attribute("b").optional(), attribute("a")]);
        let ValueSpec::Object(parts) = ValueSpec::from(spec.ty()) else {
            panic!("an object has attributes")
        };
        assert_eq!(parts.plain_ty(), Some(&spec.ty()));
        let optional: Vec<_> =
            parts.attributes().iter().map(|it| (&*it.names.name, it.optional)).collect_vec();
        assert_eq!(optional, [("b", true), ("a", false)]);
    }

    #[test]
    fn a_marked_object_may_have_ignored_attributes() {
        let errors = |unexpected| {
            let spec = ObjectValueSpec::new([attribute("a")]).with_unexpected(unexpected);
            let value = Value::object([("a", Value::from("x")), ("hunter2", "y".into())]);
            let mut found = Vec::new();
            ValueSpec::Object(spec.into()).convert(value.mark(Mark::sensitive()), &mut found);
            assert!(!format!("{found:?}").contains("hunter2"));
            found.iter().filter(|each| each.kind.is_error()).count()
        };
        assert_eq!(errors(Unexpected::Deny), 1);
        assert_eq!(errors(Unexpected::Warn), 0);
        assert_eq!(errors(Unexpected::Ignore), 0);
    }
}
