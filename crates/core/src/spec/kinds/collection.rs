//! The collections of blocks.

use crate::cty::Type;

/// The collection that blocks are decoded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlockCollection {
    /// One block, or null.
    Single,
    /// A list, whose elements get one type.
    List,
    /// A tuple. Elements may differ in type.
    Tuple,
    /// A set.
    Set,
    /// A map by the key.
    Map {
        /// `true` if several blocks may have one key.
        is_grouped: bool,
    },
    /// An object by the key, in source order. Its blocks may differ in type.
    Object {
        /// `true` if several blocks may have one key.
        is_grouped: bool,
    },
}

impl BlockCollection {
    /// Returns the type under a key of blocks of a type.
    pub(in crate::spec) fn entry_type(self, block: Type) -> Type {
        if self.is_grouped() { Type::list(block) } else { block }
    }

    /// Returns `true` if it has an order of its own.
    pub(in crate::spec) fn is_unordered(self) -> bool {
        match self {
            Self::Set | Self::Map { .. } | Self::Object { .. } => true,
            Self::Single | Self::List | Self::Tuple => false,
        }
    }

    /// Returns `true` if several blocks may have one key.
    pub fn is_grouped(self) -> bool {
        matches!(self, Self::Map { is_grouped: true } | Self::Object { is_grouped: true })
    }
}
