//! What is known of an unknown value.

use std::cmp::Ordering;
use std::fmt;

use unicode_segmentation::UnicodeSegmentation;

use super::{Kind, Number, Str, Value};

/// What is already known of an unknown value. An unknown value without one may be anything of its
/// type, null included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Refinement {
    /// The value will not be null.
    pub not_null: bool,
    /// The least it can be, and whether it can be just that.
    pub lower: Option<(Number, Inclusive)>,
    /// The most it can be, and whether it can be just that.
    pub upper: Option<(Number, Inclusive)>,
    /// What its text begins with.
    pub prefix: Option<Str>,
    /// The fewest elements it can have.
    pub min_length: u64,
    /// The most elements it can have.
    pub max_length: Option<u64>,
}

/// Whether a bound belongs to the range it bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inclusive {
    /// The bound itself is possible.
    Yes,
    /// Only what lies beyond the bound is possible.
    No,
}

/// Two things that are said of one value and cannot both hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contradiction {
    /// It is null and is not.
    Null,
    /// It is a number in two ranges that have none in common.
    Bounds,
    /// It is a text that begins in two ways.
    Prefix,
    /// It has more elements than it can have.
    Length,
}

impl std::error::Error for Contradiction {}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "the value cannot be null and not null",
            Self::Bounds => "no number lies between the bounds",
            Self::Prefix => "no text begins in both ways",
            Self::Length => "no collection has as many elements",
        })
    }
}

impl Refinement {
    /// Nothing is known but that the value is not null.
    pub fn not_null() -> Self {
        Self { not_null: true, ..Self::default() }
    }

    /// Besides, the text begins with this one, to which anything may be appended. Characters at its
    /// end that might combine with what follows are left out (reference: `SafeKnownPrefix`).
    ///
    /// ```
    /// use hcldyn::cty::{Refinement, Str};
    ///
    /// // The "b" may become "b̀" when a combining accent follows.
    /// assert_eq!(Refinement::not_null().with_prefix("a-b").prefix, Some(Str::new("a-")));
    /// ```
    #[must_use]
    pub fn with_prefix(mut self, text: &str) -> Self {
        let text = Str::new(text);
        let safe = safe_prefix(&text);
        self.prefix = (!safe.is_empty()).then(|| Str::new(safe));
        self
    }

    /// Besides, the number lies between these bounds, which belong to the range.
    #[must_use]
    pub fn with_bounds(mut self, lower: Option<Number>, upper: Option<Number>) -> Self {
        self.lower = lower.map(|bound| (bound, Inclusive::Yes));
        self.upper = upper.map(|bound| (bound, Inclusive::Yes));
        self
    }

    /// Besides, the collection has at least `min` and at most `max` elements.
    #[must_use]
    pub fn with_length(mut self, min: u64, max: Option<u64>) -> Self {
        self.min_length = min;
        self.max_length = max;
        self
    }

    /// What is known when both are. Of two bounds the stronger one counts.
    ///
    /// # Errors
    ///
    /// Fails when they cannot both hold.
    pub fn and(self, other: Self) -> Result<Self, Contradiction> {
        let both = Self {
            not_null: self.not_null || other.not_null,
            lower: stronger(self.lower, other.lower, Ordering::Greater),
            upper: stronger(self.upper, other.upper, Ordering::Less),
            prefix: longer(self.prefix, other.prefix)?,
            min_length: self.min_length.max(other.min_length),
            max_length: [self.max_length, other.max_length].into_iter().flatten().min(),
        };
        if both.max_length.is_some_and(|max| max < both.min_length) {
            return Err(Contradiction::Length);
        }
        if let (Some((lower, of_lower)), Some((upper, of_upper))) = (&both.lower, &both.upper) {
            let meet = *of_lower == Inclusive::Yes && *of_upper == Inclusive::Yes;
            if lower > upper || lower == upper && !meet {
                return Err(Contradiction::Bounds);
            }
        }
        Ok(both)
    }

    /// Whether a known, unmarked value is certainly not the unknown one of which this is known.
    pub(crate) fn excludes(&self, value: &Value) -> bool {
        match value.kind() {
            Kind::Null(_) => self.not_null,
            Kind::Number(number) => !self.may_be_number(number),
            Kind::String(text) => {
                self.prefix.as_ref().is_some_and(|prefix| !text.starts_with(prefix.as_str()))
            }
            Kind::Set(set) if !value.is_wholly_known() => {
                let (min, max) = set.possible_lengths();
                max < self.min_length || self.max_length.is_some_and(|most| min > most)
            }
            Kind::List(_) | Kind::Set(_) | Kind::Map(_) => {
                let length = value.elements().len() as u64;
                length < self.min_length || self.max_length.is_some_and(|max| length > max)
            }
            _ => false,
        }
    }

    fn may_be_number(&self, number: &Number) -> bool {
        let above = self.lower.as_ref().is_none_or(|(bound, inclusive)| match inclusive {
            Inclusive::Yes => number >= bound,
            Inclusive::No => number > bound,
        });
        let below = self.upper.as_ref().is_none_or(|(bound, inclusive)| match inclusive {
            Inclusive::Yes => number <= bound,
            Inclusive::No => number < bound,
        });
        above && below
    }
}

type Bound = Option<(Number, Inclusive)>;

/// The bound that is further `towards` the middle of the range; of two equal ones the exclusive one.
fn stronger(a: Bound, b: Bound, towards: Ordering) -> Bound {
    match (a, b) {
        (Some(a), Some(b)) => {
            let ordering = b.0.cmp(&a.0);
            let b_counts = ordering == towards || ordering.is_eq() && b.1 == Inclusive::No;
            Some(if b_counts { b } else { a })
        }
        (a, b) => a.or(b),
    }
}

fn longer(a: Option<Str>, b: Option<Str>) -> Result<Option<Str>, Contradiction> {
    match (a, b) {
        (Some(a), Some(b)) if a.starts_with(b.as_str()) => Ok(Some(a)),
        (Some(a), Some(b)) if b.starts_with(a.as_str()) => Ok(Some(b)),
        (Some(_), Some(_)) => Err(Contradiction::Prefix),
        (a, b) => Ok(a.or(b)),
    }
}

/// The part of a text that stays as it is whatever is appended: all but the last grapheme cluster,
/// or all if that is a delimiter, which nothing combines with.
fn safe_prefix(text: &str) -> &str {
    const DELIMITERS: &str = "-_:;/\\,.(){}[]|?!~ \t@#$%^&*+\"'";
    match text.grapheme_indices(true).next_back() {
        Some((_, last)) if last.chars().count() == 1 && DELIMITERS.contains(last) => text,
        Some((start, _)) => &text[..start],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_before_what_may_still_change() {
        let prefix = |text| Refinement::not_null().with_prefix(text).prefix;
        assert_eq!(prefix("https://"), Some("https://".into()));
        assert_eq!(prefix("a"), None);
        assert_eq!(prefix("i-e\u{301}"), Some("i-".into()));
    }

    #[test]
    fn bounds_and_lengths_exclude_values() {
        let range = Refinement::default().with_bounds(Some(1.into()), Some(3.into()));
        assert!(range.excludes(&0.into()) && !range.excludes(&1.into()));
        assert!(range.excludes(&4.into()) && !range.excludes(&3.into()));
        let length = Refinement::default().with_length(1, None);
        assert!(length.excludes(&Value::list(crate::Type::Bool, vec![])));
    }
}
