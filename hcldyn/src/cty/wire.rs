//! What the wire forms of values have in common.

use std::fmt;

use super::convert::ConversionError;
use super::{Path, Step};

/// Why a value or a type cannot be written in a wire form or read from one, and which part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct WireError {
    /// The part that is in the way.
    pub path: Path,
    /// What is wrong with it, as a clause: `a number is required, not a string`.
    pub message: String,
}

impl WireError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { path: Path::root(), message: message.into() }
    }

    /// The same error, seen from one step further outside.
    pub(super) fn under(self, step: Step) -> Self {
        Self { path: self.path.under(step), ..self }
    }

    /// The same error, seen from outside the element in which it is.
    pub(super) fn under_index(self, index: usize) -> Self {
        self.under(Step::Index(index.into()))
    }
}

impl std::error::Error for WireError {}

/// The path, then what is wrong: `attribute "rule": element 2: a number is required, not a string`.
impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.steps().is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

impl From<ConversionError> for WireError {
    fn from(error: ConversionError) -> Self {
        Self { path: error.path, message: error.message }
    }
}
