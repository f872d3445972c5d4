//! What can be wrong with an artifact.

use std::fmt;

use super::seal::VERSION;
use crate::cty::WireError;

/// Why an artifact cannot be read or written.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ArtifactError {
    /// The bytes do not begin as an artifact does: they are something else.
    NotAnArtifact,
    /// The bytes end early.
    CutOff {
        /// How many bytes there are.
        length: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The bytes are not those that were written.
    Damaged,
    /// The bytes are whole, and in a version of the format that is not read here.
    OtherVersion(u32),
    /// The bytes are whole, and what they hold is no artifact all the same.
    Malformed(String),
    /// A value that cannot be written in a wire form, or read from one.
    Value {
        /// The name of the value.
        name: String,
        /// What is wrong with it.
        error: WireError,
    },
    /// A source with bytes that are not UTF-8: what is known of it does not fit into an artifact.
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
                f.write_str("the artifact was changed since it was written: its digest is another")
            }
            Self::OtherVersion(version) => write!(
                f,
                "the artifact is in version {version} of the format, of which this program reads \
                 version {VERSION}"
            ),
            Self::Malformed(message) => write!(f, "the artifact is malformed: {message}"),
            Self::Value { name, error } => write!(f, "value {name:?}: {error}"),
            Self::NotUtf8(name) => {
                write!(f, "source {name:?}: a text that is not UTF-8 cannot be written")
            }
        }
    }
}
