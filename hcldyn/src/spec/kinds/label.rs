//! The spec of a label.

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

    /// Says what it is for, in prose, for [`Spec::docs`](crate::spec::Spec::docs).
    #[must_use]
    pub fn doc(mut self, text: impl Into<Str>) -> Self {
        self.docs = Some(text.into());
        self
    }

    /// Which label it is, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// What messages call it.
    pub fn name(&self) -> &Str {
        &self.name
    }

    /// What it is for.
    pub fn docs(&self) -> Option<&str> {
        self.docs.as_deref()
    }
}
