//! The error of encoding.

use std::fmt;

use crate::cty::PathError;
use crate::cty::internal::CollectVec;
use crate::syntax::native::Unwritable;

/// The parts of a value that can't be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeError {
    first: PathError,
    others: Vec<PathError>,
}

impl EncodeError {
    /// Returns the error of these parts. Returns `None` if there are none.
    pub(crate) fn of(errors: impl IntoIterator<Item = PathError>) -> Option<Self> {
        let mut errors = errors.into_iter();
        Some(Self { first: errors.next()?, others: errors.collect_vec() })
    }

    /// Returns the parts that can't be written, each with the reason.
    pub fn errors(&self) -> impl Iterator<Item = &PathError> {
        std::iter::once(&self.first).chain(&self.others)
    }
}

/// Returns the reason as a clause.
pub(crate) fn unwritable_clause(reason: Unwritable) -> &'static str {
    match reason {
        Unwritable::Unknown => "an unknown value can't be written",
        Unwritable::Sensitive => {
            "a sensitive value is only written by an `Encoder` with `reveal_sensitive`"
        }
        Unwritable::Marked => "a marked value can't be written, because the mark would be lost",
        Unwritable::Infinite => "an infinite number can't be written",
        Unwritable::Capsule => "a value of a capsule type can't be written",
        Unwritable::Invalid => "an expression with a syntax error can't be written",
        Unwritable::Generated => {
            "the expression refers to the iterator of a dynamic block, which is not written"
        }
        Unwritable::TooDeep => "the value is nested too deeply to be read again",
    }
}

impl std::error::Error for EncodeError {}

/// Writes each part on its own line: `attribute "server": attribute "port": an unknown value can't be written`.
impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)?;
        self.others.iter().try_for_each(|other| write!(f, "\n{other}"))
    }
}

impl From<PathError> for EncodeError {
    fn from(error: PathError) -> Self {
        Self { first: error, others: Vec::new() }
    }
}
