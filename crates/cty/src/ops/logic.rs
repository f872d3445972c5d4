//! Logic on bools.

use super::{OpError, Operand, checked, on_unmarked_one, unknown_bool};
use crate::{Type, Value};

/// Returns `true` if both bools are true. A known `false` decides for any other operand, including null.
///
/// # Errors
///
/// Fails if neither operand decides and one is null, or if one is not a bool.
#[inline]
pub fn and(a: &Value, b: &Value) -> Result<Value, OpError> {
    match (a.as_bool(), b.as_bool()) {
        (Some(a), Some(b)) => Ok(Value::bool(a && b)),
        _ => slow(a, b, false),
    }
}

/// Returns `true` if one of two bools is true. A known `true` decides for any other operand, including null.
///
/// # Errors
///
/// Fails if neither operand decides and one is null, or if one is not a bool.
#[inline]
pub fn or(a: &Value, b: &Value) -> Result<Value, OpError> {
    match (a.as_bool(), b.as_bool()) {
        (Some(a), Some(b)) => Ok(Value::bool(a || b)),
        _ => slow(a, b, true),
    }
}

/// Returns the negation of a bool.
///
/// # Errors
///
/// Fails if the operand is null or not a bool.
#[inline]
pub fn not(a: &Value) -> Result<Value, OpError> {
    if let Some(value) = a.as_bool() {
        return Ok(Value::bool(!value));
    }
    on_unmarked_one(a, &Type::Bool, |a| {
        Ok(a.as_bool().map_or_else(unknown_bool, |value| Value::bool(!value)))
    })
}

/// Computes `and` or `or`: a `deciding` operand decides, otherwise the result is the other operand.
#[cold]
fn slow(a: &Value, b: &Value, deciding: bool) -> Result<Value, OpError> {
    let bools = [a, b].map(|operand| operand.unmarked().as_bool());
    let result = if bools.contains(&Some(deciding)) {
        Value::bool(deciding)
    } else {
        checked(a.unmarked(), &Type::Bool, Operand::Left)?;
        checked(b.unmarked(), &Type::Bool, Operand::Right)?;
        if bools.contains(&None) { unknown_bool() } else { Value::bool(!deciding) }
    };
    Ok(result.with_marks_of(a).with_marks_of(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    #[test]
    fn a_known_operand_may_decide() {
        let (yes, no) = (Value::bool(true), Value::bool(false));
        let unknown = Value::unknown(Type::Bool);
        assert_eq!(and(&unknown, &no), Ok(no.clone()));
        assert_eq!(and(&unknown, &yes), Ok(unknown_bool()));
        assert_eq!(or(&yes, &Value::dynamic()), Ok(yes.clone()));
        assert_eq!(or(&no, &unknown), Ok(unknown_bool()));
        assert_eq!(not(&unknown), Ok(unknown_bool()));
        let null = Value::null(Type::Bool);
        assert_eq!(and(&null, &no), Ok(no));
        assert_eq!(and(&yes, &null), Err(OpError::Null(Operand::Right)));
    }

    #[test]
    fn marks_of_both_are_on_the_result() {
        let secret = Value::bool(true).mark(Mark::sensitive());
        assert!(and(&secret, &false.into()).unwrap().is_marked());
        assert_eq!(not(&secret), Ok(Value::bool(false).mark(Mark::sensitive())));
    }
}
