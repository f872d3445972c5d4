//! The spec of all blocks of a type by their labels.

use super::block_methods::block_methods;
use super::item::item_methods;
use super::{Alias, Deprecation, SpecItem};
use crate::cty::Str;
use crate::spec::{NestedSpec, Spec};

/// The spec of all blocks of a type by their labels.
#[derive(Clone, Debug)]
pub struct BlockMapSpec {
    pub(in crate::spec) item: SpecItem,
    /// The names of the key's labels in messages; at least one.
    pub(in crate::spec) labels: Vec<Str>,
    pub(in crate::spec) nested: NestedSpec,
    pub(in crate::spec) min_items: usize,
    pub(in crate::spec) max_items: Option<usize>,
    pub(in crate::spec) dynamic: bool,
}

impl BlockMapSpec {
    /// Returns the spec of all blocks of a type by their first label. `label` is its name in messages.
    pub fn new(ty: impl Into<Str>, label: impl Into<Str>, nested: Spec) -> Self {
        Self::with(ty, label, NestedSpec::of(nested))
    }

    /// Returns a spec whose nested spec is built by `nested` on first use, so that a block can contain blocks of its own
    /// type. `nested` must return the same spec each time.
    pub fn lazy(ty: impl Into<Str>, label: impl Into<Str>, nested: fn() -> Spec) -> Self {
        Self::with(ty, label, NestedSpec::lazy(nested))
    }

    pub(in crate::spec) fn with(
        ty: impl Into<Str>,
        label: impl Into<Str>,
        nested: NestedSpec,
    ) -> Self {
        Self {
            item: SpecItem::new(ty),
            labels: vec![label.into()],
            nested,
            min_items: 0,
            max_items: None,
            dynamic: false,
        }
    }

    /// Adds a label to the key. `label` is its name in messages.
    #[must_use]
    pub fn then_by(mut self, label: impl Into<Str>) -> Self {
        self.labels.push(label.into());
        self
    }

    /// Returns the names of the key's labels.
    pub fn labels(&self) -> &[Str] {
        &self.labels
    }
}

block_methods!(BlockMapSpec: counts, dynamic, nested);
item_methods!(BlockMapSpec);
