//! What items are meant to be that a schema does not name.

use std::collections::BTreeSet;

use super::{BodySchema, Unexpected};
use crate::cty::Str;
use crate::diag::{Dictionary, list_all, suggest};

/// Names of a schema that items seem to be meant to have which it does not name. Each such item was
/// reported as an error that suggests the name, so that none of them is missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Suggestions {
    names: BTreeSet<Str>,
    /// Whether such items were too many to compare them all: any name may be meant.
    may_be_any: bool,
}

/// Names that messages may offer, to find those that unexpected items are meant to have.
#[derive(Debug)]
pub(crate) struct Offer<'s> {
    names: Vec<&'s Str>,
    exact: BTreeSet<&'s Str>,
    near: Dictionary<&'s Str>,
}

/// What an unexpected item seems to be meant to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suggestion<'o> {
    /// Its name, if that can be told.
    pub(crate) name: Option<&'o Str>,
    /// Whether that is for lack of comparisons.
    is_given_up: bool,
    /// All names that it could have.
    pub(crate) offered: &'o [&'o Str],
}

/// Finds what the unexpected items of one body are meant to be, and remembers it.
#[derive(Debug)]
pub(crate) struct Suggester<'s> {
    schema: &'s BodySchema,
    attributes: Offer<'s>,
    blocks: Offer<'s>,
    suggestions: Suggestions,
}

impl Suggestions {
    /// Adds what an item seems to be meant to be, unless the schema takes it as it is.
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

    /// Whether it includes one of some names.
    pub(crate) fn includes_any<'a>(&self, mut names: impl Iterator<Item = &'a Str>) -> bool {
        self.may_be_any || !self.names.is_empty() && names.any(|name| self.names.contains(name))
    }
}

impl<'s> Offer<'s> {
    /// Those of some names of a schema that it does not hide.
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

    /// The name itself, if it is among them.
    fn exactly(&self, given: &Str) -> Option<&'s Str> {
        self.exact.get(given).copied()
    }

    /// What an item is meant to be that has another name.
    pub(crate) fn suggest(&mut self, given: &str) -> Suggestion<'_> {
        let name = self.near.nearest(given);
        let is_given_up = name.is_none() && self.near.is_exhausted();
        Suggestion { name, is_given_up, offered: &self.names }
    }
}

impl Suggestion<'_> {
    /// The name that seems to be meant, or all of them where there are few.
    pub(crate) fn hint(self) -> String {
        match self.name {
            Some(name) => suggest(name),
            None if self.offered.is_empty() => "There are none at all.".to_owned(),
            None => list_all(self.offered.iter().map(|name| name.as_str()), "Known here:"),
        }
    }
}

impl<'s> Suggester<'s> {
    /// For items that are either attributes or blocks.
    pub(crate) fn of_items(schema: &'s BodySchema) -> Self {
        let attributes = schema.attributes.iter().map(|known| &known.name);
        Self::new(schema, attributes, schema.blocks.iter().map(|known| &known.ty))
    }

    /// For properties of JSON syntax, each of which may be an attribute or blocks.
    pub(crate) fn of_properties(schema: &'s BodySchema) -> Self {
        let attributes = schema.attributes.iter().map(|known| &known.name);
        Self::new(schema, attributes.chain(schema.blocks.iter().map(|known| &known.ty)), [])
    }

    fn new(
        schema: &'s BodySchema,
        attributes: impl IntoIterator<Item = &'s Str>,
        blocks: impl IntoIterator<Item = &'s Str>,
    ) -> Self {
        let (attributes, blocks) = (Offer::new(schema, attributes), Offer::new(schema, blocks));
        Self { schema, attributes, blocks, suggestions: Suggestions::default() }
    }

    /// What an attribute is meant to be that the schema does not name: a block of that very type, or the
    /// attribute of the nearest name.
    pub(crate) fn attribute(&mut self, given: &Str) -> Suggestion<'_> {
        Self::suggest(given, &mut self.attributes, &self.blocks, self.schema, &mut self.suggestions)
    }

    /// What a block is meant to be of a type that the schema does not name: the attribute of that very
    /// name, or a block of the nearest type.
    pub(crate) fn block(&mut self, given: &Str) -> Suggestion<'_> {
        Self::suggest(given, &mut self.blocks, &self.attributes, self.schema, &mut self.suggestions)
    }

    /// What a property is meant to be that the schema does not name.
    pub(crate) fn property(&mut self, given: &Str) -> Suggestion<'_> {
        self.attribute(given)
    }

    /// What the items seem to be meant to be.
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
