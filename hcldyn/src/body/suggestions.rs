//! Suggestions for items that a schema does not name.

use std::collections::BTreeSet;

use super::{BodySchema, Unexpected};
use crate::cty::Str;
use crate::diag::{Dictionary, list_all, suggest};

/// Names that were suggested for unexpected items. Each of these items was reported as an error with the
/// suggestion, so that the names are not missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Suggestions {
    names: BTreeSet<Str>,
    /// `true` if there were too many unexpected items to compare them all: they may mean any name.
    may_be_any: bool,
}

/// Names that may be suggested for unexpected items.
#[derive(Debug)]
pub(crate) struct Offer<'s> {
    names: Vec<&'s Str>,
    exact: BTreeSet<&'s Str>,
    near: Dictionary<&'s Str>,
}

/// The suggestion for an unexpected item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suggestion<'o> {
    /// The suggested name, if a name is similar.
    pub(crate) name: Option<&'o Str>,
    /// `true` if the limit on comparisons was reached.
    is_given_up: bool,
    /// All allowed names.
    pub(crate) offered: &'o [&'o Str],
}

/// Finds suggestions for the unexpected items of one body, and records them.
#[derive(Debug)]
pub(crate) struct Suggester<'s> {
    schema: &'s BodySchema,
    attributes: Offer<'s>,
    blocks: Offer<'s>,
    suggestions: Suggestions,
}

impl Suggestions {
    /// Records a suggestion, unless the schema accepts the item as it is.
    pub(crate) fn add(&mut self, schema: &BodySchema, suggestion: Suggestion<'_>) {
        if schema.unexpected == Unexpected::Deny {
            self.names.extend(suggestion.name.cloned());
            self.may_be_any |= suggestion.is_given_up;
        }
    }

    pub(super) fn append(&mut self, mut other: Self) {
        self.names.append(&mut other.names);
        self.may_be_any |= other.may_be_any;
    }

    pub(crate) fn includes(&self, name: &Str) -> bool {
        self.may_be_any || self.names.contains(name)
    }

    /// Returns `true` if one of the names was suggested.
    pub(crate) fn includes_any<'a>(&self, mut names: impl Iterator<Item = &'a Str>) -> bool {
        self.may_be_any || !self.names.is_empty() && names.any(|name| self.names.contains(name))
    }
}

impl<'s> Offer<'s> {
    /// Offers the names that the schema does not hide.
    pub(crate) fn new(schema: &BodySchema, names: impl IntoIterator<Item = &'s Str>) -> Self {
        let hidden: BTreeSet<_> = schema.hidden.iter().collect();
        let names: Vec<_> = names.into_iter().filter(|name| !hidden.contains(*name)).collect();
        let exact = names.iter().copied().collect();
        let near = Dictionary::new(names.iter().copied());
        Self { names, exact, near }
    }

    pub(crate) fn names(&self) -> &[&'s Str] {
        &self.names
    }

    /// Returns the name itself, if it is offered.
    fn exactly(&self, given: &Str) -> Option<&'s Str> {
        self.exact.get(given).copied()
    }

    /// Returns a suggestion for an item with another name.
    pub(crate) fn suggest(&mut self, given: &str) -> Suggestion<'_> {
        let name = self.near.nearest(given);
        let is_given_up = name.is_none() && self.near.is_exhausted();
        Suggestion { name, is_given_up, offered: &self.names }
    }
}

impl Suggestion<'_> {
    /// Returns the hint for a message: the suggested name, or all names if there are few.
    pub(crate) fn hint(self) -> String {
        match self.name {
            Some(name) => suggest(name),
            None if self.offered.is_empty() => "None is allowed here.".to_owned(),
            None => list_all(self.offered.iter().map(|name| name.as_str()), "Expected here:"),
        }
    }
}

impl<'s> Suggester<'s> {
    /// Creates a suggester for items that are either attributes or blocks.
    pub(crate) fn of_items(schema: &'s BodySchema) -> Self {
        Self::beside(schema, [], [])
    }

    /// Creates a suggester for items that are either attributes or blocks. It also offers items that an earlier question
    /// took from the body.
    pub(super) fn beside(
        schema: &'s BodySchema,
        attributes: impl IntoIterator<Item = &'s Str>,
        blocks: impl IntoIterator<Item = &'s Str>,
    ) -> Self {
        let known_attributes = schema.attributes.iter().map(|known| &known.name);
        let known_blocks = schema.blocks.iter().map(|known| &known.ty);
        Self::new(schema, known_attributes.chain(attributes), known_blocks.chain(blocks))
    }

    /// Creates a suggester for properties of JSON syntax, which may be attributes or blocks. It also offers
    /// `taken` properties, which an earlier question took from the body.
    pub(crate) fn of_properties(
        schema: &'s BodySchema,
        taken: impl IntoIterator<Item = &'s Str>,
    ) -> Self {
        let attributes = schema.attributes.iter().map(|known| &known.name);
        let blocks = schema.blocks.iter().map(|known| &known.ty);
        Self::new(schema, attributes.chain(blocks).chain(taken), [])
    }

    fn new(
        schema: &'s BodySchema,
        attributes: impl IntoIterator<Item = &'s Str>,
        blocks: impl IntoIterator<Item = &'s Str>,
    ) -> Self {
        let (attributes, blocks) = (Offer::new(schema, attributes), Offer::new(schema, blocks));
        Self { schema, attributes, blocks, suggestions: Suggestions::default() }
    }

    /// Returns a suggestion for an unexpected attribute: a block of the same name, or the attribute with the most
    /// similar name.
    pub(crate) fn attribute(&mut self, given: &Str) -> Suggestion<'_> {
        Self::suggest(given, &mut self.attributes, &self.blocks, self.schema, &mut self.suggestions)
    }

    /// Returns a suggestion for a block of an unexpected type: the attribute of the same name, or the block with
    /// the most similar type.
    pub(crate) fn block(&mut self, given: &Str) -> Suggestion<'_> {
        Self::suggest(given, &mut self.blocks, &self.attributes, self.schema, &mut self.suggestions)
    }

    /// Returns a suggestion for an unexpected property.
    pub(crate) fn property(&mut self, given: &Str) -> Suggestion<'_> {
        self.attribute(given)
    }

    /// Returns the recorded suggestions.
    pub(crate) fn into_suggestions(self) -> Suggestions {
        self.suggestions
    }

    fn suggest<'g>(
        given: &Str,
        same: &'g mut Offer<'s>,
        other: &Offer<'s>,
        schema: &BodySchema,
        suggestions: &mut Suggestions,
    ) -> Suggestion<'g> {
        let suggestion = match other.exactly(given) {
            None => same.suggest(given),
            name => Suggestion { name, is_given_up: false, offered: &same.names },
        };
        suggestions.add(schema, suggestion);
        suggestion
    }
}
