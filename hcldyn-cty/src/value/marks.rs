//! Marks on values: put on, taken off, found.

use std::sync::Arc;

use super::{Kind, Repr, Value};
use crate::work;
use crate::{Mark, Marks, Type};

/// The work of putting marks on a value, which has a set of them for itself.
const MARKING_STEPS: usize = 8;

impl Value {
    /// The value with a mark.
    #[must_use]
    pub fn mark(self, mark: Mark) -> Self {
        self.with_marks(&Marks::from([mark]))
    }

    /// The value with these marks besides its own.
    #[must_use]
    pub fn with_marks(self, marks: &Marks) -> Self {
        if marks.is_empty() {
            return self;
        }
        work::spend(MARKING_STEPS);
        let (value, mut all) = self.unmark();
        all.extend(marks.iter().cloned());
        Self(Repr::Marked(Arc::new((value, all))))
    }

    /// The value with the marks of what it was made from or taken out of.
    pub fn with_marks_of(self, other: &Self) -> Self {
        match other.marks() {
            Some(marks) => self.with_marks(marks),
            None => self,
        }
    }

    /// The value without its own marks, and those marks. Marks of its parts stay.
    #[must_use]
    pub fn unmark(self) -> (Self, Marks) {
        match self.0 {
            Repr::Marked(marked) => Arc::unwrap_or_clone(marked),
            repr => (Self(repr), Marks::new()),
        }
    }

    /// The value without its own marks, by reference.
    pub fn unmarked(&self) -> &Self {
        match &self.0 {
            Repr::Marked(marked) => &marked.0,
            _ => self,
        }
    }

    /// The value's own marks, if it has any.
    pub fn marks(&self) -> Option<&Marks> {
        match &self.0 {
            Repr::Marked(marked) => Some(&marked.1),
            _ => None,
        }
    }

    /// The value's type as it may be shown. Where the value or a part of it is marked, `any` stands for the types of
    /// what is marked and of what is null or unknown, unless they are primitive: they could name attributes that
    /// are secret.
    ///
    /// ```
    /// use hcldyn::cty::{Mark, Value};
    ///
    /// let tokens = Value::object([("jane", Value::from(1))]).mark(Mark::sensitive());
    /// let site = Value::object([("port", Value::from(80)), ("tokens", tokens)]);
    /// assert_eq!(site.shown_type().to_string(), "object({port = number, tokens = any})");
    /// ```
    pub fn shown_type(&self) -> Type {
        if self.contains_marked() { self.type_without_names() } else { self.ty() }
    }

    fn type_without_names(&self) -> Type {
        let or_any = |ty: &Type| if ty.is_primitive() { ty.clone() } else { Type::Dynamic };
        match self.kind() {
            Kind::Marked(value, _) => or_any(&value.ty()),
            Kind::Null(ty) | Kind::Unknown(ty, _) => or_any(ty),
            Kind::List(list) => Type::list(or_any(list.element_type())),
            Kind::Set(set) => Type::set(or_any(set.element_type())),
            Kind::Map(map) => Type::map(or_any(map.element_type())),
            Kind::Tuple(tuple) => {
                Type::tuple(tuple.elements().iter().map(Self::type_without_names))
            }
            Kind::Object(object) => Type::object(
                object.iter().map(|(name, value)| (name.clone(), value.type_without_names())),
            ),
            Kind::Bool(_) | Kind::Number(_) | Kind::String(_) | Kind::Capsule(_) => self.ty(),
        }
    }

    /// Whether the value itself is marked.
    pub fn is_marked(&self) -> bool {
        matches!(self.0, Repr::Marked(_))
    }

    /// Whether the value or any part of it is marked.
    #[inline]
    pub fn contains_marked(&self) -> bool {
        !self.is_plain() && self.summary().is_marked
    }

    /// The value without any mark at any depth, and all the marks it had.
    #[must_use]
    pub fn unmark_deep(self) -> (Self, Marks) {
        let mut marks = Marks::new();
        let value = self.unmark_deep_into(&mut marks);
        (value, marks)
    }

    /// The value without any mark at any depth; the marks it had are added to `marks`.
    #[doc(hidden)]
    pub fn unmark_deep_into(self, marks: &mut Marks) -> Self {
        if !self.contains_marked() {
            return self;
        }
        let (value, own) = self.unmark();
        marks.extend(own);
        let elements = value.elements().iter().cloned();
        let elements = elements.map(|value| value.unmark_deep_into(marks)).collect();
        value.with_elements(elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_on_and_come_off() {
        let marked = Value::from("x").mark(Mark::new("a")).mark(Mark::new("b"));
        assert!(marked.is_marked());
        let (value, marks) = marked.unmark();
        assert_eq!(value, Value::from("x"));
        assert_eq!(marks.iter().map(Mark::name).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn deep_marks_are_found_and_taken_off() {
        let inner = Value::from(1).mark(Mark::sensitive());
        let value = Value::tuple(vec![Value::object([("k", inner)])]);
        assert!(value.contains_marked() && !value.is_marked());
        let (clean, marks) = value.unmark_deep();
        assert_eq!(clean, Value::tuple(vec![Value::object([("k", Value::from(1))])]));
        assert_eq!(marks.len(), 1);
    }

    #[test]
    fn marks_of_elements_move_to_their_set() {
        let set = Value::set(Type::Number, vec![Value::from(1).mark(Mark::sensitive())]);
        assert!(set.is_marked());
    }
}
