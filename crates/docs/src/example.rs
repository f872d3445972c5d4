//! Examples that are made from the outline, for items without examples of their own.

use std::collections::BTreeSet;

use hcldyn_core::spec::outline::{
    BodyId, Outline, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineBody, OutlineContent,
    OutlineLabel,
};
use hcldyn_core::spec::{LabelPosition, Tag};

use super::sample::Sample;
use super::sample::bodies::rules_of;
use super::sample::rules::Rules;
use super::values::{BYTES_PER_PART, PartsLeft};

/// The number of optional attributes in an example without required items.
const OPTIONAL_ITEMS: usize = 3;

/// The maximum nesting of blocks.
const MAX_DEPTH: usize = 4;

/// Returns the content of a body: its required items, or some others if there are none.
pub(super) fn body(outline: &Outline, id: BodyId, left: &PartsLeft) -> String {
    let mut example = Example { outline, open: Vec::new(), lines: left.most(), is_cut: false };
    let mut text = example.body(id);
    left.spend(left.most() - example.lines);
    if example.is_cut {
        text.push_str("# Further items are left out.\n");
    }
    hcldyn_core::syntax::format::format(&text)
}

/// Returns a block with this content.
pub(super) fn block(
    outline: &Outline,
    block: &OutlineBlock,
    ty: &OutlineBlockType,
    content: &str,
) -> String {
    let header = header(outline, block, ty);
    hcldyn_core::syntax::format::format(&format!("{header} {{\n{}\n}}\n", content.trim_end()))
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

/// Returns the source text of a plausible value of an attribute, as samples have it.
pub(super) fn value(outline: &Outline, attribute: &OutlineAttribute) -> String {
    let example = attribute.docs.examples.first().filter(|_| !attribute.is_sensitive);
    if let Some(example) = example {
        return example.to_string();
    }
    sample(outline).value(attribute).unwrap_or_else(|| "null".to_owned())
}

/// Returns a sample with the options of examples.
fn sample(outline: &Outline) -> Sample<'_> {
    Sample::new(outline).required_only().without_docs()
}

struct Example<'o> {
    outline: &'o Outline,
    /// The bodies around the current one, which may contain itself.
    open: Vec<BodyId>,
    /// The number of lines that may still be written.
    lines: usize,
    /// `true` if an item was left out because it has too many lines. All items after it are left out as well.
    is_cut: bool,
}

impl Example<'_> {
    fn body(&mut self, id: BodyId) -> String {
        let body = self.outline.body(id);
        if self.is_cut || self.open.contains(&id) || self.open.len() > MAX_DEPTH {
            return String::new();
        }
        self.open.push(id);
        let mut text = self.items(body);
        for choice in &body.choices {
            let Some(form) = choice.forms.iter().find(|it| !self.is_hidden(it.body)) else {
                continue;
            };
            if let Tag::Attribute(name) = &choice.tag {
                text += &self.written(format!("{name} = {:?}\n", &*form.tag));
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
        let rules = rules_of(body, &sample(self.outline));
        let required = rules.solve();
        // Several specs may have one attribute.
        let mut written = BTreeSet::new();
        for attribute in body.attributes.iter().filter(|it| !it.docs.is_hidden) {
            let name = attribute.names.name.as_str();
            if required.contains(name) && written.insert(name) {
                text += &self.attribute(attribute);
            }
        }
        for block in body.blocks.iter().filter(|it| !it.docs.is_hidden) {
            let mut types = block.types.iter();
            if let Some(ty) = types.find(|ty| required.contains(ty.names.name.as_str())) {
                text += &self.block(block, ty);
            }
        }
        if text.is_empty() { self.optional(body, &rules, required) } else { text }
    }

    /// Returns some optional attributes that may be written together.
    fn optional<'b>(
        &mut self,
        body: &'b OutlineBody,
        rules: &Rules<'b>,
        mut names: BTreeSet<&'b str>,
    ) -> String {
        let is_shown =
            |it: &&OutlineAttribute| !it.docs.is_hidden && it.names.deprecation.is_none();
        let mut attributes = Vec::new();
        for attribute in body.attributes.iter().filter(is_shown) {
            let mut with = names.clone();
            let is_new = with.insert(attribute.names.name.as_str());
            if is_new && attributes.len() < OPTIONAL_ITEMS && rules.allow(&with) {
                names = with;
                attributes.push(attribute);
            }
        }
        attributes.into_iter().map(|attribute| self.attribute(attribute)).collect()
    }

    fn attribute(&mut self, attribute: &OutlineAttribute) -> String {
        if self.is_cut {
            return String::new();
        }
        self.written(format!("{} = {}\n", attribute.names.name, value(self.outline, attribute)))
    }

    fn block(&mut self, block: &OutlineBlock, ty: &OutlineBlockType) -> String {
        let (header, end) = (header(self.outline, block, ty), "}\n");
        // The content is only made if the lines around it may be written.
        if self.written(format!("{header} {{\n{end}")).is_empty() {
            return String::new();
        }
        let content = match (&ty.content, block.docs.examples.first()) {
            (_, Some(example)) => self.written(format!("{}\n", example.trim_end())),
            (OutlineContent::Body(id), None) => self.body(*id),
            (OutlineContent::Attributes(spec), None) => {
                let value = sample(self.outline).value_of(spec);
                self.written(format!("name = {}\n", value.unwrap_or_else(|| "null".to_owned())))
            }
        };
        format!("{header} {{\n{}\n{end}", content.trim_end())
    }

    /// Returns an item, or nothing if it has more lines than may be written.
    fn written(&mut self, item: String) -> String {
        let lines = item.lines().count().max(item.len() / BYTES_PER_PART);
        let lines = self.lines.checked_sub(lines);
        self.is_cut |= lines.is_none();
        if self.is_cut {
            return String::new();
        }
        self.lines = lines.unwrap_or(0);
        item
    }
}
