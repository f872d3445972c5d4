//! The spec of all blocks of a type.

use super::item::item_methods;
use super::{Alias, Deprecation, Item};
use crate::cty::Str;
use crate::spec::{Nested, Spec};

/// The spec of all blocks of a type.
#[derive(Clone, Debug)]
pub struct BlocksSpec {
    pub(in crate::spec) item: Item,
    pub(in crate::spec) nested: Nested,
    pub(in crate::spec) min_items: usize,
    pub(in crate::spec) max_items: Option<usize>,
    pub(in crate::spec) dynamic: bool,
}

impl BlocksSpec {
    /// All blocks of a type, whose bodies `nested` decodes.
    pub fn new(ty: impl Into<Str>, nested: Spec) -> Self {
        let nested = Nested::new(nested);
        Self { item: Item::new(ty), nested, min_items: 0, max_items: None, dynamic: false }
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

    /// The spec of the blocks' bodies.
    pub fn nested(&self) -> &Spec {
        self.nested.spec()
    }

    /// How many there must be at least, and how many there may be at most.
    pub fn item_counts(&self) -> (usize, Option<usize>) {
        (self.min_items, self.max_items)
    }
}

item_methods!(BlocksSpec);
