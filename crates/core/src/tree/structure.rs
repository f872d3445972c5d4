//! Bodies, attributes, blocks and labels.

use super::{ExprId, NameId, Run, Tree, append};
use crate::cty::Str;
use crate::source::Span;

/// The index of a body in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BodyId(pub(super) u32);

/// The content between two braces, or of a whole file. Attributes and blocks are separate, each in source order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyNode {
    pub(crate) attributes: Run,
    pub(crate) blocks: Run,
    /// The span of the content with its braces, or of the whole file.
    pub(crate) span: Span,
    /// `true` if everything in the body could be read.
    pub(crate) is_complete: bool,
}

/// An attribute: `name = expression`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct AttributeNode {
    pub(crate) name: NameId,
    pub(crate) name_span: Span,
    pub(crate) expr: ExprId,
}

/// A block: `type "label" { … }`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BlockNode {
    pub(crate) ty: NameId,
    pub(crate) type_span: Span,
    pub(crate) labels: Run,
    pub(crate) body: BodyId,
}

/// A label of a block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LabelNode {
    pub(crate) value: Str,
    /// The span of the label, including any quotes.
    pub(crate) span: Span,
}

impl Tree {
    pub(crate) fn body(&self, id: BodyId) -> &BodyNode {
        &self.bodies[id.0 as usize]
    }

    /// Returns the span of the opening brace of a block.
    pub(crate) fn open_brace(&self, block: &BlockNode) -> Span {
        let Span { start, end } = self.body(block.body).span;
        Span::new(start, end.min(start + 1))
    }

    pub(crate) fn attributes(&self, run: Run) -> &[AttributeNode] {
        &self.attributes[run.range()]
    }

    pub(crate) fn blocks(&self, run: Run) -> &[BlockNode] {
        &self.blocks[run.range()]
    }

    pub(crate) fn labels(&self, run: Run) -> &[LabelNode] {
        &self.labels[run.range()]
    }

    pub(crate) fn add_body(
        &mut self,
        attributes: impl IntoIterator<Item = AttributeNode>,
        blocks: impl IntoIterator<Item = BlockNode>,
        span: Span,
    ) -> BodyId {
        let attributes = append(&mut self.attributes, attributes);
        let blocks = append(&mut self.blocks, blocks);
        let id = BodyId(self.bodies.len() as u32);
        self.bodies.push(BodyNode { attributes, blocks, span, is_complete: true });
        id
    }

    /// Records that an item of a body could not be read.
    pub(crate) fn set_incomplete(&mut self, body: BodyId) {
        self.bodies[body.0 as usize].is_complete = false;
    }

    pub(crate) fn add_labels(&mut self, labels: impl IntoIterator<Item = LabelNode>) -> Run {
        append(&mut self.labels, labels)
    }
}
