//! The range of a number, and arithmetic on ranges.

use crate::Inclusive;
use crate::collect::CollectVec;
use crate::number::ArithmeticError;
use crate::{Kind, Number, Refinement, Type, Value};

/// The range of a number, known or not. An infinite bound does not limit it.
pub(super) struct NumberRange {
    pub(super) lower: Number,
    pub(super) lower_inclusive: Inclusive,
    pub(super) upper: Number,
    pub(super) upper_inclusive: Inclusive,
}

impl NumberRange {
    /// Returns the range of an unmarked value.
    pub(super) fn of(value: &Value) -> Self {
        let (lower, upper) = match value.kind() {
            Kind::Number(number) => {
                let bound = || Some((number.clone(), Inclusive::Yes));
                (bound(), bound())
            }
            Kind::Unknown(_, Some(known)) => (known.lower.clone(), known.upper.clone()),
            _ => (None, None),
        };
        let (lower, lower_inclusive) = lower.unwrap_or((Number::NEG_INFINITY, Inclusive::Yes));
        let (upper, upper_inclusive) = upper.unwrap_or((Number::INFINITY, Inclusive::Yes));
        Self { lower, lower_inclusive, upper, upper_inclusive }
    }

    /// Returns `true` if every number in this range is less than every number in the other.
    pub(super) fn is_below(&self, other: &Self) -> bool {
        let may_meet =
            self.upper_inclusive == Inclusive::Yes && other.lower_inclusive == Inclusive::Yes;
        self.upper < other.lower || self.upper == other.lower && !may_meet
    }

    /// Returns `true` if every number in this range is at most every number in the other.
    pub(super) fn is_not_above(&self, other: &Self) -> bool {
        self.upper <= other.lower
    }
}

/// Returns an unknown number that is not null, in the range of a monotone operation on the ranges of its operands.
/// It is unbounded if the operation has no result for some of these.
pub(super) fn unknown_result(
    a: &Value,
    b: &Value,
    operation: fn(&Number, &Number) -> Result<Number, ArithmeticError>,
) -> Value {
    let (a, b) = (NumberRange::of(a), NumberRange::of(b));
    let corners =
        [(&a.lower, &b.lower), (&a.lower, &b.upper), (&a.upper, &b.lower), (&a.upper, &b.upper)];
    let corners = corners.into_iter().map(|(a, b)| operation(a, b)).try_collect_vec();
    let finite = |bound: Option<&Number>| bound.filter(|bound| !bound.is_infinite()).cloned();
    let corners = corners.unwrap_or_default();
    between(finite(corners.iter().min()), finite(corners.iter().max()))
}

/// Returns an unknown number that is not null, between two bounds.
pub(super) fn between(lower: Option<Number>, upper: Option<Number>) -> Value {
    Value::unknown_refined(Type::Number, Refinement::not_null().with_bounds(lower, upper))
}
