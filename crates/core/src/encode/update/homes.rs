//! The blocks of a document that a struct was decoded from.

use std::collections::{HashMap, VecDeque};

use super::blocks::NewBlock;
use super::place::{At, Contents};
use crate::body::Block;
use crate::cty::Str;
use crate::cty::internal::CollectVec;

/// A block of a document: the body around it, its type as it is written, and its index among those of this type.
#[derive(Clone, Copy)]
pub(super) struct Home<'b> {
    pub(super) body: &'b At,
    pub(super) ty: &'b Str,
    pub(super) index: usize,
    pub(super) block: &'b Block,
}

impl Home<'_> {
    /// Returns the place of the block, after others of its type were inserted before it.
    pub(super) fn at(&self, inserted: usize) -> At {
        self.body.block(self.ty, self.index + inserted)
    }

    fn has_labels(&self, labels: &[Str]) -> bool {
        self.block.labels.iter().map(|label| &label.value).eq(labels)
    }
}

/// Returns the blocks with these types.
pub(super) fn homes<'b>(contents: &'b Contents, types: &[Str]) -> Vec<Home<'b>> {
    let mut homes = Vec::new();
    for (body, content) in &contents.parts {
        let mut counts: HashMap<&Str, usize> = HashMap::new();
        homes.extend(content.blocks.iter().filter(|block| types.contains(&block.ty)).map(
            |block| {
                let count = counts.entry(&block.ty).or_default();
                *count += 1;
                Home { body, ty: &block.ty, index: *count - 1, block }
            },
        ));
    }
    homes
}

/// Returns the index of the block in the document for each old block. Blocks of a map are in any order. Returns `None`
/// if there are others in the document, because some are generated or written as an attribute.
pub(super) fn positions(
    old: &[NewBlock<'_>],
    homes: &[Home<'_>],
    is_map: bool,
) -> Option<Vec<usize>> {
    if old.len() != homes.len() {
        return None;
    }
    let are_same = old.iter().zip(homes).all(|(block, home)| home.has_labels(block.labels));
    if are_same || !is_map {
        return Some((0..homes.len()).collect_vec());
    }
    let mut free: HashMap<Vec<&Str>, VecDeque<usize>> = HashMap::new();
    for (index, home) in homes.iter().enumerate() {
        let labels = home.block.labels.iter().map(|label| &label.value).collect_vec();
        free.entry(labels).or_default().push_back(index);
    }
    let labels = old.iter().map(|block| block.labels.iter().collect_vec());
    labels.map(|labels| free.get_mut(&labels)?.pop_front()).collect()
}
