//! The state of the files of a configuration.

use super::stages::ReadInputs;
use crate::cty::internal::CollectVec;
use crate::source::Source;

/// The names and texts of all files, and the errors in reading them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Fingerprint {
    sources: Vec<SourceText>,
    errors: String,
}

/// A source, compared by its name and text.
#[derive(Debug)]
struct SourceText(Source);

impl Fingerprint {
    /// Returns the state in which files were read.
    pub(super) fn of(read: &ReadInputs) -> Self {
        let sources = read.sources().cloned().map(SourceText).collect_vec();
        Self { sources, errors: read.diags.to_string() }
    }
}

impl PartialEq for SourceText {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name() && self.0.text() == other.0.text()
    }
}

impl Eq for SourceText {}
