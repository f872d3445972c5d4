//! Arithmetic, comparison and equality. The operators `&&` and `||` are in `logic`.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::{Evaluator, look_up};
use crate::cty::convert::convert;
use crate::cty::ops::{self, OpError, Operand};
use crate::cty::{Number, Type, Value};
use crate::expr::diags;
use crate::expr::scope::Scope;
use crate::limits::work;
use crate::tree::{BinaryOp, ExprId, ExprNode, UnaryOp};

impl Evaluator<'_> {
    /// Evaluates `-x` and `!x`.
    #[inline(never)]
    pub(super) fn unary(
        &mut self,
        id: ExprId,
        op: UnaryOp,
        operand: ExprId,
        scope: &Scope<'_>,
    ) -> Value {
        let errors = self.diags.error_count();
        let value = self.eval(operand, scope);
        if let Ok(value) = op.apply(&value) {
            return self.unless_failed(errors, value);
        }
        let given = (operand, &*value);
        let Some(value) = self.operand(op.symbol(), &op.operand_type(), given, scope) else {
            return Value::dynamic();
        };
        match op.apply(&value) {
            Ok(value) => value,
            Err(error) => self.fail_at(wording(op.symbol(), "operand", &error), id, scope),
        }
    }

    /// Evaluates `a + b`. A chain of operators can be nested to the left without limit, so it is evaluated in a
    /// loop.
    #[inline(never)]
    pub(super) fn binary(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (left, right): (ExprId, ExprId),
        scope: &Scope<'_>,
    ) -> Value {
        let errors = self.diags.error_count();
        if let ExprNode::Binary { .. } = self.tree.node(left) {
            return self.row(id, errors, scope);
        }
        let a = self.eval(left, scope);
        self.operation(id, op, (left, &a), right, errors, scope)
    }

    /// Evaluates a chain of operators, given the node of the last one.
    fn row(&mut self, last: ExprId, errors: usize, scope: &Scope<'_>) -> Value {
        let tree = self.tree;
        let mut first = last;
        let mut operations: SmallVec<[ExprId; 16]> = SmallVec::new();
        while let ExprNode::Binary { left, .. } = tree.node(first) {
            operations.push(first);
            first = *left;
        }
        let mut value = self.eval(first, scope);
        for id in operations.iter().rev() {
            let ExprNode::Binary { op, left, right, .. } = tree.node(*id) else { continue };
            value = Cow::Owned(if self.stopped || work::is_exceeded() {
                self.reject(*id, scope)
            } else {
                self.operation(*id, *op, (*left, &value), *right, errors, scope)
            });
        }
        value.into_owned()
    }

    /// Evaluates an operation after its left operand. `errors` is the number of errors before the left operand.
    fn operation(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (left, a): (ExprId, &Value),
        right: ExprId,
        errors: usize,
        scope: &Scope<'_>,
    ) -> Value {
        let found = look_up(self.tree, right, scope);
        if let Some(b) = found
            && let Some(value) = op.on_numbers(a, b)
        {
            return value;
        }
        self.other_operation(id, op, (left, a), (right, found), errors, scope)
    }

    /// Evaluates an operation that is not one on numbers that a lookup finds.
    #[inline(never)]
    fn other_operation(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (left, a): (ExprId, &Value),
        (right, found): (ExprId, Option<&Value>),
        errors: usize,
        scope: &Scope<'_>,
    ) -> Value {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            return self.logic(id, op, (left, a), right, errors, scope);
        }
        let b = match found {
            Some(b) => Cow::Borrowed(b),
            None => {
                let b = self.compute(right, scope);
                if let Some(value) = op.on_numbers(a, &b) {
                    return value;
                }
                b
            }
        };
        match op.apply(a, &b) {
            Ok(value) if value.is_known() => {
                if self.diags.checks_types() {
                    self.check_comparison(id, op, (a, &b), &value);
                }
                value
            }
            Ok(value) => self.unless_failed(errors, value),
            Err(OpError::Arithmetic(error)) => {
                self.fail_at(diags::failed_operation(op.symbol(), &error), id, scope)
            }
            Err(_) => {
                let value = self.converted(id, op, &Type::Number, (left, a), (right, &b), scope);
                self.unless_failed(errors, value)
            }
        }
    }

    /// Evaluates an operation after converting the operands to its type.
    #[cold]
    pub(super) fn converted(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        ty: &Type,
        left: (ExprId, &Value),
        right: (ExprId, &Value),
        scope: &Scope<'_>,
    ) -> Value {
        let a = self.operand(op.symbol(), ty, left, scope);
        let b = self.operand(op.symbol(), ty, right, scope);
        let (Some(a), Some(b)) = (a, b) else {
            return Value::dynamic();
        };
        match op.apply(&a, &b) {
            Ok(value) => value,
            Err(error) => {
                let side = match error {
                    OpError::Null(Operand::Left) => "left operand",
                    _ => "right operand",
                };
                self.fail_at(wording(op.symbol(), side, &error), id, scope)
            }
        }
    }

    /// Converts an operand, or returns `None` after reporting an error.
    fn operand(
        &mut self,
        symbol: &str,
        ty: &Type,
        (node, value): (ExprId, &Value),
        scope: &Scope<'_>,
    ) -> Option<Value> {
        match convert(value.clone(), ty) {
            Ok(value) => Some(value),
            Err(error) => self.none_at(diags::wrong_operand(symbol, value, &error), node, scope),
        }
    }

    /// Returns the value. After an error, an unknown value also loses its type.
    #[cold]
    fn unless_failed(&self, errors: usize, value: Value) -> Value {
        if !value.is_known() && self.diags.error_count() > errors {
            Value::dynamic()
        } else {
            value
        }
    }
}

fn wording(symbol: &str, operand: &str, error: &OpError) -> diags::Problem {
    match error {
        OpError::Null(_) => diags::null_operand(symbol, operand),
        _ => diags::failed_operation(symbol, error),
    }
}

/// The evaluation of an operator with one operand.
trait Unary {
    /// Applies the operator to an operand of the right type.
    fn apply(self, operand: &Value) -> Result<Value, OpError>;

    /// Returns the type of the operand.
    fn operand_type(self) -> Type;
}

/// The evaluation of an operator with two operands.
trait Binary: Copy {
    /// Applies the operator to numbers if that is quick: to machine integers whose result is one too, or to any numbers for
    /// a remainder. Returns `None` for other operands, and for a product or quotient of zero, because zero has a sign.
    fn on_numbers(self, a: &Value, b: &Value) -> Option<Value>;

    /// Applies the operator to operands of the right types.
    fn apply(self, a: &Value, b: &Value) -> Result<Value, OpError>;
}

impl Unary for UnaryOp {
    fn apply(self, operand: &Value) -> Result<Value, OpError> {
        match self {
            Self::Negate => ops::negate(operand),
            Self::Not => ops::not(operand),
        }
    }

    fn operand_type(self) -> Type {
        match self {
            Self::Negate => Type::Number,
            Self::Not => Type::Bool,
        }
    }
}

impl Binary for BinaryOp {
    #[inline]
    fn on_numbers(self, a: &Value, b: &Value) -> Option<Value> {
        let (a, b) = (a.as_number()?, b.as_number()?);
        if self == Self::Modulo {
            return a.modulo(b).ok().map(Value::number);
        }
        let (a, b, precision) = Number::exact_integers(a, b)?;
        let result = match self {
            Self::Equal => return Some(Value::bool(a == b)),
            Self::NotEqual => return Some(Value::bool(a != b)),
            Self::Greater => return Some(Value::bool(a > b)),
            Self::GreaterOrEqual => return Some(Value::bool(a >= b)),
            Self::Less => return Some(Value::bool(a < b)),
            Self::LessOrEqual => return Some(Value::bool(a <= b)),
            Self::Add => a.checked_add(b)?,
            Self::Subtract => a.checked_sub(b)?,
            Self::Multiply => a.checked_mul(b).filter(|product| *product != 0)?,
            Self::Divide if a != 0 && a.checked_rem(b)? == 0 => a / b,
            Self::Divide | Self::Modulo | Self::And | Self::Or => return None,
        };
        Some(Value::number(Number::exact_integer(result, precision)))
    }

    #[inline]
    fn apply(self, a: &Value, b: &Value) -> Result<Value, OpError> {
        match self {
            Self::Or => ops::or(a, b),
            Self::And => ops::and(a, b),
            Self::Equal => Ok(a.equals(b)),
            Self::NotEqual => Ok(ops::not_equal(a, b)),
            Self::Greater => ops::greater_than(a, b),
            Self::GreaterOrEqual => ops::greater_than_or_equal(a, b),
            Self::Less => ops::less_than(a, b),
            Self::LessOrEqual => ops::less_than_or_equal(a, b),
            Self::Add => ops::add(a, b),
            Self::Subtract => ops::subtract(a, b),
            Self::Multiply => ops::multiply(a, b),
            Self::Divide => ops::divide(a, b),
            Self::Modulo => ops::modulo(a, b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_path_for_numbers_equals_the_general_one() {
        let integers = [0, 1, -1, 2, -7, 84, i64::MAX, i64::MIN].map(Value::from);
        let decimals = ["5", "-0", "0.75", "-2.5", "1e30", "inf", "-inf"]
            .map(|text| Value::number(Number::parse(text).unwrap()));
        let numbers: Vec<_> = integers.into_iter().chain(decimals).collect();
        let text = |value: &Value| value.as_number().map(|it| (it.to_string(), it.precision()));
        let mut short = 0;
        for op in [BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply, BinaryOp::Divide]
            .into_iter()
            .chain([BinaryOp::Modulo])
            .chain([BinaryOp::Equal, BinaryOp::NotEqual, BinaryOp::Greater, BinaryOp::Less])
            .chain([BinaryOp::GreaterOrEqual, BinaryOp::LessOrEqual])
        {
            for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (a, b))) {
                let Some(value) = op.on_numbers(a, b) else { continue };
                let long = op.apply(a, b).unwrap();
                assert_eq!(value, long, "{a:?} {} {b:?}", op.symbol());
                assert_eq!(text(&value), text(&long));
                short += 1;
            }
        }
        assert!(short > 800, "{short}");
    }
}
