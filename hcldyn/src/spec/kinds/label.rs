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
    /// A block has at most so many labels.
    pub(in crate::spec) const MAX_LABELS: usize = 256;

    /// The label of an index, from 0; `name` is what messages call it. Under a
    /// [`BlockMapSpec`](super::BlockMapSpec) the labels of the key are not counted.
    pub fn new(index: usize, name: impl Into<Str>) -> Self {
        Self { index, name: name.into(), docs: None }
    }

    /// Which label it is, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// What messages call it.
    pub fn name(&self) -> &Str {
        &self.name
    }
}

docs_methods!(LabelSpec, docs);
