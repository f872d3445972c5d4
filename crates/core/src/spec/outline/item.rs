//! Attributes and blocks.

use super::{BodyId, OutlineDefault};
use crate::cty::Str;
use crate::cty::value_spec::{ItemDocs, ItemNames, ValueSpec};
use crate::spec::{BlockCollection, BlockOptions, OtherForms, SettingOptions, ValueRule};

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
    pub evaluation: AttributeEvaluation,
    /// `true` if the decoded value is computed from the value of the attribute.
    pub is_transformed: bool,
    /// The other forms in which the attribute may be written.
    pub forms: OtherForms,
    /// The options about the sources of the value, such as its flag.
    pub setting: SettingOptions,
}

/// The evaluation of the expression of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeEvaluation {
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
    /// The options. The maximum of a single block is 1.
    pub options: BlockOptions,
    /// The value if no block is written, unless that is null or empty.
    pub default: Option<OutlineDefault>,
    /// `true` if the decoded value is computed from the value of the blocks.
    pub is_transformed: bool,
    /// The other forms in which the blocks may be written.
    pub forms: OtherForms,
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
pub enum OutlineContent {
    /// The items of a body.
    Body(BodyId),
    /// Attributes with any names, each converted by a spec.
    Attributes(ValueSpec),
}

impl OutlineBlock {
    /// Returns `true` if a block must be written.
    pub fn is_required(&self) -> bool {
        self.options.count.is_required()
    }

    /// Returns `true` unless the maximum is one block. Blocks that are [merged](OtherForms::MERGE) count as one.
    pub fn is_repeated(&self) -> bool {
        self.options.count.max != Some(1)
    }
}
