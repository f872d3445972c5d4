//! Attributes and blocks.

use super::{BodyId, OutlineDefault};
use crate::body::Layering;
use crate::cty::Str;
use crate::cty::value_spec::{ItemDocs, ValueSpec};
use crate::spec::{Deprecation, ValueRule};

/// The names of an attribute or a block type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ItemNames {
    /// The current name.
    pub name: Str,
    /// Other names, which messages do not offer.
    pub aliases: Vec<Str>,
    /// Former names. Each causes a warning that gives the current name.
    pub former_names: Vec<Str>,
    /// The deprecation of the item itself.
    pub deprecation: Option<Deprecation>,
}

/// An attribute of a body.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OutlineAttribute {
    /// The names.
    pub names: ItemNames,
    /// The documentation.
    pub docs: ItemDocs,
    /// The spec of the value.
    pub value: ValueSpec,
    /// `true` if the attribute must be written.
    pub is_required: bool,
    /// `true` if no message and no document shows the value.
    pub is_sensitive: bool,
    /// The value of an attribute that is not written, unless that is null.
    pub default: Option<OutlineDefault>,
    /// The conditions that the value must meet.
    pub rules: Vec<ValueRule>,
    /// The evaluation of the expression.
    pub evaluation: Evaluation,
    /// `true` if the decoded value is computed from the value of the attribute.
    pub is_transformed: bool,
    /// `true` if the attribute may be written as a block, or several.
    pub is_or_block: bool,
    /// `true` if several blocks that are written for the attribute are merged.
    pub is_merged: bool,
}

/// The evaluation of the expression of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evaluation {
    /// Decoding evaluates the expression.
    Value,
    /// The program takes the expression without its variables.
    Expression,
    /// The program evaluates the expression later, as often as it needs.
    Deferred,
    /// A function of the program computes the value from the expression.
    Custom,
}

/// Blocks of a body: those of one type, or of one of several types.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OutlineBlock {
    /// The block types, each with its content. Blocks of all of them are counted together.
    pub types: Vec<OutlineBlockType>,
    /// The documentation.
    pub docs: ItemDocs,
    /// The names of the labels under which a map or an object has its blocks.
    pub key: Vec<Str>,
    /// The decoded collection.
    pub collection: BlockCollection,
    /// The minimum number of blocks.
    pub min_items: usize,
    /// The maximum number of blocks.
    pub max_items: Option<usize>,
    /// The value if no block is written, unless that is null or empty.
    pub default: Option<OutlineDefault>,
    /// `true` if `dynamic` blocks may generate the blocks.
    pub is_dynamic: bool,
    /// `true` if the decoded value is computed from the value of the blocks.
    pub is_transformed: bool,
    /// `true` if the blocks may be written as an attribute.
    pub is_or_attr: bool,
    /// `true` if the types of nested blocks may be written as labels.
    pub is_labels_as_blocks: bool,
    /// `true` if several blocks are merged into one.
    pub is_merged: bool,
    /// The combination of the blocks of several layers of a configuration, unless it is the default.
    pub layering: Option<Layering>,
}

/// A block type with the content of its blocks.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OutlineBlockType {
    /// The names.
    pub names: ItemNames,
    /// The content.
    pub content: OutlineContent,
}

/// The content of a block.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OutlineContent {
    /// The items of a body.
    Body(BodyId),
    /// Attributes with any names, each converted by a spec.
    Attributes(ValueSpec),
}

/// The collection that blocks are decoded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockCollection {
    /// One block, or null.
    Single,
    /// A list, whose elements get one type.
    List,
    /// A tuple.
    Tuple,
    /// A set.
    Set,
    /// A map by the key.
    Map {
        /// `true` if several blocks may have one key.
        is_grouped: bool,
    },
    /// An object by the key.
    Object {
        /// `true` if several blocks may have one key.
        is_grouped: bool,
    },
}

impl ItemNames {
    /// Returns all names, the current one first.
    pub fn all(&self) -> impl Iterator<Item = &Str> {
        [&self.name].into_iter().chain(&self.aliases).chain(&self.former_names)
    }
}

impl OutlineBlock {
    /// Returns `true` if a block must be written.
    pub fn is_required(&self) -> bool {
        self.min_items > 0
    }

    /// Returns `true` unless the maximum is one block. Blocks that are [merged](Self::is_merged) count as one.
    pub fn is_repeated(&self) -> bool {
        self.max_items != Some(1)
    }
}
