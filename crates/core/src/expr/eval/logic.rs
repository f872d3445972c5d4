//! `&&` and `||`.
//!
//! Both sides are always evaluated, because the result has the marks of both. The evaluation order is left to
//! right:
//!
//! - If the left side decides (`false` of `&&`, `true` of `||`), the right side is irrelevant. Its errors are
//!   dropped, unless it could never be a bool.
//! - If the left side is unknown, the right side may be irrelevant. If the right side is unknown too, its errors
//!   are dropped. In a check of types, all its errors become warnings.
//! - If the right side decides, a null on the left is irrelevant, but an error there is reported. In the
//!   reference, the right side also hides errors.

use super::Evaluator;
use crate::cty::convert::convert;
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
        let is_decided = is_bool(a, deciding);
        let may_be_decided =
            !a.is_known() && !failed && (!b.is_known() || self.diags.checks_types());
        let found = match found {
            Some(_) if is_decided => None,
            Some(found) if may_be_decided => {
                self.diags.append_possible(*found);
                None
            }
            found => found,
        };
        let failed = failed || found.as_ref().is_some_and(|found| found.has_errors());
        if let Some(found) = found {
            self.diags.append(*found);
        }
        let value = match (a.as_bool(), b.as_bool()) {
            (Some(a), Some(b)) => Value::bool(if deciding { a || b } else { a && b }),
            _ => {
                let before = self.diags.checkpoint();
                let value = self.converted(id, op, &Type::Bool, (left, a), (right, &b), scope);
                if self.diags.checks_types() && self.may_skip(op, a, (right, &b), scope) {
                    self.append_possible_since(before);
                }
                value
            }
        };
        if failed { Value::dynamic() } else { value }
    }

    /// Returns `true` if the result may depend on one side only, so that an error in the other side may not matter. That is so
    /// if the right side is null or may fail, or if the left side is null.
    #[cold]
    fn may_skip(
        &self,
        op: BinaryOp,
        a: &Value,
        (right, b): (ExprId, &Value),
        scope: &Scope<'_>,
    ) -> bool {
        let deciding = op == BinaryOp::Or;
        let may_decide = |value: &Value| {
            !is_bool(value, !deciding) && convert(value.clone(), &Type::Bool).is_ok()
        };
        if a.is_null() {
            return !b.is_known() && may_decide(b);
        }
        may_decide(a) && (b.is_null() || !self.never_fails(right, scope))
    }
}

fn is_bool(value: &Value, wanted: bool) -> bool {
    value.unmarked().as_bool() == Some(wanted)
}
