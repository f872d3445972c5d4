//! Making values.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{List, Map, Object, Repr, Set, Tuple, Value};
use crate::{CapsuleType, CapsuleValue, Marks, Number, Shape, Str, Type};

impl Value {
    /// The null of a type. A type of more than 262,144 parts is left open.
    pub fn null(ty: Type) -> Self {
        Self(Repr::Null(ty.within_limits()))
    }

    /// A value of a type that is not known yet. A type of more than 262,144 parts is left open.
    pub fn unknown(ty: Type) -> Self {
        Self(Repr::Unknown(ty.within_limits(), None))
    }

    /// A value that is not known yet and whose type is not known either: what an expression gives
    /// that could not be evaluated.
    pub const fn dynamic() -> Self {
        Self(Repr::Unknown(Type::Dynamic, None))
    }

    /// A bool.
    pub const fn bool(value: bool) -> Self {
        Self(Repr::Bool(value))
    }

    /// A number.
    pub const fn number(value: Number) -> Self {
        Self(Repr::Number(value))
    }

    /// A text, which is normalised to NFC.
    pub fn string(text: impl Into<Str>) -> Self {
        Self(Repr::String(text.into()))
    }

    /// A list. Every element must be of the element type, or of any type where that is dynamic;
    /// convert them first.
    pub fn list(element: Type, elements: Vec<Self>) -> Self {
        let (parts, list) = (elements.len(), List::new(element, elements));
        Self::within_limits(list.summary, parts, Repr::List(Arc::new(list)))
    }

    /// A set. Every element must be of the element type; repeated ones are dropped, and marks of
    /// elements move to the set, since an element that is found by its value cannot carry any.
    pub fn set(element: Type, elements: Vec<Self>) -> Self {
        let mut marks = Marks::new();
        let unmarked = elements.into_iter().map(|value| value.unmark_deep_into(&mut marks));
        let set = Set::new(element, unmarked.collect());
        let set = Self::within_limits(set.summary, set.elements().len(), Repr::Set(Arc::new(set)));
        set.with_marks(&marks)
    }

    /// A map. Every element must be of the element type. Of two entries of one key the last counts.
    pub fn map(element: Type, entries: Vec<(Str, Self)>) -> Self {
        let (parts, map) = (2 * entries.len(), Map::new(element, entries));
        Self::within_limits(map.summary, parts, Repr::Map(Arc::new(map)))
    }

    /// A tuple.
    pub fn tuple(elements: Vec<Self>) -> Self {
        let (parts, tuple) = (elements.len(), Tuple::new(elements));
        Self::within_limits(tuple.summary, parts, Repr::Tuple(Arc::new(tuple)))
    }

    /// An object. Of two attributes of one name the last one counts.
    pub fn object<N: Into<Str>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        let attributes: BTreeMap<Str, Self> =
            attributes.into_iter().map(|(name, value)| (name.into(), value)).collect();
        let shape = Shape::new(attributes.keys().cloned());
        Self::object_of_shape(shape, attributes.into_values().collect())
    }

    /// An object of a shared shape, with the values in the order of the shape. Missing values are
    /// null, additional ones left out.
    pub fn object_of_shape(shape: Arc<Shape>, values: Vec<Self>) -> Self {
        let (parts, object) = (values.len(), Object::new(shape, values));
        Self::within_limits(object.summary, parts, Repr::Object(Arc::new(object)))
    }

    /// A capsule that holds a Rust value of the host.
    pub fn capsule<T: Any + Send + Sync>(ty: &CapsuleType, content: T) -> Self {
        CapsuleValue::new(ty, content).into()
    }
}
