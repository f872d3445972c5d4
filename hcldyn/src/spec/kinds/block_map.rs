//! The spec of all blocks of a type by their labels.

use super::item::item_methods;
use super::{Alias, Deprecation, Item};
use crate::cty::Str;
use crate::spec::{Nested, Spec};

/// The spec of all blocks of a type by their labels.
#[derive(Clone, Debug)]
pub struct BlockMapSpec {
    pub(in crate::spec) item: Item,
    /// What the labels that make up the key are called in messages; at least one.
    pub(in crate::spec) labels: Vec<Str>,
    pub(in crate::spec) nested: Nested,
    pub(in crate::spec) min_items: usize,
    pub(in crate::spec) max_items: Option<usize>,
    pub(in crate::spec) dynamic: bool,
}

impl BlockMapSpec {
    /// All blocks of a type by their first label; `label` is what messages call it.
    pub fn new(ty: impl Into<Str>, label: impl Into<Str>, nested: Spec) -> Self {
        Self {
            item: Item::new(ty),
            labels: vec![label.into()],
            nested: Nested::new(nested),
            min_items: 0,
            max_items: None,
            dynamic: false,
        }
    }

    /// One more label belongs to the key; `label` is what messages call it.
    #[must_use]
    pub fn then_by(mut self, label: impl Into<Str>) -> Self {
        self.labels.push(label.into());
        self
    }

    /// There must be at least so many.
    #[must_use]
    pub fn min_items(mut self, count: usize) -> Self {
        self.min_items = count;
        self
    }

    /// There must be at most so many.
    #[must_use]
    pub fn max_items(mut self, count: usize) -> Self {
        self.max_items = Some(count);
        self
    }

    /// `dynamic` blocks may generate such blocks.
    #[must_use]
    pub fn dynamic(mut self) -> Self {
        self.dynamic = true;
        self
    }

    /// What the labels that make up the key are called.
    pub fn labels(&self) -> &[Str] {
        &self.labels
    }

    /// How many there must be at least, and how many there may be at most.
    pub fn item_counts(&self) -> (usize, Option<usize>) {
        (self.min_items, self.max_items)
    }

    /// The spec of the blocks' bodies.
    pub fn nested(&self) -> &Spec {
        self.nested.spec()
    }
}

item_methods!(BlockMapSpec);
