//! The blocks of a body whose order counts among each other.

use super::homes::{Home, homes, positions};
use super::pairs::Pairs;
use super::place::Contents;
use super::written_value::WrittenValue;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
use crate::encode::diags;
use crate::syntax::native::NewItem;

/// A block to write.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct NewBlock<'i> {
    pub(super) ty: &'i Str,
    pub(super) labels: &'i [Str],
    pub(super) body: &'i [NewItem<WrittenValue>],
}

/// The blocks of a body whose order counts among each other.
pub(super) struct Blocks<'b> {
    pub(super) homes: Vec<Home<'b>>,
    pub(super) before: Vec<NewBlock<'b>>,
    pub(super) after: Vec<NewBlock<'b>>,
    /// The index in `homes` of each block of `before`.
    pub(super) positions: Vec<usize>,
    pub(super) pairs: Pairs,
    /// The indexes of the old and the new block at each position, unless it is removed.
    pub(super) changes: Vec<Option<(usize, usize)>>,
}

impl<'b> Blocks<'b> {
    pub(super) fn new(
        contents: &'b Contents,
        types: &[Str],
        is_map: bool,
        before: Vec<NewBlock<'b>>,
        after: Vec<NewBlock<'b>>,
    ) -> Result<Self, Diagnostics> {
        let homes = homes(contents, types);
        let Some(positions) = positions(&before, &homes, is_map) else {
            return Err(diags::not_single_blocks(contents.missing_item(), &types[0]).into());
        };
        let pairs = if is_map && !positions.is_sorted() {
            Pairs::by_labels(&before, &after)
        } else {
            Pairs::in_order(&before, &after)
        };
        let mut changes = vec![None; homes.len()];
        for (new, old) in pairs.changed.iter().enumerate() {
            if let Some(old) = *old {
                changes[positions[old]] = Some((old, new));
            }
        }
        Ok(Self { homes, before, after, positions, pairs, changes })
    }

    /// Returns the old block that a new one is equal to, if it moves.
    pub(super) fn moved(&self, new: usize) -> Option<&Home<'b>> {
        self.pairs.moved[new].map(|old| &self.homes[self.positions[old]])
    }

    /// Returns the type with which a new block is written.
    pub(super) fn written_type(&self, new: usize) -> &'b Str {
        self.moved(new).map_or(self.after[new].ty, |home| home.ty)
    }

    /// Returns the new blocks before the first old one, and those after each.
    pub(super) fn added(&self) -> (Vec<usize>, Vec<Vec<usize>>) {
        let (mut first, mut after) = (Vec::new(), vec![Vec::new(); self.homes.len()]);
        let mut last = None;
        for (new, old) in self.pairs.changed.iter().enumerate() {
            match (old, last) {
                (Some(old), _) => last = Some(self.positions[*old]),
                (None, Some(last)) => after[last].push(new),
                (None, None) => first.push(new),
            }
        }
        if self.changes[0].is_none() {
            // They replace the first old block.
            after[0].splice(0..0, std::mem::take(&mut first));
        }
        (first, after)
    }
}

impl<'i> NewBlock<'i> {
    pub(super) fn labels(&self) -> Vec<&'i str> {
        self.labels.iter().map(Str::as_str).collect_vec()
    }
}

/// Returns the blocks among items, or those of some types.
pub(super) fn blocks_of<'i>(
    items: &'i [NewItem<WrittenValue>],
    types: Option<&[Str]>,
) -> Vec<NewBlock<'i>> {
    let blocks = items.iter().filter_map(|item| match item {
        NewItem::Block { ty, labels, body } if types.is_none_or(|types| types.contains(ty)) => {
            Some(NewBlock { ty, labels, body })
        }
        _ => None,
    });
    blocks.collect_vec()
}
