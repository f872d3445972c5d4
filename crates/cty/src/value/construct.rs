//! Construction of values.

use std::any::Any;
use std::sync::Arc;

use super::{List, Map, Object, Repr, Set, Tuple, Value};
use crate::collect::CollectVec;
use crate::sort::sort_by;
use crate::{CapsuleType, CapsuleValue, Marks, Number, Shape, Str, Type};

impl Value {
    /// Returns the null of a type. A type of more than 262,144 parts becomes dynamic.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    ///
    /// let port = Value::null(Type::Number);
    /// assert!(port.is_null());
    /// assert_eq!(port.ty(), Type::Number);
    /// ```
    pub fn null(ty: Type) -> Self {
        Self(Repr::Null(ty.within_limits()))
    }

    /// Returns an unknown value of a type. A type of more than 262,144 parts becomes dynamic.
    pub fn unknown(ty: Type) -> Self {
        Self(Repr::Unknown(ty.within_limits(), None))
    }

    /// Returns an unknown value of unknown type, the result of an expression that could not be evaluated.
    pub const fn dynamic() -> Self {
        Self(Repr::Unknown(Type::Dynamic, None))
    }

    /// Returns a bool.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    ///
    /// const YES: Value = Value::bool(true);
    /// assert_eq!(YES, Value::from(true));
    /// ```
    pub const fn bool(value: bool) -> Self {
        Self(Repr::Bool(value))
    }

    /// Returns a number.
    ///
    /// ```
    /// use hcldyn::cty::{Number, Value};
    ///
    /// const ONE: Value = Value::number(Number::ONE);
    /// assert_eq!(ONE, Value::from(1));
    /// ```
    pub const fn number(value: Number) -> Self {
        Self(Repr::Number(value))
    }

    /// Returns a string, which is normalized to NFC.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    ///
    /// assert_eq!(Value::string("web").as_str(), Some("web"));
    /// ```
    pub fn string(text: impl Into<Str>) -> Self {
        Self(Repr::String(text.into()))
    }

    /// Returns a list. Every element must already have the element type, unless that is dynamic.
    pub fn list(element: Type, elements: Vec<Self>) -> Self {
        let (parts, list) = (elements.len(), List::new(element, elements));
        Self::within_limits(list.summary, parts, Repr::List(Arc::new(list)))
    }

    /// Returns a set. Every element must already have the element type. Repeated ones are dropped, and marks of
    /// elements move to the set, since an element that is found by its value cannot carry any.
    pub fn set(element: Type, elements: Vec<Self>) -> Self {
        let mut marks = Marks::new();
        let unmarked = elements.into_iter().map(|value| value.unmark_deep_into(&mut marks));
        let set = Set::new(element, unmarked.collect_vec());
        let set = Self::within_limits(set.summary, set.elements().len(), Repr::Set(Arc::new(set)));
        set.with_marks(&marks)
    }

    /// Returns a map. Every element must already have the element type. If a key is repeated, the last entry wins.
    pub fn map(element: Type, entries: Vec<(Str, Self)>) -> Self {
        let (parts, map) = (2 * entries.len(), Map::new(element, entries));
        Self::within_limits(map.summary, parts, Repr::Map(Arc::new(map)))
    }

    /// Returns a tuple.
    pub fn tuple(elements: Vec<Self>) -> Self {
        let (parts, tuple) = (elements.len(), Tuple::new(elements));
        Self::within_limits(tuple.summary, parts, Repr::Tuple(Arc::new(tuple)))
    }

    /// Returns an object. If an attribute is repeated, the last one wins.
    pub fn object<N: Into<Str>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        let mut all = Vec::new();
        for (name, value) in attributes {
            all.push((name.into(), value));
        }
        Self::object_of(all)
    }

    fn object_of(mut attributes: Vec<(Str, Self)>) -> Self {
        sort_by(&mut attributes, |a, b| a.0.cmp(&b.0));
        let (names, values) = separate(attributes);
        Self::object_of_shape(Shape::of(names), values)
    }

    /// Returns an object of a shared shape, with the values in the order of the shape. Missing values are null,
    /// additional ones are dropped.
    ///
    /// ```
    /// use hcldyn::cty::{Shape, Type, Value};
    ///
    /// let shape = Shape::new(["host".into(), "port".into()]);
    /// let server = Value::object_of_shape(shape, vec!["a".into()]);
    /// assert!(server.get("port").unwrap().is_null());
    /// ```
    pub fn object_of_shape(shape: Arc<Shape>, values: Vec<Self>) -> Self {
        let (parts, object) = (values.len(), Object::new(shape, values));
        Self::within_limits(object.summary, parts, Repr::Object(Arc::new(object)))
    }

    /// Returns a capsule that holds a Rust value of the program.
    ///
    /// ```
    /// use hcldyn::cty::{CapsuleType, Value};
    ///
    /// let socket = CapsuleType::new("socket");
    /// let value = Value::capsule(&socket, 7_u16);
    /// assert_eq!(value.as_capsule::<u16>(), Some(&7));
    /// ```
    pub fn capsule<T: Any + Send + Sync>(ty: &CapsuleType, content: T) -> Self {
        CapsuleValue::new(ty, content).into()
    }
}

/// Separates sorted entries into names and values. If a name is repeated, its last value wins.
pub(super) fn separate(entries: Vec<(Str, Value)>) -> (Vec<Str>, Vec<Value>) {
    let mut names: Vec<Str> = Vec::with_capacity(entries.len());
    let mut values = Vec::with_capacity(entries.len());
    for (name, value) in entries {
        if names.last() == Some(&name) {
            values.pop();
        } else {
            names.push(name);
        }
        values.push(value);
    }
    (names, values)
}
