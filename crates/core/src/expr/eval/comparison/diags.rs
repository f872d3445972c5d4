//! Warnings about comparisons.

use crate::cty::internal::with_article;
use crate::cty::{Type, Value};
use crate::diag::{capitalised, codes};
use crate::expr::diags::Problem;

/// A comparison of two numbers that is never true.
pub(super) fn never_true() -> Problem {
    let detail = "This comparison is false for all values that the operands can have.";
    Problem::new(codes::IMPOSSIBLE_COMPARISON, detail)
}

/// Two values that are never equal. `result` is that of the comparison.
pub(super) fn never_equal(result: &str, a: &Value, b: &Value) -> Problem {
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
