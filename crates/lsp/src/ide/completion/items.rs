//! Completion of attributes, block types and labels.

use hcldyn_core::cty::value_spec::ItemDocs;
use hcldyn_core::cty::{Str, Type};
use hcldyn_core::spec::Rule;
use hcldyn_core::spec::outline::{
    Outline, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineContent,
};
use hcldyn_docs::entry;

use super::{Completion, CompletionKind, Site, escaped};
use crate::ide::cursor::Header;
use crate::ide::outline::{Scope, ScopeItem};

const REQUIRED: u8 = 0;
const OPTIONAL: u8 = 1;
const DYNAMIC: u8 = 2;

/// The maximum number of nested required blocks that a snippet fills.
const MAX_DEPTH: usize = 4;

/// Returns the attributes and block types that may still be written.
pub(super) fn items(site: &Site<'_>) -> Vec<Completion> {
    let Some(scope) = &site.scope else { return Vec::new() };
    let is_written = |item: ScopeItem<'_>| {
        item.names().all().any(|name| site.cursor.written.contains(&name.as_str()))
    };
    let is_offered = |item: &ScopeItem<'_>| {
        let is_free = item.is_repeated() || !is_written(*item) && !conflicts(site, *item);
        is_free && !item.docs().is_hidden && item.names().deprecation.is_none()
    };
    let offered: Vec<_> = scope.items().filter(is_offered).collect();
    let dynamic = offered.iter().filter_map(|item| match item {
        ScopeItem::Block(block, ty) if block.options.is_dynamic => Some(generated(site, ty)),
        _ => None,
    });
    let plain = offered.iter().map(|item| match item {
        ScopeItem::Attribute(attribute) => of_attribute(site, attribute),
        ScopeItem::Block(block, ty) => of_block(site, scope.outline, block, ty),
    });
    plain.chain(dynamic).collect()
}

/// Returns the labels of a block that select its form.
pub(super) fn labels(site: &Site<'_>, header: &Header<'_>) -> Vec<Completion> {
    let Some(scope) = &site.scope else { return Vec::new() };
    let is_quoted = site.before().ends_with('"');
    let label = |(tag, docs): (&Str, &ItemDocs)| {
        let mut label = site.completion(tag.as_str(), CompletionKind::Keyword, REQUIRED);
        label.markdown = docs.text.as_deref().unwrap_or_default().to_owned();
        if !is_quoted {
            label.text = format!("\"{tag}\"");
        }
        label
    };
    scope.tags(header).into_iter().map(label).collect()
}

/// Returns `true` if a rule forbids an item beside those that are written.
fn conflicts(site: &Site<'_>, item: ScopeItem<'_>) -> bool {
    let bodies = site.scope.iter().flat_map(Scope::bodies);
    let mut rules = bodies.flat_map(|body| &body.rules);
    rules.any(|rule| match rule {
        Rule::AtMostOneOf(names) | Rule::ExactlyOneOf(names) => {
            names.contains(&item.names().name)
                && names.iter().any(|name| site.cursor.written.contains(&name.as_str()))
        }
        _ => false,
    })
}

fn of_attribute(site: &Site<'_>, attribute: &OutlineAttribute) -> Completion {
    let rank = if attribute.is_required { REQUIRED } else { OPTIONAL };
    let name = attribute.names.name.as_str();
    let mut completion = site.completion(name, CompletionKind::Attribute, rank);
    completion.detail = entry::type_of(attribute);
    completion.markdown = entry::attribute(attribute);
    if !is_followed(site) {
        completion.text = format!("{name} = ");
        completion.snippet = Some(format!("{name} = {}", value(attribute, 1)));
    }
    completion
}

fn of_block(
    site: &Site<'_>,
    outline: &Outline,
    block: &OutlineBlock,
    ty: &OutlineBlockType,
) -> Completion {
    let rank = if block.is_required() { REQUIRED } else { OPTIONAL };
    let name = ty.names.name.as_str();
    let mut completion = site.completion(name, CompletionKind::Block, rank);
    "block".clone_into(&mut completion.detail);
    completion.markdown = entry::block(outline, block, ty);
    if !is_followed(site) {
        completion.text = format!("{name} ");
        let mut snippet = Snippet { outline, text: String::new(), next: 1 };
        snippet.block(block, ty, 0);
        completion.snippet = Some(snippet.text);
    }
    completion
}

/// Returns the block that generates blocks of a type.
fn generated(site: &Site<'_>, ty: &OutlineBlockType) -> Completion {
    let name = ty.names.name.as_str();
    let label = format!("dynamic \"{name}\"");
    let mut completion = site.completion(label.as_str(), CompletionKind::Block, DYNAMIC);
    completion.markdown = format!("Generates a `{name}` block for each element of a collection.\n");
    if !is_followed(site) {
        completion.text.clone_from(&label);
        let body = "for_each = ${1:[]}\n  content {\n    $0\n  }";
        completion.snippet = Some(format!("{label} {{\n  {body}\n}}"));
    } else {
        "dynamic".clone_into(&mut completion.text);
    }
    completion
}

/// Returns `true` if the rest of an item follows, so that only its name is completed.
fn is_followed(site: &Site<'_>) -> bool {
    let is_name = !site.cursor.word.is_empty();
    is_name && site.after().trim_start_matches([' ', '\t']).starts_with(['=', '{', '"'])
}

/// Returns a value to fill in, with a place of this number.
fn value(attribute: &OutlineAttribute, number: usize) -> String {
    match attribute.value.ty() {
        Type::String => format!("\"${{{number}}}\""),
        Type::Bool => format!("${{{number}|true,false|}}"),
        Type::List(_) | Type::Set(_) | Type::Tuple(_) => format!("[${{{number}}}]"),
        Type::Map(_) | Type::Object(_) => format!("{{ ${{{number}}} \\}}"),
        _ => format!("${{{number}}}"),
    }
}

/// A block with its required items, to fill in.
struct Snippet<'o> {
    outline: &'o Outline,
    text: String,
    /// The number of the next place.
    next: usize,
}

impl Snippet<'_> {
    fn block(&mut self, block: &OutlineBlock, ty: &OutlineBlockType, depth: usize) {
        self.text += &ty.names.name;
        for label in self.outline.labels_of(block, ty) {
            let name = escaped(&label.name);
            let number = self.number();
            self.text += &format!(" \"${{{number}:{name}}}\"");
        }
        self.text += " {\n";
        if let OutlineContent::Body(id) = ty.content {
            let body = self.outline.body(id);
            for attribute in body.attributes.iter().filter(|it| it.is_required) {
                let value = value(attribute, self.number());
                self.text += &"  ".repeat(depth + 1);
                self.text += &format!("{} = {value}\n", attribute.names.name);
            }
            for block in body.blocks.iter().filter(|it| it.is_required() && depth < MAX_DEPTH) {
                if let [ty, ..] = &*block.types {
                    self.text += &"  ".repeat(depth + 1);
                    self.block(block, ty, depth + 1);
                    self.text += "\n";
                }
            }
        }
        let indent = "  ".repeat(depth);
        self.text += &match depth {
            0 => format!("{indent}  $0\n{indent}}}"),
            _ => format!("{indent}}}"),
        };
    }

    fn number(&mut self) -> usize {
        let number = self.next;
        self.next += 1;
        number
    }
}
