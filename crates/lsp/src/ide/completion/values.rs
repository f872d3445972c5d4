//! Completion of values: keywords, keys, variables and functions.

use hcldyn_core::cty::value_spec::{ObjectAttribute, ValueSpec, VariantSelector};
use hcldyn_core::cty::{Function, Str, Type};
use hcldyn_docs::entry;

use super::{Completion, CompletionKind, Site, escaped, references};
use crate::ide::cursor::ValuePlace;
use crate::ide::hover::signature;
use crate::ide::outline::part;

const FITTING: u8 = 0;
const VARIABLE: u8 = 1;
const FUNCTION: u8 = 2;

/// Returns the values that may be written.
pub(super) fn values(site: &Site<'_>, place: &ValuePlace<'_>) -> Vec<Completion> {
    if site.before().ends_with('.') && !place.is_string {
        return references::parts(site);
    }
    let specs = specs(site, place);
    if place.is_key {
        let objects = specs.iter().filter_map(|spec| match spec {
            ValueSpec::Object(object) => Some(object.attributes()),
            _ => None,
        });
        return objects.flatten().filter_map(|it| key(site, it)).collect();
    }
    let keywords = specs.iter().flat_map(keywords);
    let tags = site.scope.iter().flat_map(|scope| scope.tags_of_attribute(place.attribute));
    let mut found: Vec<_> = keywords
        .chain(tags.map(ToString::to_string))
        .map(|keyword| quoted(site, &keyword, place.is_string))
        .collect();
    if !place.is_string {
        let is_bool = |spec: &ValueSpec| spec.plain_ty() == Some(&Type::Bool);
        let words: &[&str] = if specs.iter().any(is_bool) { &["true", "false"] } else { &[] };
        found.extend(words.iter().map(|it| site.completion(*it, CompletionKind::Keyword, FITTING)));
        found.extend(names(site));
    }
    found
}

/// Returns the specs of the part of the value at the cursor.
fn specs(site: &Site<'_>, place: &ValuePlace<'_>) -> Vec<ValueSpec> {
    let spec = site.scope.as_ref().and_then(|scope| scope.value(place.attribute));
    let parts = spec.zip(place.path.as_deref()).map(|(spec, path)| part(spec, path));
    parts.unwrap_or_default()
}

/// Returns the keywords of a value.
fn keywords(spec: &ValueSpec) -> Vec<String> {
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

fn quoted(site: &Site<'_>, keyword: &str, is_string: bool) -> Completion {
    let mut completion = site.completion(keyword, CompletionKind::Keyword, FITTING);
    if !is_string {
        completion.text = format!("\"{keyword}\"");
        completion.label.clone_from(&completion.text);
    }
    completion
}

/// Returns a key of an object, unless it is hidden or deprecated.
fn key(site: &Site<'_>, attribute: &ObjectAttribute) -> Option<Completion> {
    if attribute.docs.is_hidden || attribute.names.deprecation.is_some() {
        return None;
    }
    let name: &Str = &attribute.names.name;
    let rank = u8::from(attribute.optional);
    let mut completion = site.completion(name.as_str(), CompletionKind::Attribute, rank);
    completion.markdown = entry::part(attribute);
    if !site.after().trim_start_matches(' ').starts_with(['=', ':']) {
        completion.text = format!("{name} = ");
    }
    Some(completion)
}

/// Returns the variables and functions of the program.
fn names(site: &Site<'_>) -> Vec<Completion> {
    let context = &site.file.language.context;
    let variables = context.variable_names().map(str::to_owned).chain(references::roots(site));
    let variables = variables.map(|name| site.completion(name, CompletionKind::Variable, VARIABLE));
    let functions = context
        .function_names()
        .filter_map(|name| context.function(name).map(|function| call(site, name, function)));
    variables.chain(functions).collect()
}

fn call(site: &Site<'_>, name: &str, function: &Function) -> Completion {
    let mut completion = site.completion(name, CompletionKind::Function, FUNCTION);
    completion.detail = signature(name, function);
    function.description().clone_into(&mut completion.markdown);
    if !site.after().starts_with('(') {
        completion.text = format!("{name}(");
        completion.snippet = Some(format!("{}($0)", escaped(name)));
    }
    completion
}
