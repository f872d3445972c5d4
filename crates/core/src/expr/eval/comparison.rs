//! Comparisons that have the same result for all values of their types, in a check of types.

use super::Evaluator;
use crate::cty::internal::with_article;
use crate::cty::{Type, Value};
use crate::diag::{capitalised, codes};
use crate::expr::diags::Problem;
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
            (BinaryOp::Equal, Some(false)) => never_equal("false", a, b),
            (BinaryOp::NotEqual, Some(true)) => never_equal("true", a, b),
            (
                BinaryOp::Greater
                | BinaryOp::GreaterOrEqual
                | BinaryOp::Less
                | BinaryOp::LessOrEqual,
                Some(false),
            ) => {
                let detail = "This comparison is false for all values that the operands can have.";
                Problem::new(codes::IMPOSSIBLE_COMPARISON, detail)
            }
            _ => return,
        };
        let place = self.tree.place(self.tree.span(id));
        self.diags.push(problem.warn_at(place));
    }
}

/// Returns the warning for values that are never equal.
fn never_equal(result: &str, a: &Value, b: &Value) -> Problem {
    let (a, b) = (a.ty(), b.ty());
    let [name, other] = [&a, &b].map(|ty| with_article(&ty.friendly_name()));
    let detail = if name == other {
        format!("These values are never equal, so the result is always {result}.")
    } else {
        let name = capitalised(&name);
        format!("{name} never equals {other}, so the result is always {result}.")
    };
    Problem::new(codes::IMPOSSIBLE_COMPARISON, detail).with_help(cure(&a, &b))
}

/// Returns the sentence with what to write instead.
fn cure(a: &Type, b: &Type) -> &'static str {
    let is_empty = |ty: &Type| matches!(ty, Type::Tuple(elements) if elements.is_empty());
    let is_blank = |ty: &Type| matches!(ty, Type::Object(object) if object.iter().next().is_none());
    match (a, b) {
        (collection, other) | (other, collection)
            if collection.is_collection() && (is_empty(other) || is_blank(other)) =>
        {
            "To test for an empty collection, compare its length with 0."
        }
        (a, b) if a.is_primitive() && b.is_primitive() => {
            "Compare values of one type; a conversion such as tostring or tonumber makes them so."
        }
        _ => "",
    }
}
