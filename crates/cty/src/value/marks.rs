//! Marks on values: adding, removing and finding them.

use std::convert::Infallible;
use std::sync::Arc;

use super::{Kind, Repr, Value};
use crate::collect::CollectVec;
use crate::work;
use crate::{Mark, Marks, Type};

/// The work of marking a value, which allocates a set of marks.
const MARKING_STEPS: usize = 8;

impl Value {
    /// Returns the value with a mark.
    #[must_use]
    pub fn mark(self, mark: Mark) -> Self {
        // A set from an array compiles a sort.
        let mut marks = Marks::new();
        marks.insert(mark);
        self.with_marks(&marks)
    }

    /// Returns the value with these marks and its own.
    ///
    /// ```
    /// use hcldyn::cty::{Mark, Value};
    ///
    /// let (plain, marks) = Value::from("hunter2").mark(Mark::sensitive()).unmark();
    /// let length = Value::from(plain.as_str().unwrap().len());
    /// assert!(length.with_marks(&marks).is_marked());
    /// ```
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

    /// Returns the value with the marks of another one, from which it was made or taken.
    ///
    /// ```
    /// use hcldyn::cty::{Mark, Value};
    ///
    /// let password = Value::from("hunter2").mark(Mark::sensitive());
    /// assert!(Value::from(7).with_marks_of(&password).is_marked());
    /// ```
    #[must_use]
    pub fn with_marks_of(self, other: &Self) -> Self {
        match other.marks() {
            Some(marks) => self.with_marks(marks),
            None => self,
        }
    }

    /// Returns the value without its own marks, and those marks. Marks of its parts stay.
    #[must_use]
    pub fn unmark(self) -> (Self, Marks) {
        match self.0 {
            Repr::Marked(marked) => Arc::unwrap_or_clone(marked),
            repr => (Self(repr), Marks::new()),
        }
    }

    /// Returns an unknown value of any type whose cause has been reported as an error.
    ///
    /// ```
    /// use hcldyn::cty::{Value, ops};
    ///
    /// let port = Value::failed();
    /// assert!(ops::add(&port, &1.into()).unwrap().is_failed());
    /// assert!(Value::list(hcldyn::cty::Type::Number, vec![port]).is_failed());
    /// assert!(!Value::dynamic().is_failed());
    /// ```
    pub fn failed() -> Self {
        Self::dynamic().mark(Mark::reported())
    }

    /// Returns `true` if an error that has been reported is the cause of the value or of a part of it. See
    /// [`Mark::reported`].
    pub fn is_failed(&self) -> bool {
        self.contains_marked()
            && (self.marks().is_some_and(|marks| marks.iter().any(Mark::is_reported))
                || self.unmarked().elements().iter().any(Self::is_failed))
    }

    /// Borrows the value without its own marks.
    pub fn unmarked(&self) -> &Self {
        match &self.0 {
            Repr::Marked(marked) => &marked.0,
            _ => self,
        }
    }

    /// Returns the value's own marks, if any.
    pub fn marks(&self) -> Option<&Marks> {
        match &self.0 {
            Repr::Marked(marked) => Some(&marked.1),
            _ => None,
        }
    }

    /// Returns the value's type for messages. If the value or a part of it is marked, the types of marked, null and
    /// unknown parts are `any` unless they are primitive: they could contain secret names of attributes.
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

    /// Returns `true` if the value itself is marked.
    pub fn is_marked(&self) -> bool {
        matches!(self.0, Repr::Marked(_))
    }

    /// Returns `true` if the value or any part of it is marked.
    #[inline]
    pub fn contains_marked(&self) -> bool {
        !self.is_plain() && self.summary().is_marked
    }

    /// Returns the value with the string `"(sensitive)"` in place of each sensitive part, for output that people read.
    /// Parts with other marks stay marked.
    ///
    /// ```
    /// use hcldyn::cty::{Mark, Value};
    ///
    /// let password = Value::from("hunter2").mark(Mark::sensitive());
    /// let login = Value::object([("user", "jane".into()), ("password", password)]);
    /// let json = hcldyn::cty::json::to_plain_json(&login.redacted())?;
    /// assert_eq!(json, r#"{"password":"(sensitive)","user":"jane"}"#);
    /// # Ok::<(), hcldyn::cty::WireError>(())
    /// ```
    #[must_use]
    pub fn redacted(self) -> Self {
        let sensitive = Mark::sensitive();
        let redacted = self.transform(|_, part| {
            let is_sensitive = part.marks().is_some_and(|marks| marks.contains(&sensitive));
            if !is_sensitive {
                return Ok::<_, Infallible>(part);
            }
            let (_, mut marks) = part.unmark();
            marks.remove(&sensitive);
            Ok(Self::from("(sensitive)").with_marks(&marks))
        });
        let Ok(redacted) = redacted;
        redacted
    }

    /// Returns the value without marks at any depth, and all marks it had.
    #[must_use]
    pub fn unmark_deep(self) -> (Self, Marks) {
        let mut marks = Marks::new();
        let value = self.unmark_deep_into(&mut marks);
        (value, marks)
    }

    /// Returns the value without marks at any depth, and adds them to `marks`.
    #[doc(hidden)]
    pub fn unmark_deep_into(self, marks: &mut Marks) -> Self {
        if !self.contains_marked() {
            return self;
        }
        let (value, own) = self.unmark();
        marks.extend(own);
        let elements = value.elements().iter().cloned();
        let elements = elements.map(|value| value.unmark_deep_into(marks)).collect_vec();
        value.with_elements(elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_added_and_removed() {
        let marked = Value::from("x").mark(Mark::new("a")).mark(Mark::new("b"));
        assert!(marked.is_marked());
        let (value, marks) = marked.unmark();
        assert_eq!(value, Value::from("x"));
        assert_eq!(marks.iter().map(Mark::name).collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn nested_marks_are_found_and_removed() {
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
