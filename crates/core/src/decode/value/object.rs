//! Objects: their specs, and the attributes of their values.

use std::sync::LazyLock;

use super::nowhere;
use crate::cty::internal::{CollectVec, unsuitable};
use crate::cty::value_spec::{
    AttributeDefault, ComputedDefault, ObjectAttribute, ObjectValueSpec, Unexpected, ValueSpec,
};
use crate::cty::{FromValueError, Object, Shape, Step, Type, Value, ValueOrigin};
use crate::decode::deferred::deferred_default;
use crate::decode::{DocsOptions, FieldOptions};

/// Returns the spec of an object.
pub fn object_value(
    attributes: Box<[ObjectAttribute]>,
    unknown: Unexpected,
    docs: DocsOptions,
) -> ValueSpec {
    let object = ObjectValueSpec::new(attributes).with_unexpected(unknown);
    ValueSpec::Object(object.with_docs(docs.item_docs()).into())
}

/// Returns an attribute of an object. The spec comes with `true` if the attribute may be omitted.
pub fn attribute(options: &FieldOptions, (spec, optional): (ValueSpec, bool)) -> ObjectAttribute {
    options.attribute(spec, optional)
}

/// Returns several attributes of an object with a prefix of their names.
pub fn prefixed(prefix: &'static str, mut attribute: ObjectAttribute) -> ObjectAttribute {
    attribute.spec = attribute.spec.prefixed(prefix);
    attribute
}

/// Returns an attribute of an object with a default that the program computes.
pub fn computed(mut attribute: ObjectAttribute, default: fn() -> Option<Value>) -> ObjectAttribute {
    attribute.docs.computed_default = Some(ComputedDefault(default));
    attribute
}

/// Returns an attribute of an object with a default that is written as a string.
pub fn attribute_or_text(
    options: &FieldOptions,
    spec: (ValueSpec, bool),
    text: &'static str,
    check: fn(&Value) -> Result<(), FromValueError>,
) -> ObjectAttribute {
    let value = deferred_default(&spec.0.ty(), text.into());
    attribute(options, spec).or(AttributeDefault { value, check })
}

/// Checks a default by the conversion of its attribute.
pub fn check_default<T>(
    value: &Value,
    convert: impl FnOnce(&Value, &dyn ValueOrigin) -> Result<T, FromValueError>,
) -> Result<(), FromValueError> {
    convert(value, nowhere()).map(drop)
}

/// Converts an object. `make` takes every attribute before it fails, so that all errors are in the result.
pub fn from_object<'a, T>(
    value: &'a Value,
    origin: &'a dyn ValueOrigin,
    make: impl FnOnce(&mut ObjectFields<'a>) -> Option<T>,
) -> Result<T, FromValueError> {
    let Some(object) = value.as_object() else { return Err(unsuitable(value, "an object")) };
    let mut fields = ObjectFields { object, origin, error: None };
    let made = make(&mut fields);
    match (made, fields.error) {
        (Some(made), None) => Ok(made),
        (_, Some(error)) => Err(error),
        // A field that fails has an error.
        (None, None) => Err(FromValueError::new("the value is invalid")),
    }
}

static NULL: LazyLock<Value> = LazyLock::new(|| Value::null(Type::Dynamic));

/// The attributes of an object, taken by name.
#[expect(missing_debug_implementations, reason = "an origin has none")]
pub struct ObjectFields<'a> {
    object: &'a Object,
    origin: &'a dyn ValueOrigin,
    error: Option<FromValueError>,
}

impl<'a> ObjectFields<'a> {
    /// Returns the value of an attribute with its origin, or with the object's origin if its own is unknown.
    fn part(&self, name: &str) -> (&'a Value, &'a dyn ValueOrigin) {
        let names = self.object.shape().names();
        let position = names.iter().position(|known| *known == *name);
        let found = position.and_then(|it| Some((it, self.object.values().get(it)?)));
        let Some((position, value)) = found else { return (&NULL, self.origin) };
        let origin = self.origin.of_element(position);
        // A null without an origin of its own is possibly not written.
        let is_own = !std::ptr::addr_eq(origin, self.origin);
        let is_located = is_own || !value.is_null();
        (value, if is_located { origin } else { nowhere() })
    }

    /// Takes an attribute. Returns `None` if the conversion fails, whose error is kept.
    pub fn take<T>(
        &mut self,
        name: &'static str,
        convert: impl FnOnce(&Value, &dyn ValueOrigin) -> Result<T, FromValueError>,
    ) -> Option<T> {
        let (value, origin) = self.part(name);
        let taken = convert(value, origin).map_err(|error| error.under(Step::Attr(name.into())));
        FromValueError::keep(taken, &mut self.error)
    }

    /// Takes an attribute, or returns its default if the attribute is not set or null.
    pub fn take_or<T>(
        &mut self,
        name: &'static str,
        convert: impl FnOnce(&Value, &dyn ValueOrigin) -> Result<T, FromValueError>,
        default: impl FnOnce() -> T,
    ) -> Option<T> {
        self.take(name, |value, origin| {
            if value.is_null() && !value.is_marked() {
                Ok(default())
            } else {
                convert(value, origin)
            }
        })
    }

    /// Takes an attribute, or converts a default string if the attribute is not set or null.
    pub fn take_or_text<T>(
        &mut self,
        name: &'static str,
        convert: impl FnOnce(&Value, &dyn ValueOrigin) -> Result<T, FromValueError>,
        spec: &ValueSpec,
        default: &'static str,
    ) -> Option<T> {
        self.take(name, |value, origin| {
            if value.is_null() && !value.is_marked() {
                let default = deferred_default(&spec.ty(), default.into());
                convert(&spec.try_convert(default)?, origin)
            } else {
                convert(value, origin)
            }
        })
    }

    /// Takes several attributes of the object as one value.
    pub fn take_flattened<T>(
        &mut self,
        name: &'static str,
        convert: impl FnOnce(&Value, &dyn ValueOrigin) -> Result<T, FromValueError>,
    ) -> Option<T> {
        let (value, origin) = self.part(name);
        FromValueError::keep(convert(value, origin), &mut self.error)
    }

    /// Takes several attributes of the object as one value, without a prefix of their names.
    pub fn take_prefixed<T>(
        &mut self,
        prefix: &'static str,
        name: &'static str,
        convert: impl FnOnce(&Value, &dyn ValueOrigin) -> Result<T, FromValueError>,
    ) -> Option<T> {
        let (value, origin) = self.part(name);
        let taken = convert(&without_prefix(value, prefix), origin);
        let taken = taken.map_err(|error| error.prefixed(prefix));
        FromValueError::keep(taken, &mut self.error)
    }
}

/// Returns an object without a prefix of the names of its attributes, also of those that are flattened into it.
fn without_prefix(value: &Value, prefix: &str) -> Value {
    let Some(object) = value.as_object() else { return value.clone() };
    let attributes = object.shape().names().iter().zip(object.values());
    let (names, values) = attributes
        .map(|(name, value)| match name.strip_prefix(prefix) {
            Some(name) => (name.into(), value.clone()),
            None => (name.clone(), without_prefix(value, prefix)),
        })
        .unzip_vec();
    Value::object_of_shape(Shape::new(names), values)
}
