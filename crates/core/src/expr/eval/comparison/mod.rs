//! Comparisons that have the same result for all values of their types, in a check of types.

mod diags;

use super::Evaluator;
use crate::cty::Value;
use crate::tree::{BinaryOp, ExprId};

impl Evaluator<'_> {
    /// Warns about a comparison of unknown values whose result is known. One with null is left out: it is often written to
    /// be safe.
    #[cold]
    pub(super) fn check_comparison(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (a, b): (&Value, &Value),
        result: &Value,
    ) {
        let are_known = a.is_wholly_known() && b.is_wholly_known();
        if are_known || a.is_null() || b.is_null() {
            return;
        }
        let problem = match (op, result.unmarked().as_bool()) {
            (BinaryOp::Equal, Some(false)) => diags::never_equal("false", a, b),
            (BinaryOp::NotEqual, Some(true)) => diags::never_equal("true", a, b),
            (
                BinaryOp::Greater
                | BinaryOp::GreaterOrEqual
                | BinaryOp::Less
                | BinaryOp::LessOrEqual,
                Some(false),
            ) => diags::never_true(),
            _ => return,
        };
        let place = self.tree.place(self.tree.span(id));
        self.diags.push(problem.warn_at(place));
    }
}
