//! Objects, as paragraphs of attributes.

use hcldyn_core::cty::value_spec::{AttributeKind, ObjectAttribute, ObjectValueSpec, ValueSpec};
use hcldyn_core::cty::{Str, Value};
use hcldyn_syntax::lexer::is_name;

use super::{SampleForm, Values, source_of};
use crate::facts::{allowed, general, literal, prose};
use crate::sample::paragraph::{self, Paragraph};
use crate::sample::rules::instead_of;

/// The name of an attribute that a spec does not name.
pub(in crate::sample) const OTHER_NAME: &str = "example";

/// Returns an object, with the attributes of `seed`. Returns `None` if a required attribute has no value.
pub(super) fn object(
    values: &Values<'_>,
    object: &ObjectValueSpec,
    tag: Option<(&str, &str)>,
    seed: Option<&Value>,
) -> Option<String> {
    let mut paragraphs = Vec::new();
    if let Some((name, value)) = tag {
        paragraphs.push(Paragraph::active(assignment(name, &source_of(&value.into()))));
    }
    attributes(values, object, seed, &mut paragraphs)?;
    Some(paragraph::object(&paragraphs, values.options))
}

fn attributes(
    values: &Values<'_>,
    object: &ObjectValueSpec,
    seed: Option<&Value>,
    paragraphs: &mut Vec<Paragraph>,
) -> Option<()> {
    for attribute in object.attributes() {
        match attribute.kind {
            AttributeKind::Flattened => flattened(values, &attribute.spec, seed, paragraphs)?,
            AttributeKind::Remaining => remaining(values, &attribute.spec, paragraphs),
            _ => single(values, attribute, seed, paragraphs)?,
        }
    }
    Some(())
}

fn flattened(
    values: &Values<'_>,
    spec: &ValueSpec,
    seed: Option<&Value>,
    paragraphs: &mut Vec<Paragraph>,
) -> Option<()> {
    match spec {
        ValueSpec::Object(object) => attributes(values, object, seed, paragraphs),
        ValueSpec::Lazy(lazy) => match lazy.spec() {
            ValueSpec::Object(object) => attributes(values, &object, seed, paragraphs),
            _ => Some(()),
        },
        _ => Some(()),
    }
}

fn remaining(values: &Values<'_>, spec: &ValueSpec, paragraphs: &mut Vec<Paragraph>) {
    if values.is_short() {
        return;
    }
    for form in values.forms(spec, None).into_iter().take(1) {
        let other = Paragraph::optional(assignment(OTHER_NAME, &form.source));
        paragraphs.push(other.with_comment(["Other attributes are allowed.".to_owned()]));
    }
}

fn single(
    values: &Values<'_>,
    attribute: &ObjectAttribute,
    seed: Option<&Value>,
    paragraphs: &mut Vec<Paragraph>,
) -> Option<()> {
    let name = &attribute.names.name;
    let given = seed.and_then(|seed| seed.get(name)).filter(|given| !given.is_null());
    let is_active = !attribute.optional || given.is_some();
    let is_left_out = attribute.docs.is_hidden || attribute.names.deprecation.is_some();
    if !is_active && (is_left_out || values.is_short()) {
        return Some(());
    }
    let is_sensitive = values.is_sensitive || attribute.sensitive;
    let values = Values { is_sensitive, ..*values };
    let written = attribute.default.as_ref().map(|default| default.value.clone());
    let default = written.or_else(|| attribute.docs.computed_value());
    let default = default.filter(|_| !is_sensitive && !attribute.spec.has_sensitive());
    let default = default.as_ref();
    let seed = given.or(default).filter(|value| !is_sensitive && !value.contains_marked());
    let examples = attribute.docs.examples.iter().filter(|_| !is_sensitive);
    let candidates = seed.map(source_of).into_iter().chain(examples.map(ToString::to_string));
    let mut forms = values.chosen(&attribute.spec, candidates, seed);
    if forms.is_empty() && is_active {
        return None;
    }
    if let Some(first) = forms.first_mut().filter(|_| !attribute.docs.is_hidden) {
        let mut comment = comment(attribute, default, &first.source, is_sensitive);
        comment.append(&mut first.docs);
        first.docs = comment;
    }
    paragraphs.extend(of_forms(name, is_active, forms));
    Some(())
}

/// Returns the paragraphs of an attribute: its first form, and other forms that may replace it.
pub(in crate::sample) fn of_forms(
    name: &Str,
    is_active: bool,
    forms: Vec<SampleForm>,
) -> impl Iterator<Item = Paragraph> {
    forms.into_iter().enumerate().map(move |(index, form)| {
        let is_active = is_active && index == 0;
        let condition = (index > 0).then(|| instead_of(name));
        let source = assignment(name, &form.source);
        let paragraph = Paragraph { is_active, ..Paragraph::active(source) };
        paragraph.with_comment(form.docs.into_iter().chain(condition))
    })
}

fn comment(
    attribute: &ObjectAttribute,
    default: Option<&Value>,
    source: &str,
    is_sensitive: bool,
) -> Vec<String> {
    let docs = &attribute.docs;
    let is_secret = is_sensitive || attribute.spec.has_sensitive();
    let mut parts = prose(docs);
    parts.extend(allowed(&attribute.spec, &[], &Value::dynamic()));
    let text = docs.default.as_ref().filter(|_| default.is_none() && !is_secret);
    let default = default.filter(|default| source_of(default) != source).map(literal);
    let default = default.or_else(|| text.map(ToString::to_string));
    parts.extend(default.map(|default| format!("Default: {default}.")));
    let examples = docs.examples.iter().filter(|_| !is_secret);
    parts.extend(examples.map(|example| format!("Example: {example}")));
    parts.extend(general(docs, attribute.names.deprecation.as_ref()));
    parts
}

/// Returns an attribute of an object.
pub(super) fn assignment(name: &str, source: &str) -> String {
    // These words begin something else in an object.
    let is_plain = is_name(name) && !["for", "null", "true", "false"].contains(&name);
    let name = if is_plain { name.to_owned() } else { source_of(&name.into()) };
    format!("{name} = {source}")
}
