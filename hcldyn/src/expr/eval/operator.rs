//! Arithmetic, comparison and equality; `&&` and `||` are in `logic`.

use super::{Evaluator, is_dynamic};
use crate::cty::convert::convert;
use crate::cty::number::ArithmeticError;
use crate::cty::{Kind, Number, Type, Value};
use crate::expr::diags;
use crate::expr::scope::Scope;
use crate::tree::{BinaryOp, NodeId, UnaryOp};

impl Evaluator<'_> {
    /// `-x`, `!x`
    pub(super) fn unary(
        &mut self,
        id: NodeId,
        op: UnaryOp,
        operand: NodeId,
        scope: &Scope<'_>,
    ) -> Value {
        let value = self.eval(operand, scope);
        if let Some(result) = plain_unary(op, &value) {
            return result;
        }
        let Some(value) = self.operand(op.symbol(), &op.operand_type(), (operand, value), scope)
        else {
            return Value::dynamic();
        };
        if value.is_null() {
            return self.fail_at(diags::null_operand(op.symbol(), "operand"), id, scope);
        }
        let (value, marks) = value.unmark();
        match op {
            UnaryOp::Negate => value.negate(),
            UnaryOp::Not => value.not(),
        }
        .with_marks(&marks)
    }

    /// `a + b`
    pub(super) fn binary(
        &mut self,
        id: NodeId,
        op: BinaryOp,
        (left, right): (NodeId, NodeId),
        scope: &Scope<'_>,
    ) -> Value {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            return self.logic(id, op, (left, right), scope);
        }
        let errors = self.diags.error_count();
        let a = self.eval(left, scope);
        let b = self.eval(right, scope);
        if let Some(result) = plain_binary(op, &a, &b) {
            return result;
        }
        if self.diags.error_count() > errors && (is_dynamic(&a) || is_dynamic(&b)) {
            return self.after_errors(op, (left, a), (right, b), scope);
        }
        match op {
            BinaryOp::Equal => a.equals(&b),
            BinaryOp::NotEqual => a.equals(&b).not(),
            _ => self.arithmetic(id, op, (left, a), (right, b), scope),
        }
    }

    /// Converts an operand; `None`, with an error, where it cannot be.
    pub(super) fn operand(
        &mut self,
        symbol: &str,
        ty: &Type,
        (node, value): (NodeId, Value),
        scope: &Scope<'_>,
    ) -> Option<Value> {
        match convert(value.clone(), ty) {
            Ok(value) => Some(value),
            Err(error) => {
                self.fail_at(diags::wrong_operand(symbol, &value, &error), node, scope);
                None
            }
        }
    }

    /// One operand has failed; the other may still be of a wrong type.
    fn after_errors(
        &mut self,
        op: BinaryOp,
        left: (NodeId, Value),
        right: (NodeId, Value),
        scope: &Scope<'_>,
    ) -> Value {
        if !matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            for operand in [left, right] {
                self.operand(op.symbol(), &Type::Number, operand, scope);
            }
        }
        Value::dynamic()
    }

    /// An operation on two numbers, and a comparison of two numbers.
    fn arithmetic(
        &mut self,
        id: NodeId,
        op: BinaryOp,
        left: (NodeId, Value),
        right: (NodeId, Value),
        scope: &Scope<'_>,
    ) -> Value {
        let symbol = op.symbol();
        let a = self.operand(symbol, &Type::Number, left, scope);
        let b = self.operand(symbol, &Type::Number, right, scope);
        let (Some(a), Some(b)) = (a, b) else {
            return Value::dynamic();
        };
        let null = a.is_null().then_some("left side").or(b.is_null().then_some("right side"));
        if let Some(side) = null {
            return self.fail_at(diags::null_operand(symbol, side), id, scope);
        }
        match apply(op, &a, &b) {
            Ok(value) => value,
            Err(error) => self.fail_at(diags::failed_operation(symbol, &error), id, scope),
        }
    }
}

/// The short way for known operands without marks.
fn plain_unary(op: UnaryOp, value: &Value) -> Option<Value> {
    match op {
        UnaryOp::Negate => Some(Value::number(value.as_number()?.neg())),
        UnaryOp::Not => Some(Value::bool(!value.as_bool()?)),
    }
}

/// The short way for known operands without marks.
fn plain_binary(op: BinaryOp, a: &Value, b: &Value) -> Option<Value> {
    match (a.kind(), b.kind()) {
        (Kind::Number(a), Kind::Number(b)) => plain_numbers(op, a, b),
        (Kind::String(a), Kind::String(b)) => plain_equality(op, a == b),
        (Kind::Bool(a), Kind::Bool(b)) => plain_equality(op, a == b),
        _ => None,
    }
}

fn plain_equality(op: BinaryOp, equal: bool) -> Option<Value> {
    match op {
        BinaryOp::Equal => Some(Value::bool(equal)),
        BinaryOp::NotEqual => Some(Value::bool(!equal)),
        _ => None,
    }
}

fn plain_numbers(op: BinaryOp, a: &Number, b: &Number) -> Option<Value> {
    Some(match op {
        BinaryOp::Add => Value::number(a.add(b).ok()?),
        BinaryOp::Subtract => Value::number(a.sub(b).ok()?),
        BinaryOp::Multiply => Value::number(a.mul(b).ok()?),
        BinaryOp::Divide => Value::number(a.div(b).ok()?),
        BinaryOp::Modulo => Value::number(a.modulo(b).ok()?),
        BinaryOp::Less => Value::bool(a < b),
        BinaryOp::LessOrEqual => Value::bool(a <= b),
        BinaryOp::Greater => Value::bool(a > b),
        BinaryOp::GreaterOrEqual => Value::bool(a >= b),
        BinaryOp::Equal | BinaryOp::NotEqual => return plain_equality(op, a == b),
        BinaryOp::And | BinaryOp::Or => return None,
    })
}

fn apply(op: BinaryOp, a: &Value, b: &Value) -> Result<Value, ArithmeticError> {
    Ok(match op {
        BinaryOp::Add => a.add(b)?,
        BinaryOp::Subtract => a.subtract(b)?,
        BinaryOp::Multiply => a.multiply(b)?,
        BinaryOp::Divide => a.divide(b)?,
        BinaryOp::Modulo => a.modulo(b)?,
        BinaryOp::Less => a.less_than(b),
        BinaryOp::LessOrEqual => a.less_than_or_equal(b),
        BinaryOp::Greater => b.less_than(a),
        BinaryOp::GreaterOrEqual => b.less_than_or_equal(a),
        BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::And | BinaryOp::Or => Value::dynamic(),
    })
}

impl UnaryOp {
    fn symbol(self) -> &'static str {
        match self {
            Self::Negate => "-",
            Self::Not => "!",
        }
    }

    fn operand_type(self) -> Type {
        match self {
            Self::Negate => Type::Number,
            Self::Not => Type::Bool,
        }
    }
}

impl BinaryOp {
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
        }
    }
}
