//! The ranges of values.

use super::{Inclusive, Kind, Number, Refinement, Str, Type, Value};

/// The range of a value: only itself for a known value, the refinements of an unknown one. See [`Value::range`].
///
/// ```
/// use hcldyn::cty::Inclusive::No;
/// use hcldyn::cty::{Refinement, Type, Value};
///
/// let list = Refinement::not_null().with_length(1, Some(3));
/// let range = Value::unknown_refined(Type::list(Type::String), list).range();
/// assert_eq!((range.min_length(), range.max_length()), (1, Some(3)));
/// assert_eq!(range.type_constraint(), &Type::list(Type::String));
///
/// let name = Value::unknown_refined(Type::String, Refinement::not_null().with_prefix("web-"));
/// assert_eq!(name.range().prefix(), "web-");
///
/// let share = Value::unknown(Type::Number).refine().upper(1, No).finish()?;
/// assert_eq!(share.range().upper(), Some((&1.into(), No)));
/// # Ok::<(), hcldyn::cty::RefineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRange {
    ty: Type,
    value: Value,
    known: Refinement,
}

impl Value {
    /// Returns the range of the value, marked or not (reference: `Value.Range`).
    ///
    /// ```
    /// use hcldyn::cty::Inclusive::Yes;
    /// use hcldyn::cty::{Type, Value};
    ///
    /// let port = Value::unknown(Type::Number).refine().not_null().lower(1, Yes).finish()?.range();
    /// assert!(!port.could_be_null());
    /// assert_eq!(port.lower(), Some((&1.into(), Yes)));
    /// assert_eq!(port.includes(&Value::from(0)), Some(false));
    /// assert_eq!(port.includes(&Value::from(80)), Some(true));
    /// assert_eq!(port.includes(&Value::unknown(Type::Number)), None);
    /// # Ok::<(), hcldyn::cty::RefineError>(())
    /// ```
    pub fn range(&self) -> ValueRange {
        let value = self.unmarked();
        ValueRange { ty: value.ty(), value: value.clone(), known: known_of(value) }
    }
}

impl ValueRange {
    /// Returns the type of every value in the range, as far as it is known.
    pub fn type_constraint(&self) -> &Type {
        &self.ty
    }

    /// Returns `true` if the value may be null.
    pub fn could_be_null(&self) -> bool {
        !self.value.is_not_null()
    }

    /// Returns the lower bound, if there is one, and whether the range includes it.
    pub fn lower(&self) -> Option<(&Number, Inclusive)> {
        self.known.lower.as_ref().map(|(bound, inclusive)| (bound, *inclusive))
    }

    /// Returns the upper bound, if there is one, and whether the range includes it.
    pub fn upper(&self) -> Option<(&Number, Inclusive)> {
        self.known.upper.as_ref().map(|(bound, inclusive)| (bound, *inclusive))
    }

    /// Returns the prefix of every string in the range. It is empty if none is known.
    pub fn prefix(&self) -> &str {
        self.known.prefix.as_ref().map_or("", Str::as_str)
    }

    /// Returns the minimum number of elements.
    pub fn min_length(&self) -> u64 {
        self.known.min_length
    }

    /// Returns the maximum number of elements, if there is one.
    pub fn max_length(&self) -> Option<u64> {
        self.known.max_length
    }

    /// Returns `Some(true)` if a value is in the range, and `None` if that is unknown. Marks of the value do not
    /// count.
    ///
    /// The reference (`ValueRange.Includes`) mostly answers when the value is *not* in the range, and it treats an
    /// unknown value as one that is neither null nor of another type.
    pub fn includes(&self, value: &Value) -> Option<bool> {
        let value = value.unmarked();
        if self.value.is_known() {
            return self.value.equals(value).unmarked().as_bool();
        }
        if value.is_null() {
            return Some(self.could_be_null());
        }
        let may_conform = self.ty.conforms_to(&value.ty()) || value.ty().has_dynamic();
        let both_may_be_null = self.could_be_null() && !value.is_not_null();
        let conforms = value.ty().conforms_to(&self.ty);
        if !conforms && !may_conform || self.excludes(value) {
            return (!both_may_be_null).then_some(false);
        }
        (conforms && value.is_wholly_known()).then_some(true)
    }

    fn excludes(&self, value: &Value) -> bool {
        self.known.excludes(value) || self.known.clone().and(known_of(value)).is_err()
    }
}

/// Returns the refinement of an unmarked value. A null has an empty refinement.
pub fn known_of(value: &Value) -> Refinement {
    let not_null = Refinement::not_null;
    match value.kind() {
        Kind::Unknown(_, known) => known.cloned().unwrap_or_default(),
        Kind::Null(_) => Refinement::default(),
        Kind::Number(number) => not_null().with_bounds(Some(number.clone()), Some(number.clone())),
        Kind::String(text) => Refinement { prefix: Some(text.clone()), ..not_null() },
        Kind::Set(set) => {
            let (min, max) = set.possible_lengths();
            not_null().with_length(min, Some(max))
        }
        Kind::List(_) | Kind::Map(_) => {
            let length = value.elements().len() as u64;
            not_null().with_length(length, Some(length))
        }
        _ => not_null(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_value_is_its_own_range() {
        let five = Value::from(5).range();
        assert_eq!(five.lower(), Some((&5.into(), Inclusive::Yes)));
        assert_eq!(five.upper(), five.lower());
        assert_eq!(five.includes(&6.into()), Some(false));
        assert_eq!(five.includes(&"5".into()), Some(false));
        assert_eq!(Value::from("abc").range().prefix(), "abc");
        let list = Value::list(Type::Bool, vec![true.into()]).range();
        assert_eq!((list.min_length(), list.max_length()), (1, Some(1)));
        let set = vec![Value::unknown(Type::Bool), true.into()];
        let set = Value::set(Type::Bool, set).range();
        assert_eq!((set.min_length(), set.max_length()), (1, Some(2)));
    }

    #[test]
    fn null_is_a_range_of_its_own() {
        let null = Value::null(Type::Number);
        assert_eq!(null.range().includes(&Value::null(Type::String)), Some(true));
        assert_eq!(null.range().includes(&5.into()), Some(false));
        assert_eq!(null.range().includes(&Value::unknown(Type::Number)), None);
        assert_eq!(Value::unknown(Type::Number).range().includes(&null), Some(true));
        assert_eq!(Value::from(5).range().includes(&null), Some(false));
    }

    #[test]
    fn ranges_of_unknown_values_exclude_impossible_values() {
        let unknown = |known| Value::unknown_refined(Type::String, known);
        let text = unknown(Refinement::not_null().with_prefix("ab-")).range();
        assert_eq!(text.includes(&"ab-c".into()), Some(true));
        assert_eq!(text.includes(&"abc".into()), Some(false));
        assert_eq!(text.includes(&1.into()), Some(false));
        let other = Refinement::not_null().with_prefix("cd-");
        assert_eq!(text.includes(&unknown(other.clone())), Some(false));
        let nullable = |it| Refinement { not_null: false, ..it };
        let text = unknown(Refinement::default().with_prefix("ab-")).range();
        assert_eq!(text.includes(&unknown(nullable(other))), None);
        assert_eq!(text.includes(&Value::dynamic()), None);
        assert_eq!(Value::dynamic().range().includes(&1.into()), Some(true));
    }
}
