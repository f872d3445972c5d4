//! Bodies of given items: the attributes of an object, or a nested block whose header is written as labels.

use super::{
    Attribute, Block, Body, BodySchema, BodySource, ByName, Content, Suggester, Suggestions, diags,
};
use crate::cty::Str;
use crate::cty::internal::{CollectVec, NameSet};
use crate::cty::value_spec::Unexpected;
use crate::diag::Diagnostics;
use crate::source::{Place, Span};

/// A body of given items. An attribute may have the name of a block type: inside an object, blocks
/// are written as attributes.
#[derive(Clone, Debug)]
pub(crate) struct ItemBody {
    attributes: Vec<Attribute>,
    block: Option<Block>,
    /// The expression or the header that the items are from.
    place: Place,
    kind: ItemKind,
    /// The names of the items of earlier requests.
    taken: NameSet,
}

/// The knowledge about the items of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Known,
    /// The names of the items are not shown.
    Secret,
    /// Any item may be in the body.
    Unknown,
}

impl ItemBody {
    /// Returns the body that is written as an object, at a location.
    pub(crate) fn of_object(attributes: Vec<Attribute>, place: Place, kind: ItemKind) -> Body {
        let taken = NameSet::default();
        Body::new(Self { attributes, block: None, place, kind, taken })
    }

    /// Returns a body that contains only one block.
    pub(crate) fn of_block(block: Block, place: Place) -> Body {
        let (attributes, taken) = (Vec::new(), NameSet::default());
        Body::new(Self { attributes, block: Some(block), place, kind: ItemKind::Known, taken })
    }

    /// Returns `true` if the items of the body are unknown.
    pub(crate) fn has_unknown_items(&self) -> bool {
        self.kind == ItemKind::Unknown
    }

    fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes.iter().filter(|attribute| !self.taken.contains(&attribute.name))
    }

    fn block(&self) -> Option<&Block> {
        self.block.as_ref().filter(|block| !self.taken.contains(&block.ty))
    }

    /// Returns the items that the schema names. Reports attributes that are set twice.
    fn named(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let names = ByName::new(&schema.attributes, |known| &known.name);
        let types = ByName::new(&schema.blocks, |known| &known.ty);
        let is_named = |name: &Str| names.get(name).is_some() || types.get(name).is_some();
        let attributes = self.attributes().filter(|it| is_named(&it.name)).cloned();
        let attributes = super::layers::each_once(attributes.collect_vec(), diags);
        let (mut is_complete, mut mislabeled) = (true, Vec::new());
        let block = self.block().filter(|block| {
            let Some(known) = types.get(&block.ty) else {
                return schema.any_form.contains(&block.ty);
            };
            let label = |index: usize| block.labels.get(index).map(|label| label.value.clone());
            let labels = schema.labels_of(known, label).unwrap_or(&known.labels);
            is_complete = schema.is_label_count(&block.ty, labels, block.labels.len());
            if !is_complete {
                let open = block.body.missing_item_place();
                diags.push(diags::wrong_label_count(block, labels, open));
                mislabeled.push((*block).clone());
            }
            is_complete
        });
        let blocks = block.into_iter().cloned().collect_vec();
        let content = Content::new(attributes, blocks, self.missing_item_place());
        Content { is_complete, mislabeled, ..content }
    }

    /// Reports the items that the schema does not name, unless it allows them.
    fn report_extra(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Suggestions {
        let names = ByName::new(&schema.attributes, |known| &known.name);
        let types = ByName::new(&schema.blocks, |known| &known.ty);
        let written = self.attributes.iter().map(|attribute| &attribute.name);
        let mut suggester = Suggester::of_properties(schema, []).with_taken(written);
        for attribute in self.attributes() {
            let name = &attribute.name;
            let is_known = names.get(name).is_some() || types.get(name).is_some();
            if !is_known && schema.unexpected != Unexpected::Ignore {
                let suggestion = suggester.property(name);
                diags.push(match self.kind {
                    ItemKind::Secret => diags::unexpected_secret_attribute(attribute, schema),
                    ItemKind::Known | ItemKind::Unknown => {
                        diags::unexpected_attribute(attribute, suggestion, schema)
                    }
                });
            }
        }
        let block = self
            .block()
            .filter(|block| types.get(&block.ty).is_none() && !schema.any_form.contains(&block.ty));
        if let Some(block) = block {
            if names.get(&block.ty).is_some() {
                diags.push(diags::block_for_attribute(block, schema));
            } else if schema.unexpected != Unexpected::Ignore {
                let suggestion = suggester.property(&block.ty);
                diags.push(diags::unexpected_block(block, suggestion, schema));
            }
        }
        suggester.into_suggestions()
    }
}

impl Block {
    /// Returns the block with the labels after the first `own` ones as the header of a block inside it.
    #[must_use]
    pub(crate) fn with_labels_as_block(&self, own: usize) -> Self {
        let Some(label) = self.labels.get(own) else { return self.clone() };
        let inner = Self {
            ty: label.value.clone(),
            labels: self.labels[own + 1..].to_vec(),
            body: self.body.clone(),
            source: self.source.clone(),
            type_span: label.span,
            header_span: self.labels.last().map_or(label.span, |last| label.span.to(last.span)),
        };
        let mut body = ItemBody::of_block(inner, self.source.place(label.span));
        if let Some(iteration) = self.body.iteration() {
            body = body.in_iteration(iteration);
        }
        Self { labels: self.labels[..own].to_vec(), body, ..self.clone() }
    }
}

impl BodySource for ItemBody {
    fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let mut content = self.named(schema, diags);
        if self.attributes().count() + self.block().iter().count()
            != content.attributes.len() + content.blocks.len()
        {
            content.suggestions = self.report_extra(schema, diags);
        }
        content.report_missing(schema, diags);
        content
    }

    fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        let content = self.named(schema, diags);
        content.report_missing(schema, diags);
        content
    }

    fn remain(&self, schema: &BodySchema) -> Body {
        let mut rest = self.clone();
        rest.taken.extend(schema.attributes.iter().map(|known| known.name.clone()));
        rest.taken.extend(schema.blocks.iter().map(|known| known.ty.clone()));
        Body::new(rest)
    }

    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        if let Some(block) = self.block() {
            diags.push(diags::block_among_attributes(block));
        }
        super::layers::each_once(self.attributes().cloned().collect_vec(), diags)
    }

    fn everything(&self) -> Content {
        let attributes = self.attributes().cloned().collect_vec();
        let blocks = self.block().into_iter().cloned().collect_vec();
        Content::new(attributes, blocks, self.missing_item_place())
    }

    fn spells_blocks(&self) -> bool {
        true
    }

    fn span(&self) -> Span {
        self.place.span()
    }

    fn missing_item_place(&self) -> Place {
        self.place.source().place(self.place.span().at_start())
    }
}
