//! Arithmetic on numbers.

use super::range::{between, unknown_result};
use super::{OpError, on_unmarked, on_unmarked_one};
use crate::number::ArithmeticError;
use crate::{Kind, Number, Type, Value};

type NumberFn = fn(&Number, &Number) -> Result<Number, ArithmeticError>;

/// Adds two numbers.
///
/// # Errors
///
/// Fails if an operand is null or not a number, and for infinities of opposite sign.
#[inline]
pub fn add(a: &Value, b: &Value) -> Result<Value, OpError> {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(Value::number(a.add(b)?)),
        _ => slow(a, b, Number::add, unknown_result),
    }
}

/// Subtracts the second number from the first.
///
/// # Errors
///
/// Fails if an operand is null or not a number, and for infinities of equal sign.
#[inline]
pub fn subtract(a: &Value, b: &Value) -> Result<Value, OpError> {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(Value::number(a.sub(b)?)),
        _ => slow(a, b, Number::sub, unknown_result),
    }
}

/// Multiplies two numbers.
///
/// # Errors
///
/// Fails if an operand is null or not a number, and for zero times infinity.
#[inline]
pub fn multiply(a: &Value, b: &Value) -> Result<Value, OpError> {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(Value::number(a.mul(b)?)),
        _ => slow(a, b, Number::mul, unknown_result),
    }
}

/// Divides the first number by the second. Division by zero gives infinity.
///
/// # Errors
///
/// Fails if an operand is null or not a number, and for zero by zero and infinity by infinity.
#[inline]
pub fn divide(a: &Value, b: &Value) -> Result<Value, OpError> {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(Value::number(a.div(b)?)),
        _ => slow(a, b, Number::div, |_, _, _| between(None, None)),
    }
}

/// Returns the remainder of the division of the first number by the second, with the sign of the first. The
/// remainder of a division by zero is the first number.
///
/// # Errors
///
/// Fails if an operand is null or not a number, and if one is infinite or the quotient would be.
#[inline]
pub fn modulo(a: &Value, b: &Value) -> Result<Value, OpError> {
    match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(Value::number(a.modulo(b)?)),
        _ => slow(a, b, Number::modulo, |_, _, _| between(None, None)),
    }
}

/// Returns the number with the opposite sign.
///
/// # Errors
///
/// Fails if the operand is null or not a number.
pub fn negate(a: &Value) -> Result<Value, OpError> {
    on_unmarked_one(a, &Type::Number, |a| {
        Ok(match a.kind() {
            Kind::Number(number) => Value::number(number.neg()),
            _ => unknown_result(&Value::number(Number::ZERO), a, Number::sub),
        })
    })
}

#[cold]
fn slow(
    a: &Value,
    b: &Value,
    operation: NumberFn,
    unknown: impl FnOnce(&Value, &Value, NumberFn) -> Value,
) -> Result<Value, OpError> {
    on_unmarked(a, b, &Type::Number, |a, b| match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => Ok(Value::number(operation(a, b)?)),
        _ => Ok(unknown(a, b, operation)),
    })
}

#[cfg(test)]
mod tests {
    use super::super::Operand;
    use super::*;
    use crate::{Mark, Refinement};

    fn in_range(lower: i32, upper: i32) -> Value {
        between(Some(lower.into()), Some(upper.into()))
    }

    #[test]
    fn known_numbers() {
        assert_eq!(subtract(&5.into(), &7.into()), Ok((-2).into()));
        assert_eq!(modulo(&(-7).into(), &3.into()), Ok((-1).into()));
        assert_eq!(modulo(&5.into(), &0.into()), Ok(5.into()));
        let no_remainder = Err(OpError::Arithmetic(ArithmeticError::Remainder));
        assert_eq!(modulo(&5.into(), &Number::INFINITY.into()), no_remainder);
        assert_eq!(negate(&5.into()), Ok((-5).into()));
        assert_eq!(divide(&1.into(), &0.into()), Ok(Number::INFINITY.into()));
        let nothing = Err(OpError::Arithmetic(ArithmeticError::ZeroByZero));
        assert_eq!(divide(&0.into(), &0.into()), nothing);
    }

    #[test]
    fn invalid_operands_are_errors() {
        let null = Value::null(Type::Number);
        assert_eq!(add(&1.into(), &null), Err(OpError::Null(Operand::Right)));
        let text = multiply(&"1".into(), &1.into());
        assert_eq!(text, Err(OpError::WrongType(Operand::Left, Type::Number)));
    }

    #[test]
    fn unknown_numbers_keep_their_bounds() {
        assert_eq!(add(&in_range(1, 3), &10.into()), Ok(in_range(11, 13)));
        assert_eq!(subtract(&in_range(1, 3), &in_range(0, 1)), Ok(in_range(0, 3)));
        assert_eq!(multiply(&in_range(-1, 3), &(-2).into()), Ok(in_range(-6, 2)));
        assert_eq!(negate(&in_range(-1, 3)), Ok(in_range(-3, 1)));
        let plain = Value::unknown_refined(Type::Number, Refinement::not_null());
        assert_eq!(add(&Value::dynamic(), &1.into()), Ok(plain.clone()));
        assert_eq!(divide(&in_range(1, 3), &1.into()), Ok(plain));
        let at_least = between(Some(1.into()), None);
        assert_eq!(add(&at_least, &1.into()), Ok(between(Some(2.into()), None)));
    }

    #[test]
    fn marks_of_all_operands_are_on_the_result() {
        let mark = |name| Value::from(1).mark(Mark::new(name));
        let sum = add(&mark("a"), &mark("b")).unwrap();
        assert_eq!(sum, Value::from(2).mark(Mark::new("a")).mark(Mark::new("b")));
        assert!(negate(&mark("a")).unwrap().is_marked());
    }
}
