//! The parts of an outline that documents show.

use hcldyn::cty::value_spec::{
    AttributeKind, ItemDocs, ItemNames, ValueSpec, ValueVariant, VariantSelector,
};
use hcldyn::cty::{Str, Value};
use hcldyn::spec::outline::{
    BodyId, Outline, OutlineAttribute, OutlineBlock, OutlineContent, OutlineDefault,
};
use hcldyn::spec::{LabelPosition, Tag, ValueRule};

/// A part of an outline.
#[derive(Debug)]
pub(super) enum OutlinePart {
    /// The name of an attribute.
    Attribute(Str),
    /// The type of a block.
    Block(Str),
    /// An alias or a former name.
    OtherName(Str),
    /// A value of a tag, with the name of the attribute that has it.
    Tag(Option<Str>, Str),
    /// A value that is written as a string.
    Keyword(Str),
    /// A line of text for readers: of a paragraph or a list, a title, a condition, a version.
    Prose(String),
    /// Source text.
    Example(Str),
    /// The simple values in a default or in a condition.
    Value(Value),
    /// A default in words.
    Words(String),
    /// A number in a condition.
    Bound(String),
    /// A regular expression.
    Pattern(Str),
    /// The block has attributes of any names.
    AnyNames,
    /// A sensitive value, which no document shows.
    Secret(Str),
}

/// The kinds of documents, which leave out different parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Document {
    /// Without deprecated and hidden items, unless they are required.
    Sample,
    /// Without hidden items.
    Page,
    /// With all items.
    Schema,
}

struct Search<'o> {
    outline: &'o Outline,
    document: Document,
    visited: Vec<BodyId>,
    /// `true` in a sensitive attribute, whose examples some documents leave out.
    is_sensitive: bool,
    parts: Vec<OutlinePart>,
}

impl Document {
    /// Returns the parts of an outline that a document of this kind has.
    pub(super) fn parts(self, outline: &Outline) -> Vec<OutlinePart> {
        let (visited, parts) = (Vec::new(), Vec::new());
        let mut search = Search { outline, document: self, visited, is_sensitive: false, parts };
        search.body(BodyId::ROOT);
        search.parts
    }

    fn shows(self, docs: &ItemDocs, is_deprecated: bool, is_required: bool) -> bool {
        match self {
            Self::Sample => is_required || !docs.is_hidden && !is_deprecated,
            Self::Page => !docs.is_hidden,
            Self::Schema => true,
        }
    }
}

impl Search<'_> {
    fn prose(&mut self, text: &str) {
        let lines = text.lines().map(|line| line.trim().trim_start_matches("- "));
        let lines = lines.filter(|line| !line.is_empty());
        self.parts.extend(lines.map(|line| OutlinePart::Prose(line.to_owned())));
    }

    fn docs(&mut self, docs: &ItemDocs) {
        for text in docs.title.iter().chain(&docs.text).chain(&docs.conditions) {
            self.prose(text);
        }
        if let Some(since) = &docs.since {
            self.prose(&format!("Since {since}."));
        }
        let examples = docs.examples.iter().filter(|_| !self.is_sensitive);
        self.parts.extend(examples.cloned().map(OutlinePart::Example));
    }

    fn names(&mut self, names: &ItemNames) {
        self.parts.extend(names.aliases.iter().cloned().map(OutlinePart::OtherName));
        self.parts.extend(names.former_names.iter().cloned().map(OutlinePart::OtherName));
        if let Some(deprecation) = &names.deprecation {
            for text in deprecation.replacement.iter().chain(&deprecation.advice) {
                self.prose(text);
            }
        }
    }

    fn body(&mut self, id: BodyId) {
        if self.visited.contains(&id) {
            return;
        }
        self.visited.push(id);
        let body = self.outline.body(id);
        self.docs(&body.docs);
        for label in &body.labels {
            // JSON syntax has no further labels.
            let is_further = matches!(label.position, LabelPosition::From(_));
            if !is_further || self.document != Document::Schema {
                self.docs(&label.docs);
            }
        }
        for attribute in &body.attributes {
            self.attribute(attribute);
        }
        for choice in &body.choices {
            self.docs(&choice.docs);
            for form in &choice.forms {
                let attribute = match &choice.tag {
                    Tag::Attribute(name) => Some(name.clone()),
                    _ => None,
                };
                self.parts.push(OutlinePart::Tag(attribute, form.tag.clone()));
                self.body(form.body);
            }
        }
        for block in &body.blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &OutlineBlock) {
        if !self.document.shows(&block.docs, false, false) {
            return;
        }
        self.docs(&block.docs);
        for ty in &block.types {
            if !self.document.shows(&block.docs, ty.names.deprecation.is_some(), false) {
                continue;
            }
            self.parts.push(OutlinePart::Block(ty.names.name.clone()));
            self.names(&ty.names);
            match &ty.content {
                OutlineContent::Body(id) => self.body(*id),
                _ => self.parts.push(OutlinePart::AnyNames),
            }
        }
    }

    fn attribute(&mut self, attribute: &OutlineAttribute) {
        let is_deprecated = attribute.names.deprecation.is_some();
        if !self.document.shows(&attribute.docs, is_deprecated, attribute.is_required) {
            return;
        }
        self.parts.push(OutlinePart::Attribute(attribute.names.name.clone()));
        self.names(&attribute.names);
        let is_sensitive = attribute.is_sensitive;
        self.is_sensitive = is_sensitive;
        self.docs(&attribute.docs);
        for rule in attribute.rules.iter().filter(|_| !is_sensitive) {
            self.rule(rule);
        }
        self.value(&attribute.value);
        self.is_sensitive = false;
        match &attribute.default {
            Some(OutlineDefault::Value(value)) if is_sensitive => {
                let value = value.unmarked();
                self.parts.extend(value.as_str().map(|text| OutlinePart::Secret(text.into())));
            }
            Some(OutlineDefault::Value(value)) => self.leaves(value),
            Some(default) if !is_sensitive => {
                self.parts.push(OutlinePart::Words(default.to_string()));
            }
            _ => {}
        }
    }

    /// Adds the simple values of a collection: the attributes of an object may have documentation between them.
    fn leaves(&mut self, value: &Value) {
        if value.ty().is_primitive() {
            self.parts.push(OutlinePart::Value(value.clone()));
        }
        value.elements().iter().for_each(|element| self.leaves(element));
    }

    fn rule(&mut self, rule: &ValueRule) {
        let bounds: Vec<String> = match rule {
            ValueRule::OneOf(values) => return values.iter().for_each(|value| self.leaves(value)),
            ValueRule::Pattern(pattern) => {
                return self.parts.push(OutlinePart::Pattern(pattern.clone()));
            }
            ValueRule::Range { min, max } => {
                min.iter().chain(max).map(ToString::to_string).collect()
            }
            ValueRule::Length { min, max } => {
                let min = Some(*min).filter(|min| *min > 0);
                min.iter().chain(max).map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        };
        self.parts.extend(bounds.into_iter().map(OutlinePart::Bound));
    }

    fn value(&mut self, spec: &ValueSpec) {
        match spec {
            ValueSpec::List(_) | ValueSpec::Set(_) | ValueSpec::Map(_) | ValueSpec::Tuple(_) => {
                spec.parts().into_iter().for_each(|part| self.value(part));
            }
            ValueSpec::Object(object) => {
                for attribute in object.attributes() {
                    let is_deprecated = attribute.names.deprecation.is_some();
                    if !self.document.shows(&attribute.docs, is_deprecated, !attribute.optional) {
                        continue;
                    }
                    if attribute.kind == AttributeKind::Single {
                        self.parts.push(OutlinePart::Attribute(attribute.names.name.clone()));
                        let others =
                            attribute.names.all().filter(|name| **name != attribute.names.name);
                        self.parts.extend(others.cloned().map(OutlinePart::OtherName));
                    }
                    self.docs(&attribute.docs);
                    self.value(&attribute.spec);
                }
            }
            ValueSpec::Variants(variants) => {
                let document = self.document;
                let is_shown = |it: &&ValueVariant| {
                    document.shows(&it.docs, it.names.deprecation.is_some(), false) && !it.other
                };
                for variant in variants.variants().iter().filter(is_shown) {
                    if variant.keyword || *variants.selector() != VariantSelector::Form {
                        self.parts.push(OutlinePart::Keyword(variant.names.name.clone()));
                    }
                    self.docs(&variant.docs);
                    self.value(&variant.spec);
                }
            }
            _ => {}
        }
    }
}
