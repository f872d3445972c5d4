//! `&&` and `||`.
//!
//! Both sides are always evaluated, because the result has the marks of both. The evaluation order is left to
//! right:
//!
//! - If the left side decides (`false` of `&&`, `true` of `||`), the right side is irrelevant. Its errors are
//!   dropped, unless it could never be a bool.
//! - If the left side is unknown, the right side may be irrelevant. If the right side is unknown too, its errors
//!   are dropped.
//! - If the right side decides, a null on the left is irrelevant, but an error there is reported. In the
//!   reference, the right side also hides errors.

use super::Evaluator;
use crate::cty::{Type, Value};
use crate::expr::scope::Scope;
use crate::tree::{BinaryOp, ExprId};

impl Evaluator<'_> {
    /// Evaluates `a && b` and `a || b` after the left side. `errors` is the number of errors before the left side.
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
