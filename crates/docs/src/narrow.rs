//! Whole numbers within the bounds of conditions.

use hcldyn_core::cty::Number;
use hcldyn_core::cty::value_spec::{ValueHint, ValueSpec};
use hcldyn_core::spec::ValueRule;

/// Returns the spec of a value with the bounds of its conditions, and the other conditions. The type of a field is often
/// wider than its values: `from 0 to 255` says less than `from 1 to 64`.
pub(super) fn narrowed<'r>(
    spec: &ValueSpec,
    rules: &'r [ValueRule],
) -> (ValueSpec, Vec<&'r ValueRule>) {
    let mut spec = spec.clone();
    let mut others = Vec::new();
    for rule in rules {
        let within = match rule {
            ValueRule::Range { min, max } => Bounds(min.as_ref(), max.as_ref()).of_spec(&spec),
            _ => None,
        };
        match within {
            Some(within) => spec = within,
            None => others.push(rule),
        }
    }
    (spec, others)
}

/// The least and the greatest number.
struct Bounds<'r>(Option<&'r Number>, Option<&'r Number>);

impl Bounds<'_> {
    /// Returns the spec within the bounds. Returns `None` if it is not one of whole numbers, or of a collection of them.
    fn of_spec(&self, spec: &ValueSpec) -> Option<ValueSpec> {
        match spec {
            ValueSpec::Leaf(leaf) => Some(spec.clone().with_hint(self.of_hint(leaf.hint()?)?)),
            ValueSpec::List(collection)
            | ValueSpec::Set(collection)
            | ValueSpec::Map(collection) => {
                let element = self.of_spec(collection.element())?;
                Some(spec.map_parts(|_| element.clone()))
            }
            _ => None,
        }
    }

    fn of_hint(&self, hint: &ValueHint) -> Option<ValueHint> {
        let ValueHint::Integer { min, max, is_nonzero } = hint else { return None };
        let Self(least, most) = *self;
        let is_whole = |bound: Option<&Number>| bound.is_none_or(Number::is_integer);
        let min = least.filter(|least| *least > min).unwrap_or(min);
        let max = most.filter(|most| *most < max).unwrap_or(max);
        let has_values = is_whole(least) && is_whole(most) && min <= max;
        let (min, max, is_nonzero) = (min.clone(), max.clone(), *is_nonzero);
        has_values.then_some(ValueHint::Integer { min, max, is_nonzero })
    }
}

#[cfg(test)]
mod tests {
    use hcldyn_core::cty::FromValue;

    use super::*;
    use crate::types::type_in_words;

    fn range(min: &str, max: Option<&str>) -> ValueRule {
        let number = |text: &str| Number::parse(text).ok();
        ValueRule::Range { min: number(min), max: max.and_then(number) }
    }

    #[test]
    fn bounds_narrow_whole_numbers() {
        let words = |spec: ValueSpec, rule: ValueRule| {
            let rules = [rule];
            let (spec, others) = narrowed(&spec, &rules);
            (type_in_words(&spec), others.len())
        };
        let (u8, list) = (u8::value_spec(), <Vec<u8>>::value_spec());
        let expected = |words: &str, others| (words.to_owned(), others);
        let one_to_64 = range("1", Some("64"));
        let of_list = "list of whole numbers from 1 to 64";
        assert_eq!(words(u8.clone(), one_to_64.clone()), expected("whole number from 1 to 64", 0));
        assert_eq!(words(list, one_to_64.clone()), expected(of_list, 0));
        assert_eq!(words(u8.clone(), range("1", None)), expected("whole number from 1 to 255", 0));
        let whole = "whole number from 0 to 255";
        assert_eq!(words(u8.clone(), range("0.5", None)), expected(whole, 1));
        assert_eq!(words(u8, range("300", None)), expected(whole, 1));
        assert_eq!(words(f64::value_spec(), one_to_64), expected("number", 1));
    }
}
