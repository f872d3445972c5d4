//! Bodies of a syntax tree, from the native syntax.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{
    Attribute, Block, Body, BodySchema, BodySource, ByName, Content, Label, Suggester, Suggestions,
    diags,
};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::Place;
use crate::tree::{AttributeNode, BlockNode, BodyId, Tree};

/// A body in a tree, without the items of earlier requests.
#[derive(Debug)]
pub(crate) struct TreeBody {
    pub(super) tree: Arc<Tree>,
    pub(super) body: BodyId,
    taken: Taken,
}

/// The attribute names and block types of earlier requests.
#[derive(Clone, Debug, Default)]
struct Taken {
    attributes: BTreeSet<Str>,
    blocks: BTreeSet<Str>,
    /// The names among these that no message offers.
    hidden: BTreeSet<Str>,
}

impl TreeBody {
    /// Returns a whole body.
    pub(crate) fn body(tree: &Arc<Tree>, body: BodyId) -> Body {
        Body::new(Self { tree: Arc::clone(tree), body, taken: Taken::default() })
    }

    /// Returns the attributes that are not taken.
    fn attributes(&self) -> impl Iterator<Item = &AttributeNode> + '_ {
        let all = self.tree.attributes(self.tree.body(self.body).attributes);
        all.iter().filter(|node| !self.taken.attributes.contains(self.tree.name(node.name)))
    }

    /// Returns the blocks whose types are not taken.
    fn blocks(&self) -> impl Iterator<Item = &BlockNode> + '_ {
        let all = self.tree.blocks(self.tree.body(self.body).blocks);
        all.iter().filter(|node| !self.taken.blocks.contains(self.tree.name(node.ty)))
    }

    /// Returns the items that the schema names, in source order.
    fn named(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let wanted = ByName::new(&schema.attributes, |wanted| &wanted.name);
        let named =
            self.attributes().filter(|node| wanted.get(self.tree.name(node.name)).is_some());
        let attributes: Vec<_> = named.map(|node| self.attribute(node)).collect();
        let errors = diags.error_count();
        let blocks = self.named_blocks(schema, diags);
        let is_complete = self.is_read() && diags.error_count() == errors;
        Content {
            attributes,
            blocks,
            missing_item: self.missing_item_place(),
            is_complete,
            suggestions: Suggestions::default(),
        }
    }

    /// Returns `true` if everything in the body could be read.
    fn is_read(&self) -> bool {
        self.tree.body(self.body).is_complete
    }

    /// Reports missing required items.
    fn report_missing(&self, schema: &BodySchema, found: &Content, diags: &mut Diagnostics) {
        if self.is_read() {
            found.report_missing(schema, diags);
        }
    }

    /// Returns the blocks of the types that the schema names. Blocks with the wrong number of labels are reported
    /// and omitted.
    fn named_blocks(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Vec<Block> {
        let types = ByName::new(&schema.blocks, |wanted| &wanted.ty);
        let mut blocks = Vec::new();
        for node in self.blocks() {
            let Some(wanted) = types.get(self.tree.name(node.ty)) else { continue };
            let block = self.block(node);
            if block.labels.len() == wanted.labels.len() {
                blocks.push(block);
            } else {
                let open = self.tree.place(self.tree.open_brace(node));
                diags.push(diags::wrong_label_count(&block, &wanted.labels, open));
            }
        }
        blocks
    }

    /// Reports items that the schema does not name.
    fn report_extra(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Suggestions {
        let is_offered = |name: &&Str| !self.taken.hidden.contains(*name);
        let taken_attributes = self.taken.attributes.iter().filter(is_offered);
        let taken_blocks = self.taken.blocks.iter().filter(is_offered);
        let mut suggester = Suggester::beside(schema, taken_attributes, taken_blocks);
        let attributes = ByName::new(&schema.attributes, |wanted| &wanted.name);
        for node in
            self.attributes().filter(|node| attributes.get(self.tree.name(node.name)).is_none())
        {
            let suggestion = suggester.attribute(self.tree.name(node.name));
            // The error has already been reported.
            if !self.tree.is_error(node.expr) {
                diags.push(diags::unexpected_attribute(&self.attribute(node), suggestion, schema));
            }
        }
        let types = ByName::new(&schema.blocks, |wanted| &wanted.ty);
        for node in self.blocks().filter(|node| types.get(self.tree.name(node.ty)).is_none()) {
            let suggestion = suggester.block(self.tree.name(node.ty));
            diags.push(diags::unexpected_block(&self.block(node), suggestion, schema));
        }
        suggester.into_suggestions()
    }

    fn attribute(&self, node: &AttributeNode) -> Attribute {
        let expr = Expression::new(Arc::clone(&self.tree), node.expr);
        Attribute { name: self.tree.name(node.name).clone(), name_span: node.name_span, expr }
    }

    fn block(&self, node: &BlockNode) -> Block {
        let labels = self.tree.labels(node.labels).iter();
        let labels: Vec<_> =
            labels.map(|node| Label { value: node.value.clone(), span: node.span }).collect();
        let header_span =
            labels.last().map_or(node.type_span, |label| node.type_span.to(label.span));
        Block {
            ty: self.tree.name(node.ty).clone(),
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
        let mut content = self.named(schema, diags);
        let found = (content.attributes.len(), content.blocks.len());
        if found != (self.attributes().count(), self.blocks().count()) {
            content.suggestions = self.report_extra(schema, diags);
        }
        self.report_missing(schema, &content, diags);
        content
    }

    fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let content = self.named(schema, diags);
        self.report_missing(schema, &content, diags);
        content
    }

    fn remain(&self, schema: &BodySchema) -> Body {
        let mut taken = self.taken.clone();
        taken.attributes.extend(schema.attributes.iter().map(|wanted| wanted.name.clone()));
        taken.blocks.extend(schema.blocks.iter().map(|wanted| wanted.ty.clone()));
        taken.hidden.extend(schema.hidden.iter().cloned());
        Body::new(Self { tree: Arc::clone(&self.tree), body: self.body, taken })
    }

    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        for node in self.blocks() {
            diags.push(diags::block_among_attributes(&self.block(node)));
        }
        self.attributes().map(|node| self.attribute(node)).collect()
    }

    fn everything(&self) -> Content {
        Content {
            attributes: self.attributes().map(|node| self.attribute(node)).collect(),
            blocks: self.blocks().map(|node| self.block(node)).collect(),
            missing_item: self.missing_item_place(),
            is_complete: self.is_read(),
            suggestions: Suggestions::default(),
        }
    }

    fn missing_item_place(&self) -> Place {
        self.tree.place(self.tree.body(self.body).span.at_start())
    }
}
