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
use crate::cty::{Type, Value};
use crate::expr::scope::Scope;
use crate::tree::{BinaryOp, ExprId};

impl Evaluator<'_> {
    /// `a && b`, `a || b`, whose left side was evaluated. `errors` is how many there were before that.
    #[inline(never)]
    pub(super) fn logic(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (left, a): (ExprId, &Value),
        right: ExprId,
        errors: usize,
        scope: &Scope<'_>,
    ) -> Value {
        let failed = self.diags.error_count() > errors;
        let (b, found) = self.eval_apart(right, scope);
        let deciding = op == BinaryOp::Or;
        let irrelevant = is_bool(a, deciding) || !a.is_known() && !b.is_known() && !failed;
        let found = found.filter(|_| !irrelevant);
        let failed = failed || found.as_ref().is_some_and(|found| found.has_errors());
        if let Some(found) = found {
            self.diags.append(*found);
        }
        let value = match (a.as_bool(), b.as_bool()) {
            (Some(a), Some(b)) => Value::bool(if deciding { a || b } else { a && b }),
            _ => self.converted(id, op, &Type::Bool, (left, a), (right, &b), scope),
        };
        if failed { Value::dynamic() } else { value }
    }
}

fn is_bool(value: &Value, wanted: bool) -> bool {
    value.unmarked().as_bool() == Some(wanted)
}
