//! `&&` and `||`.
//!
//! Both sides are always evaluated, since the marks of both are on the result. Whether a side decides
//! goes from left to right:
//!
//! - A left side that decides (`false` of `&&`, `true` of `||`) makes it irrelevant what the right
//!   side is: its errors are dropped, unless it could never be a bool.
//! - A left side that is not known yet leaves open whether the right side matters: while that is
//!   unknown too, its errors are dropped.
//! - A right side that decides makes a null on the left irrelevant, but not an error there. In the
//!   reference it hides errors too.

use super::Evaluator;
use crate::cty::{Marks, Refinement, Type, Value};
use crate::expr::diags;
use crate::expr::scope::Scope;
use crate::tree::{BinaryOp, NodeId};

impl Evaluator<'_> {
    /// `a && b`, `a || b`
    pub(super) fn logic(
        &mut self,
        id: NodeId,
        op: BinaryOp,
        (left, right): (NodeId, NodeId),
        scope: &Scope<'_>,
    ) -> Value {
        let deciding = op == BinaryOp::Or;
        let errors = self.diags.error_count();
        let a = self.eval(left, scope);
        if let Some(a) = a.as_bool().filter(|a| *a != deciding) {
            let b = self.eval(right, scope);
            if let Some(b) = b.as_bool() {
                return Value::bool(if deciding { a || b } else { a && b });
            }
            return self.combine(id, op, (left, Value::bool(a)), (right, b), scope);
        }
        let failed = self.diags.error_count() > errors;
        let (b, found) = self.eval_apart(right, scope);
        let irrelevant = is_bool(&a, deciding) || !a.is_known() && !b.is_known() && !failed;
        if !irrelevant {
            self.diags.append(found);
        }
        let value = self.combine(id, op, (left, a), (right, b), scope);
        if failed { Value::dynamic() } else { value }
    }

    fn combine(
        &mut self,
        id: NodeId,
        op: BinaryOp,
        left: (NodeId, Value),
        right: (NodeId, Value),
        scope: &Scope<'_>,
    ) -> Value {
        let deciding = op == BinaryOp::Or;
        let a = self.operand(op.symbol(), &Type::Bool, left, scope);
        let b = self.operand(op.symbol(), &Type::Bool, right, scope);
        let (Some(a), Some(b)) = (a, b) else {
            return Value::dynamic();
        };
        let decided = is_bool(&a, deciding) || is_bool(&b, deciding);
        let null = a.is_null().then_some("left side").or(b.is_null().then_some("right side"));
        let result = match null {
            _ if decided => Value::bool(deciding),
            Some(side) => {
                return self.fail_at(diags::null_operand(op.symbol(), side), id, scope);
            }
            None if a.is_known() && b.is_known() => Value::bool(!deciding),
            None => Value::unknown_refined(Type::Bool, Refinement::not_null()),
        };
        let mut marks = Marks::new();
        super::collect_marks(&a, &mut marks);
        super::collect_marks(&b, &mut marks);
        result.with_marks(&marks)
    }
}

fn is_bool(value: &Value, wanted: bool) -> bool {
    value.unmarked().as_bool() == Some(wanted)
}
