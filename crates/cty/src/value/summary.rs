//! Cached properties of values with parts.

use super::{Repr, Value};
use crate::key_map::KeySet;
use crate::work;
use crate::{Marks, Type};

/// The work of creating a value with parts, in addition to the work of its parts.
const MAKING_STEPS: usize = 3;

/// The bytes of a string, and the parts of any other value, that a walk visits in one step.
const BYTES_PER_STEP: usize = 8;
const PARTS_PER_STEP: usize = 16;

/// The number of bytes of a string that count as one more value.
const BYTES_PER_VALUE: usize = 32;

/// Properties of a value and all its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// The nesting depth of values with parts, or that of types in its type if that is more.
    depth: u16,
    /// The number of values in it, itself included. Long strings count as several. A shared value counts each time,
    /// since walks visit it each time.
    size: u32,
    pub(super) is_wholly_known: bool,
    /// `true` if it or a part of it is marked.
    pub(super) is_marked: bool,
}

impl Value {
    /// The maximum nesting depth of values with parts. Walks through a value may therefore be recursive.
    ///
    /// The constructors of lists, sets, maps, tuples and objects return [`Value::dynamic`] with the marks of the
    /// parts instead of a deeper value, or of one with more than [`Value::MAX_SIZE`] values. If the parts come from
    /// outside, compare [`Value::depth`] and [`Value::size`] first to report an error.
    pub const MAX_DEPTH: usize = 512;

    /// The maximum [size](Value::size) of a value. Parts are shared, so without the maximum a few levels
    /// that each hold a value twice would be too large for any walk.
    pub const MAX_SIZE: usize = 1 << 24;

    /// Returns the nesting depth of values with parts: 0 for a number, 1 for a list of numbers. A null, an unknown
    /// value and an empty collection are as deep as their types.
    pub fn depth(&self) -> usize {
        self.summary().depth.into()
    }

    /// Returns the number of values in the value, itself included: 1 for a number, 3 for a list of two. A string
    /// counts one more for each 32 bytes.
    pub fn size(&self) -> usize {
        self.summary().size as usize
    }

    /// Returns the work of visiting the value once, as a function does with its arguments.
    #[doc(hidden)]
    #[inline]
    pub fn steps(&self) -> usize {
        match &self.0 {
            Repr::Bool(_) | Repr::Number(_) => 0,
            Repr::String(text) => text.len() / BYTES_PER_STEP,
            _ => self.size() / PARTS_PER_STEP,
        }
    }

    /// Returns a value with this many parts, or a placeholder if it is too large or too deep.
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

    /// Returns the placeholder for a value that is too large or too deep.
    #[cold]
    fn beyond_limits(self) -> Self {
        let mut marks = Marks::new();
        gather_marks(&self, &mut marks, &mut KeySet::default());
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
    /// Returns the summary of a value with these parts.
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

    /// Returns the summary of a list, set or map. An empty collection is as deep as its type.
    pub(super) fn of_elements(element: &Type, elements: &[Value]) -> Self {
        let mut all = Self::around(elements);
        if elements.is_empty() {
            all.depth += Self::of_nothing_but(element).depth;
        }
        all
    }

    /// Returns the summary of a value that consists only of its type. A type that is too large gets the maximum
    /// depth, so that a value around it becomes a placeholder.
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
    /// Returns the summary of a known value without parts.
    fn default() -> Self {
        Self { depth: 0, size: 1, is_wholly_known: true, is_marked: false }
    }
}

/// Returns the size of a string.
#[inline]
fn size_of(text: &str) -> u32 {
    1 + u32::try_from(text.len() / BYTES_PER_VALUE).unwrap_or(u32::MAX / 2)
}

/// Gathers the marks at any depth. A shared part is visited once, since visiting it each time may take too long.
fn gather_marks(value: &Value, marks: &mut Marks, seen: &mut KeySet<*const Value>) {
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
    fn too_large_values_become_unknown_and_keep_their_marks() {
        // This has 2^24 - 1 values. The next level has 2^25 - 1.
        let twice = |value: Value| Value::tuple(vec![value.clone(), value]);
        let marked = Value::from(1).mark(Mark::new("m"));
        let largest = (0..23).fold(marked, |value, _| twice(value));
        assert_eq!(largest.size(), Value::MAX_SIZE - 1);
        assert_eq!(twice(largest.clone()), Value::dynamic().mark(Mark::new("m")));
        let levels = (0..10_000).fold(largest, |value, _| twice(value));
        assert!(levels.size() <= Value::MAX_SIZE && levels.contains_marked());
    }

    #[test]
    fn too_deep_values_become_unknown_and_keep_their_marks() {
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
