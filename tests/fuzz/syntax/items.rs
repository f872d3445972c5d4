//! The items of a source, with their locations and hashes of their events.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::parser::parse_body;
use hcldyn_syntax::source::Span;

/// The items and errors of a source.
#[derive(Debug, Default)]
pub(crate) struct Items {
    /// The items in order of their ends.
    pub(crate) items: Vec<SyntaxItem>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) errors: Vec<SyntaxError>,
}

/// An attribute or a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SyntaxItem {
    pub(crate) span: Span,
    /// The innermost block around it.
    pub(crate) parent: Option<usize>,
    /// The name of the attribute.
    pub(crate) name: Option<Span>,
    /// The block, for an item that is a block.
    pub(crate) block: Option<usize>,
    /// `true` for an attribute and for a block without blocks.
    pub(crate) is_leaf: bool,
    /// The hash of all its events, with spans relative to its start.
    pub(crate) events: u64,
}

/// A block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) parent: Option<usize>,
    /// From the type to the opening brace.
    pub(crate) header: Span,
    /// The closing brace; empty if there is none.
    pub(crate) end: Span,
    /// The hash of the type and the labels.
    pub(crate) hash: u64,
}

impl Items {
    pub(crate) fn parse(text: &str) -> Self {
        let mut reader = ItemReader {
            text,
            items: Self::default(),
            open: Vec::new(),
            events: Vec::new(),
            labels: Vec::new(),
        };
        parse_body(text, &mut reader);
        reader.items
    }
}

/// Collects items from events.
struct ItemReader<'t> {
    text: &'t str,
    items: Items,
    /// The blocks that are open, the outermost first: the first of their events, and whether a block is inside.
    open: Vec<Opened>,
    /// The hashes of events since the start of the outermost item: of the event, and its span.
    events: Vec<(u64, Span)>,
    labels: Vec<Span>,
}

struct Opened {
    block: usize,
    first_event: usize,
    has_blocks: bool,
}

impl ItemReader<'_> {
    fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    fn parent(&self) -> Option<usize> {
        self.open.last().map(|open| open.block)
    }

    /// The hash of the events from one on, relative to an offset.
    fn hash(&self, first_event: usize, start: u32) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (event, span) in &self.events[first_event..] {
            let (start, end) = (span.start.wrapping_sub(start), span.end.wrapping_sub(start));
            (event, start, end).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn attribute(&mut self, name: Span, span: Span, first_event: usize) {
        let events = self.hash(first_event, span.start);
        let (parent, name) = (self.parent(), Some(name));
        self.items.items.push(SyntaxItem {
            span,
            parent,
            name,
            block: None,
            is_leaf: true,
            events,
        });
    }

    fn block_start(&mut self, ty: Span, brace: Span) {
        let mut hasher = DefaultHasher::new();
        self.slice(ty).hash(&mut hasher);
        for label in self.labels.drain(..) {
            // A label is the same with and without quotes.
            self.text[label.range()].trim_matches('"').hash(&mut hasher);
        }
        if let Some(open) = self.open.last_mut() {
            open.has_blocks = true;
        }
        let (parent, hash) = (self.parent(), hasher.finish());
        let block = self.items.blocks.len();
        self.items.blocks.push(Block { parent, header: ty.to(brace), end: Span::default(), hash });
        self.open.push(Opened { block, first_event: self.events.len(), has_blocks: false });
    }

    fn block_end(&mut self, brace: Span) {
        let Some(open) = self.open.pop() else { return };
        let block = &mut self.items.blocks[open.block];
        block.end = brace;
        let span = block.header.to(brace);
        let events = self.hash(open.first_event, span.start);
        let (parent, block, is_leaf) = (self.parent(), Some(open.block), !open.has_blocks);
        self.items.items.push(SyntaxItem { span, parent, name: None, block, is_leaf, events });
    }

    /// Forgets events that no open block needs.
    fn forget_events(&mut self) {
        if self.open.is_empty() {
            self.events.clear();
        }
    }

    /// The number of events before those of the attribute that ends now.
    fn first_of_attribute(&self, name: Span) -> usize {
        let after = self.events.iter().rposition(|(_, span)| span.start < name.start);
        after.map_or(0, |at| at + 1)
    }
}

impl Receiver for ItemReader<'_> {
    fn event(&mut self, event: Event, span: Span) {
        match event {
            Event::Attribute { name } => {
                let first = self.first_of_attribute(name);
                self.attribute(name, span, first);
            }
            Event::Label { .. } => self.labels.push(span),
            Event::BlockStart { ty } => self.block_start(ty, span),
            Event::BlockEnd => self.block_end(span),
            Event::Unreadable => self.labels.clear(),
            _ => {}
        }
        let mut hasher = DefaultHasher::new();
        discriminant(&event).hash(&mut hasher);
        self.events.push((hasher.finish(), span));
        if matches!(event, Event::Attribute { .. } | Event::BlockEnd | Event::Unreadable) {
            self.forget_events();
        }
    }

    fn error(&mut self, error: SyntaxError) {
        self.items.errors.push(error);
    }
}
