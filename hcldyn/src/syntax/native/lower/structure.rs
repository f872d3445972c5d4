//! Attributes, blocks and bodies.

use std::borrow::Cow;

use hcl_edit::structure::{Attribute, Block, BlockLabel, Body, Structure};

use super::{Lowering, skip_blanks};
use crate::source::Span;
use crate::tree::{AttributeNode, BlockNode, BodyId, LabelNode};

/// The items of a body that were lowered so far, in source order.
#[derive(Default)]
pub(in crate::syntax::native) struct Items {
    pub(in crate::syntax::native) attributes: Vec<AttributeNode>,
    pub(in crate::syntax::native) blocks: Vec<BlockNode>,
}

impl Lowering<'_, '_> {
    pub(in crate::syntax::native) fn structure(&mut self, structure: Structure, items: &mut Items) {
        match structure {
            Structure::Attribute(attribute) => {
                let attribute = self.attribute(attribute);
                items.attributes.push(attribute);
            }
            Structure::Block(block) => {
                let block = self.block(block);
                items.blocks.push(block);
            }
        }
    }

    pub(in crate::syntax::native) fn add_body(&mut self, items: Items, span: Span) -> BodyId {
        self.tree.add_body(items.attributes, items.blocks, span)
    }

    fn attribute(&mut self, attribute: Attribute) -> AttributeNode {
        let name = self.name(&attribute.key);
        let expr = self.expression(attribute.value);
        AttributeNode { name: name.text, name_span: name.span, expr }
    }

    fn block(&mut self, block: Block) -> BlockNode {
        let end = self.span(&block).end;
        self.block_with(block, end, |lowering, body, span| {
            let mut items = Items::default();
            for structure in body {
                lowering.structure(structure, &mut items);
            }
            lowering.add_body(items, span)
        })
    }

    /// A block that ends at `end` and whose body `lower_body` makes, being given the span from brace
    /// to brace.
    pub(in crate::syntax::native) fn block_with(
        &mut self,
        block: Block,
        end: u32,
        lower_body: impl FnOnce(&mut Self, Body, Span) -> BodyId,
    ) -> BlockNode {
        let ty = self.name(&block.ident);
        let header_end = block.labels.last().map_or(ty.span, |label| self.span(label)).end;
        let labels: Vec<_> = block.labels.iter().map(|label| self.label(label)).collect();
        let labels = self.tree.add_labels(labels);
        let rest = &self.text[header_end as usize..end as usize];
        let open = end - skip_blanks(rest).len() as u32;
        let body = lower_body(self, block.body, Span::new(open, end));
        BlockNode {
            ty: ty.text,
            type_span: ty.span,
            labels,
            open_brace: Span::new(open, open + 1),
            close_brace: Span::new(end - 1, end),
            body,
        }
    }

    fn label(&mut self, label: &BlockLabel) -> LabelNode {
        let span = self.span(label);
        let value = match label {
            BlockLabel::Ident(_) => self.name_at(span),
            BlockLabel::String(_) => match self.quoted(span) {
                Cow::Borrowed(name) => self.intern(name),
                Cow::Owned(text) => text.into(),
            },
        };
        LabelNode { value, span }
    }
}
