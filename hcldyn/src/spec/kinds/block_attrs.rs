//! The spec of a block of free attributes.

use super::block_methods::block_methods;
use super::item::item_methods;
use super::{Alias, Deprecation, SpecItem};
use crate::cty::{Str, Type};

/// The spec of a block of free attributes.
#[derive(Clone, Debug)]
pub struct BlockAttrsSpec {
    pub(in crate::spec) item: SpecItem,
    pub(in crate::spec) element: Type,
    pub(in crate::spec) required: bool,
    pub(in crate::spec) dynamic: bool,
}

impl BlockAttrsSpec {
    /// Returns the spec of a block with attributes of any name, each converted to one type. The value is null
    /// without a block.
    pub fn new(ty: impl Into<Str>, element: Type) -> Self {
        Self { item: SpecItem::new(ty), element, required: false, dynamic: false }
    }

    /// Returns the type that each value is converted to.
    pub fn element(&self) -> &Type {
        &self.element
    }
}

block_methods!(BlockAttrsSpec: required, dynamic);
item_methods!(BlockAttrsSpec);
