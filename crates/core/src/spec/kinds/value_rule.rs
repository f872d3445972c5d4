//! Conditions on values, as data.

use std::mem;

use unicode_segmentation::UnicodeSegmentation;

#[cfg(feature = "functions-regex")]
use crate::cty::Str;
use crate::cty::internal::{CollectVec, KeySet, PushAll};
use crate::cty::{Kind, Number, Path, Step, Value, duration};
use crate::diag::{counted, list_phrases};

/// A condition that the value of an attribute must meet, for [`AttrSpec::rule`](super::AttrSpec::rule).
///
/// All but [`Length`](Self::Length) and [`Unique`](Self::Unique) apply to the elements of a collection. Null and
/// unknown values meet every condition.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ValueRule {
    /// The value is one of these.
    OneOf(Vec<Value>),
    /// The value is a number within these bounds.
    Range {
        /// The least number.
        min: Option<Number>,
        /// The greatest number.
        max: Option<Number>,
    },
    /// The number of characters of a string, or of elements of a collection, is within these bounds.
    Length {
        /// The least length.
        min: usize,
        /// The greatest length.
        max: Option<usize>,
    },
    /// The value is a string with a match of this regular expression, as the function `regexall` finds it.
    #[cfg(feature = "functions-regex")]
    Pattern(Str),
    /// The elements of a list or tuple differ from each other.
    Unique,
    /// The value is a string with a duration, such as `1h30m`, in the format of Go.
    Duration,
}

impl ValueRule {
    /// Returns `true` if all parts of a value meet the condition.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    /// use hcldyn::spec::ValueRule;
    ///
    /// let port = ValueRule::Range { min: Some(1.into()), max: Some(65_535.into()) };
    /// assert!(port.is_met_by(&Value::from(80)));
    /// assert!(!port.is_met_by(&Value::tuple(vec![80.into(), 0.into()])));
    /// ```
    pub fn is_met_by(&self, value: &Value) -> bool {
        self.broken_parts(value).is_empty()
    }

    /// Returns the parts of a value that do not meet the condition, with their paths. The elements of a set have no place
    /// in its source, so they have its path.
    pub(crate) fn broken_parts<'v>(&self, value: &'v Value) -> Vec<(Path, &'v Value)> {
        let mut found = Vec::new();
        self.add_broken_parts(value, &mut found);
        found
    }

    fn add_broken_parts<'v>(&self, value: &'v Value, found: &mut Vec<(Path, &'v Value)>) {
        let value = value.unmarked();
        if value.is_null() || !value.is_known() {
            return;
        }
        let broken = match value.kind() {
            _ if matches!(self, Self::Length { .. }) => (!self.is_met(value)).then_some(value),
            _ if matches!(self, Self::Unique) => repeated(value),
            kind @ (Kind::List(_) | Kind::Set(_) | Kind::Map(_) | Kind::Tuple(_)) => {
                for (index, element) in value.elements().iter().enumerate() {
                    let first = found.len();
                    self.add_broken_parts(element, found);
                    for (path, _) in &mut found[first..] {
                        let key = match kind {
                            Kind::Set(_) => break,
                            Kind::Map(map) => map.keys()[index].clone().into(),
                            _ => index.into(),
                        };
                        *path = mem::take(path).under(Step::Index(key));
                    }
                }
                return;
            }
            _ => (!self.is_met(value)).then_some(value),
        };
        found.push_all(broken.map(|part| (Path::root(), part)));
    }

    fn is_met(&self, value: &Value) -> bool {
        match self {
            Self::OneOf(values) => values.contains(value),
            Self::Range { min, max } => value.as_number().is_some_and(|number| {
                min.as_ref().is_none_or(|min| number >= min)
                    && max.as_ref().is_none_or(|max| number <= max)
            }),
            Self::Length { min, max } => length(value)
                .is_some_and(|length| length >= *min && max.is_none_or(|max| length <= max)),
            #[cfg(feature = "functions-regex")]
            Self::Pattern(pattern) => has_match(pattern, value).unwrap_or(false),
            Self::Unique => repeated(value).is_none(),
            Self::Duration => value.as_str().is_some_and(|text| duration::read(text).is_ok()),
        }
    }
}

impl ValueRule {
    /// Returns the expectation of a part of a value, as it follows "must".
    ///
    /// ```
    /// use hcldyn::spec::ValueRule;
    ///
    /// let port = ValueRule::Range { min: Some(1.into()), max: Some(65_535.into()) };
    /// assert_eq!(port.expectation(&0.into()), "be a number from 1 to 65535");
    /// ```
    pub fn expectation(&self, part: &Value) -> String {
        match self {
            Self::OneOf(values) => {
                let values = values.iter().map(Value::describe).collect_vec();
                format!("be {}", list_phrases(&values, "or"))
            }
            Self::Range { min, max } => {
                format!("be a number{}", bounds(min.as_ref(), max.as_ref()))
            }
            Self::Length { min, max } => {
                let unit = if part.as_str().is_some() { "character" } else { "element" };
                match max {
                    Some(max) if *min == 0 => format!("have at most {}", counted(*max, unit)),
                    Some(max) if min == max => format!("have exactly {}", counted(*max, unit)),
                    Some(max) => format!("have {min} to {}", counted(*max, unit)),
                    None => format!("have at least {}", counted(*min, unit)),
                }
            }
            #[cfg(feature = "functions-regex")]
            Self::Pattern(pattern) => format!("be a string that matches {:?}", &**pattern),
            Self::Unique => "have unique elements".to_owned(),
            Self::Duration => "be a duration such as \"1h30m\"".to_owned(),
        }
    }

    /// Describes a part of a value that breaks the condition.
    pub(in crate::spec) fn actual(&self, part: &Value) -> String {
        match (self, length(part)) {
            (Self::Length { .. }, Some(length)) => length.to_string(),
            (Self::Unique, _) => format!("{} twice", part.describe()),
            _ => part.describe(),
        }
    }
}

fn bounds(min: Option<&Number>, max: Option<&Number>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!(" from {min} to {max}"),
        (Some(min), None) => format!(" of at least {min}"),
        (None, Some(max)) => format!(" of at most {max}"),
        (None, None) => String::new(),
    }
}

/// Returns the first element that equals an earlier one.
fn repeated(value: &Value) -> Option<&Value> {
    let elements = match value.kind() {
        Kind::List(_) | Kind::Tuple(_) => value.elements(),
        _ => return None,
    };
    let mut seen = KeySet::default();
    elements.iter().find(|value| {
        let is_known = value.is_wholly_known() && !value.contains_marked();
        is_known && !seen.insert(*value)
    })
}

/// Returns the number of characters of a string, or of elements of a collection.
fn length(value: &Value) -> Option<usize> {
    match value.kind() {
        Kind::String(text) => Some(text.graphemes(true).count()),
        Kind::List(_) | Kind::Set(_) | Kind::Map(_) | Kind::Tuple(_) | Kind::Object(_) => {
            Some(value.elements().len())
        }
        _ => None,
    }
}

/// Returns `true` if a pattern matches a string. Fails if the pattern is invalid.
#[cfg(feature = "functions-regex")]
pub(in crate::spec) fn has_match(
    pattern: &Str,
    value: &Value,
) -> Result<bool, crate::cty::function::FunctionError> {
    use std::sync::LazyLock;

    use crate::cty::Function;

    static REGEXALL: LazyLock<Option<Function>> = LazyLock::new(|| {
        crate::functions::all().find(|(name, _)| *name == "regexall").map(|(_, function)| function)
    });
    // The library has the function.
    let Some(regexall) = &*REGEXALL else { return Ok(false) };
    let matches = regexall.call(vec![pattern.clone().into(), value.clone()])?;
    Ok(!matches.elements().is_empty())
}
