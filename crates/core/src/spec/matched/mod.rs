//! A body in a tree whose items are those of its plan.

mod rules;

use std::borrow::Cow;
use std::mem;
use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use super::implied::Implied;
use super::plan::{Plan, PlannedAttribute, PlannedBlocks, PlannedObject};
use super::{LabelPosition, NestedSpec};
use crate::body::{Attribute, Block, Body, TreeBody};
use crate::cty::Str;
use crate::cty::internal::KeySet;
use crate::diag::Diagnostics;
use crate::expr::Iteration;
use crate::ext::dynblock::{DYNAMIC, FullExpansion, Generator, GeneratorSite};
use crate::source::Place;
use crate::tree::{AttributeNode, BlockNode, BodyId, Tree};

/// A body in a tree whose items are those of a plan: it has no others, all required ones, and the right numbers of
/// written blocks and of labels. Only the collections of its `dynamic` blocks are evaluated, by
/// [`evaluate`](Matched::evaluate).
pub(crate) struct Matched<'t> {
    plan: &'t Plan,
    tree: &'t Arc<Tree>,
    body: BodyId,
    /// The iterators of the body, if a `dynamic` block generated it.
    iteration: Option<&'t Arc<Iteration>>,
    /// The expansion of the body, if all its `dynamic` blocks are expanded whatever the plan says.
    expansion: Option<&'t FullExpansion>,
    outer: Outer<'t>,
    /// The positions in the body of the attributes of the plan, in its order, and then the positions in the plan of the
    /// blocks of the body.
    positions: SmallVec<[u32; 24]>,
    /// The number of attributes of the plan.
    attributes: usize,
    /// The `dynamic` blocks, in source order.
    generators: Vec<MatchedGenerator<'t>>,
}

/// A `dynamic` block in a matched body.
pub(super) struct MatchedGenerator<'t> {
    dynamic: &'t BlockNode,
    /// The position in the plan of the blocks that it generates.
    position: usize,
    /// `None` before its evaluation, and after an error, which is reported.
    pub(super) generator: Option<Rc<Generator>>,
}

/// Blocks of a matched body.
pub(super) enum MatchedBlocks<'m, 't> {
    Written(&'t BlockNode),
    /// The blocks that a `dynamic` block generates, if it did not fail.
    Generated(Option<&'m Rc<Generator>>),
}

/// The position of an attribute that is not written.
const NOWHERE: u32 = u32::MAX;

/// The first position for `dynamic` blocks. Those after it are positions in the list of generators.
const GENERATORS: u32 = 1 << 31;

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
    pub(super) fn matched_root<'t>(&'t self, body: &'t Body) -> Option<Matched<'t>> {
        self.root_plan()?.matched(body, Outer::None, None)
    }

    /// Matches the body of a file like [`matched_root`](Self::matched_root), with all its `dynamic` blocks expanded.
    #[cfg(feature = "json")]
    pub(super) fn matched_expanded<'t>(
        &'t self,
        body: &'t Body,
        expansion: &'t FullExpansion,
    ) -> Option<Matched<'t>> {
        self.root_plan()?.matched(body, Outer::None, Some(expansion))
    }

    /// Returns the plan of a body without labels.
    fn root_plan(&self) -> Option<&Plan> {
        self.plan().filter(|_| self.labels().all().next().is_none())
    }

    /// Matches the body of a block with its plan. The first `key_len` labels of the block are its key.
    pub(super) fn matched_block<'t>(
        &'t self,
        block: &'t Block,
        key_len: usize,
    ) -> Option<Matched<'t>> {
        self.plan()?.matched(&block.body, Outer::Block(block, self.key_len(key_len)), None)
    }

    /// Matches the body of a block with its plan. A `dynamic` block in a matched body generated it.
    #[cfg(feature = "json")]
    pub(super) fn matched_generated<'t>(
        &'t self,
        around: &Matched<'t>,
        block: &'t Block,
    ) -> Option<Matched<'t>> {
        let outer = Outer::Block(block, self.key_len(0));
        self.plan()?.matched(&block.body, outer, around.expansion)
    }

    /// Matches the body of a block in a matched body with its plan.
    pub(super) fn matched_node<'t>(
        &'t self,
        around: &Matched<'t>,
        block: &'t BlockNode,
        key_len: usize,
    ) -> Option<Matched<'t>> {
        let outer = Outer::Node(block, self.key_len(key_len));
        let Matched { tree, iteration, expansion, .. } = around;
        self.plan()?.matched_in(tree, block.body, outer, *iteration, *expansion)
    }
}

impl Plan {
    fn matched<'t>(
        &'t self,
        body: &'t Body,
        outer: Outer<'t>,
        expansion: Option<&'t FullExpansion>,
    ) -> Option<Matched<'t>> {
        let (tree, id) = body.in_tree()?;
        let iteration = body.iteration();
        if iteration.is_some_and(|iteration| iteration.unknown || !iteration.marks.is_empty()) {
            return None;
        }
        self.matched_in(tree, id, outer, iteration, expansion)
    }

    fn matched_in<'t>(
        &'t self,
        tree: &'t Arc<Tree>,
        body: BodyId,
        outer: Outer<'t>,
        iteration: Option<&'t Arc<Iteration>>,
        expansion: Option<&'t FullExpansion>,
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
        let mut generators = Vec::new();
        let mut next = 0;
        for block in tree.blocks(node.blocks) {
            if let Some(position) = self.generated_by(tree, block, expansion.is_some()) {
                positions.push(GENERATORS + generators.len() as u32);
                generators.push(MatchedGenerator { dynamic: block, position, generator: None });
                continue;
            }
            if expansion.is_some() && *tree.name(block.ty) == *DYNAMIC {
                return None;
            }
            let position = find(&self.blocks, tree.name(block.ty), &mut next)?;
            if tree.labels(block.labels).len() != self.blocks[position].labels {
                return None;
            }
            // Blocks of one type often follow each other.
            next = position;
            positions.push(position as u32);
        }
        let attributes = self.attributes.len();
        let matched = Matched {
            plan: self,
            tree,
            body,
            iteration,
            expansion,
            outer,
            positions,
            attributes,
            generators,
        };
        let are_right = |(position, planned): (usize, &PlannedBlocks)| {
            if matched.has_generators_of(position) {
                return true;
            }
            let blocks = || matched.blocks(position);
            let count = blocks().count();
            planned.count.allows(count)
                && (planned.keys == 0 || count < 2 || are_distinct(tree, blocks(), planned.keys))
        };
        let has_right_blocks = self.blocks.iter().enumerate().all(are_right);
        let keeps_rules = || !self.has_rules || matched.keeps_rules(&self.object);
        (has_right_blocks && keeps_rules()).then_some(matched)
    }

    /// Returns the position of the blocks that a `dynamic` block generates, if it is one for blocks of the plan. If all
    /// blocks are expanded, none of them is a `dynamic` block.
    fn generated_by(&self, tree: &Tree, block: &BlockNode, is_expanded: bool) -> Option<usize> {
        if *tree.name(block.ty) != *DYNAMIC {
            return None;
        }
        let [label] = tree.labels(block.labels) else { return None };
        let is_allowed = |planned: &PlannedBlocks| {
            if is_expanded { planned.ty != *DYNAMIC } else { planned.dynamic }
        };
        self.blocks.iter().position(|planned| planned.ty == label.value && is_allowed(planned))
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
    for block in blocks {
        let key = match tree.labels(block.labels) {
            [label, ..] if keys == 1 => label.value.clone(),
            labels => {
                let mut key = String::new();
                for label in labels.iter().take(keys) {
                    key.push_str(&label.value);
                    key.push('\0');
                }
                Str::new(&key)
            }
        };
        if !seen.insert(key) {
            return false;
        }
    }
    true
}

impl<'t> Matched<'t> {
    /// Returns the object that is decoded from the body.
    pub(super) fn object(&self) -> &'t PlannedObject {
        &self.plan.object
    }

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

    /// Evaluates the collections of the `dynamic` blocks, in source order.
    pub(super) fn evaluate(
        &mut self,
        implied: &Implied,
        site: GeneratorSite<'_>,
        diags: &mut Diagnostics,
    ) {
        if self.generators.is_empty() {
            return;
        }
        let site = self.site(site);
        let mut generators = mem::take(&mut self.generators);
        for found in &mut generators {
            let (plan, schema) = (self.plan, &implied.schema);
            let Some(target) = schema.block(&plan.blocks[found.position].ty) else { continue };
            let dynamic = self.block_of(found.dynamic);
            found.generator = Generator::new(dynamic, target, schema, site, diags).map(Rc::new);
        }
        self.generators = generators;
    }

    /// Returns the context in which the `dynamic` blocks generate blocks. `site` is that of the decoding.
    pub(super) fn site<'s>(&self, site: GeneratorSite<'s>) -> GeneratorSite<'s>
    where
        't: 's,
    {
        self.expansion.map_or(site, FullExpansion::site)
    }

    /// Returns the expansion of the body, if all its `dynamic` blocks are expanded whatever the plan says.
    pub(super) fn expansion(&self) -> Option<&'t FullExpansion> {
        self.expansion
    }

    /// Returns the written blocks at a position of the plan, in source order.
    pub(super) fn blocks(&self, position: usize) -> impl Iterator<Item = &'t BlockNode> + '_ {
        let blocks = self.tree.blocks(self.tree.body(self.body).blocks);
        let types = self.types().iter();
        let of_type = blocks.iter().zip(types);
        of_type.filter(move |(_, ty)| **ty as usize == position).map(|(block, _)| block)
    }

    /// Returns all blocks at a position of the plan, in source order.
    pub(super) fn all_blocks(
        &self,
        position: usize,
    ) -> impl Iterator<Item = MatchedBlocks<'_, 't>> + '_ {
        let blocks = self.tree.blocks(self.tree.body(self.body).blocks);
        blocks.iter().zip(self.types()).filter_map(move |(node, ty)| {
            if *ty < GENERATORS {
                return (*ty as usize == position).then_some(MatchedBlocks::Written(node));
            }
            let found = self.generators.get((*ty - GENERATORS) as usize)?;
            let generator = found.generator.as_ref();
            (found.position == position).then_some(MatchedBlocks::Generated(generator))
        })
    }

    /// Returns the number of all blocks at a position of the plan.
    pub(super) fn count(&self, position: usize) -> usize {
        let generated = self.generators_of(position).filter_map(|it| it.generator.as_ref());
        self.blocks(position).count() + generated.map(|it| it.count() as usize).sum::<usize>()
    }

    /// Returns the first block at a position of the plan.
    pub(super) fn first_block(&self, position: usize) -> Option<Block> {
        self.all_blocks(position).find_map(|blocks| match blocks {
            MatchedBlocks::Written(node) => Some(self.block_of(node)),
            MatchedBlocks::Generated(generator) => generator?.first_block(),
        })
    }

    /// Returns the `dynamic` blocks, in source order.
    pub(super) fn generators(&self) -> &[MatchedGenerator<'t>] {
        &self.generators
    }

    /// Returns the `dynamic` blocks that generate the blocks at a position of the plan.
    pub(super) fn generators_of(
        &self,
        position: usize,
    ) -> impl Iterator<Item = &MatchedGenerator<'t>> {
        self.generators.iter().filter(move |it| it.position == position)
    }

    fn has_generators_of(&self, position: usize) -> bool {
        self.generators_of(position).next().is_some()
    }

    /// Returns `true` if the blocks at a position of the plan are read one by one. If `dynamic` blocks generate some, they
    /// are listed or have no labels, their number is known and right, and no collection is marked.
    pub(super) fn is_read_one_by_one(&self, position: usize) -> bool {
        if !self.has_generators_of(position) {
            return true;
        }
        let PlannedBlocks { labels, count, is_listed, .. } = &self.plan.blocks[position];
        let is_plain =
            |it: &MatchedGenerator<'_>| it.generator.as_ref().is_some_and(|it| it.is_plain());
        let are_plain = || self.generators_of(position).all(is_plain);
        (*is_listed || *labels == 0) && are_plain() && count.allows(self.count(position))
    }

    /// Returns the position in the plan of each block.
    fn types(&self) -> &[u32] {
        &self.positions[self.attributes..]
    }

    /// Returns the block of a node.
    pub(super) fn block_of(&self, node: &BlockNode) -> Block {
        let mut block = TreeBody::block_in(self.tree, node);
        if let Some(iteration) = self.iteration {
            block.body = block.body.in_iteration(iteration);
        }
        block
    }

    /// Returns a block of the body as it is decoded from its content.
    pub(super) fn to_decode(&self, block: Block) -> Block {
        match self.expansion {
            Some(expansion) => expansion.wrap(block),
            None => block,
        }
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
    pub(super) fn label(&self, position: LabelPosition) -> Option<&'t Str> {
        let index = self.label_index(position)?;
        match self.outer {
            Outer::None => None,
            Outer::Block(block, _) => Some(&block.labels.get(index)?.value),
            Outer::Node(node, _) => Some(&self.tree.labels(node.labels).get(index)?.value),
        }
    }

    /// Returns the source location of a [label](Self::label).
    pub(super) fn label_place(&self, position: LabelPosition) -> Option<Place> {
        let index = self.label_index(position)?;
        match self.outer {
            Outer::None => None,
            Outer::Block(block, _) => block.label_place(index),
            Outer::Node(node, _) => {
                Some(self.tree.place(self.tree.labels(node.labels).get(index)?.span))
            }
        }
    }

    /// Returns the index of a label in the header of the block around the body.
    fn label_index(&self, position: LabelPosition) -> Option<usize> {
        let key_len = match self.outer {
            Outer::None => return None,
            Outer::Block(_, key_len) | Outer::Node(_, key_len) => key_len,
        };
        match position {
            LabelPosition::At(index) | LabelPosition::From(index) => Some(key_len + index),
            LabelPosition::Key => key_len.checked_sub(1),
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
