//! The layout of a body in which an item is inserted.

use std::ops::Range;

use hcldyn_syntax::lexer::{Lexer, TokenKind};

use super::edits::Edits;
use super::geometry::{Slot, Text};
use crate::body::{Attribute, Block, Body};
use crate::cty::internal::{CollectVec, sort_by_key};

/// The indentation of an item in a block, if no other item of the source shows it.
const INDENT: &str = "  ";

/// A body in which an item is inserted.
#[derive(Debug)]
pub(super) struct Site<'t> {
    pub(super) text: Text<'t>,
    /// In source order.
    pub(super) items: Vec<BodyItem>,
    /// The range between the braces, or the whole source.
    inside: Range<usize>,
    is_root: bool,
    /// The indentation of the line of the closing brace.
    outer: String,
    /// The indentation of the items.
    indentation: String,
}

/// An attribute or a block.
#[derive(Debug)]
pub(super) enum BodyItem {
    Attribute(Attribute),
    Block(Block),
}

impl BodyItem {
    pub(super) fn range(&self) -> Range<usize> {
        match self {
            Self::Attribute(attribute) => attribute.place().span().range(),
            Self::Block(block) => block.span().range(),
        }
    }

    fn attribute(&self) -> Option<&Attribute> {
        match self {
            Self::Attribute(attribute) => Some(attribute),
            Self::Block(_) => None,
        }
    }

    pub(super) fn block(&self) -> Option<&Block> {
        match self {
            Self::Attribute(_) => None,
            Self::Block(block) => Some(block),
        }
    }
}

impl<'t> Site<'t> {
    pub(super) fn new(text: Text<'t>, root: &Body, body: &Body) -> Self {
        let span = body.span().range();
        // A block starts with its type, so its body is never at the start of the source.
        let is_root = span.start == 0;
        let inside = if is_root { text.start..span.end } else { span.start + 1..span.end - 1 };
        let items = items_of(body);
        let outer = if is_root { "" } else { text.indentation(span.start) };
        let first = items.first().map(|item| item.range().start);
        let indentation = match first.filter(|start| text.is_first(*start)) {
            Some(start) => text.indentation(start).to_owned(),
            None if is_root => String::new(),
            None => outer.to_owned() + &unit(text, root),
        };
        Self { text, items, inside, is_root, outer: outer.to_owned(), indentation }
    }

    /// Returns the last attribute before the first block, or else the last attribute.
    pub(super) fn last_attribute(&self) -> Option<&Attribute> {
        let leading = self.items.iter().map_while(BodyItem::attribute).last();
        leading.or_else(|| self.items.iter().rev().find_map(BodyItem::attribute))
    }

    /// Returns the index of the last block of a type.
    pub(super) fn last_block(&self, ty: &str) -> Option<usize> {
        self.items.iter().rposition(|item| item.block().is_some_and(|block| block.ty == *ty))
    }

    /// Returns the slot after an item, unless something else follows in its line.
    pub(super) fn slot_after(&self, end: usize) -> Option<Slot> {
        self.text.slot_after(end, &self.indentation)
    }

    /// Returns the slot before the first block and the comments above it.
    pub(super) fn slot_before(&self, block: usize) -> Slot {
        let text = self.text;
        let mut at = text.line_start(block);
        let is_comment = |line: &str| line.starts_with('#') || line.starts_with("//");
        while at > self.inside.start {
            let above = text.line_start(at - 1);
            if above < self.inside.start || !is_comment(text.text[above..at].trim_start()) {
                break;
            }
            at = above;
        }
        self.slot(at, text.line_break.repeat(2))
    }

    /// Returns the slot in a body without items: after its comments. A body on one line is opened up.
    pub(super) fn only_slot(&self, edits: &mut Edits) -> Slot {
        let text = self.text;
        let comments = self.end_of_comments();
        if self.is_root {
            let Some(end) = comments else {
                return self.slot(text.start, text.line_break.to_owned());
            };
            let slot = text.slot_after(end, "").unwrap_or_else(|| self.slot(end, String::new()));
            return Slot { before: text.line_break.to_owned() + &slot.before, ..slot };
        }
        let has_lines = text.text[self.inside.clone()].contains('\n');
        let slot = self.slot_after(comments.unwrap_or(self.inside.start));
        slot.filter(|_| has_lines).unwrap_or_else(|| self.open_up(edits))
    }

    /// Returns the slot before the closing brace of a block on one line, which becomes several lines.
    pub(super) fn open_up(&self, edits: &mut Edits) -> Slot {
        let text = self.text;
        let line_start = text.line_break.to_owned() + &self.indentation;
        let first = text.spaces_after(self.inside.start);
        let mut last = text.spaces_before(self.inside.end);
        if first.end < self.inside.end {
            edits.replace(first, line_start.clone());
        } else {
            last.start = self.inside.start;
        }
        Slot {
            range: last,
            before: line_start,
            after: text.line_break.to_owned() + &self.outer,
            indentation: self.indentation.clone(),
        }
    }

    /// Returns `true` if an empty line belongs between an item and a block after it.
    pub(super) fn has_empty_line_after(&self, index: usize, slot: &Slot) -> bool {
        let (text, end) = (self.text, slot.range.end);
        if text.empty_line_at(end).is_none() && !text.is_closed_after(end) {
            return false;
        }
        let Some(block) = self.items[index].block() else { return true };
        let range = block.span().range();
        match index.checked_sub(1) {
            Some(before) => has_empty_line(&text.text[self.items[before].range().end..range.start]),
            None => text.text[range].contains('\n'),
        }
    }

    /// Returns `true` if an empty line is between an item and the next one, or if it is the last one.
    pub(super) fn is_followed_by_empty_line(&self, index: usize) -> bool {
        let end = self.items[index].range().end;
        let next = self.items.get(index + 1).map(|next| next.range().start);
        next.is_none_or(|next| has_empty_line(&self.text.text[end..next]))
    }

    /// Returns the indentation that the items of a block have more than the block.
    pub(super) fn unit(&self, root: &Body) -> String {
        unit(self.text, root)
    }

    /// Returns the slot at the start of a line.
    fn slot(&self, at: usize, after: String) -> Slot {
        let indentation = self.indentation.clone();
        Slot { range: at..at, before: indentation.clone(), after, indentation }
    }

    /// Returns the end of the last comment in a body without items.
    fn end_of_comments(&self) -> Option<usize> {
        let mut end = None;
        for token in Lexer::new(&self.text.text[self.inside.clone()]) {
            if matches!(token.kind, TokenKind::LineComment | TokenKind::BlockComment) {
                end = Some(self.inside.start + token.end as usize);
            }
        }
        end
    }
}

/// Returns the attributes and blocks of a body, in source order.
fn items_of(body: &Body) -> Vec<BodyItem> {
    let content = body.everything();
    let attributes = content.attributes.into_iter().map(BodyItem::Attribute);
    let mut items = attributes.chain(content.blocks.into_iter().map(BodyItem::Block)).collect_vec();
    sort_by_key(&mut items, |item| item.range().start);
    items
}

/// Returns the indentation that the items of the first block have more than the block.
fn unit(text: Text<'_>, root: &Body) -> String {
    let mut units = root.everything().blocks.into_iter().filter_map(|block| {
        let start = items_of(&block.body).first()?.range().start;
        let outer = text.indentation(block.span().range().start);
        let unit = text.indentation(start).strip_prefix(outer)?;
        (text.is_first(start) && !unit.is_empty()).then(|| unit.to_owned())
    });
    units.next().unwrap_or_else(|| INDENT.to_owned())
}

/// Returns `true` if there is an empty line between two items.
fn has_empty_line(between: &str) -> bool {
    let mut lines = between.split('\n');
    lines.next();
    lines.next_back();
    lines.any(|line| line.trim().is_empty())
}
