//! Refinements of an unknown value that is one of two known alternatives.

use crate::cty::internal::known_of;
use crate::cty::{Inclusive, Number, Refinement, Type, Value};

type Bound = Option<(Number, Inclusive)>;

/// Returns an unknown value of a type, with the refinements that two possible values share. Returns null if both
/// are null.
pub(super) fn either(ty: &Type, a: &Value, b: &Value) -> Value {
    let (a, b) = (a.unmarked(), b.unmarked());
    if a.is_null() && b.is_null() {
        return Value::null(ty.clone());
    }
    let mut joined =
        Refinement { not_null: a.is_not_null() && b.is_not_null(), ..Refinement::default() };
    // The refinements of the values only apply to the result without conversions.
    if a.is_of(ty) && b.is_of(ty) {
        let (a, b) = (known_of(a), known_of(b));
        joined.lower = outer(a.lower, b.lower, |a, b| a < b);
        joined.upper = outer(a.upper, b.upper, |a, b| a > b);
        joined.min_length = a.min_length.min(b.min_length);
        joined.max_length = a.max_length.zip(b.max_length).map(|(a, b)| a.max(b));
    }
    Value::unknown_refined(ty.clone(), joined)
}

/// Returns the wider of two bounds, or `None` if one is missing.
fn outer(a: Bound, b: Bound, is_outer: fn(&Number, &Number) -> bool) -> Bound {
    let (a, b) = (a?, b?);
    if a.0 == b.0 {
        let inclusive = match (a.1, b.1) {
            (Inclusive::No, Inclusive::No) => Inclusive::No,
            _ => Inclusive::Yes,
        };
        return Some((b.0, inclusive));
    }
    Some(if is_outer(&a.0, &b.0) { a } else { b })
}
