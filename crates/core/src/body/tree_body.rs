//! Bodies in a syntax tree, as the native syntax builds them.

use std::sync::Arc;

use super::{
    Attribute, Block, Body, BodySchema, BodySource, ByName, Content, Label, Suggester, Suggestions,
    diags,
};
use crate::cty::Str;
use crate::cty::internal::NameSet;
use crate::cty::value_spec::Unexpected;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::{Place, Span};
use crate::tree::{AttributeNode, BlockNode, BodyId, Tree};

/// A body in a tree, without the items of earlier requests.
#[derive(Debug)]
pub(crate) struct TreeBody {
    pub(super) tree: Arc<Tree>,
    pub(super) body: BodyId,
    /// `None` for a whole body, so that the many bodies of blocks are small.
    taken: Option<Box<Taken>>,
}

/// The attribute names and block types of earlier requests.
#[derive(Clone, Debug, Default)]
struct Taken {
    attributes: NameSet,
    blocks: NameSet,
    /// The names among these that are never suggested.
    hidden: NameSet,
}

impl TreeBody {
    /// Creates the body for a whole body node.
    pub(crate) fn body(tree: &Arc<Tree>, body: BodyId) -> Body {
        Body::new(Self { tree: Arc::clone(tree), body, taken: None })
    }

    /// Returns `true` if no item was taken by an earlier request.
    pub(super) fn is_whole(&self) -> bool {
        self.taken.is_none()
    }

    /// Returns `true` if an earlier request took the attributes of a name.
    fn is_taken_attribute(&self, name: &Str) -> bool {
        self.taken.as_ref().is_some_and(|taken| taken.attributes.contains(name))
    }

    /// Returns `true` if an earlier request took the blocks of a type.
    fn is_taken_block(&self, ty: &Str) -> bool {
        self.taken.as_ref().is_some_and(|taken| taken.blocks.contains(ty))
    }

    /// Returns the remaining attributes.
    fn attributes(&self) -> impl Iterator<Item = &AttributeNode> + '_ {
        let all = self.tree.attributes(self.tree.body(self.body).attributes);
        all.iter().filter(|node| !self.is_taken_attribute(self.tree.name(node.name)))
    }

    /// Returns the remaining blocks.
    fn blocks(&self) -> impl Iterator<Item = &BlockNode> + '_ {
        let all = self.tree.blocks(self.tree.body(self.body).blocks);
        all.iter().filter(|node| !self.is_taken_block(self.tree.name(node.ty)))
    }

    /// Returns the items that the schema names, in source order.
    fn named(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let wanted = ByName::new(&schema.attributes, |wanted| &wanted.name);
        let is_wanted = |name: &Str| wanted.get(name).is_some() || schema.any_form.contains(name);
        let named = self.attributes().filter(|node| is_wanted(self.tree.name(node.name)));
        let attributes: Vec<_> = named.map(|node| self.attribute(node)).collect();
        let errors = diags.error_count();
        let (blocks, mislabeled) = self.named_blocks(schema, diags);
        let is_complete = self.is_read() && diags.error_count() == errors;
        let content = Content::new(attributes, blocks, self.missing_item_place());
        Content { is_complete, mislabeled, ..content }
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

    /// Returns the blocks of the types in the schema. Blocks with a wrong number of labels are reported, and returned
    /// separately.
    fn named_blocks(
        &self,
        schema: &BodySchema,
        diags: &mut Diagnostics,
    ) -> (Vec<Block>, Vec<Block>) {
        let types = ByName::new(&schema.blocks, |wanted| &wanted.ty);
        let (mut blocks, mut mislabeled) = (Vec::new(), Vec::new());
        for node in self.blocks() {
            let ty = self.tree.name(node.ty);
            let Some(wanted) = types.get(ty) else {
                if schema.any_form.contains(ty) {
                    blocks.push(self.block(node));
                }
                continue;
            };
            let block = self.block(node);
            let label = |index: usize| block.labels.get(index).map(|label| label.value.clone());
            match schema.labels_of(wanted, label) {
                Some(labels) if !schema.is_label_count(&block.ty, labels, block.labels.len()) => {
                    if !block.has_unclosed_label() {
                        let open = self.tree.place(self.tree.open_brace(node));
                        diags.push(diags::wrong_label_count(&block, labels, open));
                    }
                    mislabeled.push(block);
                }
                _ => blocks.push(block),
            }
        }
        (blocks, mislabeled)
    }

    /// Reports items that the schema does not name, unless it allows them, and known names in the wrong form.
    fn report_extra(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Suggestions {
        let taken = self.taken.iter();
        let is_offered = |name: &&Str| taken.clone().all(|it| !it.hidden.contains(name));
        let taken_attributes = taken.clone().flat_map(|it| it.attributes.iter()).filter(is_offered);
        let taken_blocks = taken.clone().flat_map(|it| it.blocks.iter()).filter(is_offered);
        let written = self.tree.attributes(self.tree.body(self.body).attributes);
        let written = written.iter().map(|node| self.tree.name(node.name));
        let mut suggester = (schema.unexpected != Unexpected::Ignore)
            .then(|| Suggester::beside(schema, taken_attributes, taken_blocks).with_taken(written));
        let mut wrong_forms = Suggestions::default();
        let attributes = ByName::new(&schema.attributes, |wanted| &wanted.name);
        let types = ByName::new(&schema.blocks, |wanted| &wanted.ty);
        for node in self.attributes() {
            let name = self.tree.name(node.name);
            // The error has already been reported.
            let is_reported = self.tree.is_error(node.expr);
            if attributes.get(name).is_some() || schema.any_form.contains(name) {
                continue;
            }
            let block = types.get(name);
            if block.is_some() || self.is_taken_block(name) {
                wrong_forms.add_known(name);
                if !is_reported {
                    diags.push(diags::attribute_for_block(&self.attribute(node), block));
                }
            } else if let Some(suggester) = &mut suggester {
                let suggestion = suggester.attribute(name);
                if !is_reported {
                    let attribute = self.attribute(node);
                    diags.push(diags::unexpected_attribute(&attribute, suggestion, schema));
                }
            }
        }
        for node in self.blocks() {
            let ty = self.tree.name(node.ty);
            if types.get(ty).is_some() || schema.any_form.contains(ty) {
                continue;
            }
            if attributes.get(ty).is_some() || self.is_taken_attribute(ty) {
                wrong_forms.add_known(ty);
                diags.push(diags::block_for_attribute(&self.block(node), schema));
            } else if let Some(suggester) = &mut suggester {
                let suggestion = suggester.block(ty);
                diags.push(diags::unexpected_block(&self.block(node), suggestion, schema));
            }
        }
        if let Some(suggester) = suggester {
            wrong_forms.append(&suggester.into_suggestions());
        }
        wrong_forms
    }

    fn attribute(&self, node: &AttributeNode) -> Attribute {
        Self::attribute_in(&self.tree, node)
    }

    fn block(&self, node: &BlockNode) -> Block {
        Self::block_in(&self.tree, node)
    }

    /// Returns the attribute of a node in a tree.
    pub(crate) fn attribute_in(tree: &Arc<Tree>, node: &AttributeNode) -> Attribute {
        let expr = Expression::new(Arc::clone(tree), node.expr);
        Attribute::new(tree.name(node.name).clone(), node.name_span, expr)
    }

    /// Returns the block of a node in a tree.
    pub(crate) fn block_in(tree: &Arc<Tree>, node: &BlockNode) -> Block {
        let labels = tree.labels(node.labels).iter();
        let labels: Vec<_> =
            labels.map(|node| Label { value: node.value.clone(), span: node.span }).collect();
        let header_span =
            labels.last().map_or(node.type_span, |label| node.type_span.to(label.span));
        Block {
            ty: tree.name(node.ty).clone(),
            labels,
            body: Self::body(tree, node.body),
            source: tree.source.clone(),
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
        let mut taken = self.taken.clone().unwrap_or_default();
        taken.attributes.extend(schema.attributes.iter().map(|wanted| wanted.name.clone()));
        taken.blocks.extend(schema.blocks.iter().map(|wanted| wanted.ty.clone()));
        taken.attributes.extend(schema.any_form.iter().cloned());
        taken.blocks.extend(schema.any_form.iter().cloned());
        taken.hidden.extend(schema.hidden.iter().cloned());
        let is_whole = taken.attributes.is_empty() && taken.blocks.is_empty();
        let taken = (!is_whole).then_some(taken);
        Body::new(Self { tree: Arc::clone(&self.tree), body: self.body, taken })
    }

    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        for node in self.blocks() {
            diags.push(diags::block_among_attributes(&self.block(node)));
        }
        self.attributes().map(|node| self.attribute(node)).collect()
    }

    fn everything(&self) -> Content {
        let attributes = self.attributes().map(|node| self.attribute(node)).collect();
        let blocks = self.blocks().map(|node| self.block(node)).collect();
        let content = Content::new(attributes, blocks, self.missing_item_place());
        Content { is_complete: self.is_read(), ..content }
    }

    fn span(&self) -> Span {
        self.tree.body(self.body).span
    }

    fn missing_item_place(&self) -> Place {
        self.tree.place(self.tree.body(self.body).span.at_start())
    }
}
