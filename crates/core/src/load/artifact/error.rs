//! Errors of reading and writing artifacts.

use std::fmt;

use super::seal::Version;
use crate::cty::WireError;

/// An error of reading or writing an artifact.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ArtifactError {
    /// The bytes do not begin like an artifact.
    NotAnArtifact,
    /// The bytes end early.
    CutOff {
        /// The actual number of bytes.
        length: usize,
        /// The expected number of bytes.
        expected: usize,
    },
    /// The bytes were changed after they were written.
    Damaged,
    /// The bytes are intact, but their format version is not supported.
    OtherVersion(u32),
    /// The bytes are intact, but their content is not a valid artifact.
    Malformed(String),
    /// A value that has no wire form, or whose wire form is invalid.
    Value {
        /// The name of the value.
        name: String,
        /// The error.
        error: WireError,
    },
    /// A body that the program parsed itself, and then added to a decoder or to the values of its variables. It may
    /// differ from its source.
    NotASource(String),
    /// A source with bytes that are not UTF-8, which an artifact cannot represent.
    NotUtf8(String),
}

impl ArtifactError {
    pub(super) fn malformed(message: impl fmt::Display) -> Self {
        Self::Malformed(message.to_string())
    }
}

impl std::error::Error for ArtifactError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Value { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for ArtifactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnArtifact => f.write_str("this is not an artifact of an evaluation"),
            Self::CutOff { length, expected } => {
                write!(f, "the artifact ends after {length} of its {expected} bytes")
            }
            Self::Damaged => {
                f.write_str("the artifact was changed after it was written: its digest differs")
            }
            Self::OtherVersion(version) => write!(
                f,
                "the artifact has version {version} of the format; this program reads versions {} to {}",
                Version::Sources as u32,
                Version::Inputs as u32,
            ),
            Self::Malformed(message) => write!(f, "the artifact is malformed: {message}"),
            Self::Value { name, error } => write!(f, "value {name:?}: {error}"),
            Self::NotASource(name) => {
                write!(f, "body of {name:?}: only sources can be written, not parsed bodies")
            }
            Self::NotUtf8(name) => {
                write!(f, "source {name:?}: only valid UTF-8 can be written")
            }
        }
    }
}
