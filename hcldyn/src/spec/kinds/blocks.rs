//! The spec of all blocks of a type.

use super::block_methods::block_methods;
use super::item::item_methods;
use super::{Alias, Deprecation, SpecItem};
use crate::cty::Str;
use crate::spec::{NestedSpec, Spec};

/// The spec of all blocks of a type.
#[derive(Clone, Debug)]
pub struct BlocksSpec {
    pub(in crate::spec) item: SpecItem,
    pub(in crate::spec) nested: NestedSpec,
    pub(in crate::spec) min_items: usize,
    pub(in crate::spec) max_items: Option<usize>,
    pub(in crate::spec) dynamic: bool,
}

impl BlocksSpec {
    /// All blocks of a type, whose bodies `nested` decodes.
    pub fn new(ty: impl Into<Str>, nested: Spec) -> Self {
        let nested = NestedSpec::new(nested);
        Self { item: SpecItem::new(ty), nested, min_items: 0, max_items: None, dynamic: false }
    }
}

block_methods!(BlocksSpec: counts, dynamic, nested);
item_methods!(BlocksSpec);
