//! The equality of the language.

use super::{Kind, Set, Value};
use crate::work;
use crate::{Marks, Refinement, Type};

impl Value {
    /// Returns the result of the language's `==` (reference: `Value.Equals`): a bool, which is unknown if the
    /// values are not known enough. It carries the marks of both.
    ///
    /// Nulls are equal, regardless of their types. Values of types that cannot be the same are not equal; nothing is
    /// converted. Compound values are compared part by part. One pair that differs decides, even if other pairs
    /// are unknown. (The reference stops at the first unknown pair. It treats sets with compound elements as different
    /// if they are not wholly known.)
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    ///
    /// assert_eq!(Value::from(1).equals(&Value::from(1)), Value::from(true));
    /// assert_eq!(Value::from(1).equals(&Value::from("1")), Value::from(false));
    /// assert!(!Value::from(1).equals(&Value::unknown(Type::Number)).is_known());
    /// ```
    #[must_use]
    #[inline]
    pub fn equals(&self, other: &Self) -> Self {
        match (self.kind(), other.kind()) {
            (Kind::Number(a), Kind::Number(b)) => Self::bool(a.text_eq(b)),
            (Kind::String(a), Kind::String(b)) => Self::bool(a == b),
            _ => self.equals_marked(other),
        }
    }

    #[inline(never)]
    fn equals_marked(&self, other: &Self) -> Self {
        work::spend(self.steps() + other.steps());
        if !self.contains_marked() && !other.contains_marked() {
            return Verdict::of(self, other).into();
        }
        // The parts of a value do not matter for a null test.
        let shallow = self.is_null() != other.is_null();
        let mut marks = Marks::new();
        let mut unmark = |value: &Self| {
            if shallow {
                marks.extend(value.marks().into_iter().flatten().cloned());
                value.clone().unmark_deep().0
            } else {
                value.clone().unmark_deep_into(&mut marks)
            }
        };
        let verdict = Verdict::of(&unmark(self), &unmark(other));
        Self::from(verdict).with_marks(&marks)
    }
}

/// The knowledge about the equality of two values, ordered by how much it decides: a pair of parts that differs
/// outweighs unknown ones, and those outweigh equal ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Equal,
    Unknown,
    Different,
}

impl From<Verdict> for Value {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Equal => Self::bool(true),
            Verdict::Different => Self::bool(false),
            Verdict::Unknown => Self::unknown_refined(Type::Bool, Refinement::not_null()),
        }
    }
}

impl Verdict {
    const fn when(equal: bool) -> Self {
        if equal { Self::Equal } else { Self::Different }
    }

    /// Compares two values without marks.
    fn of(a: &Value, b: &Value) -> Self {
        match (a.kind(), b.kind()) {
            (Kind::Bool(a), Kind::Bool(b)) => Self::when(a == b),
            (Kind::Number(a), Kind::Number(b)) => Self::when(a.text_eq(b)),
            (Kind::String(a), Kind::String(b)) => Self::when(a == b),
            (Kind::Unknown(..), Kind::Unknown(..)) => Self::Unknown,
            (Kind::Unknown(ty, known), _) => Self::of_unknown(ty, known, b),
            (_, Kind::Unknown(ty, known)) => Self::of_unknown(ty, known, a),
            (Kind::Null(_), Kind::Null(_)) => Self::Equal,
            (Kind::Null(_), _) | (_, Kind::Null(_)) => Self::Different,
            (Kind::Capsule(a), Kind::Capsule(b)) => Self::when(a == b),
            _ => Self::of_compounds(a, b),
        }
    }

    /// Compares a known value with an unknown one.
    fn of_unknown(ty: &Type, known: Option<&Refinement>, value: &Value) -> Self {
        let has_another_type = || {
            let ty_of_value = value.ty();
            let is_final = || !ty.has_dynamic() && has_final_type(value);
            *ty != ty_of_value && (!may_be_same(ty, &ty_of_value) || is_final())
        };
        let excluded = known.is_some_and(|known| known.excludes(value));
        let different = excluded || !value.is_null() && has_another_type();
        if different { Self::Different } else { Self::Unknown }
    }

    /// Compares two known values, at least one of them compound. Values of different types are different, even if
    /// the types differ only in that of a null (reference: `Value.Equals`).
    fn of_compounds(a: &Value, b: &Value) -> Self {
        let (type_of_a, type_of_b) = (a.ty(), b.ty());
        let have_other_types =
            || !may_be_same(&type_of_a, &type_of_b) || has_final_type(a) && has_final_type(b);
        if type_of_a != type_of_b && have_other_types() {
            return Self::Different;
        }
        Self::of_parts(a, b)
    }

    /// Compares known compound values whose types may be the same.
    fn of_parts(a: &Value, b: &Value) -> Self {
        match (a.kind(), b.kind()) {
            (Kind::Set(a), Kind::Set(b)) => Self::of_sets(a, b),
            (Kind::Map(x), Kind::Map(y)) if x.keys() != y.keys() => Self::Different,
            (Kind::Object(x), Kind::Object(y)) => {
                Self::of_pairs(x.iter().zip(y.iter()).map(|((_, x), (_, y))| (x, y)))
            }
            _ if a.elements().len() != b.elements().len() => Self::Different,
            _ => Self::of_pairs(a.elements().iter().zip(b.elements())),
        }
    }

    /// Compares two sets. They differ if an element of one can't be in the other, or if one has more elements than the
    /// other can have. An unknown element may equal any element.
    fn of_sets(a: &Set, b: &Set) -> Self {
        let known = |set: &Set| set.elements().iter().filter(|it| it.is_wholly_known()).count();
        let (a_known, b_known) = (known(a), known(b));
        let exceeds = |a: &Set, a_known: usize, b: &Set, b_known: usize| {
            let mut known = a.elements().iter().filter(|it| it.is_wholly_known());
            a_known.max(a.elements().len().min(1)) > b.elements().len()
                || b_known == b.elements().len() && known.any(|element| !b.contains(element))
        };
        if exceeds(a, a_known, b, b_known) || exceeds(b, b_known, a, a_known) {
            return Self::Different;
        }
        let all_known = a_known == a.elements().len() && b_known == b.elements().len();
        if all_known { Self::Equal } else { Self::Unknown }
    }

    fn of_pairs<'a>(pairs: impl Iterator<Item = (&'a Value, &'a Value)>) -> Self {
        let mut verdict = Self::Equal;
        for (a, b) in pairs {
            verdict = verdict.max(Self::of(a, b));
            if verdict == Self::Different {
                break;
            }
        }
        verdict
    }
}

/// Returns `true` if the type of a known value cannot change when its unknown parts become known. A null of any
/// type keeps that type.
fn has_final_type(value: &Value) -> bool {
    match value.kind() {
        Kind::Unknown(ty, _) => !ty.has_dynamic(),
        Kind::Object(object) => object.iter().all(|(_, part)| has_final_type(part)),
        _ => value.elements().iter().all(has_final_type),
    }
}

/// Returns `true` if two types may be the same, depending on their dynamic parts.
fn may_be_same(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Dynamic, _) | (_, Type::Dynamic) => true,
        (Type::List(a), Type::List(b))
        | (Type::Set(a), Type::Set(b))
        | (Type::Map(a), Type::Map(b)) => may_be_same(a, b),
        (Type::Tuple(a), Type::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| may_be_same(a, b))
        }
        (Type::Object(a), Type::Object(b)) => {
            a.shape() == b.shape()
                && a.iter().zip(b.iter()).all(|((_, a), (_, b))| may_be_same(a, b))
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    fn yes() -> Value {
        Value::bool(true)
    }

    fn no() -> Value {
        Value::bool(false)
    }

    fn undecided() -> Value {
        Value::unknown(Type::Bool).refine_not_null()
    }

    #[test]
    fn nulls_are_equal_whatever_their_types() {
        assert_eq!(Value::null(Type::String).equals(&Value::null(Type::Number)), yes());
        assert_eq!(Value::null(Type::Bool).equals(&Value::bool(false)), no());
    }

    #[test]
    fn tuples_of_nulls_differ_if_their_types_differ() {
        let tuple_of = |null| Value::tuple(vec![null]);
        let untyped = tuple_of(Value::null(Type::Dynamic));
        assert_eq!(untyped.equals(&tuple_of(Value::null(Type::String))), no());
        assert_eq!(untyped.equals(&untyped), yes());
        let unknown = tuple_of(Value::unknown(Type::Dynamic));
        assert_eq!(untyped.equals(&unknown), undecided());
        let string = tuple_of(Value::unknown(Type::String));
        assert_eq!(untyped.equals(&string), no());
        assert_eq!(string.equals(&unknown), undecided());
        let all_unknown = Value::unknown(Type::tuple([Type::String]));
        assert_eq!(untyped.equals(&all_unknown), no());
        assert_eq!(unknown.equals(&all_unknown), undecided());
    }

    #[test]
    fn refinements_of_unknown_values_decide() {
        let text = Value::unknown(Type::String);
        assert_eq!(text.equals(&Value::null(Type::Dynamic)), undecided());
        assert_eq!(text.clone().refine_not_null().equals(&Value::null(Type::Dynamic)), no());
        assert_eq!(text.equals(&Value::from(1)), no());
        assert_eq!(Value::dynamic().equals(&Value::from(1)), undecided());
        let address = Refinement::default().with_prefix("https://");
        let address = Value::unknown_refined(Type::String, address);
        assert_eq!(address.equals(&Value::from("http://a")), no());
        assert_eq!(address.equals(&Value::from("https://a")), undecided());
    }

    #[test]
    fn one_pair_that_differs_decides() {
        let unknown = Value::unknown(Type::Number);
        let a = Value::tuple(vec![unknown.clone(), 1.into()]);
        assert_eq!(a.equals(&Value::tuple(vec![5.into(), 2.into()])), no());
        assert_eq!(a.equals(&Value::tuple(vec![5.into(), 1.into()])), undecided());
        assert_eq!(a.equals(&Value::tuple(vec![5.into()])), no());
        let set = |elements| Value::set(Type::Number, elements);
        assert_eq!(set(vec![1.into(), 2.into()]).equals(&set(vec![2.into(), 1.into()])), yes());
        assert_eq!(set(vec![unknown.clone()]).equals(&set(vec![2.into()])), undecided());
        assert_eq!(set(vec![unknown.clone()]).equals(&set(vec![])), no());
        assert_eq!(set(vec![unknown, 3.into()]).equals(&set(vec![2.into(), 1.into()])), no());
    }

    #[test]
    fn marks_of_both_are_on_the_result() {
        let a = Value::tuple(vec![Value::from(1).mark(Mark::new("a"))]);
        let b = Value::tuple(vec![1.into()]).mark(Mark::new("b"));
        let both = [Mark::new("a"), Mark::new("b")];
        assert_eq!(a.equals(&b), both.into_iter().fold(yes(), Value::mark));
        assert_eq!(a.equals(&Value::null(Type::Dynamic)), no());
    }
}
