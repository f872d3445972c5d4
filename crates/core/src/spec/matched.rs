//! A body in a tree whose items are those of its plan.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::SmallVec;

use super::plan::{Plan, PlannedAttribute, PlannedBlocks};
use super::{LabelPosition, NestedSpec};
use crate::body::{Attribute, Block, Body, TreeBody};
use crate::cty::Str;
use crate::cty::internal::KeySet;
use crate::expr::Iteration;
use crate::source::Place;
use crate::tree::{AttributeNode, BlockNode, BodyId, Tree};

/// A body in a tree whose items are those of a plan: it has no others, all required ones, and the right numbers of
/// blocks and labels. Nothing is evaluated yet.
pub(crate) struct Matched<'t> {
    tree: &'t Arc<Tree>,
    body: BodyId,
    /// The iterators of the body, if a `dynamic` block generated it.
    iteration: Option<&'t Arc<Iteration>>,
    outer: Outer<'t>,
    /// The positions in the body of the attributes of the plan, in its order, and then the positions in the plan of the
    /// blocks of the body.
    positions: SmallVec<[u32; 24]>,
    /// The number of attributes of the plan.
    attributes: usize,
}

/// The position of an attribute that is not written.
const NOWHERE: u32 = u32::MAX;

/// The block around a matched body, and the number of its labels that are its key.
#[derive(Clone, Copy)]
enum Outer<'t> {
    /// The body of a file, or another one that is not in a block.
    None,
    Block(&'t Block, usize),
    /// A block that is only a node of the tree.
    Node(&'t BlockNode, usize),
}

impl NestedSpec {
    /// Matches the body of a file with its plan, or returns `None` if it has none, or its content is not as planned.
    pub(super) fn matched_root<'t>(&self, body: &'t Body) -> Option<(&Plan, Matched<'t>)> {
        let plan = self.plan().filter(|_| self.labels().all().next().is_none())?;
        Some((plan, plan.matched(body, Outer::None)?))
    }

    /// Matches the body of a block with its plan. The first `key_len` labels of the block are its key.
    pub(super) fn matched_block<'t>(
        &self,
        block: &'t Block,
        key_len: usize,
    ) -> Option<(&Plan, Matched<'t>)> {
        let plan = self.plan()?;
        Some((plan, plan.matched(&block.body, Outer::Block(block, self.key_len(key_len)))?))
    }

    /// Matches the body of a block in a matched body with its plan.
    pub(super) fn matched_node<'t>(
        &self,
        around: &Matched<'t>,
        block: &'t BlockNode,
        key_len: usize,
    ) -> Option<(&Plan, Matched<'t>)> {
        let plan = self.plan()?;
        let outer = Outer::Node(block, self.key_len(key_len));
        Some((plan, plan.matched_in(around.tree, block.body, outer, around.iteration)?))
    }
}

impl Plan {
    fn matched<'t>(&self, body: &'t Body, outer: Outer<'t>) -> Option<Matched<'t>> {
        let (tree, id) = body.in_tree()?;
        let iteration = body.iteration();
        if iteration.is_some_and(|iteration| iteration.unknown || !iteration.marks.is_empty()) {
            return None;
        }
        self.matched_in(tree, id, outer, iteration)
    }

    fn matched_in<'t>(
        &self,
        tree: &'t Arc<Tree>,
        body: BodyId,
        outer: Outer<'t>,
        iteration: Option<&'t Arc<Iteration>>,
    ) -> Option<Matched<'t>> {
        let node = tree.body(body);
        if !node.is_complete {
            return None;
        }
        let mut positions: SmallVec<[u32; 24]> = SmallVec::new();
        positions.resize(self.attributes.len(), NOWHERE);
        let mut next = 0;
        for (written, attribute) in (0..).zip(tree.attributes(node.attributes)) {
            let position = find(&self.attributes, tree.name(attribute.name), &mut next)?;
            // The parser rejects an attribute that is set twice.
            positions[position] = positions[position].min(written);
        }
        for (position, planned) in self.attributes.iter().enumerate() {
            if planned.required && positions[position] == NOWHERE {
                return None;
            }
        }
        let mut next = 0;
        for block in tree.blocks(node.blocks) {
            let position = find(&self.blocks, tree.name(block.ty), &mut next)?;
            if tree.labels(block.labels).len() != self.blocks[position].labels {
                return None;
            }
            // Blocks of one type often follow each other.
            next = position;
            positions.push(position as u32);
        }
        let attributes = self.attributes.len();
        let matched = Matched { tree, body, iteration, outer, positions, attributes };
        let are_right = |(position, planned): (usize, &PlannedBlocks)| {
            let blocks = || matched.blocks(position);
            let count = blocks().count();
            let is_right =
                count >= planned.count.min && planned.count.max.is_none_or(|max| count <= max);
            is_right
                && (planned.keys == 0 || count < 2 || are_distinct(tree, blocks(), planned.keys))
        };
        self.blocks.iter().enumerate().all(are_right).then_some(matched)
    }
}

/// An item with a name.
trait Named {
    fn name(&self) -> &Str;
}

impl Named for PlannedAttribute {
    fn name(&self) -> &Str {
        &self.name
    }
}

impl Named for PlannedBlocks {
    fn name(&self) -> &Str {
        &self.ty
    }
}

/// Returns the position of a name. Items are usually written in the order of the plan, so the search starts at `next`,
/// which is set to the position after the found one.
fn find<T: Named>(items: &[T], name: &Str, next: &mut usize) -> Option<usize> {
    let is_called = |item: &T| item.name() == name;
    let (before, after) = items.split_at((*next).min(items.len()));
    let found = match after.iter().position(is_called) {
        Some(position) => before.len() + position,
        None => before.iter().position(is_called)?,
    };
    *next = found + 1;
    Some(found)
}

/// Returns `true` if no two blocks have the same first labels, as many as are keys.
fn are_distinct<'t>(tree: &Tree, blocks: impl Iterator<Item = &'t BlockNode>, keys: usize) -> bool {
    let mut seen: KeySet<Str> = KeySet::default();
    let mut key = String::new();
    for block in blocks {
        key.clear();
        for label in tree.labels(block.labels).iter().take(keys) {
            key.push_str(&label.value);
            key.push('\0');
        }
        if !seen.insert(Str::new(&key)) {
            return false;
        }
    }
    true
}

impl<'t> Matched<'t> {
    pub(super) fn tree(&self) -> &'t Arc<Tree> {
        self.tree
    }

    /// Returns the attribute at a position of the plan, if it is written.
    pub(super) fn attribute(&self, position: usize) -> Option<&'t AttributeNode> {
        let written = self.positions[position];
        // One that is not written is after all others.
        self.tree.attributes(self.tree.body(self.body).attributes).get(written as usize)
    }

    /// Returns the attribute of a node.
    pub(super) fn attribute_of(&self, node: &AttributeNode) -> Attribute {
        let mut attribute = TreeBody::attribute_in(self.tree, node);
        if let Some(iteration) = self.iteration {
            attribute.expr.enter(iteration);
        }
        attribute
    }

    /// Returns the blocks at a position of the plan, in source order.
    pub(super) fn blocks(&self, position: usize) -> impl Iterator<Item = &'t BlockNode> + '_ {
        let blocks = self.tree.blocks(self.tree.body(self.body).blocks);
        let types = self.types().iter();
        let of_type = blocks.iter().zip(types);
        of_type.filter(move |(_, ty)| **ty as usize == position).map(|(block, _)| block)
    }

    /// Returns the position in the plan of each block.
    fn types(&self) -> &[u32] {
        &self.positions[self.attributes..]
    }

    /// Returns the next block at a position of the plan, from a position in the body on, which is moved after it.
    pub(super) fn next_block(&self, position: usize, next: &mut usize) -> Option<&'t BlockNode> {
        let types = self.types().get(*next..)?;
        let found = *next + types.iter().position(|ty| *ty as usize == position)?;
        *next = found + 1;
        self.tree.blocks(self.tree.body(self.body).blocks).get(found)
    }

    /// Returns the block of a node.
    pub(super) fn block_of(&self, node: &BlockNode) -> Block {
        let mut block = TreeBody::block_in(self.tree, node);
        if let Some(iteration) = self.iteration {
            block.body = block.body.in_iteration(iteration);
        }
        block
    }

    /// Returns the block around the body, and the number of its labels that are its key.
    pub(super) fn outer(&self) -> Option<(Cow<'t, Block>, usize)> {
        match self.outer {
            Outer::None => None,
            Outer::Block(block, key_len) => Some((Cow::Borrowed(block), key_len)),
            Outer::Node(node, key_len) => Some((Cow::Owned(self.block_of(node)), key_len)),
        }
    }

    /// Returns a label that is not a part of the key, or the last one of the key.
    pub(super) fn label(&self, position: LabelPosition) -> Option<(&'t Str, Place)> {
        let key_len = match self.outer {
            Outer::None => return None,
            Outer::Block(_, key_len) | Outer::Node(_, key_len) => key_len,
        };
        let index = match position {
            LabelPosition::At(index) | LabelPosition::From(index) => key_len + index,
            LabelPosition::Key => key_len.checked_sub(1)?,
        };
        match self.outer {
            Outer::None => None,
            Outer::Block(block, _) => {
                Some((&block.labels.get(index)?.value, block.label_place(index)?))
            }
            Outer::Node(node, _) => {
                let label = self.tree.labels(node.labels).get(index)?;
                Some((&label.value, self.tree.place(label.span)))
            }
        }
    }

    /// Returns the iterators of the body, if a `dynamic` block generated it.
    pub(super) fn iteration(&self) -> Option<&'t Arc<Iteration>> {
        self.iteration
    }

    /// Returns the body.
    pub(super) fn body(&self) -> Body {
        let body = TreeBody::body(self.tree, self.body);
        match self.iteration {
            Some(iteration) => body.in_iteration(iteration),
            None => body,
        }
    }

    /// Returns the location at which a missing item would be written.
    pub(super) fn missing_item_place(&self) -> Place {
        self.tree.place(self.tree.body(self.body).span.at_start())
    }
}
