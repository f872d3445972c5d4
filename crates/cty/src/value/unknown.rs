//! Unknown values with refinements.

use std::sync::Arc;

use super::{Repr, Value};
use crate::{Number, Refinement, Type};

/// The maximum length at which an unknown list becomes a list of unknown elements. A length from outside must not
/// determine the use of memory.
const MAX_UNKNOWN_ELEMENTS: u64 = 1024;

impl Value {
    /// Returns an unknown value with a refinement. A dynamic one cannot be refined, as in the reference. If only
    /// one value is left, the result is that value: a number between equal bounds, an empty collection, a list of
    /// unknown elements.
    pub fn unknown_refined(ty: Type, refinement: Refinement) -> Self {
        let ty = ty.within_limits();
        if ty == Type::Dynamic || refinement == Refinement::default() {
            return Self::unknown(ty);
        }
        match only_value(&ty, &refinement) {
            Some(value) => value,
            None => Self(Repr::Unknown(ty, Some(Arc::new(refinement)))),
        }
    }

    /// Returns the value refined to be not null, if it is unknown. Other values, including null, stay as they are.
    #[must_use]
    pub fn refine_not_null(self) -> Self {
        match self.0 {
            Repr::Unknown(ty, known) if !known.as_ref().is_some_and(|it| it.not_null) => {
                let known = known.map_or_else(Refinement::default, Arc::unwrap_or_clone);
                Self::unknown_refined(ty, Refinement { not_null: true, ..known })
            }
            Repr::Marked(marked) => {
                let (value, marks) = Arc::unwrap_or_clone(marked);
                value.refine_not_null().with_marks(&marks)
            }
            repr => Self(repr),
        }
    }

    /// Returns `true` if the value, marked or not, cannot be null.
    pub fn is_not_null(&self) -> bool {
        match &self.0 {
            Repr::Null(_) => false,
            Repr::Unknown(_, known) => known.as_ref().is_some_and(|it| it.not_null),
            Repr::Marked(marked) => marked.0.is_not_null(),
            _ => true,
        }
    }
}

/// Returns the only value that an unknown value can be if it is not null.
fn only_value(ty: &Type, refinement: &Refinement) -> Option<Value> {
    if !refinement.not_null {
        return None;
    }
    match ty {
        Type::Number => only_number(refinement).map(Value::number),
        Type::List(element) | Type::Set(element) | Type::Map(element) => {
            let length = refinement.max_length.filter(|max| *max <= refinement.min_length)?;
            let unknowns = |length: u64| vec![Value::unknown((**element).clone()); length as usize];
            match (ty, length) {
                (Type::Map(_), 0) => Some(Value::map((**element).clone(), Vec::new())),
                (Type::Set(_), 0 | 1) => Some(Value::set((**element).clone(), unknowns(length))),
                (Type::List(_), 0..=MAX_UNKNOWN_ELEMENTS) => {
                    Some(Value::list((**element).clone(), unknowns(length)))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn only_number(refinement: &Refinement) -> Option<Number> {
    use crate::Inclusive::Yes;
    match (&refinement.lower, &refinement.upper) {
        (Some((lower, Yes)), Some((upper, Yes))) if lower == upper => Some(lower.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refinements_to_a_single_value_give_that_value() {
        let empty = Refinement::not_null().with_length(0, Some(0));
        let map = Value::unknown_refined(Type::map(Type::Bool), empty);
        assert_eq!(map, Value::map(Type::Bool, vec![]));
        let two = Refinement::not_null().with_length(2, Some(2));
        let list = Value::unknown_refined(Type::list(Type::Bool), two);
        assert_eq!(list, Value::list(Type::Bool, vec![Value::unknown(Type::Bool); 2]));
        let five = Refinement::not_null().with_bounds(Some(5.into()), Some(5.into()));
        assert_eq!(Value::unknown_refined(Type::Number, five), Value::from(5));
    }

    #[test]
    fn a_great_length_takes_no_memory() {
        let huge = Refinement::not_null().with_length(u64::MAX, Some(u64::MAX));
        assert!(!Value::unknown_refined(Type::list(Type::Bool), huge).is_known());
    }

    #[test]
    fn only_unknown_values_are_refined() {
        let refined = Value::unknown(Type::String).refine_not_null();
        assert!(refined.is_not_null() && !refined.is_known());
        assert!(Value::null(Type::String).refine_not_null().is_null());
        assert_eq!(Value::dynamic().refine_not_null(), Value::dynamic());
    }
}
