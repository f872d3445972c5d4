//! Bodies and blocks, as paragraphs.

use std::collections::BTreeSet;

use hcldyn_core::cty::Str;
use hcldyn_core::internal::grouped;
use hcldyn_core::spec::outline::{
    BodyId, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineBody, OutlineContent,
    OutlineLabel,
};
use hcldyn_core::spec::{BlockCollection, LabelPosition, Rest, Tag, ValueRule};
use hcldyn_syntax::lexer::is_name;

use super::Sample;
use super::attributes::{self, Attribute};
use super::merged::{Detail, Merged, Selection, selections};
use super::paragraph::{self, Paragraph};
use super::rules::{RuledItem, Rules, all_of_one_form, instead_of, instead_of_all};
use super::values::source_of;
use crate::facts::{about, general, listed, prose};

/// The number of items from which only required ones are written: specs that share parts may describe more items than fit
/// into memory.
const MAX_ITEMS: usize = 5_000;

/// The number of bytes of an item, or of its allowed values, that count as an item of their own: shared parts may have
/// long documentation.
const BYTES_PER_ITEM: usize = 256;

/// The maximum number of blocks inside each other.
const MAX_DEPTH: usize = 60;

/// A reason why the required items of a body can't be written.
#[derive(Clone, Debug)]
pub(super) enum Unwritable {
    /// There are too many.
    Items,
    /// Their blocks are nested too deep.
    Depth,
    /// An item requires itself.
    Endless,
    /// Native syntax has no item of this name.
    Name(Str),
}

impl Unwritable {
    /// Returns the reason in full sentences, with a remedy.
    pub(super) fn in_words(&self) -> String {
        let optional = "Make some of them optional in the spec.";
        match self {
            Self::Items => format!(
                "A sample has at most {} items, where long ones count several times. The required items of this configuration are more. {optional}",
                grouped(2 * MAX_ITEMS as u64)
            ),
            Self::Depth => format!(
                "A sample has blocks nested at most {MAX_DEPTH} levels deep. The required blocks of this configuration are nested deeper. {optional}"
            ),
            Self::Endless => format!(
                "A sample must end. The required items of this configuration contain themselves. {optional}"
            ),
            Self::Name(name) => format!(
                "A sample is in native syntax, which needs a name of letters, digits, \"_\" and \"-\" for each item. The required item {name:?} has another name. Write it in JSON syntax."
            ),
        }
    }
}

/// A writer of bodies.
#[derive(Debug)]
pub(super) struct SampleWriter<'o> {
    options: &'o Sample<'o>,
    /// The bodies around the current one.
    around: Vec<BodyId>,
    /// The number of items written so far. Long ones count several times.
    count: usize,
}

/// A block type in one selection of the forms of its body.
struct Content<'o> {
    ty: &'o OutlineBlockType,
    selection: Selection<'o>,
    /// The selection that was written before.
    known: Option<Selection<'o>>,
}

impl<'o> SampleWriter<'o> {
    pub(super) fn new(options: &'o Sample<'o>) -> Self {
        Self { options, around: Vec::new(), count: 0 }
    }

    /// Returns the paragraphs of the whole configuration.
    pub(super) fn root(mut self) -> Result<Vec<Paragraph>, Unwritable> {
        let outline = self.options.outline;
        let root = outline.root();
        let about = about(&root.docs);
        let mut paragraphs: Vec<Paragraph> = Vec::new();
        if !about.is_empty() {
            paragraphs.push(Paragraph { comment: about, ..Paragraph::active("") });
        }
        let all = selections(outline, root);
        let (mut first, mut failure) = (None, None);
        for selection in &all {
            match (self.body(BodyId::ROOT, selection, first, Detail::Full), first) {
                (Ok(own), None) => {
                    paragraphs.extend(own);
                    first = Some(selection);
                }
                (Ok(own), Some(_)) => {
                    let source = paragraph::body(&own, self.options);
                    let other = Paragraph::optional(source.trim_end());
                    paragraphs.push(other.with_comment([instead_of_all()]));
                }
                (Err(reason), _) => failure = failure.or(Some(reason)),
            }
        }
        match (first, failure) {
            (None, Some(reason)) => Err(reason),
            _ => Ok(paragraphs),
        }
    }

    /// Returns the items of a body.
    fn body(
        &mut self,
        id: BodyId,
        selection: &Selection<'o>,
        known: Option<&Selection<'o>>,
        detail: Detail,
    ) -> Result<Vec<Paragraph>, Unwritable> {
        let outline = self.options.outline;
        let repeated = self.around.iter().filter(|around| **around == id).count();
        if repeated > 1 {
            return Err(Unwritable::Endless);
        }
        if self.around.len() >= MAX_DEPTH {
            return Err(Unwritable::Depth);
        }
        if self.count > 2 * MAX_ITEMS {
            return Err(Unwritable::Items);
        }
        let is_full = repeated == 0 && self.count < MAX_ITEMS && detail == Detail::Full;
        let detail = if is_full { Detail::Full } else { Detail::Required };
        let merged = Merged::new(outline, outline.body(id), selection, detail, known);
        self.around.push(id);
        let paragraphs = self.merged(&merged, detail);
        self.around.pop();
        paragraphs
    }

    fn merged(
        &mut self,
        merged: &Merged<'o>,
        detail: Detail,
    ) -> Result<Vec<Paragraph>, Unwritable> {
        let mut paragraphs = attributes::tags(merged, self.options.outline);
        let mut attributes = Vec::new();
        for (attribute, detail) in &merged.attributes {
            let name = &attribute.names.name;
            self.count += candidates_in(attribute);
            let own = match Attribute::new(attribute, self.options) {
                _ if !is_name(name) => Err(Unwritable::Name(name.clone())),
                own => own.ok_or(Unwritable::Endless),
            };
            match own {
                Ok(own) => attributes.push((own, *detail)),
                Err(reason) if attribute.is_required => return Err(reason),
                Err(_) => {}
            }
        }
        let mut items: Vec<_> = attributes.iter().map(|(own, _)| own.ruled()).collect();
        items.extend(merged.blocks.iter().flat_map(|(block, _)| ruled(block)));
        let rules = Rules { items, rules: merged.rules.clone() };
        let active = rules.solve();
        for (own, detail) in attributes {
            let name = &own.attribute.names.name;
            let is_active = active.contains(name.as_str());
            let is_left_out = rules.is_left_out(name);
            if is_active || detail == Detail::Full && !is_left_out {
                let mut own = own.paragraphs(&rules, &active);
                own.truncate(if detail == Detail::Full { usize::MAX } else { 1 });
                self.count += own.iter().map(items_in).sum::<usize>();
                paragraphs.extend(own);
            }
        }
        for (block, detail) in &merged.blocks {
            paragraphs.extend(self.blocks(block, *detail, &rules, &active)?);
        }
        if detail == Detail::Full {
            paragraphs.extend(merged.rest.and_then(|rest| attributes::rest(rest, self.options)));
        }
        Ok(paragraphs)
    }

    /// Returns the blocks of a spec: as many as it requires, and one of each type and form.
    fn blocks(
        &mut self,
        block: &'o OutlineBlock,
        detail: Detail,
        rules: &Rules<'_>,
        active: &BTreeSet<&str>,
    ) -> Result<Vec<Paragraph>, Unwritable> {
        let is_written = |ty: &OutlineBlockType| {
            active.contains(ty.names.name.as_str()) && !rules.is_repeated(&ty.names.name)
        };
        let count = block.options.count;
        let is_active = block.is_required() || block.types.iter().any(is_written);
        let is_left_out = block.types.iter().all(|ty| rules.is_left_out(&ty.names.name));
        if !is_active && (detail == Detail::Required || is_left_out || count.max == Some(0)) {
            return Ok(Vec::new());
        }
        let needed = if is_active { count.min.max(1) } else { 0 };
        let contents = self.contents(block);
        let mut paragraphs: Vec<Paragraph> = Vec::new();
        let mut written = 0;
        for (nth, content) in contents.iter().enumerate() {
            let copies = if nth == 0 { needed.max(1) } else { 1 };
            for copy in 0..copies {
                let is_first = nth == 0 && copy == 0;
                let is_needed = written < needed;
                if !is_needed && detail == Detail::Required {
                    break;
                }
                let source = match self.source(block, content, written, detail) {
                    Ok(source) => source,
                    Err(reason) if is_needed => return Err(reason),
                    Err(_) => continue,
                };
                let paragraph = Paragraph { is_active: is_needed, ..Paragraph::active(source) };
                let comment = if is_first { self.comment(block, content) } else { Vec::new() };
                self.count += comment.iter().map(String::len).sum::<usize>() / BYTES_PER_ITEM;
                let name = &content.ty.names.name;
                let condition = match is_first {
                    // The attribute of this name is another form of the block.
                    true => rules.is_repeated(name).then(|| instead_of(name)),
                    false if is_needed => None,
                    false => condition(block, name, (written, needed)),
                };
                let conditions = rules.conditions(name, active).into_iter().chain(condition);
                paragraphs.push(paragraph.with_comment(comment).with_comment(conditions));
                written += 1;
            }
        }
        match block.types.first() {
            Some(ty) if written < needed => Err(Unwritable::Name(ty.names.name.clone())),
            _ => Ok(paragraphs),
        }
    }

    /// Returns the types of blocks with the selections of their forms. A hidden one is left out, unless it is the only one.
    fn contents(&self, block: &'o OutlineBlock) -> Vec<Content<'o>> {
        let outline = self.options.outline;
        let mut contents = Vec::new();
        for ty in block.types.iter().filter(|ty| is_name(&ty.names.name)) {
            match ty.content {
                OutlineContent::Body(id) => {
                    let all = selections(outline, outline.body(id));
                    for (index, selection) in all.iter().enumerate() {
                        let known = (index > 0).then(|| all[0].clone());
                        contents.push(Content { ty, selection: selection.clone(), known });
                    }
                }
                OutlineContent::Attributes(_) => {
                    contents.push(Content { ty, selection: Vec::new(), known: None });
                }
            }
        }
        contents
    }

    /// Returns the source of a block.
    fn source(
        &mut self,
        block: &OutlineBlock,
        content: &Content<'o>,
        nth: usize,
        detail: Detail,
    ) -> Result<String, Unwritable> {
        self.count += 1;
        let paragraphs = match &content.ty.content {
            OutlineContent::Body(id) => {
                self.body(*id, &content.selection, content.known.as_ref(), detail)?
            }
            OutlineContent::Attributes(value) => {
                let rest = Rest::Attributes(value.clone());
                attributes::rest(&rest, self.options).into_iter().collect()
            }
        };
        let mut header = content.ty.names.name.to_string();
        for label in self.labels(block, content, nth) {
            header.push(' ');
            header.push_str(&source_of(&label.into()));
        }
        Ok(paragraph::block(&header, &paragraphs, self.options))
    }

    /// Returns the labels of a block. Those of several blocks differ.
    fn labels(&self, block: &OutlineBlock, content: &Content<'o>, nth: usize) -> Vec<Str> {
        let (labels, key) = self.label_specs(block, content);
        let tag_at = |index| {
            content.selection.iter().find_map(|(choice, form)| match &choice.tag {
                Tag::Label { index: own, .. } if *own == index => Some(form.tag.clone()),
                _ => None,
            })
        };
        let is_one = |label: &&OutlineLabel| !matches!(label.position, LabelPosition::From(_));
        let label = |(position, label): (usize, &OutlineLabel)| {
            let tag = position.checked_sub(key).and_then(tag_at);
            tag.unwrap_or_else(|| match nth {
                0 => label_text(label),
                nth => format!("{}-{}", label_text(label), nth + 1).into(),
            })
        };
        labels.iter().filter(is_one).enumerate().map(label).collect()
    }

    /// Returns the labels of a block, and the number of those that are its key.
    fn label_specs(
        &self,
        block: &OutlineBlock,
        content: &Content<'o>,
    ) -> (Vec<OutlineLabel>, usize) {
        let mut own: Vec<OutlineLabel> = Vec::new();
        if let OutlineContent::Body(id) = content.ty.content {
            let outline = self.options.outline;
            own.extend(outline.body(id).labels.iter().cloned());
            for (choice, form) in &content.selection {
                own.extend(outline.body(form.body).labels.iter().cloned());
                own.extend(choice.label());
            }
        }
        let has_key = own.iter().any(|label| label.position == LabelPosition::Key);
        let key = block.key.len().max(usize::from(has_key));
        (hcldyn_core::internal::in_order(&block.key, &own), key)
    }

    /// Returns the comment above the first block of a spec.
    fn comment(&self, block: &OutlineBlock, content: &Content<'o>) -> Vec<String> {
        let docs = &block.docs;
        if docs.is_hidden {
            return Vec::new();
        }
        let outline = self.options.outline;
        let mut parts = prose(docs);
        for body in block.types.iter().filter_map(|ty| ty_body(outline, ty)) {
            parts.extend(of_body(body, &parts));
        }
        let (labels, _) = self.label_specs(block, content);
        for label in labels {
            let about = about(&label.docs);
            if !about.is_empty() {
                parts.push(format!("Label {}: {}", listed([&label.name], "or"), about.join(" ")));
            }
        }
        for (choice, _) in &content.selection {
            if matches!(choice.tag, Tag::Label { .. }) {
                parts.extend(attributes::forms(choice, outline));
            }
        }
        parts.extend(cardinality(block));
        if block.options.is_dynamic {
            parts.push("Can be generated by a \"dynamic\" block.".to_owned());
        }
        if let Some(default) = &block.default {
            parts.push(format!("Default: {default}."));
        }
        parts.extend(docs.examples.iter().map(|example| format!("Example:\n{example}")));
        parts.extend(general(docs, content.ty.names.deprecation.as_ref()));
        parts
    }
}

/// Returns the number of items that a paragraph counts as.
fn items_in(paragraph: &Paragraph) -> usize {
    let bytes = paragraph.source.len() + paragraph.comment.iter().map(String::len).sum::<usize>();
    1 + bytes / BYTES_PER_ITEM
}

/// Returns the number of items that the candidates for the value of an attribute count as.
fn candidates_in(attribute: &OutlineAttribute) -> usize {
    let allowed = attribute.rules.iter().map(|rule| match rule {
        ValueRule::OneOf(values) => values.len(),
        _ => 0,
    });
    let examples = attribute.docs.examples.iter().map(|example| example.len());
    (allowed.sum::<usize>() + examples.sum::<usize>()) / BYTES_PER_ITEM
}

/// Returns the body of a block type.
fn ty_body<'o>(
    outline: &'o hcldyn_core::spec::outline::Outline,
    ty: &OutlineBlockType,
) -> Option<&'o OutlineBody> {
    match ty.content {
        OutlineContent::Body(id) => Some(outline.body(id)),
        OutlineContent::Attributes(_) => None,
    }
}

/// Returns the documentation of the body of a block, unless it is that of the block.
fn of_body(body: &OutlineBody, known: &[String]) -> Option<String> {
    let docs = &body.docs;
    let mut parts = about(docs);
    parts.retain(|part| !known.contains(part));
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// Returns the numbers of blocks that are allowed, a sentence.
fn cardinality(block: &OutlineBlock) -> Option<String> {
    let blocks =
        |count: usize| if count == 1 { "1 block".to_owned() } else { format!("{count} blocks") };
    match (block.options.count.min, block.options.count.max) {
        (_, Some(1)) => None,
        (0, Some(max)) => Some(format!("At most {}.", blocks(max))),
        (0, None) => Some("Any number of blocks.".to_owned()),
        (min, None) => Some(format!("At least {}.", blocks(min))),
        (min, Some(max)) if min == max => Some(format!("Exactly {}.", blocks(max))),
        (min, Some(max)) => Some(format!("{min} to {}.", blocks(max))),
    }
}

/// Returns the condition of a block after the first ones, if no further one may be written besides those, or only one of
/// the same form.
fn condition(
    block: &OutlineBlock,
    name: &Str,
    (written, needed): (usize, usize),
) -> Option<String> {
    let has_one_form = matches!(
        block.collection,
        BlockCollection::List | BlockCollection::Set | BlockCollection::Map { .. }
    );
    if has_one_form && needed > 1 {
        return Some(all_of_one_form(name));
    }
    let is_full = block.options.count.max.is_some_and(|max| written >= max);
    (has_one_form || is_full).then(|| instead_of(name_of_first(block, name)))
}

/// Returns the type of the first block, which other types replace.
fn name_of_first<'b>(block: &'b OutlineBlock, name: &'b Str) -> &'b Str {
    block.types.iter().map(|ty| &ty.names.name).find(|name| is_name(name)).unwrap_or(name)
}

/// Returns the rules between the items of a body, without attributes that have no possible value.
pub(crate) fn rules_of<'o>(body: &'o OutlineBody, options: &Sample<'_>) -> Rules<'o> {
    let attributes = body.attributes.iter().filter_map(|it| Attribute::new(it, options));
    let mut items: Vec<_> = attributes.map(|own| own.ruled()).collect();
    items.extend(body.blocks.iter().flat_map(ruled));
    Rules { items, rules: body.rules.iter().collect() }
}

fn ruled(block: &OutlineBlock) -> impl Iterator<Item = RuledItem<'_>> {
    let is_left_out = block.docs.is_hidden;
    block.types.iter().enumerate().map(move |(index, ty)| RuledItem {
        name: &ty.names.name,
        is_required: block.is_required() && index == 0,
        is_left_out: is_left_out || ty.names.deprecation.is_some(),
        value: None,
        default: None,
    })
}

/// Returns the text of a label: its example, or its name.
fn label_text(label: &OutlineLabel) -> Str {
    let mut examples = label.docs.examples.iter().filter_map(|example| {
        let value = super::values::converted(example, &hcldyn_core::cty::Type::String.into(), &[])?;
        value.as_str().map(Str::from)
    });
    examples.next().unwrap_or_else(|| label.name.clone())
}
