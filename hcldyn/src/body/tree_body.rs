//! The body of a tree, as the native syntax gives it.

use std::sync::Arc;

use super::{Attribute, Block, Body, BodySchema, BodySource, Content, Label, diags};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::Place;
use crate::tree::{AttributeNode, BlockNode, BodyId, Tree};

/// A body in a tree, without what was taken from it before.
#[derive(Debug)]
pub(crate) struct TreeBody {
    tree: Arc<Tree>,
    body: BodyId,
    taken: Taken,
}

/// What an earlier question took: attribute names and block types.
#[derive(Clone, Debug, Default)]
struct Taken {
    attributes: Vec<Str>,
    blocks: Vec<Str>,
}

impl TreeBody {
    /// A whole body.
    pub(crate) fn body(tree: &Arc<Tree>, body: BodyId) -> Body {
        Body::new(Self { tree: Arc::clone(tree), body, taken: Taken::default() })
    }

    /// The attributes that were not taken.
    fn attributes(&self) -> impl Iterator<Item = &AttributeNode> + '_ {
        let all = self.tree.attributes(self.tree.body(self.body).attributes);
        all.iter().filter(|node| !self.taken.attributes.contains(&node.name))
    }

    /// The blocks of types that were not taken.
    fn blocks(&self) -> impl Iterator<Item = &BlockNode> + '_ {
        let all = self.tree.blocks(self.tree.body(self.body).blocks);
        all.iter().filter(|node| !self.taken.blocks.contains(&node.ty))
    }

    /// What the schema names, in source order; what it requires and is not there is reported.
    fn named(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let attributes: Vec<_> = self
            .attributes()
            .filter(|node| schema.attribute(&node.name).is_some())
            .map(|node| self.attribute(node))
            .collect();
        for wanted in schema.attributes.iter().filter(|wanted| wanted.required) {
            if !attributes.iter().any(|attribute| attribute.name == wanted.name) {
                diags.push(diags::missing_attribute(self.missing_item_place(), &wanted.name));
            }
        }
        let mut blocks = Vec::new();
        for node in self.blocks() {
            let Some(wanted) = schema.block(&node.ty) else { continue };
            let block = self.block(node);
            match block.labels.len() == wanted.labels.len() {
                true => blocks.push(block),
                false => {
                    let open = self.tree.place(node.open_brace);
                    diags.push(diags::wrong_label_count(&block, &wanted.labels, open));
                }
            }
        }
        Content { attributes, blocks, missing_item: self.missing_item_place() }
    }

    /// Reports what the schema does not name.
    fn report_extra(&self, schema: &BodySchema, diags: &mut Diagnostics) {
        for node in self.attributes().filter(|node| schema.attribute(&node.name).is_none()) {
            diags.push(diags::unexpected_attribute(&self.attribute(node), schema));
        }
        for node in self.blocks().filter(|node| schema.block(&node.ty).is_none()) {
            diags.push(diags::unexpected_block(&self.block(node), schema));
        }
    }

    fn attribute(&self, node: &AttributeNode) -> Attribute {
        let expr = Expression::new(Arc::clone(&self.tree), node.expr);
        Attribute { name: node.name.clone(), name_span: node.name_span, expr }
    }

    fn block(&self, node: &BlockNode) -> Block {
        let labels = self.tree.labels(node.labels).iter();
        let labels: Vec<_> =
            labels.map(|node| Label { value: node.value.clone(), span: node.span }).collect();
        let header_span =
            labels.last().map_or(node.type_span, |label| node.type_span.to(label.span));
        Block {
            ty: node.ty.clone(),
            labels,
            body: Self::body(&self.tree, node.body),
            source: self.tree.source.clone(),
            type_span: node.type_span,
            header_span,
        }
    }
}

impl BodySource for TreeBody {
    fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let content = self.named(schema, diags);
        self.report_extra(schema, diags);
        content
    }

    fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> (Content, Body) {
        let content = self.named(schema, diags);
        let mut taken = self.taken.clone();
        taken.attributes.extend(schema.attributes.iter().map(|wanted| wanted.name.clone()));
        taken.blocks.extend(schema.blocks.iter().map(|wanted| wanted.ty.clone()));
        (content, Body::new(Self { tree: Arc::clone(&self.tree), body: self.body, taken }))
    }

    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        for node in self.blocks() {
            diags.push(diags::block_among_attributes(&self.block(node)));
        }
        self.attributes().map(|node| self.attribute(node)).collect()
    }

    fn missing_item_place(&self) -> Place {
        self.tree.place(self.tree.body(self.body).span.at_start())
    }
}
