//! The attributes of a body, and its further items.

use std::collections::BTreeSet;

use hcldyn_core::cty::Value;
use hcldyn_core::spec::outline::{AttributeEvaluation, Outline, OutlineAttribute, OutlineDefault};
use hcldyn_core::spec::{Rest, Tag};

use super::Sample;
use super::merged::Merged;
use super::paragraph::Paragraph;
use super::rules::{RuledItem, Rules};
use super::values::objects::{OTHER_NAME, of_forms};
use super::values::{SampleForm, Values, converted, source_of};
use crate::facts::{about, allowed, general, listed, literal, prose};

/// An attribute with its forms in the sample.
#[derive(Debug)]
pub(super) struct Attribute<'o> {
    pub(super) attribute: &'o OutlineAttribute,
    pub(super) forms: Vec<SampleForm>,
    /// The value of the first form, if it is known.
    value: Option<Value>,
}

impl<'o> Attribute<'o> {
    /// Chooses the value of an attribute. Returns `None` if it has none.
    pub(super) fn new(attribute: &'o OutlineAttribute, options: &Sample<'_>) -> Option<Self> {
        let is_sensitive = attribute.is_sensitive;
        let values = Values::new(options, &attribute.rules, is_sensitive);
        let default = attribute.default.as_ref().filter(|_| !is_sensitive);
        let seed = match default {
            Some(OutlineDefault::Value(value)) if !value.contains_marked() => Some(value),
            _ => None,
        };
        let examples = attribute.docs.examples.iter().filter(|_| !is_sensitive);
        let examples = examples.map(ToString::to_string);
        let mut forms = if attribute.evaluation == AttributeEvaluation::Value {
            values.chosen(&attribute.value, seed.map(source_of).into_iter().chain(examples), seed)
        } else {
            values.forms(&attribute.value, None)
        };
        // The program knows more about these expressions than the spec.
        let given = match default {
            Some(OutlineDefault::Expression(text)) => Some(text.to_string()),
            Some(default) if attribute.evaluation != AttributeEvaluation::Value => default.source(),
            _ => None,
        };
        let example = || {
            attribute
                .docs
                .examples
                .first()
                .filter(|_| attribute.evaluation != AttributeEvaluation::Value && !is_sensitive)
        };
        if let Some(source) = given.or_else(|| example().map(ToString::to_string)) {
            forms = vec![SampleForm { source, docs: Vec::new() }];
        }
        let value = converted(&forms.first()?.source, &attribute.value, &[]);
        Some(Self { attribute, forms, value })
    }

    /// Returns the attribute as rules see it.
    pub(super) fn ruled(&self) -> RuledItem<'o> {
        let it = self.attribute;
        let default = match &it.default {
            // Rules compare values without marks.
            Some(OutlineDefault::Value(value)) => {
                it.value.try_convert(value.unmarked().clone()).ok()
            }
            Some(_) => None,
            None => Some(Value::null(it.value.ty().without_optional())),
        };
        RuledItem {
            name: &it.names.name,
            is_required: it.is_required,
            is_left_out: it.docs.is_hidden || it.names.deprecation.is_some(),
            value: self.value.clone(),
            default,
        }
    }

    /// Returns the paragraphs of all forms.
    pub(super) fn paragraphs(
        mut self,
        rules: &Rules<'_>,
        active: &BTreeSet<&str>,
    ) -> Vec<Paragraph> {
        let name = &self.attribute.names.name;
        let is_active = active.contains(name.as_str());
        let comment = self.comment();
        let mut forms = std::mem::take(&mut self.forms);
        if let Some(first) = forms.first_mut() {
            first.docs.splice(0..0, comment);
        }
        for form in &mut forms {
            form.docs.extend(rules.conditions(name, active));
        }
        of_forms(name, is_active, forms).collect()
    }

    fn comment(&self) -> Vec<String> {
        let Self { attribute, forms, value } = self;
        let docs = &attribute.docs;
        if docs.is_hidden {
            return Vec::new();
        }
        let shown = forms.first().map_or("", |form| &form.source);
        let mut parts = prose(docs);
        let example = value.clone().unwrap_or_else(Value::dynamic);
        parts.extend(allowed(&attribute.value, &attribute.rules, &example));
        let is_secret = attribute.is_sensitive;
        if let Some(default) = attribute.default.as_ref().filter(|_| !is_secret) {
            let text = match default {
                OutlineDefault::Value(value) if source_of(value) != shown => Some(literal(value)),
                OutlineDefault::Text(text) => Some(text.to_string()),
                _ => None,
            };
            parts.extend(text.map(|text| format!("Default: {text}.")));
        }
        if !docs.variables.is_empty() {
            let noun = if docs.variables.len() == 1 { "variable" } else { "variables" };
            let names = listed(docs.variables.iter().map(|it| &it.name), "and");
            parts.push(format!("It can use the {noun} {names}."));
        }
        let examples = docs.examples.iter().filter(|it| !is_secret && ***it != *shown);
        parts.extend(examples.map(|example| format!("Example: {example}")));
        if is_secret {
            parts.push("The value is sensitive.".to_owned());
        }
        parts.extend(general(docs, attribute.names.deprecation.as_ref()));
        parts
    }
}

/// Returns the attributes that select forms.
pub(super) fn tags(merged: &Merged<'_>, outline: &Outline) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for (choice, form) in &merged.selection {
        let Tag::Attribute(name) = &choice.tag else { continue };
        let source = format!("{name} = {}", source_of(&form.tag.clone().into()));
        if paragraphs.iter().any(|known| known.source.starts_with(&format!("{name} = "))) {
            continue;
        }
        let docs = &choice.docs;
        let mut comment = about(docs);
        comment.extend(forms(choice, outline));
        paragraphs.push(Paragraph::active(source).with_comment(comment));
    }
    paragraphs
}

/// Returns the tags of a choice, each with the documentation of its form.
pub(super) fn forms(
    choice: &hcldyn_core::spec::outline::OutlineChoice,
    outline: &Outline,
) -> Vec<String> {
    let shown = || choice.forms.iter().filter(|form| !outline.body(form.body).docs.is_hidden);
    let subject = match &choice.tag {
        Tag::Label { name, .. } => format!("The label {} must", listed([name], "or")),
        Tag::Attribute(_) => "Must".to_owned(),
    };
    let mut parts = vec![format!("{subject} be {}.", listed(shown().map(|form| &form.tag), "or"))];
    for form in shown() {
        let docs = &outline.body(form.body).docs;
        let facts = about(docs);
        if !facts.is_empty() {
            parts.push(format!("- {}: {}", listed([&form.tag], "or"), facts.join(" ")));
        }
    }
    parts
}

/// Returns the items that a body allows besides those that its spec names.
pub(super) fn rest(rest: &Rest, options: &Sample<'_>) -> Option<Paragraph> {
    match rest {
        Rest::Attributes(value) => {
            let other = format!("{OTHER_NAME} = {}", options.value_of(value)?);
            let other = Paragraph::optional(other);
            let comment = ["Other attributes are allowed.".to_owned()].into_iter();
            Some(other.with_comment(comment.chain(allowed(value, &[], &Value::dynamic()))))
        }
        _ => Some(Paragraph::note("Other attributes and blocks are allowed.")),
    }
}
