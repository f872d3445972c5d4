//! The blocks of a document that a struct was decoded from.

use std::collections::{HashMap, VecDeque};

use super::blocks::NewBlock;
use crate::body::{Block, Content};
use crate::cty::Str;
use crate::edit::ItemPath;

/// A block of a document: its type as it is written, and its index among those of this type.
#[derive(Clone, Copy)]
pub(super) struct Home<'b> {
    pub(super) ty: &'b Str,
    pub(super) index: usize,
    pub(super) block: &'b Block,
}

impl Home<'_> {
    /// Returns the path of the block in a body.
    pub(super) fn path(&self, body: &ItemPath) -> ItemPath {
        body.clone().name(self.ty.clone()).index(self.index)
    }

    fn has_labels(&self, labels: &[Str]) -> bool {
        self.block.labels.iter().map(|label| &label.value).eq(labels)
    }
}

/// Returns the blocks of a document with these types.
pub(super) fn homes<'b>(content: &'b Content, types: &[Str]) -> Vec<Home<'b>> {
    let mut counts: HashMap<&Str, usize> = HashMap::new();
    let blocks = content.blocks.iter().filter(|block| types.contains(&block.ty));
    let homes = blocks.map(|block| {
        let count = counts.entry(&block.ty).or_default();
        *count += 1;
        Home { ty: &block.ty, index: *count - 1, block }
    });
    homes.collect()
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
        return Some((0..homes.len()).collect());
    }
    let mut free: HashMap<Vec<&Str>, VecDeque<usize>> = HashMap::new();
    for (index, home) in homes.iter().enumerate() {
        let labels = home.block.labels.iter().map(|label| &label.value).collect();
        free.entry(labels).or_default().push_back(index);
    }
    let labels = old.iter().map(|block| block.labels.iter().collect::<Vec<_>>());
    labels.map(|labels| free.get_mut(&labels)?.pop_front()).collect()
}
