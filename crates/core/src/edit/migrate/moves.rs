//! Items that move into or out of blocks.
//!
//! A step has three changes of the whole document: the missing blocks are added, the items are written in them, and the
//! old items are removed. Each is checked, and all of them are undone if one fails.

use std::collections::BTreeMap;

use super::super::items;
use super::super::site::{BodyItem, Site};
use super::batch::Batch;
use super::diags;
use super::find::{Found, FoundItems, find, generates};
use super::layout;
use super::path::{PathPart, StepPath};
use super::run::Run;
use crate::body::{Block, Body};
use crate::cty::internal::CollectVec;
use crate::expr::Expression;
use crate::source::Span;

/// The names whose values depend on the block around an expression.
const OF_BLOCK: [&str; 3] = ["count", "each", "self"];

/// The maximum number of rounds in which the blocks of one body are moved to the same body.
const MAX_ROUNDS: usize = 100;

/// The body that an item moves to.
enum Target {
    Found(Body),
    /// Blocks are missing in this body.
    Missing(Body, Vec<PathPart>),
    /// The type has several blocks or generated ones.
    Unclear(&'static str),
}

/// An item that moves, with its index among those that are found.
struct Moving {
    index: usize,
    record: usize,
}

impl Run<'_> {
    /// Moves all items at a path.
    pub(super) fn move_all(&mut self, from: &StepPath, to: &StepPath) {
        let mut kept = 0;
        for _ in 0..MAX_ROUNDS {
            let FoundItems { items, computed } = find(&self.document.body, from);
            if kept == 0 {
                self.report_computed(&computed);
            }
            let before = self.document.clone();
            let (records, found) = (self.record_count(), self.found.len());
            let moving = self.accepted(&items, from, to);
            kept = self.found.len();
            if moving.is_empty() {
                return;
            }
            let count = items.len();
            let is_moved = self.add_blocks(&items, &moving, from, to)
                && self.write_items(&moving, count, from, to)
                && self.remove_items(&moving, count, from);
            if !is_moved {
                self.document = before;
                self.forget(records);
                self.found.truncate(found);
                let reason = "It can't be moved without a change of other items.";
                self.keep_all(&items, reason);
                return;
            }
            let is_done = moving.len() + (self.found.len() - found) >= count;
            if is_done {
                return;
            }
            self.found.truncate(found);
        }
        let reason = "Too many blocks would move to the same one.";
        let items = find(&self.document.body, from).items;
        self.keep_all(&items, reason);
    }

    /// Returns the items that can move together, and reports those that can't move.
    fn accepted(&mut self, items: &[Found], from: &StepPath, to: &StepPath) -> Vec<Moving> {
        let common = from.common(to);
        let root = self.document.body.clone();
        let mut targets: BTreeMap<Span, usize> = BTreeMap::new();
        let mut moving = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let base = item.body_in(common, &root);
            if let Some(reason) = not_movable(item, common) {
                self.keep(item, reason);
                continue;
            }
            if let Some(first) = targets.get(&base.span()) {
                // Another block follows in the next round.
                if matches!(item.item, BodyItem::Attribute(_)) {
                    let places = [item, &items[*first]].map(|it| self.origin(&it.name_place()));
                    let [old, first] = places;
                    self.found.push(diags::several(old, first, self.step, self.action));
                }
                continue;
            }
            match target(&base, &to.blocks[common..]) {
                Target::Unclear(reason) => {
                    self.keep(item, reason);
                    continue;
                }
                Target::Found(body) if self.is_taken(item, &body, &to.item.name) => continue,
                Target::Found(_) | Target::Missing(..) => {}
            }
            targets.insert(base.span(), index);
            moving.push(Moving { index, record: self.record(item) });
        }
        moving
    }

    /// Adds the missing blocks.
    fn add_blocks(
        &mut self,
        items: &[Found],
        moving: &[Moving],
        from: &StepPath,
        to: &StepPath,
    ) -> bool {
        let common = from.common(to);
        let root = self.document.body.clone();
        let mut batch = Batch::default();
        for Moving { index, record } in moving {
            let item = &items[*index];
            let base = item.body_in(common, &root);
            if let Target::Missing(body, parts) = target(&base, &to.blocks[common..]) {
                let edits = layout::append_blocks(self.text(), &root, &body, &parts);
                batch.add(edits, *record, &item.item.range());
            }
        }
        self.change(&batch)
    }

    /// Writes the items in their new bodies.
    fn write_items(
        &mut self,
        moving: &[Moving],
        count: usize,
        from: &StepPath,
        to: &StepPath,
    ) -> bool {
        let common = from.common(to);
        let root = self.document.body.clone();
        let items = find(&root, from).items;
        if items.len() != count {
            return false;
        }
        let text = self.text();
        let mut batch = Batch::default();
        for Moving { index, record } in moving {
            let item = &items[*index];
            let base = item.body_in(common, &root);
            let Target::Found(body) = target(&base, &to.blocks[common..]) else { return false };
            let site = Site::new(text, &root, &body);
            let range = layout::with_comments(text, &item.item.range());
            let name = item.name_place().span().range();
            let (edits, slot, copies) =
                layout::insert(&site, &item.item, &to.item.name, |indentation| {
                    layout::moved(text, &range, &name, &to.item.name, indentation)
                });
            batch.add_copied(edits, *record, &item.item.range(), slot, copies);
        }
        self.change(&batch)
    }

    /// Removes the old items, with their comments.
    fn remove_items(&mut self, moving: &[Moving], count: usize, from: &StepPath) -> bool {
        let items = find(&self.document.body, from).items;
        if items.len() != count {
            return false;
        }
        let text = self.text();
        let mut batch = Batch::default();
        for Moving { index, record } in moving {
            let range = items[*index].item.range();
            let around = layout::with_comments(text, &range);
            batch.add(items::remove_with(text, range.clone(), around), *record, &range);
        }
        self.change(&batch)
    }
}

/// Returns the reason why an item can't leave its blocks.
fn not_movable(item: &Found, common: usize) -> Option<&'static str> {
    if item.written < item.blocks.len() && common <= item.written {
        return Some("A dynamic block generates it.");
    }
    let depends = match &item.item {
        BodyItem::Attribute(attribute) => depends_on_block(&attribute.expr),
        BodyItem::Block(block) => has_dependent(&block.body),
    };
    (depends && common < item.blocks.len())
        .then_some("Its value depends on the block that it would leave.")
}

fn depends_on_block(expr: &Expression) -> bool {
    expr.variables().iter().any(|it| OF_BLOCK.contains(&it.root()))
}

fn has_dependent(body: &Body) -> bool {
    let content = body.everything();
    content.attributes.iter().any(|it| depends_on_block(&it.expr))
        || content.blocks.iter().any(|it| has_dependent(&it.body))
}

/// Returns the body at a path below a body.
fn target(base: &Body, parts: &[PathPart]) -> Target {
    let mut body = base.clone();
    for (index, part) in parts.iter().enumerate() {
        let blocks = body.everything().blocks;
        if blocks.iter().any(|block| generates(block, part)) {
            return Target::Unclear("A dynamic block generates the blocks that it would move to.");
        }
        let fitting = blocks.into_iter().filter(|block| part.is_of(block)).collect_vec();
        match &*fitting {
            [] => return Target::Missing(body, parts[index..].to_vec()),
            [block] => body = Block::clone(block).body,
            _ => return Target::Unclear("It could move to several blocks."),
        }
    }
    Target::Found(body)
}
