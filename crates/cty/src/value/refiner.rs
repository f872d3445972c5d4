//! Refining values.

use std::fmt;

use super::{Repr, Value};
use crate::{Contradiction, Inclusive, Kind, Marks, Number, Refinement, Str, Type};

/// A builder that refines a value. See [`Value::refine`].
///
/// ```
/// use hcldyn::cty::{Type, Value};
///
/// let name = Value::unknown(Type::String).refine().not_null().whole_prefix("web-").finish()?;
/// assert_eq!(name.range().prefix(), "web-");
/// let id = Value::unknown(Type::String).refine().prefix("id-").finish()?;
/// assert_eq!(id.range().prefix(), "id-");
///
/// let ports = Value::unknown(Type::list(Type::Number)).refine().min_length(1).max_length(2).finish()?;
/// assert_eq!(ports.range().max_length(), Some(2));
/// assert!(Value::unknown(Type::Bool).refine().null().finish()?.is_null());
/// # Ok::<(), hcldyn::cty::RefineError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is known before `finish`"]
pub struct Refiner {
    value: Value,
    marks: Marks,
    added: Result<Refinement, RefineError>,
    is_null: bool,
}

/// The reason that a value cannot be refined.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefineError {
    /// The refinement contradicts an earlier one, or the value.
    Contradiction(Contradiction),
    /// Values of this type do not have this property.
    WrongType {
        /// The property, such as "bounds".
        property: &'static str,
        /// The type of the value.
        ty: Type,
    },
}

impl Value {
    /// Starts to refine the value (reference: `Value.Refine`). A known value stays as it is if the refinement holds
    /// for it. A value of unknown type cannot be refined. A weaker bound does not replace a stronger one. If only
    /// one value is left, the result is that value.
    ///
    /// ```
    /// use hcldyn::cty::Inclusive::Yes;
    /// use hcldyn::cty::{Type, Value};
    ///
    /// let port = Value::unknown(Type::Number).refine().not_null().lower(1, Yes);
    /// let port = port.upper(65_535, Yes).finish()?;
    /// assert_eq!(port.equals(&Value::from(0)), Value::from(false));
    ///
    /// assert!(port.clone().refine().lower(70_000, Yes).finish().is_err());
    /// assert_eq!(port.refine().upper(1, Yes).finish()?, Value::from(1));
    /// # Ok::<(), hcldyn::cty::RefineError>(())
    /// ```
    pub fn refine(self) -> Refiner {
        let (value, marks) = self.unmark();
        Refiner { value, marks, added: Ok(Refinement::default()), is_null: false }
    }
}

impl Refiner {
    /// Refines to values other than null.
    pub fn not_null(self) -> Self {
        self.add(Refinement::not_null())
    }

    /// Refines to null.
    pub fn null(self) -> Self {
        Self { is_null: true, ..self }
    }

    /// Refines to numbers above a bound, or equal to it if `inclusive`.
    pub fn lower(self, bound: impl Into<Number>, inclusive: Inclusive) -> Self {
        let lower = Some((bound.into(), inclusive));
        self.add_for("bounds", Type::is_number, Refinement { lower, ..<_>::default() })
    }

    /// Refines to numbers below a bound, or equal to it if `inclusive`.
    pub fn upper(self, bound: impl Into<Number>, inclusive: Inclusive) -> Self {
        let upper = Some((bound.into(), inclusive));
        self.add_for("bounds", Type::is_number, Refinement { upper, ..<_>::default() })
    }

    /// Refines to strings with a prefix. Characters at its end that may combine with the next ones are dropped, as
    /// by [`Refinement::with_prefix`].
    pub fn prefix(self, prefix: &str) -> Self {
        self.add_for("a prefix", Type::is_string, Refinement::default().with_prefix(prefix))
    }

    /// Refines to strings with a prefix that does not combine with the next characters.
    pub fn whole_prefix(self, prefix: impl Into<Str>) -> Self {
        let prefix = Some(prefix.into()).filter(|prefix| !prefix.is_empty());
        self.add_for("a prefix", Type::is_string, Refinement { prefix, ..<_>::default() })
    }

    /// Refines to lists, sets or maps with at least `length` elements.
    pub fn min_length(self, length: u64) -> Self {
        let length = Refinement::default().with_length(length, None);
        self.add_for("a length", Type::is_collection, length)
    }

    /// Refines to lists, sets or maps with at most `length` elements.
    pub fn max_length(self, length: u64) -> Self {
        let length = Refinement::default().with_length(0, Some(length));
        self.add_for("a length", Type::is_collection, length)
    }

    /// Returns the refined value.
    ///
    /// # Errors
    ///
    /// Fails if the refinement contradicts itself, an earlier one or the value, or if the type does not
    /// support it.
    pub fn finish(self) -> Result<Value, RefineError> {
        let added = self.added?;
        let value = match (&self.value.0, self.is_null) {
            (Repr::Unknown(Type::Dynamic, _), _) => self.value,
            (Repr::Unknown(ty, known), is_null) => {
                let known = known.as_deref().cloned().unwrap_or_default().and(added)?;
                match is_null {
                    true if known.not_null => return Err(Contradiction::Null.into()),
                    true => Value::null(ty.clone()),
                    false => Value::unknown_refined(ty.clone(), known),
                }
            }
            (_, is_null) => match contradiction(&self.value, &added, is_null) {
                Some(contradiction) => return Err(contradiction.into()),
                None => self.value,
            },
        };
        Ok(value.with_marks(&self.marks))
    }

    fn add(self, more: Refinement) -> Self {
        let added = self.added.and_then(|added| Ok(added.and(more)?));
        Self { added, ..self }
    }

    fn add_for(self, property: &'static str, fits: fn(&Type) -> bool, more: Refinement) -> Self {
        match self.value.ty() {
            ty if fits(&ty) || ty == Type::Dynamic => self.add(more),
            ty => {
                Self { added: self.added.and(Err(RefineError::WrongType { property, ty })), ..self }
            }
        }
    }
}

/// Returns the part of a refinement that does not hold for a known value.
fn contradiction(value: &Value, added: &Refinement, is_null: bool) -> Option<Contradiction> {
    if is_null && !value.is_null() || added.not_null && value.is_null() {
        return Some(Contradiction::Null);
    }
    if !added.excludes(value) {
        return None;
    }
    Some(match value.kind() {
        Kind::Number(_) => Contradiction::Bounds,
        Kind::String(_) => Contradiction::Prefix,
        _ => Contradiction::Length,
    })
}

impl From<Contradiction> for RefineError {
    fn from(contradiction: Contradiction) -> Self {
        Self::Contradiction(contradiction)
    }
}

impl std::error::Error for RefineError {}

impl fmt::Display for RefineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction(contradiction) => contradiction.fmt(f),
            Self::WrongType { property, ty } => {
                write!(f, "a value of type {} can't have {property}", ty.friendly_name())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Inclusive::{No, Yes};
    use super::*;
    use crate::Mark;

    fn number() -> Refiner {
        Value::unknown(Type::Number).refine().not_null()
    }

    fn contradicts(refiner: Refiner, expected: Contradiction) {
        assert_eq!(refiner.finish(), Err(RefineError::Contradiction(expected)));
    }

    #[test]
    fn stronger_bounds_count() {
        let refined = number().lower(1, Yes).lower(1, No).lower(0, Yes).upper(9, Yes).upper(10, No);
        let expected = Refinement {
            lower: Some((1.into(), No)),
            upper: Some((9.into(), Yes)),
            ..Refinement::not_null()
        };
        assert_eq!(refined.finish(), Ok(Value::unknown_refined(Type::Number, expected)));
        let text = Value::unknown(Type::String).refine().prefix("a-b-").whole_prefix("a-");
        let expected = Refinement::default().with_prefix("a-b-");
        assert_eq!(text.finish(), Ok(Value::unknown_refined(Type::String, expected)));
    }

    #[test]
    fn contradictions_are_errors() {
        contradicts(number().lower(2, Yes).upper(1, Yes), Contradiction::Bounds);
        contradicts(number().lower(1, Yes).upper(1, No), Contradiction::Bounds);
        contradicts(number().null(), Contradiction::Null);
        let text = || Value::unknown(Type::String).refine();
        contradicts(text().prefix("a-").prefix("b-"), Contradiction::Prefix);
        let list = || Value::unknown(Type::list(Type::Bool)).refine();
        contradicts(list().min_length(2).max_length(1), Contradiction::Length);
        let wrong = RefineError::WrongType { property: "bounds", ty: Type::String };
        assert_eq!(text().lower(1, Yes).finish(), Err(wrong));
    }

    #[test]
    fn known_values_are_checked_and_stay() {
        assert_eq!(Value::from(5).refine().not_null().lower(5, Yes).finish(), Ok(5.into()));
        contradicts(Value::from(5).refine().lower(5, No), Contradiction::Bounds);
        contradicts(Value::from(5).refine().null(), Contradiction::Null);
        contradicts(Value::null(Type::Bool).refine().not_null(), Contradiction::Null);
        contradicts(Value::from("x").refine().whole_prefix("y"), Contradiction::Prefix);
        let empty = Value::list(Type::Bool, vec![]);
        contradicts(empty.refine().min_length(1), Contradiction::Length);
        let null = Value::null(Type::Number);
        assert_eq!(null.clone().refine().null().lower(1, Yes).finish(), Ok(null));
    }

    #[test]
    fn marks_stay_and_dynamic_values_too() {
        let secret = Value::unknown(Type::Bool).mark(Mark::sensitive());
        let refined = secret.refine().not_null().finish().unwrap();
        assert!(refined.is_marked() && refined.is_not_null());
        let dynamic = Value::dynamic().refine().not_null().lower(1, Yes).null();
        assert_eq!(dynamic.finish(), Ok(Value::dynamic()));
        assert_eq!(
            number().finish().unwrap().refine().lower(4, Yes).upper(4, Yes).finish(),
            Ok(4.into())
        );
        assert_eq!(
            Value::unknown(Type::Bool).refine().null().finish(),
            Ok(Value::null(Type::Bool))
        );
    }
}
