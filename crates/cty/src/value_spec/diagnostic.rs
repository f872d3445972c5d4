//! Diagnostics of values, without source locations.

use std::fmt;

use super::convert::either;
use super::names::Deprecation;
use super::variants::Form;
use crate::collect::CollectVec;
use crate::{Path, Str};

/// A diagnostic of a part of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValueDiagnostic {
    /// The path to the part. The name of an attribute is the one in the value.
    pub path: Path,
    /// The diagnostic.
    pub kind: ValueDiagnosticKind,
}

/// The kind of a diagnostic of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueDiagnosticKind {
    /// The value cannot be converted. The reason is a clause: `a number is required, not a string`.
    Conversion(String),
    /// The name selects no variant. The path leads to the name.
    UnknownVariant {
        /// The tag.
        name: Str,
        /// The names of the variants.
        expected: Vec<Str>,
        /// The forms of variants without a name.
        forms: Vec<Form>,
    },
    /// A required attribute is missing.
    Missing {
        /// The name of the attribute.
        name: Str,
    },
    /// The object has an attribute that its spec does not name. The path leads to the attribute.
    Unexpected {
        /// The name of the attribute.
        name: Str,
        /// The names that the spec offers.
        expected: Vec<Str>,
        /// `true` for an error, `false` for a warning.
        is_error: bool,
    },
    /// An attribute is set under two of its names. The path leads to the second one.
    SetTwice {
        /// The first name.
        first: Str,
        /// The second name.
        second: Str,
    },
    /// An attribute is deprecated. The path leads to the attribute.
    DeprecatedAttribute {
        /// The name of the attribute.
        name: Str,
        /// The current name of a former name, or advice.
        deprecation: Deprecation,
    },
    /// A variant is deprecated. The path leads to the value with its name.
    DeprecatedVariant {
        /// The name of the variant.
        name: Str,
        /// The current name of a former name, or advice.
        deprecation: Deprecation,
    },
}

impl ValueDiagnosticKind {
    /// Returns `true` if the value cannot be used.
    ///
    /// ```
    /// use hcldyn::cty::value_spec::ValueDiagnosticKind;
    ///
    /// let missing = ValueDiagnosticKind::Missing { name: "port".into() };
    /// assert!(missing.is_error());
    /// ```
    pub fn is_error(&self) -> bool {
        match self {
            Self::Conversion(_)
            | Self::UnknownVariant { .. }
            | Self::Missing { .. }
            | Self::SetTwice { .. } => true,
            Self::Unexpected { is_error, .. } => *is_error,
            Self::DeprecatedAttribute { .. } | Self::DeprecatedVariant { .. } => false,
        }
    }
}

/// Writes the diagnostic as a clause, without suggestions.
impl fmt::Display for ValueDiagnosticKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conversion(message) => f.write_str(message),
            Self::UnknownVariant { name, expected, forms } => {
                let names: Vec<_> = expected.iter().map(|name| format!("{name:?}")).collect_vec();
                let forms = forms.iter().map(|form| form.describe());
                let choices = either(names.iter().map(String::as_str).chain(forms));
                write!(f, "{choices} is required, not {name:?}")
            }
            Self::Missing { name } => write!(f, "the required attribute {name:?} is not set"),
            Self::Unexpected { name, .. } => {
                write!(f, "the attribute {name:?} is not expected here")
            }
            Self::SetTwice { first, second } => {
                write!(f, "{first:?} and {second:?} are names of the same attribute")
            }
            Self::DeprecatedAttribute { name, .. } => {
                write!(f, "the attribute {name:?} is deprecated")
            }
            Self::DeprecatedVariant { name, .. } => write!(f, "the value {name:?} is deprecated"),
        }
    }
}

/// Writes the clause after the path to the object or element.
impl fmt::Display for ValueDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut path = self.path.clone();
        // The clause names the attribute.
        if matches!(
            self.kind,
            ValueDiagnosticKind::Unexpected { .. }
                | ValueDiagnosticKind::SetTwice { .. }
                | ValueDiagnosticKind::DeprecatedAttribute { .. }
        ) {
            path.pop();
        }
        if !path.steps().is_empty() {
            write!(f, "{path}: ")?;
        }
        self.kind.fmt(f)
    }
}
