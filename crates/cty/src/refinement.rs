//! Refinements of unknown values.

use std::cmp::Ordering;
use std::fmt;

use unicode_segmentation::UnicodeSegmentation;

use super::{Kind, Number, Str, Value};

/// The refinement of an unknown value. Without one, the value may be any of its type, including null.
///
/// ```
/// use hcldyn::cty::Refinement;
///
/// let port = Refinement::not_null().with_bounds(Some(1.into()), Some(65_535.into()));
/// let low = Refinement::default().with_bounds(None, Some(1023.into()));
/// let both = port.and(low)?;
/// assert!(both.not_null);
/// assert_eq!(both.upper.unwrap().0, 1023.into());
///
/// let empty = Refinement::default().with_bounds(Some(2000.into()), None);
/// assert!(both.lower.is_some() && empty.and(Refinement::default().with_bounds(None, Some(1.into()))).is_err());
/// # Ok::<(), hcldyn::cty::Contradiction>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Refinement {
    /// `true` if the value is not null.
    pub not_null: bool,
    /// The lower bound, and whether the range includes it.
    pub lower: Option<(Number, Inclusive)>,
    /// The upper bound, and whether the range includes it.
    pub upper: Option<(Number, Inclusive)>,
    /// The prefix of the string.
    pub prefix: Option<Str>,
    /// The minimum number of elements.
    pub min_length: u64,
    /// The maximum number of elements.
    pub max_length: Option<u64>,
}

/// The choice whether a range includes its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inclusive {
    /// The range includes the bound.
    Yes,
    /// The range excludes the bound.
    No,
}

/// Two refinements of one value that cannot both hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Contradiction {
    /// The value is null and is not null.
    Null,
    /// The number is in two ranges without a common part.
    Bounds,
    /// The string has two different prefixes.
    Prefix,
    /// The minimum number of elements is above the maximum.
    Length,
}

impl std::error::Error for Contradiction {}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "a value can't be both null and not null",
            Self::Bounds => "the bounds exclude every number",
            Self::Prefix => "no string can start with both prefixes",
            Self::Length => "the minimum length exceeds the maximum length",
        })
    }
}

impl Refinement {
    /// Returns the refinement of a value that is not null.
    pub fn not_null() -> Self {
        Self { not_null: true, ..Self::default() }
    }

    /// Adds a prefix of the string. Characters at its end that might combine with the next ones are dropped
    /// (reference: `SafeKnownPrefix`).
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

    /// Adds bounds of the number, which the range includes.
    #[must_use]
    pub fn with_bounds(mut self, lower: Option<Number>, upper: Option<Number>) -> Self {
        self.lower = lower.map(|bound| (bound, Inclusive::Yes));
        self.upper = upper.map(|bound| (bound, Inclusive::Yes));
        self
    }

    /// Adds the minimum and the maximum number of elements of the collection.
    #[must_use]
    pub fn with_length(mut self, min: u64, max: Option<u64>) -> Self {
        self.min_length = min;
        self.max_length = max;
        self
    }

    /// Returns the combination of two refinements. Of two bounds, the stronger one is kept.
    ///
    /// # Errors
    ///
    /// Fails if they cannot both hold.
    pub fn and(self, other: Self) -> Result<Self, Contradiction> {
        Self {
            not_null: self.not_null || other.not_null,
            lower: stronger(self.lower, other.lower, Ordering::Greater),
            upper: stronger(self.upper, other.upper, Ordering::Less),
            prefix: longer(self.prefix, other.prefix)?,
            min_length: self.min_length.max(other.min_length),
            max_length: [self.max_length, other.max_length].into_iter().flatten().min(),
        }
        .checked()
    }

    /// Returns the refinement, unless its bounds or its lengths exclude every value.
    pub(crate) fn checked(self) -> Result<Self, Contradiction> {
        if self.max_length.is_some_and(|max| max < self.min_length) {
            return Err(Contradiction::Length);
        }
        if let (Some((lower, of_lower)), Some((upper, of_upper))) = (&self.lower, &self.upper) {
            let meet = *of_lower == Inclusive::Yes && *of_upper == Inclusive::Yes;
            if lower > upper || lower == upper && !meet {
                return Err(Contradiction::Bounds);
            }
        }
        Ok(self)
    }

    /// Returns `true` if a known, unmarked value cannot be the unknown one.
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

/// Returns the bound that is further `towards` the middle of the range, or the exclusive one of two equal bounds.
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

/// Returns the part of a string that stays the same when anything is appended: all but the last grapheme cluster,
/// or all if that is a delimiter, which never combines.
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
    fn a_prefix_ends_before_characters_that_may_combine() {
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
