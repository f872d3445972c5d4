//! Completion of attributes, block types and labels.

use hcldyn_core::cty::Str;
use hcldyn_core::cty::value_spec::ItemDocs;
use hcldyn_core::spec::Rule;
use hcldyn_core::spec::outline::{Outline, OutlineAttribute, OutlineBlock, OutlineBlockType};
use hcldyn_docs::entry;

use super::resolve::Docs;
use super::{Candidate, CompletionKind, Order, Site, json, snippet};
use crate::ide::cursor::Header;
use crate::ide::outline::{Scope, ScopeItem};

const REQUIRED: Order = Order::of_group(0);
const OPTIONAL: Order = Order::of_group(1);
const DYNAMIC: Order = Order::of_group(2);

/// Returns the attributes and block types that may still be written.
pub(super) fn items<'s>(site: &Site<'s>) -> Vec<Candidate<'s>> {
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
pub(super) fn labels<'s>(site: &Site<'s>, header: &Header<'_>) -> Vec<Candidate<'s>> {
    let Some(scope) = &site.scope else { return Vec::new() };
    let is_quoted = site.before().ends_with('"');
    let label = |(tag, docs): (&Str, &ItemDocs)| {
        let mut label = site.candidate(tag.as_str(), CompletionKind::Keyword, REQUIRED);
        label.docs = Docs::Text(docs.text.as_deref().unwrap_or_default().to_owned());
        if site.is_json() {
            json::property(site, &mut label, tag, "{$0\\}");
        } else if !is_quoted {
            label.completion.text = format!("\"{tag}\"");
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

fn of_attribute<'s>(site: &Site<'s>, attribute: &'s OutlineAttribute) -> Candidate<'s> {
    let order = if attribute.is_required { REQUIRED } else { OPTIONAL };
    let name = attribute.names.name.as_str();
    let mut candidate = site.candidate(name, CompletionKind::Attribute, order);
    candidate.completion.detail = entry::type_of(attribute);
    candidate.docs = Docs::Attribute(attribute);
    let value = snippet::value(attribute, 1);
    if site.is_json() {
        json::property(site, &mut candidate, name, &value);
    } else if !is_followed(site) {
        candidate.completion.text = format!("{name} = ");
        candidate.completion.snippet = Some(format!("{name} = {value}"));
    }
    candidate
}

fn of_block<'s>(
    site: &Site<'s>,
    outline: &'s Outline,
    block: &'s OutlineBlock,
    ty: &'s OutlineBlockType,
) -> Candidate<'s> {
    let order = if block.is_required() { REQUIRED } else { OPTIONAL };
    let name = ty.names.name.as_str();
    let mut candidate = site.candidate(name, CompletionKind::Block, order);
    "block".clone_into(&mut candidate.completion.detail);
    candidate.docs = Docs::Block(outline, block, ty);
    if site.is_json() {
        json::property(site, &mut candidate, name, &snippet::json_block(outline, block, ty));
    } else if !is_followed(site) {
        candidate.completion.text = format!("{name} ");
        candidate.completion.snippet = Some(snippet::block(outline, block, ty));
    }
    candidate
}

/// Returns the block that generates blocks of a type.
fn generated<'s>(site: &Site<'s>, ty: &OutlineBlockType) -> Candidate<'s> {
    let name = ty.names.name.as_str();
    let label = format!("dynamic \"{name}\"");
    let mut candidate = site.candidate(label.as_str(), CompletionKind::Block, DYNAMIC);
    let text = format!("Generates a `{name}` block for each element of a collection.\n");
    candidate.docs = Docs::Text(text);
    if site.is_json() {
        let content = "\"for_each\": ${1:[]}, \"content\": { $0 \\}";
        let value = format!("{{ \"{name}\": {{ {content} \\}} \\}}");
        json::property(site, &mut candidate, "dynamic", &value);
    } else if !is_followed(site) {
        candidate.completion.text.clone_from(&label);
        let body = "for_each = ${1:[]}\n  content {\n    $0\n  }";
        candidate.completion.snippet = Some(format!("{label} {{\n  {body}\n}}"));
    } else {
        "dynamic".clone_into(&mut candidate.completion.text);
    }
    candidate
}

/// Returns `true` if the rest of an item follows, so that only its name is completed.
fn is_followed(site: &Site<'_>) -> bool {
    let is_name = !site.cursor.word.is_empty();
    is_name && site.after().trim_start_matches([' ', '\t']).starts_with(['=', '{', '"'])
}
