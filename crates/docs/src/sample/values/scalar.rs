//! Plausible bools, numbers and strings.

use std::ptr;

use hcldyn_core::cty::value_spec::ValueHint;
use hcldyn_core::cty::{Number, Type, Value};
use hcldyn_core::spec::ValueRule;
use unicode_segmentation::UnicodeSegmentation;

/// A string with a duration.
const DURATION: &str = "10s";

/// The maximum number of characters of a string.
const MAX_CHARS: usize = 10_000;

/// The number of allowed values that are tried beside other conditions.
const MAX_TRIED: usize = 100;

/// A value without parts.
#[derive(Debug)]
pub(super) struct Scalar<'w> {
    pub(super) hint: Option<&'w ValueHint>,
    pub(super) rules: &'w [ValueRule],
    /// A string, if nothing is known about it.
    pub(super) placeholder: &'w str,
    /// The position among values that should differ.
    pub(super) nth: usize,
    /// `true` for an element, whose length no rule restricts.
    pub(super) is_element: bool,
}

impl Scalar<'_> {
    /// Returns a value of a type. It meets the rules, if that is possible.
    pub(super) fn value(&self, ty: &Type) -> Value {
        let listed = self.rules.iter().find_map(|rule| match rule {
            ValueRule::OneOf(values) => Some((rule, values)),
            _ => None,
        });
        if let Some((rule, values)) = listed {
            let is_met = |value: &&Value| self.is_met_beside(rule, value);
            let tried = || values.iter().take(self.nth + MAX_TRIED).filter(is_met);
            let chosen = tried().nth(self.nth).or_else(|| tried().next()).or(values.first());
            if let Some(value) = chosen {
                return value.clone();
            }
        }
        match ty {
            Type::Bool => Value::from(self.nth.is_multiple_of(2)),
            Type::Number => self.number(),
            // A rule about numbers says more than the type.
            Type::Dynamic if self.has_range() => self.number(),
            _ => Value::from(self.string().as_str()),
        }
    }

    /// Returns a key of a map.
    pub(super) fn key(&self) -> String {
        match self.hint {
            Some(ValueHint::Integer { .. }) => {
                self.number().as_number().map(ToString::to_string).unwrap_or_default()
            }
            _ => self.string(),
        }
    }

    fn has_range(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule, ValueRule::Range { .. }))
    }

    fn is_met(&self, value: &Value) -> bool {
        self.are_met(self.rules.iter(), value)
    }

    /// Returns `true` if a value meets the rules besides one that lists it.
    fn is_met_beside(&self, listing: &ValueRule, value: &Value) -> bool {
        self.are_met(self.rules.iter().filter(|rule| !ptr::eq(*rule, listing)), value)
    }

    fn are_met<'r>(&self, rules: impl Iterator<Item = &'r ValueRule>, value: &Value) -> bool {
        let is_of_collection = |rule: &&ValueRule| match rule {
            ValueRule::Unique => true,
            ValueRule::Length { .. } => self.is_element,
            _ => false,
        };
        let mut rules = rules.filter(|rule| !is_of_collection(rule));
        rules.all(|rule| rule.is_met_by(value))
    }

    /// Returns the number within all bounds that is closest to 1.
    fn number(&self) -> Value {
        let mut bounds: (Option<Number>, Option<Number>) = (None, None);
        let mut narrow = |min: Option<&Number>, max: Option<&Number>| {
            if let Some(min) = min
                && bounds.0.as_ref().is_none_or(|known| known < min)
            {
                bounds.0 = Some(min.clone());
            }
            if let Some(max) = max
                && bounds.1.as_ref().is_none_or(|known| known > max)
            {
                bounds.1 = Some(max.clone());
            }
        };
        if let Some(ValueHint::Integer { min, max, .. }) = self.hint {
            narrow(Some(min), Some(max));
        }
        for rule in self.rules {
            if let ValueRule::Range { min, max } = rule {
                narrow(min.as_ref(), max.as_ref());
            }
        }
        let step = Number::from(self.nth as u64);
        let is_within = |number: &Number| {
            bounds.0.as_ref().is_none_or(|min| number >= min)
                && bounds.1.as_ref().is_none_or(|max| number <= max)
        };
        let one = Number::from(1);
        let from_min = || bounds.0.as_ref().unwrap_or(&one).add(&step);
        let from_max = || bounds.1.as_ref().unwrap_or(&one).sub(&step);
        let candidates = match &bounds.1 {
            Some(max) if *max < one => [from_max(), from_min(), one.add(&step)],
            _ => [one.add(&step), from_min(), from_max()],
        };
        candidates.into_iter().flatten().find(is_within).unwrap_or(one).into()
    }

    fn string(&self) -> String {
        let mut candidates = Vec::new();
        match self.hint {
            Some(ValueHint::Text { example, .. }) => candidates.push(varied(example, self.nth)),
            Some(ValueHint::Integer { .. }) => candidates.push("1".to_owned()),
            _ => {}
        }
        if self.rules.contains(&ValueRule::Duration) {
            candidates.push(varied(DURATION, self.nth));
        }
        #[cfg(feature = "functions-regex")]
        for rule in self.rules {
            if let ValueRule::Pattern(pattern) = rule {
                candidates.extend(super::pattern::matches(pattern));
            }
        }
        let plain = varied(self.placeholder, self.nth);
        for rule in self.rules.iter().filter(|_| !self.is_element) {
            if let ValueRule::Length { min, max } = rule {
                candidates.push(with_length(&plain, *min, max.unwrap_or(usize::MAX)));
            }
        }
        candidates.push(plain);
        let found = candidates.iter().find(|text| self.is_met(&text.as_str().into()));
        found.or(candidates.first()).cloned().unwrap_or_default()
    }
}

/// Returns a string that differs from others by its position: in its last digits, or by a number at its end.
fn varied(text: &str, nth: usize) -> String {
    if nth == 0 {
        return text.to_owned();
    }
    let letter = || match (text.len(), u8::try_from(nth)) {
        (1, Ok(nth @ 1..=25)) => char::from(b'a' + nth).to_string(),
        _ => format!("{text}-{}", nth + 1),
    };
    with_digits(text, nth).unwrap_or_else(letter)
}

/// Adds each digit of a number to one of the last digits of a text, without carry. Returns `None` if it has too few.
fn with_digits(text: &str, mut number: usize) -> Option<String> {
    let mut text = text.to_owned();
    let mut end = text.len();
    while number > 0 {
        end = text[..end].rfind(|c: char| c.is_ascii_digit())?;
        let digit = (usize::from(text.as_bytes()[end] - b'0') + number) % 10;
        text.replace_range(end..=end, &digit.to_string());
        number /= 10;
    }
    Some(text)
}

/// Returns a string with a number of characters: the text, cut or repeated.
fn with_length(text: &str, min: usize, max: usize) -> String {
    let chars: Vec<_> = text.graphemes(true).collect();
    let count = chars.len().clamp(min.min(MAX_CHARS), max.max(min).clamp(1, MAX_CHARS));
    let repeated = chars.iter().cycle().take(if max == 0 { 0 } else { count });
    repeated.copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(rules: &[ValueRule], nth: usize) -> Scalar<'_> {
        Scalar { hint: None, rules, placeholder: "example", nth, is_element: false }
    }

    #[test]
    fn numbers_are_within_their_bounds() {
        let range = |min: Option<i64>, max: Option<i64>| {
            let number = |it: Option<i64>| it.map(Number::from);
            [ValueRule::Range { min: number(min), max: number(max) }]
        };
        let number = |rules: &[ValueRule], nth| scalar(rules, nth).value(&Type::Number);
        assert_eq!(number(&range(None, None), 0), 1.into());
        assert_eq!(number(&range(Some(10), None), 2), 12.into());
        assert_eq!(number(&range(None, Some(-3)), 1), (-4).into());
        assert_eq!(number(&range(Some(5), Some(6)), 0), 5.into());
    }

    #[test]
    fn strings_have_their_length() {
        let of = |min, max| {
            let rules = [ValueRule::Length { min, max }];
            scalar(&rules, 0).value(&Type::String)
        };
        assert_eq!(of(0, Some(3)), "exa".into());
        assert_eq!(of(9, None), "exampleex".into());
        assert_eq!(of(2, None), "example".into());
        assert_eq!(of(0, Some(0)), "".into());
    }

    #[test]
    fn strings_differ() {
        assert_eq!(varied("10.0.0.1:80", 2), "10.0.0.1:82");
        assert_eq!(varied("example", 1), "example-2");
        assert_eq!(varied("a", 2), "c");
    }
}
