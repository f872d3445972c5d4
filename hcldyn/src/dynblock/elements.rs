//! The elements that a `dynamic` block goes through.

use crate::cty::{Kind, Number, Value};

/// The keys and values of a collection, in its order: elements by index, entries by key, and the
/// elements of a set by themselves. An unknown collection stands as one element that is unknown.
pub(super) fn elements(collection: &Value) -> Box<dyn Iterator<Item = (Value, Value)> + '_> {
    match collection.kind() {
        Kind::List(list) => indexed(list.elements()),
        Kind::Tuple(tuple) => indexed(tuple.elements()),
        Kind::Set(set) => Box::new(set.elements().iter().map(|v| (v.clone(), v.clone()))),
        Kind::Map(map) => Box::new(map.iter().map(|(k, v)| (k.clone().into(), v.clone()))),
        Kind::Object(object) => Box::new(object.iter().map(|(k, v)| (k.clone().into(), v.clone()))),
        Kind::Unknown(..) => Box::new(std::iter::once(unknown_element())),
        _ => Box::new(std::iter::empty()),
    }
}

/// The key and value that stand for those of an unknown collection.
pub(super) fn unknown_element() -> (Value, Value) {
    (Value::dynamic(), Value::dynamic())
}

fn indexed(elements: &[Value]) -> Box<dyn Iterator<Item = (Value, Value)> + '_> {
    let index = |index: usize| Value::number(Number::from(index as u64));
    Box::new(elements.iter().enumerate().map(move |(i, value)| (index(i), value.clone())))
}
