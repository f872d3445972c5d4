//! Completion of variables and functions.

use std::collections::HashMap;

use hcldyn_core::cty::{Function, Type};
use hcldyn_syntax::event::Event;

use super::order::{Fit, fit};
use super::resolve::Docs;
use super::{Candidate, CompletionKind, Order, Site, escaped, json, references};
use crate::ide::cursor::ValuePlace;
use crate::ide::names::{Definition, Names};

const VARIABLE: Order = Order::of_group(1);
const DEFINED: Order = Order::of_group(2);

/// Returns the variables and functions that may be written, those of the types first that a place expects.
pub(super) fn names<'s>(
    site: &Site<'s>,
    place: &ValuePlace<'_>,
    types: &[Type],
) -> Vec<Candidate<'s>> {
    let mut found = Vec::new();
    if !site.after().starts_with('(') {
        found.extend(references::roots(site, place, VARIABLE));
    }
    if !site.after().starts_with(['.', '[']) {
        found.extend(functions(site, types));
        found.extend(defined_functions(site));
    }
    for candidate in &mut found {
        json::expression(site, candidate);
    }
    found
}

fn functions<'s>(site: &Site<'s>, types: &[Type]) -> Vec<Candidate<'s>> {
    let context = &site.file.language.context;
    let used = calls(site);
    let named = |name: &'s str| {
        let function = context.function(name)?;
        let group = match fit(function.result_type(), types) {
            Fit::Exact => 2,
            Fit::Unknown => 3,
            Fit::Converted => 4,
            Fit::Never => 5,
        };
        let count = used.get(name).copied().unwrap_or_default();
        let is_likely = count > 0 && matches!(group, 3 | 4);
        let group = group - u8::from(is_likely);
        Some(call(site, name, function, Order::of_group(group).likely(count)))
    };
    context.function_names().filter_map(named).collect()
}

/// Returns the functions that the configuration defines.
fn defined_functions<'s>(site: &Site<'s>) -> Vec<Candidate<'s>> {
    let names = Names::around(site.snapshot, site.file);
    let functions = names.definitions.iter().filter(|it| it.is_function);
    let call = |definition: &&Definition| {
        let name = definition.parts.concat();
        let mut candidate = site.candidate(&name, CompletionKind::Function, DEFINED);
        candidate.docs = Docs::Text(format!("`{}`\n", definition.name()));
        if !site.after().starts_with('(') {
            candidate.completion.text = format!("{name}(");
            candidate.completion.snippet = Some(format!("{}($0)", escaped(&name)));
        }
        candidate
    };
    functions.map(call).collect()
}

/// Returns the number of calls of each function in the file.
fn calls<'s>(site: &Site<'s>) -> HashMap<&'s str, u32> {
    let mut counts = HashMap::new();
    for (event, _) in &site.file.tree().parts {
        if let Event::Call { name, .. } = event {
            *counts.entry(site.file.source.slice(*name)).or_default() += 1;
        }
    }
    counts
}

fn call<'s>(site: &Site<'s>, name: &str, function: &'s Function, order: Order) -> Candidate<'s> {
    let mut candidate = site.candidate(name, CompletionKind::Function, order);
    candidate.docs = Docs::Function(function);
    if !site.after().starts_with('(') {
        let close =
            if function.params().is_empty() && function.variadic().is_none() { ")" } else { "" };
        candidate.completion.text = format!("{name}({close}");
        candidate.completion.snippet = Some(format!("{}($0)", escaped(name)));
    }
    candidate
}
