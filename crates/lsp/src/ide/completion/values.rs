//! Completion of values: keywords, keys, variables and functions.

use hcldyn_core::cty::value_spec::{ObjectAttribute, ValueSpec, VariantSelector};
use hcldyn_core::cty::{Str, Type, Value};
use hcldyn_core::spec::ValueRule;

use super::order::{Fit, fit};
use super::resolve::Docs;
use super::{Candidate, CompletionKind, Order, Site, expected, json, names, references, types};
use crate::ide::cursor::{Notation, ValuePlace};
use crate::ide::outline::ScopeItem;

const KEYWORD: Order = Order::of_group(0);
const REQUIRED: Order = Order::of_group(0);
const OPTIONAL: Order = Order::of_group(1);
/// The order of literals at places of any type: that of the variables.
const POSSIBLE: Order = Order::of_group(1);
/// The order of literals that are seldom written, after all functions.
const RARE: Order = Order::of_group(6);

/// Returns the values that may be written.
pub(super) fn values<'s>(site: &Site<'s>, place: &ValuePlace<'_>) -> Vec<Candidate<'s>> {
    if site.before().ends_with('.') && !place.is_string {
        return references::parts(site, place);
    }
    let specs = expected::specs(site, place);
    if place.is_key {
        return keys(site, &specs);
    }
    if expected::is_type(site, place) {
        return types::types(site);
    }
    let mut found: Vec<_> = keywords(site, place, &specs)
        .into_iter()
        .map(|keyword| literal_string(site, place, &keyword))
        .collect();
    if place.is_string && site.cursor.notation != Notation::JsonString {
        return found;
    }
    let types = expected::types(site, place, &specs);
    if !place.is_string {
        found.extend(literals(site, &types));
    }
    found.extend(names::names(site, place, &types));
    found
}

/// Returns the strings that a value may be.
fn keywords(site: &Site<'_>, place: &ValuePlace<'_>, specs: &[ValueSpec]) -> Vec<String> {
    let mut found: Vec<_> = specs.iter().flat_map(keywords_of).collect();
    let is_whole = place.path.as_deref() == Some(&[]);
    if let Some(scope) = site.scope.as_ref().filter(|_| is_whole) {
        found.extend(scope.tags_of_attribute(place.attribute).into_iter().map(ToString::to_string));
        if let Some(ScopeItem::Attribute(attribute)) = scope.item(place.attribute) {
            found.extend(attribute.rules.iter().flat_map(allowed));
        }
    }
    found
}

/// Returns the keywords of a value.
fn keywords_of(spec: &ValueSpec) -> Vec<String> {
    let ValueSpec::Variants(variants) = spec else { return Vec::new() };
    let is_keyword = matches!(variants.selector(), VariantSelector::Keyword { .. });
    let offered = variants.variants().iter().filter(|variant| {
        (variant.keyword || is_keyword)
            && !variant.other
            && !variant.docs.is_hidden
            && variant.names.deprecation.is_none()
    });
    offered.map(|variant| variant.names.name.to_string()).collect()
}

/// Returns the strings that a condition allows.
fn allowed(rule: &ValueRule) -> Vec<String> {
    let ValueRule::OneOf(values) = rule else { return Vec::new() };
    values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn literal_string<'s>(site: &Site<'s>, place: &ValuePlace<'_>, text: &str) -> Candidate<'s> {
    let mut candidate = site.candidate(text, CompletionKind::Keyword, KEYWORD);
    if !place.is_string {
        candidate.completion.label = format!("\"{text}\"");
        candidate.completion.text = site.quoted(text);
    }
    candidate
}

/// Returns the literals that are words.
fn literals<'s>(site: &Site<'s>, types: &[Type]) -> Vec<Candidate<'s>> {
    if site.after().starts_with(['.', '[', '(']) {
        return Vec::new();
    }
    let is_bool = types.contains(&Type::Bool);
    let null = if types.is_empty() { POSSIBLE } else { RARE };
    let order = if is_bool { KEYWORD } else { null };
    let may_be_bool = fit(Some(&Type::Bool), types) != Fit::Never;
    let bools = [("true", order), ("false", order)].into_iter().filter(|_| may_be_bool);
    let word = |(word, order)| site.candidate(word, CompletionKind::Keyword, order);
    bools.chain([("null", null)]).map(word).collect()
}

/// Returns the keys of an object that may still be written.
fn keys<'s>(site: &Site<'s>, specs: &[ValueSpec]) -> Vec<Candidate<'s>> {
    let objects = specs.iter().filter_map(|spec| match spec {
        ValueSpec::Object(object) => Some(object.attributes()),
        _ => None,
    });
    let is_free = |attribute: &&ObjectAttribute| {
        let mut names = attribute.names.all();
        !attribute.docs.is_hidden
            && attribute.names.deprecation.is_none()
            && !names.any(|name| site.cursor.written.contains(&name.as_str()))
    };
    objects.flatten().filter(is_free).map(|attribute| key(site, attribute)).collect()
}

fn key<'s>(site: &Site<'s>, attribute: &ObjectAttribute) -> Candidate<'s> {
    let name: &Str = &attribute.names.name;
    let order = if attribute.optional { OPTIONAL } else { REQUIRED };
    let mut candidate = site.candidate(name.as_str(), CompletionKind::Attribute, order);
    candidate.docs = Docs::Part(Box::new(attribute.clone()));
    let is_quoted = site.before().ends_with('"');
    if matches!(site.cursor.notation, Notation::Json | Notation::JsonString) {
        json::property(site, &mut candidate, name, "$0");
    } else if !is_quoted && !site.after().trim_start_matches(' ').starts_with(['=', ':']) {
        candidate.completion.text = format!("{name} = ");
    }
    candidate
}
