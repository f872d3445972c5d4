//! What a body may hold.

use crate::cty::Str;

/// What a body may hold. Not to be confused with a [`Spec`](crate::spec::Spec), which says how to
/// decode it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodySchema {
    /// Its attributes.
    pub attributes: Vec<AttributeSchema>,
    /// Its types of blocks.
    pub blocks: Vec<BlockSchema>,
    /// Names among these that no message offers, such as deprecated ones.
    pub hidden: Vec<Str>,
    /// What happens to what it does not name.
    pub unexpected: Unexpected,
}

/// What happens to items of a body that its schema does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Unexpected {
    /// They are errors.
    #[default]
    Deny,
    /// There is a warning for each.
    Warn,
    /// They are left alone.
    Ignore,
}

/// An attribute that a body may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSchema {
    /// Its name.
    pub name: Str,
    /// Whether the body must hold it.
    pub required: bool,
}

/// A type of blocks that a body may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSchema {
    /// The block type.
    pub ty: Str,
    /// What each label is called in messages; a block has as many labels as there are names.
    pub labels: Vec<Str>,
}

impl BodySchema {
    /// The schema of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&AttributeSchema> {
        self.attributes.iter().find(|attribute| attribute.name == *name)
    }

    /// The schema of a block type.
    pub fn block(&self, ty: &str) -> Option<&BlockSchema> {
        self.blocks.iter().find(|block| block.ty == *ty)
    }
}
