//! Going through a collection.

use crate::cty::{Kind, Str, Value};

/// The key of an element, made into a value only where it is asked for.
#[derive(Clone, Copy)]
pub(crate) enum Key<'a> {
    /// Of a list or a tuple.
    Position(usize),
    /// Of a map or an object.
    Name(&'a Str),
    /// Of a set: the element is its own key.
    Element(&'a Value),
}

impl Key<'_> {
    pub(crate) fn value(self) -> Value {
        match self {
            Key::Position(position) => Value::from(position),
            Key::Name(name) => Value::from(name.clone()),
            Key::Element(element) => element.clone(),
        }
    }
}

/// The elements of a known value without marks, with their keys: of maps and objects in the order of
/// their keys. A value that has no elements gives none.
pub(crate) fn elements(
    collection: &Value,
) -> Box<dyn ExactSizeIterator<Item = (Key<'_>, &Value)> + '_> {
    match collection.kind() {
        Kind::Map(map) => Box::new(map.iter().map(|(name, value)| (Key::Name(name), value))),
        Kind::Object(object) => {
            Box::new(object.iter().map(|(name, value)| (Key::Name(name), value)))
        }
        Kind::Set(set) => {
            Box::new(set.elements().iter().map(|element| (Key::Element(element), element)))
        }
        _ => {
            let elements = collection.elements().iter().enumerate();
            Box::new(elements.map(|(position, value)| (Key::Position(position), value)))
        }
    }
}
