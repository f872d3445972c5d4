//! The compact syntax tree of one file.
//!
//! All syntaxes are lowered into it. The nodes of a file are in a few vectors and refer to each other by 32-bit
//! index. A tree is therefore one shared allocation, which is quick to build and to drop, and a captured
//! expression is a pointer to the tree and an index. Names are shared strings, and every node that a message can
//! refer to has its span.

mod expr;
#[cfg(any(feature = "json", feature = "kit", feature = "load"))]
mod piece;
mod second_use;
mod structure;

use crate::cty::Str;
use crate::cty::internal::Bisect;
use crate::source::{Place, Source, Span};

pub(crate) use self::expr::{
    BinaryOp, Call, ExprId, ExprNode, For, ObjectItem, PlainId, PlainObject, PlainSlot,
    SpannedName, StepKind, TraversalStep, UnaryOp,
};
pub(crate) use self::second_use::SecondUse;
pub(crate) use self::structure::{AttributeNode, BlockNode, BodyId, BodyNode, LabelNode};

/// The tree of one file, or of one expression.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) source: Source,
    /// `true` if the source is in JSON syntax.
    pub(crate) is_json: bool,
    names: Vec<Str>,
    nodes: Vec<ExprNode>,
    spans: Vec<Span>,
    lists: Vec<ExprId>,
    steps: Vec<TraversalStep>,
    items: Vec<ObjectItem>,
    plain_objects: Vec<PlainSlot>,
    bodies: Vec<BodyNode>,
    attributes: Vec<AttributeNode>,
    blocks: Vec<BlockNode>,
    labels: Vec<LabelNode>,
    /// The spans of errors, in order and without overlaps.
    errors: Vec<Span>,
}

/// The maximum number of bytes in the source of a tree that is fitted.
const MOST_FITTED: usize = 64 << 10;

/// The index of a name in its tree. The same name can have several indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NameId(u32);

impl NameId {
    /// The index of a missing name.
    pub(crate) const NONE: Self = Self(u32::MAX);
}

/// A run of entries in one of the tree's vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    start: u32,
    end: u32,
}

impl Tree {
    pub(crate) fn new(source: Source) -> Self {
        Self {
            source,
            is_json: false,
            names: Vec::new(),
            nodes: Vec::new(),
            spans: Vec::new(),
            lists: Vec::new(),
            steps: Vec::new(),
            items: Vec::new(),
            plain_objects: Vec::new(),
            bodies: Vec::new(),
            attributes: Vec::new(),
            blocks: Vec::new(),
            labels: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// Reserves memory for the likely content of a source in native syntax. Reserved memory without content takes
    /// no pages.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        self.nodes.reserve(bytes / 12);
        self.spans.reserve(bytes / 12);
    }

    /// Gives the memory back that a small tree has reserved in excess. A program may hold thousands of them, and one copy of
    /// each costs less than the pages.
    pub(crate) fn fit(&mut self) {
        if self.source.text().len() > MOST_FITTED {
            return;
        }
        fit(&mut self.names);
        fit(&mut self.nodes);
        fit(&mut self.spans);
        fit(&mut self.lists);
        fit(&mut self.steps);
        fit(&mut self.items);
        fit(&mut self.plain_objects);
        fit(&mut self.bodies);
        fit(&mut self.attributes);
        fit(&mut self.blocks);
        fit(&mut self.labels);
    }

    #[inline]
    pub(crate) fn name(&self, id: NameId) -> &Str {
        &self.names[id.0 as usize]
    }

    /// Returns `true` if the name equals a string.
    pub(crate) fn is_name(&self, id: NameId, text: &str) -> bool {
        self.names.get(id.0 as usize).is_some_and(|name| name.as_str() == text)
    }

    pub(crate) fn add_name(&mut self, name: Str) -> NameId {
        let id = NameId(self.names.len() as u32);
        self.names.push(name);
        id
    }

    /// Returns `true` if a node contains an error.
    pub(crate) fn has_error_in(&self, node: ExprId) -> bool {
        let span = self.span(node);
        let index = self.errors.count_leading(|error| error.end < span.start);
        self.errors.get(index).is_some_and(|error| error.start <= span.end)
    }

    /// Returns the source location of a span in this tree.
    pub(crate) fn place(&self, span: Span) -> Place {
        self.source.place(span)
    }
}

impl Run {
    pub(crate) const EMPTY: Self = Self { start: 0, end: 0 };

    pub(crate) const fn is_empty(self) -> bool {
        self.start == self.end
    }

    const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Moves the entries to memory of their size, if much of it is unused. (An allocator may leave a block as it is instead of
/// shrinking it.)
fn fit<T>(vector: &mut Vec<T>) {
    if vector.len() < vector.capacity() / 8 * 7 {
        let mut fitted = Vec::with_capacity(vector.len());
        fitted.append(vector);
        *vector = fitted;
    }
}

/// Appends entries to one of the tree's vectors and returns their run.
fn append<T>(vector: &mut Vec<T>, entries: impl IntoIterator<Item = T>) -> Run {
    let start = vector.len() as u32;
    vector.extend(entries);
    Run { start, end: vector.len() as u32 }
}

/// Appends an entry to a run of a tree's vector. If other entries follow the run, the whole run moves to the end.
fn extend<T: Clone>(vector: &mut Vec<T>, run: Run, entry: T) -> Run {
    let start = if run.end as usize == vector.len() {
        run.start
    } else {
        let start = vector.len() as u32;
        vector.extend_from_within(run.range());
        start
    };
    vector.push(entry);
    Run { start, end: vector.len() as u32 }
}
