//! The operations of the language on values.
//!
//! Operands must already have the type of the operation; converting them is up to the caller. An unknown operand
//! gives an unknown result that is not null, refined by the bounds of the operands. The result carries the marks of
//! all operands. Equality, for operands of any type, is [`Value::equals`].
//!
//! ```
//! use hcldyn::cty::{Type, Value, ops};
//!
//! assert_eq!(ops::add(&Value::from(1), &Value::from(2)), Ok(Value::from(3)));
//! assert!(ops::add(&Value::from(1), &Value::null(Type::Number)).is_err());
//! assert!(!ops::add(&Value::from(1), &Value::unknown(Type::Number)).unwrap().is_known());
//! ```
//!
//! Each operator of the language is a function:
//!
//! ```
//! use hcldyn::cty::{Value, ops};
//!
//! let (seven, two) = (Value::from(7), Value::from(2));
//! assert_eq!(ops::subtract(&seven, &two)?, 5.into());
//! assert_eq!(ops::multiply(&seven, &two)?, 14.into());
//! assert_eq!(ops::divide(&seven, &two)?, Value::try_from(3.5).unwrap());
//! assert_eq!(ops::modulo(&seven, &two)?, 1.into());
//! assert_eq!(ops::negate(&seven)?, (-7).into());
//!
//! assert_eq!(ops::less_than(&seven, &two)?, false.into());
//! assert_eq!(ops::less_than_or_equal(&seven, &two)?, false.into());
//! assert_eq!(ops::greater_than(&seven, &two)?, true.into());
//! assert_eq!(ops::greater_than_or_equal(&seven, &two)?, true.into());
//! assert_eq!(ops::not_equal(&seven, &two), true.into());
//!
//! let (yes, no) = (Value::from(true), Value::from(false));
//! assert_eq!(ops::and(&yes, &no)?, no);
//! assert_eq!(ops::or(&yes, &no)?, yes);
//! assert_eq!(ops::not(&no)?, yes);
//! # Ok::<(), ops::OpError>(())
//! ```

mod arithmetic;
mod comparison;
mod error;
mod logic;
mod range;

pub use self::arithmetic::{add, divide, modulo, multiply, negate, subtract};
pub use self::comparison::{
    greater_than, greater_than_or_equal, less_than, less_than_or_equal, not_equal,
};
pub use self::error::{OpError, Operand};
pub use self::logic::{and, not, or};
use super::{Kind, Refinement, Type, Value};

/// Runs an operation on the operands without their marks, which move to its result. Checks that the operands are
/// not null, and that each has the type `ty` or an unknown type.
fn on_unmarked(
    a: &Value,
    b: &Value,
    ty: &Type,
    operation: impl FnOnce(&Value, &Value) -> Result<Value, OpError>,
) -> Result<Value, OpError> {
    let result = operation(
        checked(a.unmarked(), ty, Operand::Left)?,
        checked(b.unmarked(), ty, Operand::Right)?,
    )?;
    Ok(result.with_marks_of(a).with_marks_of(b))
}

/// Runs an operation on one operand without its marks, which move to the result. Checks that the operand is not
/// null, and that it has the type `ty` or an unknown type.
fn on_unmarked_one(
    a: &Value,
    ty: &Type,
    operation: impl FnOnce(&Value) -> Result<Value, OpError>,
) -> Result<Value, OpError> {
    let result = operation(checked(a.unmarked(), ty, Operand::Left)?)?;
    Ok(result.with_marks_of(a))
}

fn checked<'a>(value: &'a Value, ty: &Type, operand: Operand) -> Result<&'a Value, OpError> {
    match value.kind() {
        Kind::Null(_) => Err(OpError::Null(operand)),
        Kind::Unknown(Type::Dynamic, _) => Ok(value),
        _ if value.is_of(ty) => Ok(value),
        _ => Err(OpError::WrongType(operand, ty.clone())),
    }
}

fn unknown_bool() -> Value {
    Value::unknown_refined(Type::Bool, Refinement::not_null())
}
