//! Suggestions for items that a schema does not name.

use super::BodySchema;
use crate::cty::Str;
use crate::cty::internal::{CollectVec, KeySet, NameSet, PushAll};
use crate::cty::value_spec::Unexpected;
use crate::diag::{Diagnostic, Dictionary, list_all, suggest};

/// Names that were suggested for unexpected items, and are therefore not reported as missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Suggestions {
    names: NameSet,
    /// `true` if there were too many unexpected items to compare them all. Any name may then be meant.
    may_be_any: bool,
}

/// Names that can be suggested for unexpected items.
#[derive(Debug)]
pub(crate) struct Offer<'s>(Dictionary<'s>);

/// The suggestion for an unexpected item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suggestion<'o> {
    /// The suggested name, if a name is similar.
    pub(crate) name: Option<&'o Str>,
    /// `true` if the limit on comparisons was reached.
    is_given_up: bool,
    /// `true` if the body has another item with the suggested name, which is allowed once.
    is_taken: bool,
    /// All allowed names.
    pub(crate) offered: &'o [&'o Str],
}

/// Finds suggestions for the unexpected items of one body, and records them.
#[derive(Debug)]
pub(crate) struct Suggester<'s> {
    schema: &'s BodySchema,
    attributes: Offer<'s>,
    blocks: Offer<'s>,
    /// The names of the attributes in the body.
    taken: NameSet,
    suggestions: Suggestions,
}

impl Suggestions {
    /// Records a suggestion, unless the schema allows unexpected items.
    pub(crate) fn add(&mut self, schema: &BodySchema, suggestion: Suggestion<'_>) {
        if schema.unexpected == Unexpected::Deny {
            self.names.extend(suggestion.name.cloned());
            self.may_be_any |= suggestion.is_given_up;
        }
    }

    /// Records a known name that is written in the wrong form.
    pub(super) fn add_known(&mut self, name: &Str) {
        self.names.insert(name.clone());
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.names.extend(other.names.iter().cloned());
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
    /// Offers all names except those that the schema hides.
    pub(crate) fn new(schema: &BodySchema, names: impl IntoIterator<Item = &'s Str>) -> Self {
        Self::of(schema, names.into_iter().collect_vec())
    }

    fn of(schema: &BodySchema, names: Vec<&'s Str>) -> Self {
        let hidden: KeySet<&Str> = schema.hidden.iter().collect();
        let names = names.into_iter().filter(|name| !hidden.contains(name)).collect_vec();
        Self(Dictionary::new(names))
    }

    pub(crate) fn names(&self) -> &[&'s Str] {
        self.0.names()
    }

    /// Returns a suggestion for an item with an unexpected name.
    pub(crate) fn suggest(&mut self, given: &str) -> Suggestion<'_> {
        let name = self.0.nearest(given);
        let is_given_up = name.is_none() && self.0.is_exhausted();
        Suggestion { name, is_given_up, is_taken: false, offered: self.0.names() }
    }
}

impl Suggestion<'_> {
    /// Adds the suggested name in place of `given` to a diagnostic, or all names if there are few. `items` are the
    /// items with these names, such as `blocks`.
    pub(crate) fn add_to(self, diagnostic: Diagnostic, given: &str, items: &str) -> Diagnostic {
        match self.name {
            Some(name) if self.is_taken => diagnostic.with_help(suggest(name)),
            Some(name) => diagnostic.with_suggestion(given, name),
            None if self.offered.is_empty() => {
                diagnostic.with_help(format!("No {items} are allowed here."))
            }
            None => {
                let names = self.offered.iter().map(|name| name.as_str());
                diagnostic.with_help(list_all(names, "Expected here:"))
            }
        }
    }
}

impl<'s> Suggester<'s> {
    /// Creates a suggester for items that are either attributes or blocks.
    pub(crate) fn of_items(schema: &'s BodySchema) -> Self {
        Self::new(schema, attributes_of(schema), blocks_of(schema))
    }

    /// Creates a suggester for items that are either attributes or blocks. It also offers the names of items that
    /// an earlier request took from the body.
    pub(super) fn beside(
        schema: &'s BodySchema,
        attributes: impl IntoIterator<Item = &'s Str>,
        blocks: impl IntoIterator<Item = &'s Str>,
    ) -> Self {
        let (mut all_attributes, mut all_blocks) = (attributes_of(schema), blocks_of(schema));
        all_attributes.push_all(attributes);
        all_blocks.push_all(blocks);
        Self::new(schema, all_attributes, all_blocks)
    }

    /// Creates a suggester for properties in JSON, which can be attributes or blocks. It also offers `taken`
    /// properties, which an earlier request took from the body.
    pub(crate) fn of_properties(
        schema: &'s BodySchema,
        taken: impl IntoIterator<Item = &'s Str>,
    ) -> Self {
        let mut names = attributes_of(schema);
        names.push_all(blocks_of(schema));
        names.push_all(taken);
        Self::new(schema, names, Vec::new())
    }

    fn new(schema: &'s BodySchema, attributes: Vec<&'s Str>, blocks: Vec<&'s Str>) -> Self {
        let (attributes, blocks) = (Offer::of(schema, attributes), Offer::of(schema, blocks));
        let suggestions = Suggestions::default();
        Self { schema, attributes, blocks, taken: NameSet::default(), suggestions }
    }

    /// Records the names of the attributes in the body. Another attribute is not renamed to one of them.
    #[must_use]
    pub(crate) fn with_taken(mut self, names: impl IntoIterator<Item = &'s Str>) -> Self {
        self.taken.extend(names.into_iter().cloned());
        self
    }

    /// Returns a suggestion for an unexpected attribute: the attribute with the most similar name.
    pub(crate) fn attribute(&mut self, given: &Str) -> Suggestion<'_> {
        let mut suggestion = self.attributes.suggest(given);
        suggestion.is_taken = suggestion.name.is_some_and(|name| self.taken.contains(name));
        self.suggestions.add(self.schema, suggestion);
        suggestion
    }

    /// Returns a suggestion for a block of an unexpected type: the most similar block type.
    pub(crate) fn block(&mut self, given: &Str) -> Suggestion<'_> {
        let suggestion = self.blocks.suggest(given);
        self.suggestions.add(self.schema, suggestion);
        suggestion
    }

    /// Returns a suggestion for an unexpected property.
    pub(crate) fn property(&mut self, given: &Str) -> Suggestion<'_> {
        self.attribute(given)
    }

    /// Returns the recorded suggestions.
    pub(crate) fn into_suggestions(self) -> Suggestions {
        self.suggestions
    }
}

fn attributes_of(schema: &BodySchema) -> Vec<&Str> {
    schema.attributes.iter().map(|known| &known.name).collect_vec()
}

fn blocks_of(schema: &BodySchema) -> Vec<&Str> {
    schema.blocks.iter().map(|known| &known.ty).collect_vec()
}
