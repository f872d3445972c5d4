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
use super::{diags, explain, hollow, leftover, skip_byte_order_mark};
use crate::cty::Str;
use crate::source::Span;
use crate::tree::{BlockNode, BodyId};

/// How many levels of blocks and expressions hcl-edit reads, and so how many blocks around an item may be taken
/// apart.
pub(super) const MAX_LEVELS: usize = 64;

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
    let cut = cut::cut_range(lowering.text(), range);
    let mut next = 0;
    while let Some(item) = cut.get(next) {
        let known = items.attributes.len();
        let is_read = read(lowering, item, cut.get(next + 1), depth, &mut items);
        next += 1 + match is_read {
            Read::Whole => 0,
            Read::WithNext => 1,
            Read::Failed => leftover::count(lowering.text(), &cut[next..]),
        };
        is_complete &= !matches!(is_read, Read::Failed);
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

/// What was read of an item.
enum Read {
    /// All of it, perhaps without some of what is in its braces.
    Whole,
    /// The item as the header of a block, and the one behind it as the braces of that.
    WithNext,
    Failed,
}

fn read(
    lowering: &mut Lowering<'_, '_>,
    item: &Item,
    next: Option<&Item>,
    depth: usize,
    items: &mut Items,
) -> Read {
    if lowering.tree.source.is_damaged(Span::from(item.span.clone())) {
        let is_read = damaged(lowering, item, depth, items);
        return if is_read { Read::Whole } else { Read::Failed };
    }
    // hcl-edit accepts some flawed items.
    match hollow::parse(&lowering.text()[item.span.clone()], parser::parse_body) {
        Ok(parsed) if item.flaw.is_none() => {
            lowering.set_shift(item.span.start as isize);
            for structure in parsed {
                lowering.structure(structure, items);
            }
            return Read::Whole;
        }
        _ if depth < MAX_LEVELS => {
            if let Some(block) = next.and_then(|next| split_block(lowering, item, next, depth)) {
                items.blocks.push(block);
                return Read::WithNext;
            }
            if let Some(block) = inside_block(lowering, item, depth) {
                items.blocks.push(block);
                return Read::Whole;
            }
        }
        _ => explain::item(lowering, item),
    }
    Read::Failed
}

/// Reads a block whose opening brace is on the line behind its header, which is reported.
fn split_block(
    lowering: &mut Lowering<'_, '_>,
    item: &Item,
    next: &Item,
    depth: usize,
) -> Option<BlockNode> {
    let text = lowering.text();
    let inner = text[next.span.clone()].strip_prefix('{')?.strip_suffix('}')?;
    let header = header(&text[item.span.clone()])?;
    let brace = next.span.start;
    let spans = [item.span.clone(), brace..brace + 1];
    let [header_place, brace_place] = spans.map(|span| lowering.tree.place(Span::from(span)));
    lowering.report(diags::brace_on_next_line(header_place, brace_place));
    let both = Item { span: item.span.start..next.span.end, flaw: None };
    let inner = brace + 1..brace + 1 + inner.len();
    Some(block_of_items(lowering, &both, header, inner, depth))
}

/// Reads what can be read of an item with bytes that are no UTF-8, which was reported.
fn damaged(lowering: &mut Lowering<'_, '_>, item: &Item, depth: usize, items: &mut Items) -> bool {
    let opened = open_block(lowering.text(), item).filter(|_| depth < MAX_LEVELS);
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
    Some((header(&text[..open])?, item.span.start + open + 1..item.span.end - 1))
}

/// A block without content of a header.
fn header(text: &str) -> Option<Block> {
    let block = parser::parse_body(&format!("{text}{{}}")).ok()?;
    match block.into_iter().next()? {
        Structure::Block(block) => Some(block),
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
