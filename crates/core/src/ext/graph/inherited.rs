//! The references of blocks that inherit from others.

use super::build::in_block;
use super::definitions::BlockKind;
use super::diags;
use crate::body::Block;
use crate::cty::Str;
use crate::cty::internal::{CollectVec, KeyMap, KeySet};
use crate::diag::Diagnostics;
use crate::expr::Traversal;
use crate::ext::inheritance::Inheritance;

/// The maximum number of references in a graph that blocks may inherit by computed lists.
const MAX_INHERITED_REFERENCES: usize = 250_000;

/// The variables in all blocks of each type whose blocks may inherit from each other.
#[derive(Default)]
pub(super) struct InheritedVariables {
    of_types: KeyMap<Str, Vec<Traversal>>,
    /// The number of references that blocks got so far.
    count: usize,
}

impl InheritedVariables {
    /// Returns the variables in a block with the items that it inherits. If its parents depend on values, these are the
    /// variables in all blocks of its type.
    pub(super) fn in_block(
        &mut self,
        block: &Block,
        kind: &BlockKind,
        diags: &mut Diagnostics,
    ) -> Vec<Traversal> {
        let Some(inheritance) = kind.inheritance() else { return in_block(block, kind) };
        if let Some(body) = inheritance.of_constants(block) {
            return own(&Block { body, ..block.clone() }, kind, inheritance);
        }
        let in_all = || in_all(block, kind, inheritance);
        let all = self.of_types.get_or_insert_with(block.ty.clone(), in_all);
        let count = self.count + all.len();
        if count <= MAX_INHERITED_REFERENCES {
            self.count = count;
            return all.clone();
        }
        // One report for each type, at its first block.
        let first = block.body.siblings().and_then(|(all, _)| all.of_type(&block.ty).next());
        let place = first.unwrap_or(block).header_place();
        diags.push(diags::too_many_inherited(place, &block.ty, MAX_INHERITED_REFERENCES));
        own(block, kind, inheritance)
    }
}

/// Returns the variables in all blocks of the type of a block, each once.
fn in_all(block: &Block, kind: &BlockKind, inheritance: Inheritance<'_>) -> Vec<Traversal> {
    let Some((siblings, _)) = block.body.siblings() else { return Vec::new() };
    let mut seen = KeySet::default();
    let all = siblings.of_type(&block.ty).flat_map(|block| own(block, kind, inheritance));
    all.filter(|variable| seen.insert(variable.to_string())).collect_vec()
}

/// Returns the variables in a block, except references to blocks from which it inherits.
fn own(block: &Block, kind: &BlockKind, inheritance: Inheritance<'_>) -> Vec<Traversal> {
    let mut found = in_block(block, kind);
    let parents = inheritance.references(&block.ty, block.labels.len(), &block.body);
    found.retain(|variable| !parents.iter().any(|parent| parent.place() == variable.place()));
    found
}
