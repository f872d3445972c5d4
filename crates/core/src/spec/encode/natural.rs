//! The source form of values that specs of values convert: the inverse of that conversion.

use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{
    AttributeKind, ObjectValueSpec, ValueSpec, VariantSelector, VariantsSpec,
};
use crate::cty::{Kind, Number, Shape, Str, Value};

/// Returns the value that the spec converts to this one, as it is written in a source. A part in an unexpected form
/// stays as it is.
pub(in crate::spec) fn natural(spec: &ValueSpec, value: &Value) -> Value {
    if let Some(marks) = value.marks() {
        return natural(spec, value.unmarked()).with_marks(marks);
    }
    match (spec, value.kind()) {
        _ if spec.plain_ty().is_some() => value.clone(),
        (ValueSpec::Lazy(lazy), _) => natural(&lazy.spec(), value),
        (
            ValueSpec::List(collection) | ValueSpec::Set(collection),
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_),
        ) => {
            let element = |value| natural(collection.element(), value);
            Value::tuple(value.elements().iter().map(element).collect_vec())
        }
        (ValueSpec::Tuple(specs), Kind::Tuple(tuple)) => {
            let pairs = specs.elements().iter().zip(tuple.elements());
            Value::tuple(pairs.map(|(spec, value)| natural(spec, value)).collect_vec())
        }
        (ValueSpec::Map(map), Kind::Map(_) | Kind::Object(_)) => {
            let element = |value| natural(map.element(), value);
            Value::object(entries(value).map(|(name, value)| (name.clone(), element(value))))
        }
        (ValueSpec::Object(object), Kind::Object(_)) => {
            let mut attributes = Vec::new();
            add_attributes(object, value, &mut attributes);
            ordered(attributes)
        }
        (ValueSpec::Variants(variants), Kind::Tuple(tuple)) => match tuple.elements() {
            [position, content] => {
                let position = position.as_number().and_then(Number::to_usize);
                let variant = position.and_then(|position| of_variant(variants, position, content));
                variant.unwrap_or_else(|| value.clone())
            }
            _ => value.clone(),
        },
        _ => value.clone(),
    }
}

fn add_attributes(spec: &ObjectValueSpec, value: &Value, attributes: &mut Vec<(Str, Value)>) {
    for attribute in spec.attributes() {
        let Some(part) = value.get(&attribute.names.name) else { continue };
        match (attribute.kind, flattened(&attribute.spec)) {
            (AttributeKind::Single, _) if attribute.optional && part.is_null() => {}
            (AttributeKind::Flattened, Some(inner)) => add_attributes(&inner, part, attributes),
            (AttributeKind::Remaining, _) => {
                let element = |value| natural(&attribute.spec, value);
                attributes
                    .extend(entries(part).map(|(name, value)| (name.clone(), element(value))));
            }
            _ => attributes.push((attribute.names.name.clone(), natural(&attribute.spec, part))),
        }
    }
}

/// Returns the spec of an object that is part of another one.
fn flattened(spec: &ValueSpec) -> Option<std::sync::Arc<ObjectValueSpec>> {
    match spec {
        ValueSpec::Object(object) => Some(object.clone()),
        ValueSpec::Lazy(lazy) => flattened(&lazy.spec()),
        _ => None,
    }
}

fn of_variant(variants: &VariantsSpec, position: usize, content: &Value) -> Option<Value> {
    let variant = variants.variants().get(position)?;
    let inner = || natural(&variant.spec, content);
    Some(match variants.selector() {
        VariantSelector::Attribute(tag) => {
            let inner = inner();
            let rest = entries(&inner).map(|(name, value)| (name.clone(), value.clone()));
            ordered([(tag.clone(), variant.names.name.clone().into())].into_iter().chain(rest))
        }
        VariantSelector::Form if variant.keyword => variant.names.name.clone().into(),
        _ => inner(),
    })
}

/// Returns an object with its attributes in this order.
fn ordered(attributes: impl IntoIterator<Item = (Str, Value)>) -> Value {
    let (names, values): (Vec<_>, _) = attributes.into_iter().unzip();
    Value::object_of_shape(Shape::new(names), values)
}

/// Returns the elements of a map or an object with their names.
fn entries(value: &Value) -> impl Iterator<Item = (&Str, &Value)> {
    let names = match value.unmarked().kind() {
        Kind::Map(map) => map.keys(),
        Kind::Object(object) => object.shape().names(),
        _ => &[],
    };
    names.iter().zip(value.unmarked().elements())
}
