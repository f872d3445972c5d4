//! The state of the files of a configuration.

use std::path::PathBuf;

use super::decoder::Decoder;
use super::inputs::{self, DecoderInput, Reading};
use super::layers::{Layer, Layers};
use super::stages::ReadInputs;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
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

    /// Adds the files of modules.
    #[must_use]
    pub(super) fn with_modules(mut self, files: &ModuleFiles) -> Self {
        self.sources.extend(files.sources.iter().cloned().map(SourceText));
        self
    }
}

/// The files of the modules of a configuration.
#[derive(Debug, Default)]
pub(super) struct ModuleFiles {
    /// The selection of the files, by which they can be read again.
    pub(super) inputs: Vec<(Layer, DecoderInput)>,
    pub(super) paths: Vec<PathBuf>,
    pub(super) sources: Vec<Source>,
}

impl ModuleFiles {
    /// Adds files that were read.
    pub(super) fn add(&mut self, inputs: Vec<(Layer, DecoderInput)>, read: &inputs::Loaded) {
        self.inputs.extend(inputs);
        self.paths.extend(read.files.iter().cloned());
        self.sources.extend(read.bodies.iter().filter_map(|it| it.source.clone()));
    }

    /// Reads the files again.
    pub(super) fn again(&self, decoder: &Decoder) -> Self {
        let mut again = Self::default();
        let reading = Reading::of_module(decoder);
        for input in &self.inputs {
            let (inputs, mut diags) = (vec![input.clone()], Diagnostics::new());
            let read = inputs::read(&inputs, reading, &mut Layers::default(), &mut diags);
            again.add(inputs, &read);
        }
        again
    }
}

impl PartialEq for SourceText {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name() && self.0.text() == other.0.text()
    }
}

impl Eq for SourceText {}
