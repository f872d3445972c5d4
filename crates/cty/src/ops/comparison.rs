//! The order of numbers, and inequality.

use super::range::NumberRange;
use super::{OpError, not, on_unmarked, unknown_bool};
use crate::{Type, Value};

/// Returns `true` if the first number is less than the second. For unknown numbers, their bounds may decide.
///
/// # Errors
///
/// Fails if an operand is null or not a number.
#[inline]
pub fn less_than(a: &Value, b: &Value) -> Result<Value, OpError> {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(Value::bool(a < b)),
        _ => slow(a, b),
    }
}

/// Returns `true` if the first number is greater than the second. For unknown numbers, their bounds may decide.
///
/// # Errors
///
/// Fails if an operand is null or not a number.
#[inline]
pub fn greater_than(a: &Value, b: &Value) -> Result<Value, OpError> {
    less_than(b, a).map_err(OpError::with_operands_swapped)
}

/// Returns `true` if the first number is at most the second. For unknown numbers, their bounds may decide.
///
/// # Errors
///
/// Fails if an operand is null or not a number.
#[inline]
pub fn less_than_or_equal(a: &Value, b: &Value) -> Result<Value, OpError> {
    not(&greater_than(a, b)?)
}

/// Returns `true` if the first number is at least the second. For unknown numbers, their bounds may decide.
///
/// # Errors
///
/// Fails if an operand is null or not a number.
#[inline]
pub fn greater_than_or_equal(a: &Value, b: &Value) -> Result<Value, OpError> {
    not(&less_than(a, b)?)
}

/// Returns the negation of [`Value::equals`].
#[must_use]
pub fn not_equal(a: &Value, b: &Value) -> Value {
    let equal = a.equals(b);
    // The result of a comparison is a bool and not null, so it can be negated.
    not(&equal).unwrap_or(equal)
}

#[cold]
fn slow(a: &Value, b: &Value) -> Result<Value, OpError> {
    on_unmarked(a, b, &Type::Number, |a, b| {
        if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
            return Ok(Value::bool(a < b));
        }
        let (a, b) = (NumberRange::of(a), NumberRange::of(b));
        Ok(if a.is_below(&b) {
            Value::bool(true)
        } else if b.is_not_above(&a) {
            Value::bool(false)
        } else {
            unknown_bool()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::Operand;
    use super::super::range::between;
    use super::*;
    use crate::Mark;

    #[test]
    fn known_numbers() {
        let (one, two) = (Value::from(1), Value::from(2));
        let results = [less_than, greater_than, less_than_or_equal, greater_than_or_equal]
            .map(|compare| [compare(&one, &two), compare(&two, &one), compare(&one, &one)]);
        let expected =
            [[true, false, false], [false, true, false], [true, false, true], [false, true, true]];
        assert_eq!(results, expected.map(|row| row.map(|it| Ok(Value::bool(it)))));
    }

    #[test]
    fn bounds_decide() {
        let small = between(None, Some(5.into()));
        assert_eq!(less_than(&small, &6.into()), Ok(true.into()));
        assert_eq!(less_than(&small, &5.into()), Ok(unknown_bool()));
        assert_eq!(less_than_or_equal(&small, &5.into()), Ok(true.into()));
        assert_eq!(greater_than(&small, &5.into()), Ok(false.into()));
        assert_eq!(less_than(&Value::dynamic(), &5.into()), Ok(unknown_bool()));
    }

    #[test]
    fn errors_name_the_operand_as_written() {
        let null = Value::null(Type::Number);
        assert_eq!(greater_than(&null, &1.into()), Err(OpError::Null(Operand::Left)));
        assert_eq!(less_than(&null, &1.into()), Err(OpError::Null(Operand::Left)));
    }

    #[test]
    fn inequality_is_the_opposite_of_equality() {
        let secret = Value::from(1).mark(Mark::sensitive());
        assert_eq!(not_equal(&1.into(), &2.into()), true.into());
        assert_eq!(not_equal(&secret, &1.into()), Value::from(false).mark(Mark::sensitive()));
    }
}
