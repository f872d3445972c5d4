//! Walks through a value with all its parts.
//!
//! Values are nested at most [`Value::MAX_DEPTH`] levels deep, which limits the recursion.

use std::convert::Infallible;

use super::{Kind, Value};
use crate::collect::{CollectVec, PushAll};
use crate::key_map::KeyMap;
use crate::{Marks, Path, Step, Str, Type};

/// The choice whether a walk visits the parts of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Descend {
    /// Visit its parts next.
    Into,
    /// Skip its parts.
    Past,
}

impl Value {
    /// Visits the value and then its parts, outermost first, in the order of their keys (reference: `cty.Walk`). A
    /// marked value is visited once, with its marks. A set's elements are their own keys.
    ///
    /// ```
    /// use hcldyn::cty::{Descend, Value};
    ///
    /// let value = Value::object([("a", Value::from(1)), ("b", Value::tuple(vec![2.into()]))]);
    /// let mut numbers = Vec::new();
    /// value.walk(|path, part| {
    ///     if let Some(number) = part.as_number() {
    ///         numbers.push(format!("{path}: {number}"));
    ///     }
    ///     Descend::Into
    /// });
    /// assert_eq!(numbers, [r#"attribute "a": 1"#, r#"attribute "b": element 0: 2"#]);
    /// ```
    pub fn walk(&self, mut visit: impl FnMut(&Path, &Self) -> Descend) {
        self.walk_from(&mut Path::root(), &mut visit);
    }

    fn walk_from(&self, path: &mut Path, visit: &mut impl FnMut(&Path, &Self) -> Descend) {
        if visit(path, self) == Descend::Past {
            return;
        }
        let value = self.unmarked();
        for position in value.positions() {
            path.push(value.step_to(position));
            value.elements()[position].walk_from(path, visit);
            path.pop();
        }
    }

    /// Replaces every part and then the value itself, innermost first (reference: `cty.Transform`). `replace` gets
    /// each value with its parts replaced and its marks restored. A list, set or map whose elements no longer have
    /// one type gets a dynamic element type.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    ///
    /// let value = Value::tuple(vec!["a".into(), Value::tuple(vec!["b".into()])]);
    /// let upper = value.transform(|_, part| {
    ///     Ok::<_, ()>(part.as_str().map(|text| text.to_uppercase().into()).unwrap_or(part))
    /// });
    /// assert_eq!(upper, Ok(Value::tuple(vec!["A".into(), Value::tuple(vec!["B".into()])])));
    /// ```
    ///
    /// # Errors
    ///
    /// Fails with the first error of `replace`.
    pub fn transform<E>(
        self,
        mut replace: impl FnMut(&Path, Self) -> Result<Self, E>,
    ) -> Result<Self, E> {
        self.transform_from(&mut Path::root(), &mut replace)
    }

    fn transform_from<E>(
        self,
        path: &mut Path,
        replace: &mut impl FnMut(&Path, Self) -> Result<Self, E>,
    ) -> Result<Self, E> {
        if self.unmarked().elements().is_empty() {
            return replace(path, self);
        }
        let (value, marks) = self.unmark();
        let mut parts = value.elements().to_vec();
        for position in value.positions() {
            path.push(value.step_to(position));
            let part = std::mem::replace(&mut parts[position], Self::dynamic());
            parts[position] = part.transform_from(path, replace)?;
            path.pop();
        }
        replace(path, value.with_elements(parts).with_marks(&marks))
    }

    /// Returns the value without marks at any depth, and the marks with their paths, outermost first (reference:
    /// `Value.UnmarkDeepWithPaths`).
    ///
    /// ```
    /// use hcldyn::cty::{Mark, Marks, Path, Value};
    ///
    /// let secret = Value::from("x").mark(Mark::sensitive());
    /// let value = Value::object([("password", secret)]);
    /// let (plain, marks) = value.clone().unmark_deep_with_paths();
    /// assert_eq!(marks, [(Path::root().attr("password"), Marks::from([Mark::sensitive()]))]);
    /// assert_eq!(plain.mark_with_paths(&marks), value);
    /// ```
    #[must_use]
    pub fn unmark_deep_with_paths(self) -> (Self, Vec<(Path, Marks)>) {
        let mut found = Vec::new();
        self.walk(|path, value| {
            found.push_all(value.marks().map(|marks| (path.clone(), marks.clone())));
            if value.contains_marked() { Descend::Into } else { Descend::Past }
        });
        (self.unmark_deep().0, found)
    }

    /// Returns the value with these marks added at these paths (reference: `Value.MarkWithPaths`). A path that the
    /// value does not have is ignored. Marks of a set's element go to the set.
    #[must_use]
    pub fn mark_with_paths(self, places: &[(Path, Marks)]) -> Self {
        self.mark_at(places.iter().map(|(path, marks)| (path.steps(), marks)).collect_vec())
    }

    /// Adds marks by the remaining steps of their paths. Only the parts on the paths are visited: finding a whole
    /// path takes time proportional to the elements of sets in it.
    fn mark_at(self, places: Vec<(&[Step], &Marks)>) -> Self {
        let mut own = Marks::new();
        let mut inside: KeyMap<&Step, Vec<(&[Step], &Marks)>> = KeyMap::default();
        for (steps, marks) in places {
            match steps.split_first() {
                None => own.extend(marks.iter().cloned()),
                Some((step, rest)) => {
                    inside.get_or_insert_with(step, Vec::new).push((rest, marks));
                }
            }
        }
        if inside.is_empty() {
            return self.with_marks(&own);
        }
        let (value, marks) = self.unmark();
        let mut parts = value.elements().to_vec();
        for (position, part) in parts.iter_mut().enumerate() {
            if let Some(places) = inside.get_mut(&value.step_to(position)) {
                *part = std::mem::replace(part, Self::dynamic()).mark_at(std::mem::take(places));
            }
        }
        value.with_elements(parts).with_marks(&marks).with_marks(&own)
    }

    /// Replaces unknown values with null. Marks are unchanged (reference: `cty.UnknownAsNull`).
    #[must_use]
    pub fn unknown_as_null(self) -> Self {
        if self.is_wholly_known() {
            return self;
        }
        let Ok(value) = self.transform(|_, value| {
            Ok::<_, Infallible>(if value.is_known() {
                value
            } else {
                let (value, marks) = value.unmark();
                Self::null(value.ty()).with_marks(&marks)
            })
        });
        value
    }

    /// Returns the value with other elements, in the number and order of [`Value::elements`]. A value without
    /// elements stays as it is.
    pub(super) fn with_elements(self, elements: Vec<Self>) -> Self {
        match self.kind() {
            Kind::List(list) => {
                Self::list(type_of_elements(list.element_type(), &elements), elements)
            }
            Kind::Set(set) => Self::set(type_of_elements(set.element_type(), &elements), elements),
            Kind::Map(map) => {
                let ty = type_of_elements(map.element_type(), &elements);
                Self::map(ty, map.keys().iter().cloned().zip(elements).collect_vec())
            }
            Kind::Tuple(_) => Self::tuple(elements),
            Kind::Object(object) => Self::object_of_shape(object.shape().clone(), elements),
            _ => self,
        }
    }

    /// Returns the positions of the parts in [`Value::elements`], in the order of their keys.
    fn positions(&self) -> Vec<usize> {
        match self.kind() {
            Kind::Object(object) => object.shape().in_name_order().collect_vec(),
            _ => (0..self.elements().len()).collect_vec(),
        }
    }

    /// Returns the step to the part at a position of [`Value::elements`].
    fn step_to(&self, position: usize) -> Step {
        let text = |key: &Str| Self::from(key.clone());
        match self.kind() {
            Kind::Object(object) => Step::Attr(object.shape().names()[position].clone()),
            Kind::Map(map) => Step::Index(text(&map.keys()[position])),
            Kind::Set(set) => Step::Index(set.elements()[position].clone()),
            _ => Step::Index(position.into()),
        }
    }
}

/// Returns the type that all elements have, or dynamic. `before` is the previous type, which usually still applies.
fn type_of_elements(before: &Type, elements: &[Value]) -> Type {
    let is_one = |ty: &Type| elements.iter().all(|it| it.is_of(ty) || it.ty() == *ty);
    if is_one(before) {
        return before.clone();
    }
    let first = elements.first().map_or(Type::Dynamic, Value::ty);
    if is_one(&first) { first } else { Type::Dynamic }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    fn nested() -> Value {
        let shape = crate::Shape::new(["b".into(), "a".into()]);
        let set = Value::set(Type::Number, vec![2.into(), 1.into()]).mark(Mark::new("set"));
        let map = Value::map(Type::Bool, vec![("k".into(), true.into())]);
        Value::object_of_shape(shape, vec![set, map])
    }

    #[test]
    fn a_walk_visits_parts_in_key_order() {
        let mut visited = Vec::new();
        nested().walk(|path, _| {
            visited.push(path.to_string());
            Descend::Into
        });
        let expected = [
            "",
            r#"attribute "a""#,
            r#"attribute "a": element "k""#,
            r#"attribute "b""#,
            r#"attribute "b": element 1"#,
            r#"attribute "b": element 2"#,
        ];
        assert_eq!(visited, expected);
    }

    #[test]
    fn paths_of_a_walk_lead_to_their_parts() {
        let value = nested();
        value.walk(|path, part| {
            let found = path.apply(&value).unwrap();
            assert_eq!(found.unmarked(), part.unmarked(), "{path}");
            Descend::Into
        });
    }

    #[test]
    fn parts_left_out_are_not_visited() {
        let mut visited = 0;
        nested().walk(|path, _| {
            visited += 1;
            if path.steps().is_empty() { Descend::Into } else { Descend::Past }
        });
        assert_eq!(visited, 3);
    }

    #[test]
    fn a_transformation_keeps_marks_and_types() {
        let same = nested().transform(|_, value| Ok::<_, ()>(value));
        assert_eq!(same, Ok(nested()));
        let halved = nested().transform(|_, value| match value.as_number() {
            Some(_) => Ok::<_, ()>(1.into()),
            None => Ok(value),
        });
        let set = Value::set(Type::Number, vec![1.into()]).mark(Mark::new("set"));
        assert_eq!(halved.unwrap().get("b"), Some(&set));
        let list = Value::list(Type::Number, vec![1.into(), 2.into()]);
        let texts = list.clone().transform(|path, value| {
            if path.steps().is_empty() { Ok::<_, ()>(value) } else { Ok("x".into()) }
        });
        assert_eq!(texts.unwrap().ty(), Type::list(Type::String));
        assert_eq!(list.transform(|_, _| Err("stop")), Err("stop"));
    }

    #[test]
    fn marks_go_back_where_they_were() {
        let marked = nested().mark(Mark::new("outer"));
        let (plain, marks) = marked.clone().unmark_deep_with_paths();
        assert!(!plain.contains_marked());
        let set = (Path::root().attr("b"), Marks::from([Mark::new("set")]));
        assert_eq!(marks, [(Path::root(), Marks::from([Mark::new("outer")])), set]);
        assert_eq!(plain.mark_with_paths(&marks), marked);
    }

    #[test]
    fn unknown_becomes_null() {
        let value = Value::tuple(vec![Value::unknown(Type::Bool).mark(Mark::new("m")), 1.into()]);
        let null = Value::null(Type::Bool).mark(Mark::new("m"));
        assert_eq!(value.unknown_as_null(), Value::tuple(vec![null, 1.into()]));
    }
}
