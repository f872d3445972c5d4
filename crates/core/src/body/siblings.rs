//! The siblings of a block, from which it can inherit items.

use std::sync::Arc;

use super::{Block, Body};
use crate::cty::Str;
use crate::cty::internal::{CollectVec, KeyMap};

/// The blocks of one body, found by type and labels.
#[derive(Debug)]
pub(crate) struct Siblings {
    blocks: Vec<Block>,
    positions: KeyMap<(Str, Vec<Str>), usize>,
}

/// A block among its siblings.
#[derive(Clone, Debug)]
pub(super) struct Membership {
    siblings: Arc<Siblings>,
    position: usize,
}

impl Siblings {
    /// Creates the siblings of a body. Blocks with equal labels are found as the first of them.
    pub(crate) fn acquaint(blocks: Vec<Block>) -> Vec<Block> {
        let mut positions = KeyMap::default();
        for (position, block) in blocks.iter().enumerate() {
            positions.get_or_insert((block.ty.clone(), labels_of(block)), position);
        }
        let siblings = Arc::new(Self { blocks, positions });
        let member = |(position, block): (usize, &Block)| {
            let mut block = block.clone();
            let siblings = Arc::clone(&siblings);
            block.body.membership = Some(Membership { siblings, position });
            block
        };
        siblings.blocks.iter().enumerate().map(member).collect_vec()
    }

    /// Returns the block at a position, without its siblings.
    pub(crate) fn get(&self, position: usize) -> &Block {
        &self.blocks[position]
    }

    /// Returns the blocks of a type.
    pub(crate) fn of_type(&self, ty: &Str) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(move |block| block.ty == *ty)
    }

    /// Returns the position of a block.
    pub(crate) fn position(&self, ty: &Str, labels: &[Str]) -> Option<usize> {
        self.positions.get(&(ty.clone(), labels.to_vec())).copied()
    }
}

impl Body {
    /// Returns the siblings of the block with this body, and its position among them.
    pub(crate) fn siblings(&self) -> Option<(&Siblings, usize)> {
        self.membership.as_ref().map(|it| (&*it.siblings, it.position))
    }
}

/// Returns the labels of a block.
pub(crate) fn labels_of(block: &Block) -> Vec<Str> {
    block.labels.iter().map(|label| label.value.clone()).collect_vec()
}
