//! The requested content of a body.

use super::{AttributeSchema, Body, BodySchema, ByName, Suggestions, diags};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::{Place, Source, Span};

/// The content of a body.
///
/// ```
/// use hcldyn::body::{AttributeSchema, BlockSchema, BodySchema};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_body};
///
/// let schema = BodySchema {
///     attributes: vec![AttributeSchema { name: "region".into(), required: true }],
///     blocks: vec![BlockSchema { ty: "server".into(), labels: vec!["name".into()] }],
///     ..BodySchema::default()
/// };
/// assert!(schema.attribute("region").is_some() && schema.block("region").is_none());
///
/// let text = "region = \"eu\"\nserver \"web\" {}\n";
/// let mut diags = Diagnostics::new();
/// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
/// let content = body.content(&schema, &mut diags);
/// assert_eq!(content.attribute("region").unwrap().expr.text(), "\"eu\"");
/// let server = content.blocks_of_type("server").next().unwrap();
/// assert_eq!(server.label_place(0).unwrap().to_string(), "a.hcl:2:8");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Content {
    /// The attributes, in source order.
    pub attributes: Vec<Attribute>,
    /// The blocks, in source order.
    pub blocks: Vec<Block>,
    /// The location at which a missing item would be written.
    pub missing_item: Place,
    /// `true` if no item was omitted because of an error: an item that could not be read, or a block with the
    /// wrong number of labels. Such an error has been reported. An item that seems to be missing may be the
    /// omitted one.
    pub is_complete: bool,
    /// The blocks with a wrong number of labels, which was reported. Errors inside them are reported too.
    pub(crate) mislabeled: Vec<Block>,
    /// The names suggested for misspelled items, which are not reported as missing.
    pub(crate) suggestions: Suggestions,
}

/// An attribute of a body.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Attribute {
    /// The attribute's name.
    pub name: Str,
    pub(crate) name_span: Span,
    /// The attribute's expression.
    pub expr: Expression,
    /// The expressions in lower layers of a configuration, from the lowest.
    pub(crate) overridden: Vec<Place>,
    /// `true` if the expression is an element that is added to the list of lower layers, not the value.
    pub(crate) is_addition: bool,
    /// The elements that higher layers add to the list.
    pub(crate) additions: Vec<Expression>,
}

/// A block of a body.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Block {
    /// The block type.
    pub ty: Str,
    /// The block's labels.
    pub labels: Vec<Label>,
    /// The content between the braces.
    pub body: Body,
    pub(crate) source: Source,
    pub(crate) type_span: Span,
    /// The span from the type to the last label. A generated block has the header of its `dynamic` block.
    pub(crate) header_span: Span,
}

/// A label of a block.
#[derive(Clone, Debug)]
pub struct Label {
    /// The label's string.
    pub value: Str,
    pub(crate) span: Span,
}

impl Content {
    /// Creates complete content without mislabeled blocks and suggestions.
    pub(crate) fn new(attributes: Vec<Attribute>, blocks: Vec<Block>, missing_item: Place) -> Self {
        let (mislabeled, suggestions) = (Vec::new(), Suggestions::default());
        Self { attributes, blocks, missing_item, is_complete: true, mislabeled, suggestions }
    }

    /// Returns the attribute with a name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == *name)
    }

    /// Returns the names of required attributes that are neither written nor suggested for another item.
    pub(super) fn missing<'s>(&self, schema: &'s BodySchema) -> Vec<&'s Str> {
        let found = ByName::new(&self.attributes, |attribute| &attribute.name);
        let is_block = |name: &Str| {
            schema.any_form.contains(name) && self.blocks.iter().any(|block| block.ty == *name)
        };
        let mut missing = Vec::new();
        for AttributeSchema { name, required } in &schema.attributes {
            let is_known = || found.get(name).is_some() || self.suggestions.includes(name);
            if *required && !is_known() && !is_block(name) {
                missing.push(name);
            }
        }
        missing
    }

    /// Reports missing required attributes.
    pub(crate) fn report_missing(&self, schema: &BodySchema, diags: &mut Diagnostics) {
        for name in self.missing(schema) {
            let placeholder = schema.placeholders.iter().find(|(wanted, _)| wanted == name);
            let value = placeholder.map(|(_, value)| value.as_str());
            diags.push(diags::missing_attribute(self.missing_item.clone(), name, value));
        }
    }

    /// Returns the blocks of a type, in source order.
    pub fn blocks_of_type<'a>(&'a self, ty: &'a str) -> impl Iterator<Item = &'a Block> + 'a {
        self.blocks.iter().filter(move |block| block.ty == *ty)
    }
}

impl Attribute {
    pub(crate) fn new(name: Str, name_span: Span, expr: Expression) -> Self {
        let (overridden, additions) = (Vec::new(), Vec::new());
        Self { name, name_span, expr, overridden, is_addition: false, additions }
    }

    /// Returns `true` if the value is a list to which layers add elements.
    pub(crate) fn has_additions(&self) -> bool {
        self.is_addition || !self.additions.is_empty()
    }

    /// Returns the expression and those of the elements that are added to it.
    pub(crate) fn exprs(&self) -> impl Iterator<Item = &Expression> {
        [&self.expr].into_iter().chain(&self.additions)
    }

    /// Returns the locations of all expressions: the overridden ones, its own, and the added elements.
    pub(crate) fn into_places(self) -> impl Iterator<Item = Place> {
        let own = self.exprs().map(Expression::place).collect_vec();
        self.overridden.into_iter().chain(own)
    }

    /// Returns the source location of the name.
    pub fn name_place(&self) -> Place {
        self.expr.tree().place(self.name_span)
    }

    /// Returns the source location of the attribute, from its name to the end of its expression.
    pub fn place(&self) -> Place {
        self.expr.tree().place(self.name_span.to(self.expr.span()))
    }
}

impl Block {
    /// Returns the source location of the block type. A generated block has the label of its `dynamic` block.
    pub fn type_place(&self) -> Place {
        self.source.place(self.type_span)
    }

    /// Returns the span from the type to the closing brace.
    pub(crate) fn span(&self) -> Span {
        self.type_span.to(self.body.span())
    }

    /// Returns the source location of the header, from the type to the last label. A generated block has the header
    /// of its `dynamic` block.
    pub fn header_place(&self) -> Place {
        self.source.place(self.header_span)
    }

    /// Returns the source location of a label, including its quotes, or `None` if the block has fewer labels.
    pub fn label_place(&self, index: usize) -> Option<Place> {
        self.labels.get(index).map(|label| self.source.place(label.span))
    }

    /// Returns `true` if the last label is a string without its closing quote, so that the number of labels is unknown.
    pub(crate) fn has_unclosed_label(&self) -> bool {
        let last = self.labels.len().checked_sub(1).and_then(|last| self.label_place(last));
        last.is_some_and(|label| {
            let text = label.text();
            text.starts_with('"') && (text.len() == 1 || !text.ends_with('"'))
        })
    }
}
