//! Lists, sets, maps, tuples and objects.

use std::sync::{Arc, OnceLock};

use super::Value;
use super::construct::separate;
use super::summary::Summary;
use crate::name_index::InlineCache;
use crate::sort::sort_by;
use crate::work;
use crate::{ObjectType, Shape, Str, Type};

/// Elements of one type, in order.
///
/// ```
/// use hcldyn::cty::{Kind, Type, Value};
///
/// let ports = Value::list(Type::Number, vec![80.into(), 443.into()]);
/// let Kind::List(list) = ports.kind() else { unreachable!() };
/// assert_eq!(list.element_type(), &Type::Number);
/// assert_eq!(list.elements(), [80.into(), 443.into()]);
/// ```
#[derive(Clone, Debug)]
pub struct List {
    element: Type,
    elements: Box<[Value]>,
    pub(super) summary: Summary,
}

/// Distinct elements of one type, in the model's order: known before unknown before null, `false` before `true`,
/// numbers by size, strings by bytes, compound values by their parts.
///
/// ```
/// use hcldyn::cty::{Kind, Type, Value};
///
/// let ports = Value::set(Type::Number, vec![443.into(), 80.into(), 80.into()]);
/// let Kind::Set(set) = ports.kind() else { unreachable!() };
/// assert_eq!(set.elements(), [80.into(), 443.into()]);
/// assert_eq!(set.element_type(), &Type::Number);
/// assert!(set.contains(&80.into()) && !set.contains(&22.into()));
/// ```
#[derive(Clone, Debug)]
pub struct Set {
    element: Type,
    elements: Box<[Value]>,
    pub(super) summary: Summary,
}

/// Elements of one type by string keys, in the order of the keys' bytes.
///
/// ```
/// use hcldyn::cty::{Kind, Type, Value};
///
/// let ports = Value::map(Type::Number, vec![("ssh".into(), 22.into()), ("http".into(), 80.into())]);
/// let Kind::Map(map) = ports.kind() else { unreachable!() };
/// assert_eq!(map.element_type(), &Type::Number);
/// assert_eq!((map.keys(), map.values()), (&["http".into(), "ssh".into()][..], &[80.into(), 22.into()][..]));
/// assert_eq!(map.get("ssh"), Some(&22.into()));
/// assert_eq!(map.iter().next().unwrap().0, "http");
/// ```
#[derive(Clone, Debug)]
pub struct Map {
    element: Type,
    keys: Box<[Str]>,
    values: Box<[Value]>,
    pub(super) summary: Summary,
}

/// A fixed number of elements, each of its own type.
///
/// ```
/// use hcldyn::cty::{Kind, Value};
///
/// let pair = Value::tuple(vec!["a".into(), 80.into()]);
/// let Kind::Tuple(tuple) = pair.kind() else { unreachable!() };
/// assert_eq!(tuple.elements(), ["a".into(), 80.into()]);
/// ```
#[derive(Clone, Debug)]
pub struct Tuple {
    elements: Box<[Value]>,
    ty: OnceLock<Type>,
    pub(super) summary: Summary,
}

/// Named attributes, each of its own type. The values are in the order of the shape, which for a decoded block is
/// the order of the spec.
///
/// ```
/// use hcldyn::cty::{Kind, Value};
///
/// let server = Value::object([("port", 80.into()), ("host", "a".into())]);
/// let Kind::Object(object) = server.kind() else { unreachable!() };
/// assert_eq!(object.get("host"), Some(&"a".into()));
/// assert_eq!(object.shape().len(), object.values().len());
/// assert_eq!(object.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["host", "port"]);
/// ```
#[derive(Clone, Debug)]
pub struct Object {
    shape: Arc<Shape>,
    values: Box<[Value]>,
    ty: OnceLock<Arc<ObjectType>>,
    pub(super) summary: Summary,
}

impl List {
    pub(super) fn new(element: Type, elements: Vec<Value>) -> Self {
        Self {
            summary: Summary::of_elements(&element, &elements),
            element,
            elements: elements.into(),
        }
    }

    /// Returns the type of the elements.
    pub fn element_type(&self) -> &Type {
        &self.element
    }

    /// Returns the elements.
    pub fn elements(&self) -> &[Value] {
        &self.elements
    }

    pub(super) fn into_elements(self) -> Vec<Value> {
        self.elements.into_vec()
    }
}

impl Set {
    /// Sorts the elements and drops repeated ones. Unknown elements never count as equal.
    pub(super) fn new(element: Type, mut elements: Vec<Value>) -> Self {
        spend_on_sorting(&elements);
        if work::is_exceeded_in_evaluation() {
            // The evaluation is about to end with an error.
            elements.clear();
        }
        sort_by(&mut elements, Value::total_cmp);
        elements.dedup_by(|a, b| a.total_cmp(b).is_eq() && a.is_wholly_known());
        Self {
            summary: Summary::of_elements(&element, &elements),
            element,
            elements: elements.into(),
        }
    }

    /// Returns the type of the elements.
    pub fn element_type(&self) -> &Type {
        &self.element
    }

    /// Returns the elements, in the model's order.
    pub fn elements(&self) -> &[Value] {
        &self.elements
    }

    /// Returns `true` if a value is certainly one of the elements, by the equality of the language. A value that is
    /// not wholly known never is.
    pub fn contains(&self, value: &Value) -> bool {
        self.elements.binary_search_by(|probe| probe.total_cmp(value)).is_ok()
            && value.is_wholly_known()
    }

    /// Returns the minimum and maximum number of elements, since unknown ones may equal others.
    pub(crate) fn possible_lengths(&self) -> (u64, u64) {
        let known = self.elements.iter().filter(|element| element.is_wholly_known()).count();
        (known.max(self.elements.len().min(1)) as u64, self.elements.len() as u64)
    }

    pub(super) fn into_elements(self) -> Vec<Value> {
        self.elements.into_vec()
    }
}

impl Map {
    /// Sorts the entries. If a key is repeated, the last entry wins.
    pub(super) fn new(element: Type, mut entries: Vec<(Str, Value)>) -> Self {
        if !entries.is_sorted_by(|a, b| a.0 < b.0) {
            sort_by(&mut entries, |a, b| a.0.cmp(&b.0));
        }
        let (keys, values) = separate(entries);
        let summary = Summary::of_elements(&element, &values);
        Self { element, keys: keys.into(), values: values.into(), summary }
    }

    /// Returns the type of the elements.
    pub fn element_type(&self) -> &Type {
        &self.element
    }

    /// Returns the keys, in order.
    pub fn keys(&self) -> &[Str] {
        &self.keys
    }

    /// Returns the elements, in the order of their keys.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Returns the element of a key.
    // Never inlined: it would slow down steps into objects.
    #[inline(never)]
    pub fn get(&self, key: &str) -> Option<&Value> {
        let found = self.keys.binary_search_by(|probe| probe.as_str().cmp(key));
        found.ok().map(|index| &self.values[index])
    }

    /// Returns keys and elements, in the order of the keys.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Str, &Value)> + '_ {
        self.keys.iter().zip(&self.values)
    }

    pub(super) fn into_values(self) -> Vec<Value> {
        self.values.into_vec()
    }
}

impl Tuple {
    pub(super) fn new(elements: Vec<Value>) -> Self {
        Self { summary: Summary::around(&elements), elements: elements.into(), ty: OnceLock::new() }
    }

    /// Returns the elements.
    pub fn elements(&self) -> &[Value] {
        &self.elements
    }

    pub(super) fn ty(&self) -> Type {
        self.ty.get_or_init(|| Type::tuple(self.elements.iter().map(Value::ty))).clone()
    }

    pub(super) fn into_elements(self) -> Vec<Value> {
        self.elements.into_vec()
    }
}

impl Object {
    /// Returns an object of a shape. Missing values are null, additional ones are dropped.
    pub(super) fn new(shape: Arc<Shape>, mut values: Vec<Value>) -> Self {
        values.resize_with(shape.len(), || Value::null(Type::Dynamic));
        let summary = Summary::around(&values);
        Self { shape, values: values.into(), ty: OnceLock::new(), summary }
    }

    /// Returns the attribute names.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// Returns the values, in the order of the shape.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Returns the value of an attribute.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.shape.position(name).map(|position| &self.values[position])
    }

    /// Returns the value of an attribute, using and filling an inline cache.
    #[doc(hidden)]
    #[inline]
    pub fn get_from(&self, cache: &InlineCache, name: &Str) -> Option<&Value> {
        self.shape.position_from(cache, name).map(|position| &self.values[position])
    }

    /// Returns names and values, sorted by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Str, &Value)> + '_ {
        self.shape.in_name_order().map(|i| (&self.shape.names()[i], &self.values[i]))
    }

    pub(super) fn ty(&self) -> Type {
        let make = || {
            let types = self.values.iter().map(Value::ty);
            Arc::new(ObjectType::of_shape(Arc::clone(&self.shape), types))
        };
        Type::Object(Arc::clone(self.ty.get_or_init(make)))
    }

    pub(super) fn into_values(self) -> Vec<Value> {
        self.values.into_vec()
    }
}

/// Spends the work of sorting values. Any two may only differ at their ends.
pub fn spend_on_sorting(values: &[Value]) {
    let size: usize = values.iter().map(Value::size).sum();
    work::spend(size * values.len().max(1).ilog2() as usize / 4);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_sorts_and_drops_repeated_elements() {
        let elements = ["b", "a", "b"].map(Value::from).to_vec();
        let set = Set::new(Type::String, elements);
        assert_eq!(set.elements(), ["a", "b"].map(Value::from));
        assert!(set.contains(&Value::from("a")));
    }

    #[test]
    fn the_last_entry_of_a_key_counts() {
        let entries = [("b", 1), ("a", 2), ("b", 3)];
        let entries = entries.map(|(key, value)| (Str::new(key), Value::from(value))).to_vec();
        let map = Map::new(Type::Number, entries);
        assert_eq!(map.keys(), ["a", "b"]);
        assert_eq!(map.get("b"), Some(&Value::from(3)));
    }
}
