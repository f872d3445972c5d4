//! Bodies, item by item.
//!
//! A block that hcl-edit refuses is read item by item in turn, so that one bad line does not take
//! the whole block with it.

use std::ops::Range;

use foldhash::HashMap;
use hcl_edit::parser;
use hcl_edit::structure::{Block, Structure};

use super::cut::{self, Group, Item};
use super::lower::{Items, Lowering};
use super::stand_ins::Offsets;
use super::{diags, explain, leftover, skip_byte_order_mark, stand_ins};
use crate::cty::Str;
use crate::source::{Source, Span};
use crate::threads::Threads;
use crate::tree::{BlockNode, BodyId};

/// How many levels of blocks and expressions hcl-edit reads, and so how many blocks around an item may be taken
/// apart.
pub(super) const MAX_LEVELS: usize = 64;

/// A thread that reads less than this many bytes of a body, about a millisecond's work, is not worth starting.
const LEAST_SHARE: usize = 16 << 10;

/// How many bytes one thread cuts before it reads them.
pub(super) const GROUP: usize = 64 << 10;

/// The body that the whole text is.
pub(super) fn whole_body(
    lowering: &mut Lowering<'_, '_>,
    source: &Source,
    threads: Threads,
) -> BodyId {
    let text = source.text();
    let range = skip_byte_order_mark(text)..text.len();
    let span = Span::new(0, text.len() as u32);
    let Some(size) = threads.share(text.len(), LEAST_SHARE) else {
        return body(lowering, range, span, 0);
    };
    let mut read = ReadItems::default();
    read.groups(cut::groups(text, range, size), source, lowering, threads);
    read.into_body(lowering, span)
}

fn body(lowering: &mut Lowering<'_, '_>, range: Range<usize>, span: Span, depth: usize) -> BodyId {
    let mut read = ReadItems::default();
    for group in cut::groups(lowering.text(), range, GROUP) {
        read.group(&group, lowering, depth);
    }
    read.into_body(lowering, span)
}

/// What was read of a body so far.
#[derive(Default)]
struct ReadItems {
    items: Items,
    /// The names of the attributes.
    names: HashMap<Str, Span>,
    is_incomplete: bool,
    /// How many of the next items belong to one that was read.
    taken: usize,
}

impl ReadItems {
    /// Reads a group of items, and those behind it that belong to the last of them.
    fn group(&mut self, group: &Group, lowering: &mut Lowering<'_, '_>, depth: usize) {
        let mut next = self.taken;
        while next < group.own().len() {
            let known = self.items.attributes.len();
            let is_read = read(lowering, group, next, depth, &mut self.items);
            next += 1 + match is_read {
                Read::Whole => 0,
                Read::WithNext => 1,
                Read::Failed => leftover::count(lowering.text(), group.from(next)),
            };
            self.is_incomplete |= matches!(is_read, Read::Failed);
            if self.items.attributes.len() > known {
                keep_first(lowering, &mut self.items, &mut self.names);
            }
        }
        self.taken = next - group.own().len();
    }

    /// Reads groups of items on several threads, each into a tree of its own. A group is read once more where
    /// what is before it makes a difference, so that all is as if one thread had read it.
    fn groups(
        &mut self,
        groups: impl Iterator<Item = Group> + Send,
        source: &Source,
        lowering: &mut Lowering<'_, '_>,
        threads: Threads,
    ) {
        let sink = lowering.diags.another();
        let ahead = |group: Group| {
            let (mut diags, mut read) = (sink.clone(), Self::default());
            let mut lowering = Lowering::new(source, &mut diags);
            read.group(&group, &mut lowering, 0);
            (group, read, lowering.tree, diags)
        };
        threads.pipe(groups, ahead, |(group, read, tree, diags)| {
            let follows = self.taken == 0
                && !read.names.keys().any(|name| self.names.contains_key(name))
                && lowering.diags.has_room_for(&diags);
            if !follows {
                return self.group(&group, lowering, 0);
            }
            let moved = lowering.tree.append(tree);
            let Items { attributes, blocks } = read.items;
            self.items.attributes.extend(attributes.into_iter().map(|it| moved.attribute(it)));
            self.items.blocks.extend(blocks.into_iter().map(|it| moved.block(it)));
            self.names.extend(read.names);
            self.is_incomplete |= read.is_incomplete;
            self.taken = read.taken;
            lowering.diags.append(diags);
        });
    }

    fn into_body(self, lowering: &mut Lowering<'_, '_>, span: Span) -> BodyId {
        let body = lowering.add_body(self.items, span);
        if self.is_incomplete {
            lowering.tree.set_incomplete(body);
        }
        body
    }
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
    group: &Group,
    index: usize,
    depth: usize,
    items: &mut Items,
) -> Read {
    let [item, behind @ ..] = group.from(index) else { return Read::Whole };
    if lowering.tree.source.is_damaged(Span::from(item.span.clone())) {
        let is_read = damaged(lowering, item, depth, items);
        return if is_read { Read::Whole } else { Read::Failed };
    }
    // hcl-edit accepts some flawed items.
    if item.flaw.is_none() {
        let (text, found) = (&lowering.text()[item.span.clone()], group.found.within(&item.span));
        if let Ok((parsed, offsets)) = stand_ins::parse_found(text, found, parser::parse_body) {
            lowering.set_offsets(offsets.shifted(item.span.start as isize));
            for structure in parsed {
                lowering.structure(structure, items);
            }
            return Read::Whole;
        }
    }
    if depth == MAX_LEVELS {
        explain::item(lowering, item);
        return Read::Failed;
    }
    let next = behind.first();
    if let Some(block) = next.and_then(|next| split_block(lowering, item, next, depth)) {
        items.blocks.push(block);
        return Read::WithNext;
    }
    match inside_block(lowering, item, depth) {
        Some(block) => {
            items.blocks.push(block);
            Read::Whole
        }
        None => Read::Failed,
    }
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
    lowering.set_offsets(Offsets::default().shifted(item.span.start as isize));
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

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert_eq, prop_oneof, proptest};

    use super::*;
    use crate::diag::Diagnostics;
    use crate::syntax::native::tests::token_soup;
    use crate::syntax::native::texts::body_text;

    /// Everything that reading a text gives, where groups of so many bytes are read ahead, or none.
    fn read(text: &str, size: Option<usize>, mut diags: Diagnostics) -> String {
        let source = Source::new("t", text);
        let mut lowering = Lowering::new(&source, &mut diags);
        let mut read = ReadItems::default();
        let groups = |size| cut::groups(text, 0..text.len(), size);
        match size {
            None => groups(usize::MAX).for_each(|group| read.group(&group, &mut lowering, 0)),
            Some(size) => read.groups(groups(size), &source, &mut lowering, Threads::ONE),
        }
        read.into_body(&mut lowering, Span::new(0, text.len() as u32));
        let tree = format!("{:#?}", lowering.tree);
        format!("{tree}\n{diags}\n{} errors, {} more", diags.error_count(), diags.suppressed())
    }

    fn assert_groups_change_nothing(text: &str) {
        for most in [100, 1] {
            let expected = read(text, None, Diagnostics::with_limit(most));
            for size in [1, 8, 24] {
                let size = Some(size);
                assert_eq!(read(text, size, Diagnostics::with_limit(most)), expected, "{text}");
            }
        }
    }

    #[test]
    fn what_stretches_over_groups_is_read_as_one() {
        for text in [
            // The brace of a block on the next line.
            "a = 1\nb \"x\"\n{\n  c = 1\n}\nd = 2\n",
            // A string of two lines, and a heredoc that does not start as it must.
            "a = \"x\ny\"\nb = 1\n",
            "a = << E\nx y\nE\nb = 1\n",
            // The second line of a name is found by another thread than the first.
            "a = 1\nb = 2\na = 3\nc = 4\na = 5\nb = 6\n",
            "a = [\nb = 2\nb = 3\nc {\n  d = 1\n  d = 2\n}\nb = 4\n",
        ] {
            assert_groups_change_nothing(text);
        }
    }

    #[test]
    fn every_kind_of_node_is_moved() {
        let parts = "a = \"${b} ${c.d[0]}\"\ne = \"${f}\"\ng = (h.*.i)\nj = k[l[*].m]\nn = -o + p\nq = r ? s : t\n\
                     u = [v, { w = x, (y) = z }]\naa = { for k, v in l : k => v... if v }\nbb = f(g()...)\n\
                     cc = \"%{for x in y}${x}%{endfor}\"\ndd = f().e[0]\n\
                     ee \"label\" long_label_of_a_block {\n  ff = 1\n  gg {\n    hh = ii\n  }\n}\njj = [\n";
        assert_groups_change_nothing(parts);
    }

    proptest! {
        #[test]
        fn reading_in_groups_changes_nothing(
            parts in vec(prop_oneof![body_text(), token_soup()], 1..4),
            cut in any::<proptest::sample::Index>(),
            size in 1..80_usize,
            most in 0..4_usize,
        ) {
            // Bodies may set the same attributes. What is broken off in the middle is wrong in further ways.
            let mut text = parts.join("\n");
            let mut at = cut.index(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            for text in [text.clone(), text.split_off(at)] {
                let sink = || Diagnostics::with_limit(most * 10);
                prop_assert_eq!(read(&text, Some(size), sink()), read(&text, None, sink()), "{}", text);
            }
        }
    }
}
