//! How deep values nest.

use super::{Repr, Value};
use crate::cty::{Marks, Str};

/// How many values with parts stand inside each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Extent(u16);

/// An element, or an entry of a map.
pub(super) trait Part {
    fn value(self) -> Value;
    fn as_value(&self) -> &Value;
}

impl Value {
    /// How many values with parts can stand inside each other. Everything that goes through a value
    /// may thus call itself for its parts.
    ///
    /// A list, set, map, tuple or object that would nest deeper cannot be made: what is made is
    /// [`Value::dynamic`], as for all that cannot be worked out, with the marks of the parts. Where the
    /// depth comes from outside, look at [`Value::depth`] first to tell what is wrong.
    pub const MAX_DEPTH: usize = 256;

    /// How many values with parts stand inside each other: 0 for a number, 1 for a list of numbers.
    pub fn depth(&self) -> usize {
        Extent::of(self).0.into()
    }
}

impl Extent {
    /// Makes a value of parts that knows its depth; an unknown one if that is too deep.
    pub(super) fn around<P: Part>(
        parts: Vec<P>,
        make: impl FnOnce(Vec<P>, Self) -> Value,
    ) -> Value {
        let Self(deepest) =
            parts.iter().map(|part| Self::of(part.as_value())).max().unwrap_or_default();
        if usize::from(deepest) >= Value::MAX_DEPTH {
            return too_deep(parts);
        }
        make(parts, Self(deepest + 1))
    }

    #[inline]
    fn of(value: &Value) -> Self {
        match &value.0 {
            Repr::List(list) => list.depth(),
            Repr::Set(set) => set.depth(),
            Repr::Map(map) => map.depth(),
            Repr::Tuple(tuple) => tuple.depth(),
            Repr::Object(object) => object.depth(),
            Repr::Marked(marked) => Self::of(&marked.0),
            Repr::Null(_)
            | Repr::Unknown(..)
            | Repr::Bool(_)
            | Repr::Number(_)
            | Repr::String(_)
            | Repr::Capsule(_) => Self(0),
        }
    }
}

impl Part for Value {
    fn value(self) -> Value {
        self
    }

    fn as_value(&self) -> &Value {
        self
    }
}

impl Part for (Str, Value) {
    fn value(self) -> Value {
        self.1
    }

    fn as_value(&self) -> &Value {
        &self.1
    }
}

#[cold]
fn too_deep<P: Part>(parts: Vec<P>) -> Value {
    let mut marks = Marks::new();
    for part in parts {
        part.value().unmark_deep_into(&mut marks);
    }
    Value::dynamic().with_marks(&marks)
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hash};

    use super::*;
    use crate::cty::convert::convert;
    use crate::cty::{Descend, Mark, Type};

    fn nested(levels: usize, innermost: Value) -> Value {
        (0..levels).fold(innermost, |value, level| match level % 3 {
            0 => Value::tuple(vec![value]),
            1 => Value::object([("k", value)]),
            _ => Value::map(value.ty(), vec![("k".into(), value)]),
        })
    }

    fn deepest() -> Value {
        nested(Value::MAX_DEPTH, Value::from(1).mark(Mark::new("m")))
    }

    #[test]
    fn depths() {
        assert_eq!(Value::from(1).depth(), 0);
        assert_eq!(Value::tuple(vec![]).depth(), 1);
        let list = Value::list(Type::Number, vec![1.into()]).mark(Mark::new("m"));
        assert_eq!(Value::set(Type::list(Type::Number), vec![list]).depth(), 2);
    }

    #[test]
    fn what_is_too_deep_is_unknown_and_keeps_its_marks() {
        assert_eq!(deepest().depth(), Value::MAX_DEPTH);
        assert_eq!(Value::tuple(vec![deepest()]), Value::dynamic().mark(Mark::new("m")));
        let deep = (0..100_000).fold(Value::from(1), |value, _| Value::tuple(vec![value]));
        assert!(deep.depth() <= Value::MAX_DEPTH && !deep.is_wholly_known());
    }

    #[test]
    fn the_deepest_values_overflow_no_stack() {
        let (a, b) = (deepest(), deepest());
        assert_eq!(a, b);
        assert!(a.total_cmp(&b).is_eq());
        assert_eq!(a.equals(&b), Value::from(true).mark(Mark::new("m")));
        a.hash(&mut DefaultHasher::new());
        assert_eq!(a.ty(), b.ty());
        let mut visited = 0;
        a.walk(|_, _| {
            visited += 1;
            Descend::Into
        });
        assert_eq!(visited, Value::MAX_DEPTH + 1);
        let (plain, marks) = a.clone().unmark_deep_with_paths();
        assert_eq!(plain.mark_with_paths(&marks), a);
        assert_eq!(a.clone().unknown_as_null(), a);
        assert!(format!("{a:?} {a:#?} {}", a.ty()).len() > Value::MAX_DEPTH);
    }

    #[test]
    fn the_deepest_values_convert() {
        let lists = (0..Value::MAX_DEPTH).fold(Type::String, |ty, _| Type::list(ty));
        let tuples = (0..Value::MAX_DEPTH).fold(Value::from(1), |it, _| Value::tuple(vec![it]));
        let converted = convert(tuples.clone(), &lists).unwrap();
        assert_eq!(converted.ty(), lists);
        assert_eq!(convert(tuples, &Type::list(Type::Dynamic)).unwrap().depth(), Value::MAX_DEPTH);
    }
}
