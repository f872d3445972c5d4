//! Bodies: their attributes, and the choice of a form by an attribute.

use hcldyn_core::cty::value_spec::ItemDocs;
use hcldyn_core::cty::{Str, Type};
use hcldyn_core::spec::outline::{AttributeEvaluation, OutlineAttribute};
use hcldyn_core::spec::{OtherForms, Rest};

use super::{Content, Generator};
use crate::json_schema::annotations::About;
use crate::json_schema::form::{BodyForm, Selected, grouped};
use crate::json_schema::schema::Schema;
use crate::json_schema::value_rules::keywords;
use crate::json_schema::values::required;

/// The name of properties that are comments.
const COMMENT: &str = "^//$";

/// The properties of a body, in the order of the spec.
#[derive(Debug, Default)]
pub(super) struct Properties(Vec<(String, Schema)>);

impl Properties {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn into_schema(self) -> Schema {
        Schema::any().with_named("properties", self.0)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| known == name)
    }

    /// Adds a property. Several block specs may read one type; a schema can't tell which of them rejects a block.
    pub(super) fn add(&mut self, name: &str, schema: Schema) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) if *known != schema => *known = Schema::any(),
            Some(_) => {}
            None => self.0.push((name.to_owned(), schema)),
        }
    }
}

impl<'o> Generator<'o> {
    /// Returns the definitions of a body that has one of some forms. `name` is the name of a new definition.
    pub(super) fn content(&mut self, forms: &[BodyForm<'o>], name: &str) -> Content {
        let key: Vec<_> = forms.iter().map(|form| form.ids.clone()).collect();
        if let Some(known) = self.contents.get(&key) {
            return known.clone();
        }
        let whole = self.definitions.reserve(name);
        if let [form] = forms {
            let needed = self.requirements(form);
            let is_whole = needed.is_any();
            let part = if is_whole {
                whole.clone()
            } else {
                self.definitions.reserve(&format!("{name}_items"))
            };
            let content = Content { whole: whole.clone(), part: part.clone() };
            self.contents.insert(key, content.clone());
            let items = self.items(form, name);
            self.definitions.set(&part, items);
            if !is_whole {
                self.definitions
                    .set(&whole, Schema::any().and(Schema::reference(&part)).and(needed));
            }
            return content;
        }
        let part = self.definitions.reserve(&format!("{name}_items"));
        let content = Content { whole: whole.clone(), part: part.clone() };
        self.contents.insert(key, content.clone());
        self.choice(forms, name, &content);
        content
    }

    /// Defines a body whose form an attribute selects. If the attribute is a template, any form may be meant.
    fn choice(&mut self, forms: &[BodyForm<'o>], name: &str, content: &Content) {
        let tags = forms.first().map(|form| form.attribute_tags.as_slice()).unwrap_or_default();
        let value = |form: &BodyForm<'o>, tag: &Str| {
            form.attribute_tags.iter().find(|(known, _)| **known == *tag).map(|(_, value)| *value)
        };
        let word = |form: &BodyForm<'o>, tag: &Str| value(form, tag).map(|selected| selected.value);
        let is_open = |tag: &Str| forms.iter().any(|form| word(form, tag) != word(&forms[0], tag));
        let Some((tag, _)) = tags.iter().copied().find(|(tag, _)| is_open(tag)) else { return };
        let groups = grouped(forms, |form| value(form, tag));
        let values: Vec<_> = groups.iter().map(|(value, _)| *value).collect();
        let base = Schema::any().with_named("properties", [(tag.as_str(), tag_schema(&values))]);
        let (mut whole, mut part) = (base.clone().and(required(&[tag])), base);
        for (value, group) in groups {
            let inner = self.content(&group, &format!("{name}_{}", value.value));
            let chosen = Schema::any().with("const", value.value.as_str());
            let chosen = required(&[tag]).with_named("properties", [(tag.as_str(), chosen)]);
            let then = |name: &str| {
                let chosen = Schema::any().with("if", chosen.clone());
                chosen.with("then", Schema::reference(name))
            };
            (whole, part) = (whole.and(then(&inner.whole)), part.and(then(&inner.part)));
        }
        self.definitions.set(&content.whole, whole);
        self.definitions.set(&content.part, part);
    }

    /// Returns the schema of the items of a body.
    fn items(&mut self, form: &BodyForm<'o>, name: &str) -> Schema {
        let mut properties = Properties::default();
        for (tag, value) in &form.attribute_tags {
            properties.add(tag, tag_schema(&[*value]));
        }
        for attribute in form.attributes() {
            self.add_attribute(attribute, &mut properties);
        }
        for block in form.blocks() {
            self.add_blocks(block, name, &mut properties);
        }
        self.add_dynamic(form, name, &mut properties);
        let items = about_body(form).annotate(Schema::any());
        let items = items.with_named("properties", properties.0);
        match form.rest() {
            Some(Rest::Attributes(rest)) => {
                let rest = self.value(rest, &[]);
                free_attributes(items, rest)
            }
            _ if form.is_closed() => items
                .with_named("patternProperties", [comment()])
                .with("additionalProperties", false),
            _ => items,
        }
    }

    fn add_attribute(&mut self, attribute: &OutlineAttribute, properties: &mut Properties) {
        let names = &attribute.names;
        let schema = match attribute.evaluation {
            AttributeEvaluation::Value => self.value(&attribute.value, &attribute.rules),
            AttributeEvaluation::Expression
            | AttributeEvaluation::Deferred
            | AttributeEvaluation::Custom => Schema::any(),
        };
        let schema = if attribute.forms.contains(OtherForms::OR_BLOCK) {
            or_blocks(attribute, schema)
        } else {
            schema
        };
        let default = attribute.default.as_ref();
        let is_sensitive = attribute.is_sensitive;
        for name in names.all().filter(|name| !properties.has(name)).collect::<Vec<_>>() {
            let about = About { default, is_sensitive, ..About::new(&attribute.docs) };
            properties.add(name, about.named(names, name).annotate(schema.clone()));
        }
    }
}

/// Returns the schema of a tag with some values: each value with documentation is an alternative of its own.
fn tag_schema(values: &[Selected<'_>]) -> Schema {
    let documented = values.iter().filter(|selected| *selected.docs != ItemDocs::default());
    let mut alternatives: Vec<_> = documented
        .map(|Selected { value, docs, .. }| {
            let about = About { is_block: true, ..About::new(docs) };
            about.annotate(Schema::any().with("const", value.as_str()))
        })
        .collect();
    alternatives.push(keywords(values.iter().map(|selected| selected.value.as_str())));
    let schema = Schema::any_of(alternatives);
    match values {
        [first, ..] => About::new(first.tag_docs).annotate(schema),
        [] => schema,
    }
}

/// Returns the property for comments.
pub(super) fn comment() -> (&'static str, Schema) {
    (COMMENT, Schema::any())
}

/// Adds properties of any names.
pub(super) fn free_attributes(schema: Schema, value: Schema) -> Schema {
    schema.with_named("patternProperties", [comment()]).with("additionalProperties", value)
}

/// Returns the knowledge about a body, unless the root of the schema shows it.
fn about_body<'o>(form: &BodyForm<'o>) -> About<'o> {
    static NONE: std::sync::LazyLock<ItemDocs> = std::sync::LazyLock::new(ItemDocs::default);
    let is_root = form.ids[0] == hcldyn_core::spec::outline::BodyId::ROOT;
    About { is_block: true, ..About::new(if is_root { &NONE } else { &form.main_body().docs }) }
}

/// Adds the blocks that an attribute may be written as: each is an object, in which comments are allowed.
fn or_blocks(attribute: &OutlineAttribute, value: Schema) -> Schema {
    if value.is_any() {
        return value;
    }
    let objects = Schema::of_types(&["object"]);
    let commented = required(&["//"]);
    let is_listed = matches!(attribute.value.ty(), Type::List(_) | Type::Set(_) | Type::Tuple(_));
    let blocks = if is_listed {
        objects
    } else {
        let blocks = Schema::of_types(&["array"]);
        if attribute.forms.contains(OtherForms::MERGE) {
            blocks.with("items", objects)
        } else {
            let only = Schema::any_of(vec![value.clone(), commented.clone()]);
            blocks.with("items", objects.and(only)).with("maxItems", 1_usize)
        }
    };
    let commented = Schema::of_types(&["object"]).extended(commented);
    Schema::any_of(vec![value, blocks, commented])
}
