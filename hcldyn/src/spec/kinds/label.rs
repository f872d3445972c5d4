//! The spec of a label.

use super::docs_methods::docs_methods;
use crate::cty::Str;

/// The spec of a label.
#[derive(Clone, Debug)]
pub struct LabelSpec {
    pub(in crate::spec) index: usize,
    pub(in crate::spec) name: Str,
    pub(in crate::spec) docs: Option<Str>,
}

impl LabelSpec {
    /// The maximum number of labels of a block.
    pub(in crate::spec) const MAX_LABELS: usize = 256;

    /// Returns the spec of the label at an index, from 0. `name` is its name in messages. Under a
    /// [`BlockMapSpec`](super::BlockMapSpec), the labels of the key are not counted.
    pub fn new(index: usize, name: impl Into<Str>) -> Self {
        Self { index, name: name.into(), docs: None }
    }

    /// Returns the index of the label, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the name of the label in messages.
    pub fn name(&self) -> &Str {
        &self.name
    }
}

docs_methods!(LabelSpec, docs);
