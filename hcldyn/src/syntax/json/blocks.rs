//! The blocks that a property stands for.

use super::body::{JsonBody, gather};
use super::diags;
use super::document::{JsonKind, JsonValue, Property};
use crate::body::{Block, BlockSchema, BodySchema, ByName, Label};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::source::Span;

impl JsonBody {
    /// The blocks of the types that the schema names, in source order. What can be none is reported and
    /// left out.
    pub(super) fn blocks(
        &self,
        properties: &[&Property],
        schema: &BodySchema,
        diags: &mut Diagnostics,
    ) -> Vec<Block> {
        let types = ByName::new(&schema.blocks, |wanted| &wanted.ty);
        let mut blocks = Vec::new();
        for property in properties {
            let Some(wanted) = types.get(&property.name) else { continue };
            let labels = Vec::new();
            let mut header = Header { parent: self, property, wanted, labels, blocks };
            header.unpack(&property.value, &wanted.labels, diags);
            blocks = header.blocks;
        }
        blocks
    }
}

/// The way from a property to its blocks.
struct Header<'b> {
    parent: &'b JsonBody,
    property: &'b Property,
    wanted: &'b BlockSchema,
    /// The labels on the way so far.
    labels: Vec<Label>,
    blocks: Vec<Block>,
}

impl<'b> Header<'b> {
    /// The blocks in a value. There is a level of objects for each label that is left.
    fn unpack(&mut self, value: &'b JsonValue, labels: &[Str], diags: &mut Diagnostics) {
        let Some((label, rest)) = labels.split_first() else {
            return self.contents(value, diags);
        };
        let (source, ty) = (&self.parent.source, &self.wanted.ty);
        let wrong = |it: &JsonValue| diags::no_labels(source.place(it.span), it, ty, label);
        let (errors, mut properties) = (diags.error_count(), Vec::new());
        gather(value, &mut properties, wrong, diags);
        if properties.is_empty() && diags.error_count() == errors {
            diags.push(diags::missing_label(source.place(value.span), ty, label));
        }
        for property in properties {
            let (value, span) = (property.name.clone(), property.name_span);
            self.labels.push(Label { value, span });
            self.unpack(&property.value, rest, diags);
            self.labels.pop();
        }
    }

    /// The blocks of which all labels are known: one, or one for each element of an array. Whether an
    /// element can be a body is found out by who asks it.
    fn contents(&mut self, value: &JsonValue, diags: &mut Diagnostics) {
        match &value.kind {
            JsonKind::Null => {}
            JsonKind::Object(_) => {
                let label = self.labels.last().map(|label| label.span);
                self.push(value, label.unwrap_or(self.property.name_span));
            }
            JsonKind::Array(elements) => {
                elements.iter().for_each(|element| self.push(element, element.opening()));
            }
            _ => {
                let place = self.parent.source.place(value.span);
                diags.push(diags::no_block(place, value, &self.wanted.ty));
            }
        }
    }

    /// Blocks in an array have the same type and labels, so that their header is where they begin.
    fn push(&mut self, body: &JsonValue, header_span: Span) {
        self.blocks.push(Block {
            ty: self.wanted.ty.clone(),
            labels: self.labels.clone(),
            body: JsonBody::body(&self.parent.source, body, self.parent.strings),
            source: self.parent.source.clone(),
            type_span: self.property.name_span,
            header_span,
        });
    }
}
