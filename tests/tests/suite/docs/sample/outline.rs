//! The parts of an outline that a sample must have.

use hcldyn::cty::value_spec::{AttributeKind, ItemDocs, ValueSpec, ValueVariant, VariantSelector};
use hcldyn::spec::outline::{
    BodyId, Outline, OutlineAttribute, OutlineBody, OutlineContent, OutlineDefault,
};
use hcldyn::spec::{Tag, ValueRule};

/// A search for the parts of an outline in a text.
struct Search<'o> {
    outline: &'o Outline,
    /// The words of the sample, without the signs of comments.
    words: String,
    visited: Vec<BodyId>,
    missing: Vec<String>,
}

/// Returns the names, texts and defaults of an outline that are not in a sample.
pub(super) fn missing_parts(outline: &Outline, text: &str) -> Vec<String> {
    let mut search =
        Search { outline, words: words(text), visited: Vec::new(), missing: Vec::new() };
    search.body(BodyId::ROOT);
    search.missing
}

/// Returns the words of a text, without the signs of comments.
fn words(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.trim_start_matches('#'));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

impl Search<'_> {
    fn find(&mut self, part: &str) {
        let part = words(part);
        if !self.words.contains(&part) {
            self.missing.push(part);
        }
    }

    fn find_docs(&mut self, docs: &ItemDocs) {
        for text in
            docs.title.iter().chain(&docs.text).chain(&docs.conditions).chain(&docs.examples)
        {
            self.find(text);
        }
        if let Some(since) = &docs.since {
            self.find(&format!("Since {since}."));
        }
    }

    fn body(&mut self, id: BodyId) {
        if self.visited.contains(&id) {
            return;
        }
        self.visited.push(id);
        let outline = self.outline;
        let body: &OutlineBody = outline.body(id);
        self.find_docs(&body.docs);
        for label in &body.labels {
            self.find_docs(&label.docs);
        }
        for attribute in &body.attributes {
            self.attribute(attribute);
        }
        for choice in &body.choices {
            self.find_docs(&choice.docs);
            for form in &choice.forms {
                match &choice.tag {
                    Tag::Attribute(name) => self.find(&format!("{name} = \"{}\"", form.tag)),
                    _ => self.find(&format!("\"{}\"", form.tag)),
                }
                self.body(form.body);
            }
        }
        for block in body.blocks.iter().filter(|block| !block.docs.is_hidden) {
            self.find_docs(&block.docs);
            for ty in block.types.iter().filter(|ty| ty.names.deprecation.is_none()) {
                self.find(&format!("{} ", ty.names.name));
                match ty.content {
                    OutlineContent::Body(id) => self.body(id),
                    _ => self.find("Other attributes are allowed."),
                }
            }
        }
    }

    fn attribute(&mut self, attribute: &OutlineAttribute) {
        let is_left_out = attribute.docs.is_hidden || attribute.names.deprecation.is_some();
        if is_left_out && !attribute.is_required {
            return;
        }
        self.find(&format!("{} =", attribute.names.name));
        let is_sensitive = attribute.is_sensitive || attribute.value.has_sensitive();
        let mut docs = attribute.docs.clone();
        if is_sensitive {
            docs.examples.clear();
        }
        self.find_docs(&docs);
        for rule in &attribute.rules {
            if let ValueRule::OneOf(values) = rule {
                for value in values {
                    self.find(&value.describe());
                }
            }
        }
        self.value(&attribute.value);
        match &attribute.default {
            Some(OutlineDefault::Value(value)) if is_sensitive => {
                let secret = value.describe();
                if value.as_str().is_some() && self.words.contains(&secret) {
                    self.missing.push(format!("the secret {secret} is shown"));
                }
            }
            // The attributes of an object may have documentation between them.
            Some(OutlineDefault::Value(value)) => {
                let leaves = |value: &hcldyn::Value| value.elements().is_empty();
                for value in [value].into_iter().chain(value.elements()).filter(|it| leaves(it)) {
                    self.find(&value.describe());
                }
            }
            Some(default) if !is_sensitive => self.find(&default.to_string()),
            _ => {}
        }
    }

    fn value(&mut self, spec: &ValueSpec) {
        match spec {
            ValueSpec::List(element) | ValueSpec::Set(element) | ValueSpec::Map(element) => {
                self.value(element);
            }
            ValueSpec::Tuple(elements) => {
                for element in elements {
                    self.value(element);
                }
            }
            ValueSpec::Object(object) => {
                for attribute in object.attributes() {
                    let is_left_out = attribute.docs.is_hidden || attribute.deprecated.is_some();
                    if is_left_out && attribute.optional {
                        continue;
                    }
                    if attribute.kind == AttributeKind::Single {
                        self.find(&format!("{} =", attribute.name));
                    }
                    self.find_docs(&attribute.docs);
                    self.value(&attribute.spec);
                }
            }
            ValueSpec::Variants(variants) => {
                let is_shown = |it: &&ValueVariant| !it.docs.is_hidden && it.deprecated.is_none();
                for variant in variants.variants().iter().filter(is_shown) {
                    if variant.keyword || *variants.selector() != VariantSelector::Form {
                        self.find(&format!("\"{}\"", variant.name));
                    }
                    self.find_docs(&variant.docs);
                    self.value(&variant.spec);
                }
            }
            _ => {}
        }
    }
}
