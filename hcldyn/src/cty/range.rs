//! What a value, known or not, can be.

use super::{Inclusive, Kind, Number, Refinement, Str, Type, Value};

/// What a value can be: for a known value that value alone, for an unknown one what is known of it.
/// See [`Value::range`].
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRange {
    ty: Type,
    nullness: Nullness,
    known: Refinement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nullness {
    Null,
    NotNull,
    Either,
}

impl Value {
    /// What the value, marked or not, can be (reference: `Value.Range`).
    ///
    /// ```
    /// use hcldyn::{Type, Value};
    /// use hcldyn::cty::Inclusive::Yes;
    ///
    /// let port = Value::unknown(Type::Number).refine().not_null().lower(1, Yes).finish()?;
    /// assert!(!port.range().could_be_null());
    /// assert_eq!(port.range().includes(&Value::from(0)), Some(false));
    /// assert_eq!(port.range().includes(&Value::from(80)), None);
    /// assert_eq!(Value::from(80).range().includes(&Value::from(80)), Some(true));
    /// # Ok::<(), hcldyn::cty::RefineError>(())
    /// ```
    pub fn range(&self) -> ValueRange {
        let value = self.unmarked();
        let nullness = match value.kind() {
            Kind::Null(_) => Nullness::Null,
            _ if value.is_not_null() => Nullness::NotNull,
            _ => Nullness::Either,
        };
        ValueRange { ty: value.ty(), nullness, known: known_of(value) }
    }
}

impl ValueRange {
    /// The type of every value in the range, as far as that is known.
    pub fn type_constraint(&self) -> &Type {
        &self.ty
    }

    /// Whether null is possible.
    pub fn could_be_null(&self) -> bool {
        self.nullness != Nullness::NotNull
    }

    /// The least number possible, and whether that itself is. `None` where there is no bound.
    pub fn lower(&self) -> Option<(&Number, Inclusive)> {
        self.known.lower.as_ref().map(|(bound, inclusive)| (bound, *inclusive))
    }

    /// The greatest number possible, and whether that itself is. `None` where there is no bound.
    pub fn upper(&self) -> Option<(&Number, Inclusive)> {
        self.known.upper.as_ref().map(|(bound, inclusive)| (bound, *inclusive))
    }

    /// What every text in the range begins with; empty where that is not known.
    pub fn prefix(&self) -> &str {
        self.known.prefix.as_ref().map_or("", Str::as_str)
    }

    /// The fewest elements possible.
    pub fn min_length(&self) -> u64 {
        self.known.min_length
    }

    /// The most elements possible. `None` where there is no bound.
    pub fn max_length(&self) -> Option<u64> {
        self.known.max_length
    }

    /// Whether a value is in the range (reference: `ValueRange.Includes`): `Some(false)` where it
    /// certainly is not, `Some(true)` where it is the only one, `None` where that is not known. Marks
    /// of the value do not count.
    pub fn includes(&self, value: &Value) -> Option<bool> {
        let value = value.unmarked();
        match (self.nullness, value.is_null()) {
            (Nullness::Null, true) => return Some(true),
            (Nullness::NotNull, true) => return Some(false),
            (Nullness::Null, false) => return value.is_not_null().then_some(false),
            (Nullness::Either, true) => return None,
            (Nullness::NotNull | Nullness::Either, false) => {}
        }
        if !value.has_dynamic_type() && !value.ty().conforms_to(&self.ty) && !self.ty.has_dynamic()
        {
            return Some(false);
        }
        if self.known.excludes(value) || self.known.clone().and(known_of(value)).is_err() {
            return Some(false);
        }
        let only = Value::unknown_refined(self.ty.clone(), self.known.clone());
        (only.is_wholly_known() && only.equals(value) == Value::bool(true)).then_some(true)
    }
}

/// What is known of an unmarked value, nulls aside.
fn known_of(value: &Value) -> Refinement {
    let not_null = Refinement::not_null;
    match value.kind() {
        Kind::Unknown(_, known) => known.cloned().unwrap_or_default(),
        Kind::Null(_) => Refinement::default(),
        Kind::Number(number) => not_null().with_bounds(Some(number.clone()), Some(number.clone())),
        Kind::String(text) => Refinement { prefix: Some(text.clone()), ..not_null() },
        Kind::List(_) | Kind::Set(_) | Kind::Map(_) => {
            let max = value.elements().len() as u64;
            let certain = !matches!(value.kind(), Kind::Set(_)) || value.is_wholly_known();
            not_null().with_length(if certain { max } else { max.min(1) }, Some(max))
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
        assert_eq!(Value::unknown(Type::Number).range().includes(&null), None);
        assert_eq!(Value::from(5).range().includes(&null), Some(false));
    }

    #[test]
    fn ranges_of_unknown_values_include_what_is_not_excluded() {
        let text = Refinement::not_null().with_prefix("ab-");
        let text = Value::unknown_refined(Type::String, text).range();
        assert_eq!(text.includes(&"ab-c".into()), None);
        assert_eq!(text.includes(&"abc".into()), Some(false));
        let other = Refinement::not_null().with_prefix("cd-");
        assert_eq!(text.includes(&Value::unknown_refined(Type::String, other)), Some(false));
        assert_eq!(Value::dynamic().range().includes(&1.into()), None);
    }
}
