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
