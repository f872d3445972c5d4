//! Sources without one of their tokens, compared with the complete source.

use std::collections::HashMap;

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::lexer::{Lexer, TokenKind};
use hcldyn_syntax::source::Span;

use crate::items::{Block, Items, SyntaxItem};

/// The comparison of a source without a token and the whole source.
#[derive(Debug)]
pub(crate) struct Comparison {
    pub(crate) deleted: Span,
    /// The kind of token and the part of an item that it is in.
    pub(crate) group: String,
    pub(crate) errors: Vec<SyntaxError>,
    pub(crate) top: Share,
    pub(crate) leaves: Share,
    /// The leaves, by the exact types and labels of the blocks around them even if one of those was deleted.
    pub(crate) strict: Share,
    /// The first leaves that changed.
    pub(crate) lost: Vec<Span>,
}

/// A share of some items.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Share {
    pub(crate) unchanged: usize,
    pub(crate) all: usize,
}

impl Share {
    pub(crate) fn lost(self) -> usize {
        self.all - self.unchanged
    }

    fn count(&mut self, is_unchanged: bool) {
        self.all += 1;
        self.unchanged += usize::from(is_unchanged);
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.all += other.all;
        self.unchanged += other.unchanged;
    }
}

/// The tokens of a source whose deletion can matter.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = (TokenKind, Span)> + '_ {
    let mut at = 0;
    Lexer::new(text)
        .map(move |token| (token.kind, Span::new(std::mem::replace(&mut at, token.end), token.end)))
        .filter(|(kind, _)| !kind.is_trivia())
}

/// Parses a source without a token and compares its items.
pub(crate) fn compare(text: &str, whole: &Items, kind: TokenKind, deleted: Span) -> Comparison {
    let damaged_text = [&text[..deleted.start as usize], &text[deleted.end as usize..]].concat();
    let damaged = Items::parse(&damaged_text);
    let found: HashMap<(u32, u32), &SyntaxItem> =
        damaged.items.iter().map(|item| ((item.span.start, item.span.end), item)).collect();
    let pair = Pair { whole, damaged: &damaged, deleted };
    let (mut top, mut leaves, mut strict) = (Share::default(), Share::default(), Share::default());
    let mut lost = Vec::new();
    for item in &whole.items {
        if item.span.start <= deleted.start && deleted.end <= item.span.end {
            continue;
        }
        let span = pair.moved(item.span);
        let same = found.get(&(span.start, span.end)).filter(|other| pair.is_same(item, other));
        let is_exact = same.is_some_and(|other| pair.has_same_parents(item, other, false));
        let is_unchanged = same.is_some_and(|other| pair.has_same_parents(item, other, true));
        if item.parent.is_none() {
            top.count(is_unchanged);
        }
        if item.is_leaf {
            strict.count(is_exact);
            leaves.count(is_unchanged);
            if !is_unchanged && lost.len() < 3 {
                lost.push(item.span);
            }
        }
    }
    let group = group(whole, kind, deleted);
    Comparison { deleted, group, errors: damaged.errors, top, leaves, strict, lost }
}

struct Pair<'i> {
    whole: &'i Items,
    damaged: &'i Items,
    deleted: Span,
}

impl Pair<'_> {
    /// A span that does not contain the deleted token, in the source without it.
    fn moved(&self, span: Span) -> Span {
        let length =
            if span.start >= self.deleted.end { self.deleted.end - self.deleted.start } else { 0 };
        Span::new(span.start - length, span.end - length)
    }

    fn is_same(&self, item: &SyntaxItem, other: &SyntaxItem) -> bool {
        let hash =
            |items: &Items, block: Option<usize>| block.map(|block| items.blocks[block].hash);
        item.events == other.events
            && item.name.is_some() == other.name.is_some()
            && hash(self.whole, item.block) == hash(self.damaged, other.block)
    }

    /// Returns `true` if the blocks around two items are equal. If `any_damaged`, headers that lost the
    /// deleted token count as equal.
    fn has_same_parents(&self, item: &SyntaxItem, other: &SyntaxItem, any_damaged: bool) -> bool {
        let (mut parent, mut other) = (item.parent, other.parent);
        loop {
            match (parent, other) {
                (None, None) => return true,
                (Some(block), Some(found)) => {
                    let (block, found) = (self.whole.blocks[block], self.damaged.blocks[found]);
                    let is_damaged = any_damaged && self.is_in(block.header);
                    if !is_damaged && block.hash != found.hash {
                        return false;
                    }
                    (parent, other) = (block.parent, found.parent);
                }
                _ => return false,
            }
        }
    }

    fn is_in(&self, span: Span) -> bool {
        span.start <= self.deleted.start && self.deleted.end <= span.end
    }
}

/// The kind of a token, and the part of an item that it is in.
fn group(whole: &Items, kind: TokenKind, deleted: Span) -> String {
    let contains = |span: Span| span.start <= deleted.start && deleted.end <= span.end;
    let part_of_block = |block: &Block| match () {
        () if contains(block.header) => Some("block header"),
        () if block.end == deleted => Some("end of block"),
        () => None,
    };
    let item = whole.items.iter().find(|item| contains(item.span) && item.name.is_some());
    let part = match (item, whole.blocks.iter().find_map(part_of_block)) {
        (_, Some(part)) => part,
        (Some(item), _) if item.name == Some(deleted) => "name of attribute",
        (Some(_), _) => "value",
        _ if whole
            .items
            .iter()
            .any(|item| item.span.end == deleted.start && item.name.is_some()) =>
        {
            "after attribute"
        }
        _ if whole.blocks.iter().any(|block| block.end.end == deleted.start) => "after block",
        _ if whole.blocks.iter().any(|block| block.header.end == deleted.start) => {
            "after opening brace"
        }
        _ => "other",
    };
    format!("{kind:?}, {part}")
}
