//! What a body holds, as a schema asked for it.

use super::{Body, BodySchema, ByName, Suggestions, diags};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::{Place, Source, Span};

/// What a body holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Content {
    /// The attributes, in source order.
    pub attributes: Vec<Attribute>,
    /// The blocks, in source order.
    pub blocks: Vec<Block>,
    /// Where something that is missing would be written.
    pub missing_item: Place,
    /// Whether nothing was left out because it was wrong: it could not be read, or a block has too few
    /// or too many labels. Where something was, that was reported, and what seems to be missing may
    /// be just that.
    pub is_complete: bool,
    /// What was reported as a misspelt item, and is thus not missing.
    pub(crate) suggestions: Suggestions,
}

/// An attribute of a body.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Attribute {
    /// Its name.
    pub name: Str,
    pub(crate) name_span: Span,
    /// Its expression.
    pub expr: Expression,
}

/// A block of a body.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Block {
    /// The block type.
    pub ty: Str,
    /// Its labels.
    pub labels: Vec<Label>,
    /// What is between its braces.
    pub body: Body,
    pub(crate) source: Source,
    pub(crate) type_span: Span,
    /// From the type to the last label. Of a generated block, that of its `dynamic` block.
    pub(crate) header_span: Span,
}

/// A label of a block.
#[derive(Clone, Debug)]
pub struct Label {
    /// The label's text.
    pub value: Str,
    pub(crate) span: Span,
}

impl Content {
    /// The attribute of a name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == *name)
    }

    /// The names of the attributes that the schema requires and that are not there, nor seem to be meant by
    /// what is.
    pub(super) fn missing<'s>(&self, schema: &'s BodySchema) -> Vec<&'s Str> {
        let found = ByName::new(&self.attributes, |attribute| &attribute.name);
        let required = schema.attributes.iter().filter(|wanted| wanted.required);
        let is_missing =
            |name: &&Str| found.get(name).is_none() && !self.suggestions.includes(name);
        required.map(|wanted| &wanted.name).filter(is_missing).collect()
    }

    /// Reports those.
    pub(crate) fn report_missing(&self, schema: &BodySchema, diags: &mut Diagnostics) {
        for name in self.missing(schema) {
            diags.push(diags::missing_attribute(self.missing_item.clone(), name));
        }
    }

    /// The blocks of a type, in source order.
    pub fn blocks_of_type<'a>(&'a self, ty: &'a str) -> impl Iterator<Item = &'a Block> + 'a {
        self.blocks.iter().filter(move |block| block.ty == *ty)
    }
}

impl Attribute {
    /// Where the name stands.
    pub fn name_place(&self) -> Place {
        self.expr.tree().place(self.name_span)
    }

    /// Where the attribute stands, from its name to the end of its expression.
    pub fn place(&self) -> Place {
        self.expr.tree().place(self.name_span.to(self.expr.span()))
    }
}

impl Block {
    /// Where the block type stands. Of a generated block, the label of its `dynamic` block.
    pub fn type_place(&self) -> Place {
        self.source.place(self.type_span)
    }

    /// Where the header stands, from the type to the last label. Of a generated block, the header of
    /// its `dynamic` block.
    pub fn header_place(&self) -> Place {
        self.source.place(self.header_span)
    }

    /// Where a label stands, with its quotes.
    pub fn label_place(&self, index: usize) -> Option<Place> {
        self.labels.get(index).map(|label| self.source.place(label.span))
    }
}
