//! The spec of a single block.

use super::item::item_methods;
use super::{Alias, Deprecation, Item};
use crate::cty::Str;
use crate::spec::{Nested, Spec};

/// The spec of a single block.
#[derive(Clone, Debug)]
pub struct BlockSpec {
    pub(in crate::spec) item: Item,
    pub(in crate::spec) nested: Nested,
    pub(in crate::spec) required: bool,
    pub(in crate::spec) dynamic: bool,
}

impl BlockSpec {
    /// A block of a type whose body `nested` decodes; null where there is none.
    pub fn new(ty: impl Into<Str>, nested: Spec) -> Self {
        let nested = Nested::new(nested);
        Self { item: Item::new(ty), nested, required: false, dynamic: false }
    }

    /// The block must be there.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// A `dynamic` block may generate the block.
    #[must_use]
    pub fn dynamic(mut self) -> Self {
        self.dynamic = true;
        self
    }

    /// The spec of the block's body.
    pub fn nested(&self) -> &Spec {
        self.nested.spec()
    }

    /// Whether the block must be there.
    pub fn is_required(&self) -> bool {
        self.required
    }
}

item_methods!(BlockSpec);
