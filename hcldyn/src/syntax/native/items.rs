//! Bodies, item by item.
//!
//! A block that hcl-edit refuses is read item by item in turn, so that one bad line does not take
//! the whole block with it.

use std::ops::Range;

use foldhash::HashMap;
use hcl_edit::parser;
use hcl_edit::structure::{Block, Structure};

use super::cut::{self, Item};
use super::lower::{Items, Lowering};
use super::{diags, explain, hollow, skip_byte_order_mark};
use crate::cty::Str;
use crate::source::Span;
use crate::tree::{BlockNode, BodyId};

/// How many blocks around an item may be taken apart. hcl-edit reads no deeper nesting itself.
const MAX_DEPTH: usize = 64;

/// The body that the whole text is.
pub(super) fn whole_body(lowering: &mut Lowering<'_, '_>) -> BodyId {
    let text = lowering.text();
    let range = skip_byte_order_mark(text)..text.len();
    body(lowering, range, Span::new(0, text.len() as u32), 0)
}

fn body(lowering: &mut Lowering<'_, '_>, range: Range<usize>, span: Span, depth: usize) -> BodyId {
    let mut items = Items::default();
    let mut names = HashMap::default();
    let mut is_complete = true;
    for item in cut::cut_range(lowering.text(), range) {
        let known = items.attributes.len();
        is_complete &= read(lowering, &item, depth, &mut items);
        if items.attributes.len() > known {
            keep_first(lowering, &mut items, &mut names);
        }
    }
    let body = lowering.add_body(items, span);
    if !is_complete {
        lowering.tree.set_incomplete(body);
    }
    body
}

/// Reads an item. Gives whether it could be read, perhaps without some of what is in its braces.
fn read(lowering: &mut Lowering<'_, '_>, item: &Item, depth: usize, items: &mut Items) -> bool {
    if lowering.tree.source.is_damaged(Span::from(item.span.clone())) {
        return damaged(lowering, item, depth, items);
    }
    // hcl-edit accepts some flawed items.
    match hollow::parse(&lowering.text()[item.span.clone()], parser::parse_body) {
        Ok(parsed) if item.flaw.is_none() => {
            lowering.set_shift(item.span.start as isize);
            for structure in parsed {
                lowering.structure(structure, items);
            }
            true
        }
        _ if depth < MAX_DEPTH => {
            let block = inside_block(lowering, item, depth);
            let is_read = block.is_some();
            items.blocks.extend(block);
            is_read
        }
        _ => {
            explain::item(lowering, item);
            false
        }
    }
}

/// Reads what can be read of an item with bytes that are no UTF-8, which was reported.
fn damaged(lowering: &mut Lowering<'_, '_>, item: &Item, depth: usize, items: &mut Items) -> bool {
    let opened = open_block(lowering.text(), item).filter(|_| depth < MAX_DEPTH);
    let Some((header, inner)) = opened else { return false };
    if lowering.tree.source.is_damaged(Span::from(item.span.start..inner.start)) {
        return false;
    }
    let block = block_of_items(lowering, item, header, inner, depth);
    items.blocks.push(block);
    true
}

/// Reports what is wrong in an item; if that is inside the braces of a block, the block is kept with
/// the good items it has.
fn inside_block(lowering: &mut Lowering<'_, '_>, item: &Item, depth: usize) -> Option<BlockNode> {
    let errors = lowering.diags.error_count();
    let block = open_block(lowering.text(), item)
        .map(|(header, inner)| block_of_items(lowering, item, header, inner, depth));
    if lowering.diags.error_count() == errors {
        explain::item(lowering, item);
    }
    block
}

/// A block whose body is read item by item.
fn block_of_items(
    lowering: &mut Lowering<'_, '_>,
    item: &Item,
    header: Block,
    inner: Range<usize>,
    depth: usize,
) -> BlockNode {
    lowering.set_shift(item.span.start as isize);
    lowering.block_with(header, item.span.end as u32, |lowering, _, span| {
        body(lowering, inner, span, depth + 1)
    })
}

/// The header of a block of several lines, as a block without content, and what is in its braces.
fn open_block(text: &str, item: &Item) -> Option<(Block, Range<usize>)> {
    let text = &text[item.span.clone()];
    let (first_line, _) = text.split_once('\n')?;
    let open = header_length(first_line)?;
    let is_closed =
        text.ends_with('}') && item.flaw.is_none_or(|flaw| flaw.at > item.span.start + open);
    if !is_closed {
        return None;
    }
    let header = parser::parse_body(&format!("{}{{}}", &text[..open])).ok()?;
    match header.into_iter().next()? {
        Structure::Block(block) => Some((block, item.span.start + open + 1..item.span.end - 1)),
        Structure::Attribute(_) => None,
    }
}

/// The length of what stands before the opening brace in the first line of a block. A brace in a
/// comment misleads it; what it gives is then no header.
fn header_length(line: &str) -> Option<usize> {
    let mut in_label = false;
    let brace = |c: char| {
        in_label ^= c == '"';
        c == '{' && !in_label
    };
    line.find(brace)
}

/// Drops the attribute read last if there is one of its name already.
fn keep_first(lowering: &mut Lowering<'_, '_>, items: &mut Items, names: &mut HashMap<Str, Span>) {
    let Some(last) = items.attributes.last() else { return };
    let (name, span) = (last.name.clone(), last.name_span);
    if let Some(first) = names.get(&name) {
        let places = (lowering.tree.place(span), lowering.tree.place(*first));
        lowering.report(diags::duplicate_attribute(places.0, places.1));
        items.attributes.pop();
        return;
    }
    names.insert(name, span);
}
