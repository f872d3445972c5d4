//! The blocks of a property.

use super::body::{JsonBody, gather};
use super::diags;
use super::document::{JsonKind, JsonValue, Property};
use crate::body::{Block, BlockSchema, BodySchema, ByName, Label};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::source::Span;

impl JsonBody {
    /// Returns the blocks of the types that the schema names, in source order. Reports and omits values that
    /// cannot be blocks.
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
            let (labels, blocks) = (Vec::new(), &mut blocks);
            let mut header = Header { parent: self, property, schema, wanted, labels, blocks };
            header.unpack(&property.value, diags);
        }
        blocks
    }
}

/// The blocks of a property while their labels are read.
struct Header<'b, 'f> {
    parent: &'b JsonBody,
    property: &'b Property,
    schema: &'b BodySchema,
    wanted: &'b BlockSchema,
    /// The labels so far.
    labels: Vec<Label>,
    /// The blocks found so far.
    blocks: &'f mut Vec<Block>,
}

impl<'b> Header<'b, '_> {
    /// Collects the blocks in a value. Each remaining label corresponds to a level of objects.
    fn unpack(&mut self, value: &'b JsonValue, diags: &mut Diagnostics) {
        let Some(label) = self.next_label() else { return self.contents(value, diags) };
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
            self.unpack(&property.value, diags);
            self.labels.pop();
        }
    }

    /// Returns the name of the next label. Returns `None` after the last one.
    fn next_label(&self) -> Option<&'b Str> {
        let label = |index: usize| self.labels.get(index).map(|label| label.value.clone());
        self.schema.labels_of(self.wanted, label)?.get(self.labels.len())
    }

    /// Collects the blocks inside all labels: a single one, or one for each element of an array. An invalid body
    /// is reported when its content is requested.
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

    /// Adds a block. All blocks in an array have the same type and labels, so the start of each is its header.
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
