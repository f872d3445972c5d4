//! The schema of a body.

use crate::cty::Str;

/// The allowed content of a body. A [`Spec`](crate::spec::Spec), in contrast, also describes the decoding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodySchema {
    /// The attributes.
    pub attributes: Vec<AttributeSchema>,
    /// The block types.
    pub blocks: Vec<BlockSchema>,
    /// Names of these that are never suggested, such as former names.
    pub hidden: Vec<Str>,
    /// The handling of other items.
    pub unexpected: Unexpected,
}

/// The handling of items that a schema does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Unexpected {
    /// Each is an error.
    #[default]
    Deny,
    /// Each is a warning.
    Warn,
    /// They are ignored.
    Ignore,
}

/// An attribute in a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSchema {
    /// The attribute's name.
    pub name: Str,
    /// `true` if the attribute is required.
    pub required: bool,
}

/// A block type in a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSchema {
    /// The block type.
    pub ty: Str,
    /// The names of the labels in messages. A block has the same number of labels.
    pub labels: Vec<Str>,
}

impl BodySchema {
    /// Returns the schema of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&AttributeSchema> {
        self.attributes.iter().find(|attribute| attribute.name == *name)
    }

    /// Returns the schema of a block type.
    pub fn block(&self, ty: &str) -> Option<&BlockSchema> {
        self.blocks.iter().find(|block| block.ty == *ty)
    }
}
