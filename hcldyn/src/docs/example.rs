//! Examples that are made from the outline, for items without examples of their own.

use crate::cty::value_spec::{AttributeKind, ValueHint, ValueSpec, VariantSelector};
use crate::cty::{Kind, Number, Type, Value};
use crate::spec::outline::{
    BodyId, Outline, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineBody, OutlineContent,
    OutlineDefault, OutlineLabel,
};
use crate::spec::{LabelPosition, Tag, ValueRule};

/// The number of optional attributes in an example without required items.
const OPTIONAL_ITEMS: usize = 3;

/// The maximum nesting of blocks and values.
const MAX_DEPTH: usize = 4;

/// Returns the content of a body: its required items, or some others if there are none.
pub(super) fn body(outline: &Outline, id: BodyId) -> String {
    let mut example = Example { outline, open: Vec::new() };
    crate::format::format(&example.body(id))
}

/// Returns a block with this content.
pub(super) fn block(
    outline: &Outline,
    block: &OutlineBlock,
    ty: &OutlineBlockType,
    content: &str,
) -> String {
    let header = header(outline, block, ty);
    crate::format::format(&format!("{header} {{\n{}\n}}\n", content.trim_end()))
}

/// Returns the type of a block with its labels, those of the first form of its body included.
pub(super) fn header(outline: &Outline, block: &OutlineBlock, ty: &OutlineBlockType) -> String {
    let mut labels: Vec<_> = outline.labels_of(block, ty).iter().map(label).collect();
    if let OutlineContent::Body(id) = ty.content {
        for choice in &outline.body(id).choices {
            let (Tag::Label { index, .. }, Some(form)) = (&choice.tag, choice.forms.first()) else {
                continue;
            };
            put(&mut labels, block.key.len() + index, format!("{:?}", &*form.tag));
            for own in &outline.body(form.body).labels {
                if let LabelPosition::At(index) = own.position {
                    put(&mut labels, block.key.len() + index, label(own));
                }
            }
        }
    }
    [vec![ty.names.name.to_string()], labels].concat().join(" ")
}

/// Returns the source text of a plausible label.
fn label(label: &OutlineLabel) -> String {
    match label.docs.examples.first() {
        Some(example) => example.to_string(),
        None => format!("{:?}", &*label.name),
    }
}

/// Puts a label at an index, or after the others.
fn put(labels: &mut Vec<String>, index: usize, label: String) {
    let is_unnamed = |known: &String| known.starts_with("\"label ");
    match labels.get_mut(index) {
        Some(known) if is_unnamed(known) => *known = label,
        Some(_) => labels.insert(index, label),
        None => labels.push(label),
    }
}

/// Returns the source text of a plausible value of an attribute.
pub(super) fn value(attribute: &OutlineAttribute) -> String {
    let example = attribute.docs.examples.first().filter(|_| !attribute.is_sensitive);
    if let Some(example) = example {
        return example.to_string();
    }
    let default = attribute.default.as_ref();
    default
        .and_then(OutlineDefault::source)
        .unwrap_or_else(|| plausible(&attribute.value, &attribute.rules, &attribute.names.name, 0))
}

struct Example<'o> {
    outline: &'o Outline,
    /// The bodies around the current one, which may contain itself.
    open: Vec<BodyId>,
}

impl Example<'_> {
    fn body(&mut self, id: BodyId) -> String {
        let body = self.outline.body(id);
        if self.open.contains(&id) || self.open.len() > MAX_DEPTH {
            return String::new();
        }
        self.open.push(id);
        let mut text = self.items(body);
        for choice in &body.choices {
            let Some(form) = choice.forms.iter().find(|it| !self.is_hidden(it.body)) else {
                continue;
            };
            if let Tag::Attribute(name) = &choice.tag {
                text += &format!("{name} = {:?}\n", &*form.tag);
            }
            text += &self.body(form.body);
        }
        self.open.pop();
        text
    }

    fn is_hidden(&self, id: BodyId) -> bool {
        self.outline.body(id).docs.is_hidden
    }

    fn items(&mut self, body: &OutlineBody) -> String {
        let mut text = String::new();
        let shown = || body.attributes.iter().filter(|it| !it.docs.is_hidden);
        for attribute in shown().filter(|it| it.is_required) {
            text += &format!("{} = {}\n", attribute.names.name, value(attribute));
        }
        for block in body.blocks.iter().filter(|it| it.is_required() && !it.docs.is_hidden) {
            if let Some(ty) = block.types.first() {
                text += &self.block(block, ty);
            }
        }
        if text.is_empty() {
            let current = shown().filter(|it| it.names.deprecation.is_none());
            for attribute in current.take(OPTIONAL_ITEMS) {
                text += &format!("{} = {}\n", attribute.names.name, value(attribute));
            }
        }
        text
    }

    fn block(&mut self, block: &OutlineBlock, ty: &OutlineBlockType) -> String {
        let content = match (&ty.content, block.docs.examples.first()) {
            (_, Some(example)) => example.to_string(),
            (OutlineContent::Body(id), None) => self.body(*id),
            (OutlineContent::Attributes(spec), None) => {
                format!("name = {}\n", plausible(spec, &[], "name", 0))
            }
        };
        let (header, content) = (header(self.outline, block, ty), content.trim_end());
        format!("{header} {{\n{content}\n}}\n")
    }
}

fn plausible(spec: &ValueSpec, rules: &[ValueRule], name: &str, depth: usize) -> String {
    if depth > MAX_DEPTH {
        return "null".to_owned();
    }
    let inner = |spec: &ValueSpec, rules: &[ValueRule]| plausible(spec, rules, name, depth + 1);
    match spec {
        ValueSpec::Type(_) | ValueSpec::Hinted(..) if spec.parts().is_none() => {
            scalar(spec, rules, name)
        }
        ValueSpec::Type(_) | ValueSpec::Hinted(..) => match spec.parts() {
            Some(parts) => plausible(&parts, rules, name, depth),
            None => "null".to_owned(),
        },
        ValueSpec::List(element) | ValueSpec::Set(element) => {
            format!("[{}]", inner(element, rules))
        }
        ValueSpec::Tuple(elements) => {
            let elements: Vec<_> = elements.iter().map(|element| inner(element, rules)).collect();
            format!("[{}]", elements.join(", "))
        }
        ValueSpec::Map(element) => format!("{{ name = {} }}", inner(element, rules)),
        ValueSpec::Object(object) => {
            let items = object.attributes().iter().filter(|it| !it.docs.is_hidden);
            let items = items.filter(|it| it.kind == AttributeKind::Single && !it.optional);
            let items: Vec<_> = items
                .map(|it| match it.docs.examples.first() {
                    Some(example) => format!("{} = {example}", it.name),
                    None => {
                        let value = plausible(&it.spec, &[], &it.name, depth + 1);
                        format!("{} = {value}", it.name)
                    }
                })
                .collect();
            if items.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", items.join(", ")) }
        }
        ValueSpec::Variants(variants) => {
            let shown = variants.variants().iter().find(|it| !it.docs.is_hidden);
            match (shown, variants.selector()) {
                (None, _) => "null".to_owned(),
                (Some(variant), VariantSelector::Attribute(tag)) => {
                    let content = inner(&variant.spec, &[]);
                    let content = content.trim_start_matches('{').trim_end_matches('}').trim();
                    let separator = if content.is_empty() { "" } else { ", " };
                    format!("{{ {tag} = {:?}{separator}{content} }}", &*variant.name)
                }
                (Some(variant), VariantSelector::Form) if !variant.keyword => {
                    inner(&variant.spec, rules)
                }
                (Some(variant), _) => format!("{:?}", &*variant.name),
            }
        }
        _ => "null".to_owned(),
    }
}

fn scalar(spec: &ValueSpec, rules: &[ValueRule], name: &str) -> String {
    let hint = match spec {
        ValueSpec::Hinted(_, hint) => Some(&**hint),
        _ => None,
    };
    for rule in rules {
        match rule {
            ValueRule::OneOf(values) => {
                if let Some(first) = values.first() {
                    return first.describe();
                }
            }
            ValueRule::Range { min: Some(bound), .. }
            | ValueRule::Range { max: Some(bound), .. } => {
                return bound.to_string();
            }
            ValueRule::Duration => return "\"1h30m\"".to_owned(),
            _ => {}
        }
    }
    match (spec.plain_ty(), hint) {
        (_, Some(ValueHint::Text { example, .. })) => format!("{:?}", &**example),
        (_, Some(ValueHint::Integer { min, .. })) => whole(min).to_string(),
        (_, Some(ValueHint::Deferred(value))) => plausible(value, &[], name, 1),
        (Some(Type::Bool), _) => "true".to_owned(),
        (Some(Type::Number), _) => "1".to_owned(),
        (Some(Type::String), _) => text_of_length(rules, name),
        _ => "null".to_owned(),
    }
}

/// Returns 1, or the least number if that is greater.
fn whole(min: &Number) -> Number {
    let one = Number::from(1);
    if *min > one { min.clone() } else { one }
}

/// Returns the name as a string with an allowed length.
fn text_of_length(rules: &[ValueRule], name: &str) -> String {
    let length = rules.iter().find_map(|rule| match rule {
        ValueRule::Length { min, max } => Some((*min, max.unwrap_or(usize::MAX))),
        _ => None,
    });
    let (min, max) = length.unwrap_or((0, usize::MAX));
    let text: String = name.chars().cycle().take(name.len().clamp(min.min(64), max)).collect();
    let value = Value::from(text.as_str());
    match value.kind() {
        Kind::String(text) => format!("{:?}", &**text),
        _ => String::new(),
    }
}
