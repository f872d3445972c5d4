//! Exact equality, hash, and a total order of values.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::{Kind, Value};

impl Value {
    /// Compares by a total order of values of one type, consistent with [`Value::equals`] for known values: known
    /// before unknown before null, `false` before `true`, numbers by [`Number::text_cmp`], strings by bytes,
    /// compound values by their parts. Marks and refinements do not count. It is the order of sets.
    ///
    /// [`Number::text_cmp`]: crate::Number::text_cmp
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    ///
    /// let mut values = vec![Value::null(Type::Number), 2.into(), Value::unknown(Type::Number), 1.into()];
    /// values.sort_by(Value::total_cmp);
    /// assert_eq!(values[..2], [1.into(), 2.into()]);
    /// assert!(!values[2].is_known() && values[3].is_null());
    /// ```
    pub fn total_cmp(&self, other: &Self) -> Ordering {
        match (self.unmarked().kind(), other.unmarked().kind()) {
            (Kind::Bool(a), Kind::Bool(b)) => a.cmp(&b),
            (Kind::Number(a), Kind::Number(b)) => a.text_cmp(b),
            (Kind::String(a), Kind::String(b)) => a.cmp(b),
            (Kind::Capsule(a), Kind::Capsule(b)) => a.total_cmp(b),
            (Kind::Map(a), Kind::Map(b)) => {
                a.keys().cmp(b.keys()).then_with(|| compare_all(a.values(), b.values()))
            }
            (Kind::Object(a), Kind::Object(b)) => {
                let names = |(name, _)| name;
                let by_names = a.iter().map(names).cmp(b.iter().map(names));
                by_names.then_with(|| {
                    let pairs = a.iter().zip(b.iter());
                    first_difference(pairs.map(|((_, a), (_, b))| a.total_cmp(b)))
                })
            }
            (a, b) => rank(&a)
                .cmp(&rank(&b))
                .then_with(|| compare_all(self.unmarked().elements(), other.unmarked().elements())),
        }
    }
}

fn compare_all(a: &[Value], b: &[Value]) -> Ordering {
    let parts = first_difference(a.iter().zip(b).map(|(a, b)| a.total_cmp(b)));
    parts.then_with(|| a.len().cmp(&b.len()))
}

fn first_difference(mut orderings: impl Iterator<Item = Ordering>) -> Ordering {
    orderings.find(|ordering| ordering.is_ne()).unwrap_or(Ordering::Equal)
}

/// Returns the rank of a kind. Values of one type have one kind unless one is unknown or null, so the order among
/// known kinds only matters inside dynamic collections.
fn rank(kind: &Kind<'_>) -> u8 {
    match kind {
        Kind::Bool(_) => 0,
        Kind::Number(_) => 1,
        Kind::String(_) => 2,
        Kind::List(_) => 3,
        Kind::Set(_) => 4,
        Kind::Map(_) => 5,
        Kind::Tuple(_) => 6,
        Kind::Object(_) => 7,
        Kind::Capsule(_) => 8,
        Kind::Marked(..) => 9,
        Kind::Unknown(..) => 10,
        Kind::Null(_) => 11,
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self.kind(), other.kind()) {
            (Kind::Null(a), Kind::Null(b)) => a == b,
            (Kind::Unknown(a, a_known), Kind::Unknown(b, b_known)) => a == b && a_known == b_known,
            (Kind::Bool(a), Kind::Bool(b)) => a == b,
            (Kind::Number(a), Kind::Number(b)) => a == b,
            (Kind::String(a), Kind::String(b)) => a == b,
            (Kind::List(a), Kind::List(b)) => {
                a.element_type() == b.element_type() && a.elements() == b.elements()
            }
            (Kind::Set(a), Kind::Set(b)) => {
                a.element_type() == b.element_type() && a.elements() == b.elements()
            }
            (Kind::Map(a), Kind::Map(b)) => {
                a.element_type() == b.element_type() && a.iter().eq(b.iter())
            }
            (Kind::Tuple(a), Kind::Tuple(b)) => a.elements() == b.elements(),
            (Kind::Object(a), Kind::Object(b)) => a.iter().eq(b.iter()),
            (Kind::Capsule(a), Kind::Capsule(b)) => a == b,
            (Kind::Marked(a, a_marks), Kind::Marked(b, b_marks)) => a == b && a_marks == b_marks,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let kind = self.kind();
        rank(&kind).hash(state);
        match kind {
            Kind::Null(ty) => ty.hash(state),
            Kind::Unknown(ty, known) => (ty, known).hash(state),
            Kind::Bool(value) => value.hash(state),
            Kind::Number(number) => number.hash(state),
            Kind::String(text) => text.hash(state),
            Kind::List(list) => (list.element_type(), list.elements()).hash(state),
            Kind::Set(set) => (set.element_type(), set.elements()).hash(state),
            Kind::Map(map) => (map.element_type(), map.keys(), map.values()).hash(state),
            Kind::Tuple(tuple) => tuple.elements().hash(state),
            Kind::Object(object) => object.iter().for_each(|attribute| attribute.hash(state)),
            Kind::Capsule(capsule) => capsule.hash(state),
            Kind::Marked(value, marks) => (value, marks).hash(state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Type;
    use crate::sort::sort_by;

    #[test]
    fn known_before_unknown_before_null() {
        let mut values =
            [Value::null(Type::Number), Value::unknown(Type::Number), Value::from(2), 1.into()];
        sort_by(&mut values, Value::total_cmp);
        assert_eq!(values[..2], [Value::from(1), 2.into()]);
        assert!(!values[2].is_known() && values[3].is_null());
    }

    #[test]
    fn compound_values_are_ordered_by_their_parts() {
        let list = |n: i32| Value::list(Type::Number, vec![n.into()]);
        assert_eq!(list(2).total_cmp(&list(10)), Ordering::Less);
    }
}
