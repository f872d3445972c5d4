//! Conditions on values in a derive.

use crate::cty::{Number, Value};
use crate::spec::ValueRule;

/// Returns the condition that numbers are within bounds.
pub fn in_range(min: Option<Number>, max: Option<Number>) -> ValueRule {
    ValueRule::Range { min, max }
}

/// Returns a bound of a range, or `None` for a number without a corresponding value, such as NaN.
pub fn bound(bound: impl TryInto<Value>) -> Option<Number> {
    bound.try_into().ok()?.as_number().cloned()
}

/// Returns the condition that a string or a collection has a length.
pub fn length(min: usize, max: Option<usize>) -> ValueRule {
    ValueRule::Length { min, max }
}

/// Returns the condition that the elements of a list are unique.
pub fn unique() -> ValueRule {
    ValueRule::Unique
}

/// Returns the condition that a value is one of several.
pub fn one_of(values: Box<[Value]>) -> ValueRule {
    ValueRule::OneOf(values.into_vec())
}

/// A pattern in the source text of a program.
#[cfg_attr(
    not(feature = "functions-regex"),
    diagnostic::on_unimplemented(
        message = "`matches` requires the feature `functions-regex` of `hcldyn`",
        label = "add `features = [\"functions-regex\"]` to the dependency on `hcldyn`"
    )
)]
pub trait Pattern {
    /// Returns the condition that strings match the pattern.
    fn rule(self) -> ValueRule;
}

#[cfg(feature = "functions-regex")]
impl Pattern for &str {
    fn rule(self) -> ValueRule {
        ValueRule::Pattern(self.into())
    }
}
