//! The entries of a collection: each element with its key.

use std::borrow::Cow;

use super::{Kind, Value};
use crate::{Marks, Str};

/// An element of a collection with its key. Both carry the marks of the collection, so these cannot be lost.
///
/// ```
/// use hcldyn::cty::Value;
///
/// let server = Value::object([("port", 80.into())]);
/// let entry = server.entries().next().unwrap();
/// assert_eq!((entry.key(), entry.value().into_owned()), ("port".into(), 80.into()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Entry<'v> {
    key: Key<'v>,
    value: &'v Value,
    marks: Option<&'v Marks>,
}

#[derive(Clone, Copy, Debug)]
enum Key<'v> {
    /// The key in a list or a tuple.
    Position(usize),
    /// The key in a map or an object.
    Name(&'v Str),
    /// The element of a set, which is its own key.
    Element(&'v Value),
}

impl<'v> Entry<'v> {
    /// Returns the key: a number for a list or tuple, a string for a map or object, the element itself for a set.
    pub fn key(&self) -> Value {
        let key = match self.key {
            Key::Position(position) => Value::from(position),
            Key::Name(name) => Value::from(name.clone()),
            Key::Element(element) => element.clone(),
        };
        match self.marks {
            None => key,
            Some(marks) => key.with_marks(marks),
        }
    }

    /// Returns the element.
    #[inline]
    pub fn value(&self) -> Cow<'v, Value> {
        match self.marks {
            None => Cow::Borrowed(self.value),
            Some(marks) => Cow::Owned(self.value.clone().with_marks(marks)),
        }
    }
}

impl Value {
    /// Returns the entries of a known list, set, map, tuple or object, in the order of their keys, or none for any
    /// other value (reference: `Value.ElementIterator`). Unlike those of the reference, they keep the marks of the
    /// collection.
    ///
    /// ```
    /// use hcldyn::cty::{Mark, Value};
    ///
    /// let tokens = Value::tuple(vec!["a".into()]).mark(Mark::sensitive());
    /// let entries: Vec<_> = tokens.entries().map(|it| (it.key(), it.value().into_owned())).collect();
    /// let sensitive = |value: Value| value.mark(Mark::sensitive());
    /// assert_eq!(entries, [(sensitive(0.into()), sensitive("a".into()))]);
    /// ```
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry<'_>> + '_ {
        let collection = self.unmarked();
        let elements = collection.elements();
        Entries { collection, elements, marks: self.marks(), rank: 0 }
    }
}

/// The entries of a collection. A closure would be compiled for each use.
struct Entries<'v> {
    collection: &'v Value,
    elements: &'v [Value],
    marks: Option<&'v Marks>,
    rank: usize,
}

impl<'v> Iterator for Entries<'v> {
    type Item = Entry<'v>;

    fn next(&mut self) -> Option<Entry<'v>> {
        let Self { collection, elements, marks, rank } = *self;
        if rank == elements.len() {
            return None;
        }
        self.rank += 1;
        let (key, position) = match collection.kind() {
            Kind::Map(map) => (Key::Name(&map.keys()[rank]), rank),
            Kind::Set(_) => (Key::Element(&elements[rank]), rank),
            Kind::Object(object) => {
                let position = object.shape().at_rank(rank);
                (Key::Name(&object.shape().names()[position]), position)
            }
            _ => (Key::Position(rank), rank),
        };
        Some(Entry { key, value: &elements[position], marks })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.elements.len() - self.rank;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Entries<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mark, Shape, Type};

    fn entries(value: &Value) -> Vec<(Value, Value)> {
        value.entries().map(|entry| (entry.key(), entry.value().into_owned())).collect()
    }

    #[test]
    fn keys_depend_on_the_kind_of_collection() {
        let (one, two) = (|| Value::from(1), || Value::from(2));
        let list = Value::list(Type::Number, vec![two(), one()]);
        assert_eq!(entries(&list), [(0.into(), two()), (1.into(), one())]);
        let set = Value::set(Type::Number, vec![two(), one()]);
        assert_eq!(entries(&set), [(one(), one()), (two(), two())]);
        let map = Value::map(Type::Number, vec![("b".into(), two()), ("a".into(), one())]);
        assert_eq!(entries(&map), [("a".into(), one()), ("b".into(), two())]);
        let shape = Shape::new(["b".into(), "a".into()]);
        let object = Value::object_of_shape(shape, vec![two(), one()]);
        assert_eq!(entries(&object), [("a".into(), one()), ("b".into(), two())]);
        assert!(entries(&one()).is_empty() && entries(&Value::unknown(set.ty())).is_empty());
    }

    #[test]
    fn keys_and_elements_carry_the_marks_of_the_collection() {
        let hidden = |value: Value| value.mark(Mark::new("other"));
        let inner = Value::from(1).mark(Mark::sensitive());
        let map = hidden(Value::map(Type::Number, vec![("a".into(), inner.clone())]));
        assert_eq!(entries(&map), [(hidden("a".into()), hidden(inner))]);
        let set = hidden(Value::set(Type::Number, vec![1.into()]));
        assert_eq!(entries(&set), [(hidden(1.into()), hidden(1.into()))]);
    }
}
