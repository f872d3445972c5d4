//! The specs inside a spec. A walk over specs uses these, or names all kinds itself.

use smallvec::SmallVec;

use super::{NestedSpec, Spec};
use crate::cty::Str;

/// Blocks that a spec decodes: a name of their type, and how their bodies are decoded, unless they hold attributes of
/// any name.
pub(super) type BlocksInBody<'a> = (&'a Str, Option<&'a NestedSpec>);

impl Spec {
    /// The specs in it that decode the same body.
    pub(super) fn children(&self) -> SmallVec<[&Self; 2]> {
        match self {
            Self::Object(object) => object.specs.iter().collect(),
            Self::Tuple(tuple) => tuple.specs.iter().collect(),
            Self::Default(specs) => [&specs.primary, &specs.default].into_iter().collect(),
            Self::OneOf(one_of) => one_of.specs().collect(),
            Self::Wrapped(wrapped) => [&wrapped.spec].into_iter().collect(),
            Self::Attr(_)
            | Self::Literal(_)
            | Self::Expr(_)
            | Self::Block(_)
            | Self::BlockList(_)
            | Self::BlockTuple(_)
            | Self::BlockSet(_)
            | Self::BlockMap(_)
            | Self::BlockObject(_)
            | Self::BlockOf(_)
            | Self::BlocksOf(_)
            | Self::BlockAttrs(_)
            | Self::Label(_)
            | Self::Remain => SmallVec::new(),
        }
    }

    /// The blocks that it decodes itself, by each name that their type has.
    pub(super) fn block_types(&self) -> SmallVec<[BlocksInBody<'_>; 2]> {
        let (item, nested) = match self {
            Self::Block(block) => (&block.item, Some(&block.nested)),
            Self::BlockList(blocks) | Self::BlockTuple(blocks) | Self::BlockSet(blocks) => {
                (&blocks.item, Some(&blocks.nested))
            }
            Self::BlockMap(blocks) | Self::BlockObject(blocks) => {
                (&blocks.item, Some(&blocks.nested))
            }
            Self::BlockAttrs(attrs) => (&attrs.item, None),
            Self::BlockOf(blocks) | Self::BlocksOf(blocks) => {
                return blocks.types.iter().map(|(ty, nested)| (ty, Some(nested))).collect();
            }
            Self::Object(_)
            | Self::Tuple(_)
            | Self::Attr(_)
            | Self::Literal(_)
            | Self::Expr(_)
            | Self::Default(_)
            | Self::OneOf(_)
            | Self::Wrapped(_)
            | Self::Label(_)
            | Self::Remain => return SmallVec::new(),
        };
        item.names().map(|ty| (ty, nested)).collect()
    }

    /// Goes through the specs that decode the same body, outermost first.
    pub(super) fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        for child in self.children() {
            child.visit(visit);
        }
    }
}
