//! Blocks whose labels are the names of the items inside them.

use std::cell::OnceCell;

use super::as_blocks::{Header, sort_by_place};
use super::{Decoder, Implied};
use crate::body::{self, Attribute, Block, BlockSchema, Body, BodySchema, ByName, Content, Label};
use crate::cty::Str;
use crate::cty::internal::PushAll;

/// A replacement of blocks that have too few labels.
struct Unfolding<'a> {
    schema: &'a BodySchema,
    implied: &'a Implied,
    blocks: Vec<Block>,
    /// The types of blocks with an error.
    failed: Vec<Str>,
}

impl Decoder<'_> {
    /// Replaces blocks that have too few labels with the blocks and objects inside them, whose names are the next labels.
    /// Reports those that can't be read so, and returns their types.
    pub(super) fn unfold_labels(
        &mut self,
        body: &Body,
        blocks: &mut Vec<Block>,
        schema: &BodySchema,
        implied: &Implied,
    ) -> Vec<Str> {
        let types = ByName::new(&schema.blocks, |known| &known.ty);
        let lacks_labels = |block: &Block| {
            types.get(&block.ty).and_then(|wanted| missing_labels(block, wanted, schema)).is_some()
        };
        if !blocks.iter().any(lacks_labels) {
            return Vec::new();
        }
        let mut unfolding = Unfolding { schema, implied, blocks: Vec::new(), failed: Vec::new() };
        for block in std::mem::take(blocks) {
            match types.get(&block.ty) {
                Some(wanted) => unfolding.add(block, wanted, self),
                None => unfolding.blocks.push(block),
            }
        }
        *blocks = unfolding.blocks;
        sort_by_place(blocks, body);
        unfolding.failed
    }
}

impl Unfolding<'_> {
    /// Adds a block, or those inside it if it has too few labels.
    fn add(&mut self, block: Block, wanted: &BlockSchema, decoder: &mut Decoder<'_>) {
        let Some(names) = missing_labels(&block, wanted, self.schema) else {
            return self.blocks.push(block);
        };
        let Content { attributes, blocks, .. } = block.body.everything();
        let mut written =
            attributes.iter().map(|it| &it.name).chain(blocks.iter().map(|it| &it.ty));
        if written.any(|name| self.is_item(&block.ty, name)) {
            let open = block.body.missing_item_place();
            decoder.diags.push(body::diags::wrong_label_count(&block, names, open));
            return self.failed.push(block.ty);
        }
        for inner in blocks {
            let mut labels = block.labels.clone();
            labels.push(Label { value: inner.ty.clone(), span: inner.type_span });
            labels.push_all(inner.labels.iter().cloned());
            self.add(Block { ty: block.ty.clone(), labels, ..inner }, wanted, decoder);
        }
        for attribute in attributes {
            self.add_objects(&block, &attribute, wanted, decoder);
        }
    }

    /// Adds the blocks of an attribute in a block that has too few labels.
    fn add_objects(
        &mut self,
        block: &Block,
        attribute: &Attribute,
        wanted: &BlockSchema,
        decoder: &mut Decoder<'_>,
    ) {
        let mut labels = block.labels.clone();
        labels.push(Label { value: attribute.name.clone(), span: attribute.name_span });
        let outer = Attribute::new(block.ty.clone(), attribute.name_span, attribute.expr.clone());
        let mut header = Header {
            attribute: &outer,
            schema: self.schema,
            wanted,
            nested: self.implied.body_of(&block.ty),
            is_secret: OnceCell::new(),
            labels,
            blocks: Vec::new(),
        };
        if !header.unpack_attribute(attribute.name_span, decoder) {
            self.failed.push(block.ty.clone());
        }
        self.blocks.append(&mut header.blocks);
    }

    /// Returns `true` if the blocks of a type have an item of a name, so that a label is missing before it.
    fn is_item(&self, ty: &Str, name: &Str) -> bool {
        self.implied.body_of(ty).is_some_and(|nested| {
            let schema = &nested.implied().schema;
            schema.attribute(name).is_some() || schema.block(name).is_some()
        })
    }
}

/// Returns the names of all labels of a block that has fewer.
fn missing_labels<'s>(
    block: &Block,
    wanted: &'s BlockSchema,
    schema: &'s BodySchema,
) -> Option<&'s [Str]> {
    let label = |index: usize| block.labels.get(index).map(|label| label.value.clone());
    schema.labels_of(wanted, label).filter(|names| block.labels.len() < names.len())
}
