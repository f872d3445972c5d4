//! What is known of a value without going through it.

use std::collections::HashSet;

use super::{Repr, Value};
use crate::work;
use crate::{Marks, Type};

/// The work of making a value with parts besides what they are.
const MAKING_STEPS: usize = 3;

/// The bytes of a string, and the parts of any other value, that are gone through in one step.
const BYTES_PER_STEP: usize = 8;
const PARTS_PER_STEP: usize = 16;

/// The bytes of a string that count as one value more.
const BYTES_PER_VALUE: usize = 32;

/// What is known of a value, itself and its parts together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// How many values with parts stand inside each other; as many as types do in its type, if those are more.
    depth: u16,
    /// How many values it consists of, itself included, long strings as several. What stands in it twice
    /// counts twice, for whatever goes through the value meets it twice.
    size: u32,
    pub(super) is_wholly_known: bool,
    /// Whether it or a part of it is marked.
    pub(super) is_marked: bool,
}

impl Value {
    /// How many values with parts can stand inside each other. Everything that goes through a value
    /// may thus call itself for its parts.
    ///
    /// A list, set, map, tuple or object that would nest deeper cannot be made, and neither can one of
    /// more than [`Value::MAX_SIZE`] values: what is made is [`Value::dynamic`], as for all that cannot
    /// be worked out, with the marks of the parts. Where the parts come from outside, look at
    /// [`Value::depth`] and [`Value::size`] first to tell what is wrong.
    pub const MAX_DEPTH: usize = 512;

    /// The largest [size](Value::size) of a value. Parts are shared: a few levels of values, each of which
    /// has the one below it twice, would stand for more than anything could ever go through.
    pub const MAX_SIZE: usize = 1 << 24;

    /// How many values with parts stand inside each other: 0 for a number, 1 for a list of numbers. A null, an
    /// unknown value and an empty collection are as deep as their types.
    pub fn depth(&self) -> usize {
        self.summary().depth.into()
    }

    /// How many values the value consists of, itself included: 1 for a number, 3 for a list of two. A string
    /// counts one more for each 32 bytes.
    pub fn size(&self) -> usize {
        self.summary().size as usize
    }

    /// The work of going through the value once, as a function does with its arguments.
    #[doc(hidden)]
    #[inline]
    pub fn steps(&self) -> usize {
        match &self.0 {
            Repr::Bool(_) | Repr::Number(_) => 0,
            Repr::String(text) => text.len() / BYTES_PER_STEP,
            _ => self.size() / PARTS_PER_STEP,
        }
    }

    /// A value with so many parts, unless there is too much in it.
    #[inline]
    pub(super) fn within_limits(summary: Summary, parts: usize, repr: Repr) -> Self {
        work::spend(MAKING_STEPS + parts);
        let Summary { depth, size, .. } = summary;
        if usize::from(depth) <= Self::MAX_DEPTH && size as usize <= Self::MAX_SIZE {
            Self(repr)
        } else {
            Self(repr).beyond_limits()
        }
    }

    /// What stands for a value that there is too much in.
    #[cold]
    fn beyond_limits(self) -> Self {
        let mut marks = Marks::new();
        gather_marks(&self, &mut marks, &mut HashSet::new());
        Self::dynamic().with_marks(&marks)
    }

    #[inline]
    pub(super) fn summary(&self) -> Summary {
        match &self.0 {
            Repr::List(list) => list.summary,
            Repr::Set(set) => set.summary,
            Repr::Map(map) => map.summary,
            Repr::Tuple(tuple) => tuple.summary,
            Repr::Object(object) => object.summary,
            Repr::Marked(marked) => Summary { is_marked: true, ..marked.0.summary() },
            Repr::Unknown(ty, _) => {
                Summary { is_wholly_known: false, ..Summary::of_nothing_but(ty) }
            }
            Repr::Null(ty) => Summary::of_nothing_but(ty),
            Repr::String(text) => Summary { size: size_of(text), ..Summary::default() },
            Repr::Bool(_) | Repr::Number(_) | Repr::Capsule(_) => Summary::default(),
        }
    }
}

impl Summary {
    /// That of a value with these parts.
    pub(super) fn around(parts: &[Value]) -> Self {
        let mut all = Self::default();
        for part in parts {
            match &part.0 {
                Repr::Bool(_) | Repr::Number(_) => all.size = all.size.saturating_add(1),
                Repr::String(text) => all.size = all.size.saturating_add(size_of(text)),
                _ => all.add(part.summary()),
            }
        }
        // No part is deeper than the limit.
        Self { depth: all.depth + 1, ..all }
    }

    /// That of a list, set or map, which is no deeper without elements than it would be with them.
    pub(super) fn of_elements(element: &Type, elements: &[Value]) -> Self {
        let mut all = Self::around(elements);
        if elements.is_empty() {
            all.depth += Self::of_nothing_but(element).depth;
        }
        all
    }

    /// That of a value of a type, with nothing in it that could be gone through. Around a type that is too large
    /// there can be no value, as around one that is too deep.
    fn of_nothing_but(ty: &Type) -> Self {
        let depth = if ty.is_within_limits() { ty.depth() } else { Value::MAX_DEPTH };
        Self { depth: depth as u16, ..Self::default() }
    }

    fn add(&mut self, part: Self) {
        self.depth = self.depth.max(part.depth);
        self.size = self.size.saturating_add(part.size);
        self.is_wholly_known &= part.is_wholly_known;
        self.is_marked |= part.is_marked;
    }
}

impl Default for Summary {
    /// That of a known value without parts.
    fn default() -> Self {
        Self { depth: 0, size: 1, is_wholly_known: true, is_marked: false }
    }
}

/// The size of a string.
#[inline]
fn size_of(text: &str) -> u32 {
    1 + u32::try_from(text.len() / BYTES_PER_VALUE).unwrap_or(u32::MAX / 2)
}

/// Gathers the marks at any depth. What is shared is gone through once, since the value may be too
/// large to do it each time.
fn gather_marks(value: &Value, marks: &mut Marks, seen: &mut HashSet<*const Value>) {
    if !value.contains_marked() {
        return;
    }
    if let Repr::Marked(marked) = &value.0 {
        marks.extend(marked.1.clone());
        return gather_marks(&marked.0, marks, seen);
    }
    let elements = value.elements();
    if seen.insert(elements.as_ptr()) {
        for element in elements {
            gather_marks(element, marks, seen);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hash};

    use super::*;
    use crate::convert::convert;
    use crate::{Descend, Mark};

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
    fn sizes() {
        assert_eq!(Value::from("a").size(), 1);
        let pair = Value::tuple(vec![1.into(), Value::tuple(vec![])]);
        assert_eq!(pair.size(), 3);
        assert_eq!(Value::object([("a", pair.clone()), ("b", pair)]).size(), 7);
    }

    #[test]
    fn what_is_too_large_is_unknown_and_keeps_its_marks() {
        // 2^24 - 1 values, the next level has twice as many and one.
        let twice = |value: Value| Value::tuple(vec![value.clone(), value]);
        let marked = Value::from(1).mark(Mark::new("m"));
        let largest = (0..23).fold(marked, |value, _| twice(value));
        assert_eq!(largest.size(), Value::MAX_SIZE - 1);
        assert_eq!(twice(largest.clone()), Value::dynamic().mark(Mark::new("m")));
        let levels = (0..10_000).fold(largest, |value, _| twice(value));
        assert!(levels.size() <= Value::MAX_SIZE && levels.contains_marked());
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
