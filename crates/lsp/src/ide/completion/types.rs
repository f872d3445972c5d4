//! Completion of types, such as `list(string)`.

use super::{Candidate, CompletionKind, Order, Site, json};

const NAMES: [&str; 4] = ["any", "bool", "number", "string"];
const FUNCTIONS: [&str; 6] = ["list", "map", "object", "optional", "set", "tuple"];

/// Returns the names of types, and the functions of types with parts.
pub(super) fn types<'s>(site: &Site<'s>) -> Vec<Candidate<'s>> {
    let is_call = site.after().starts_with('(');
    let name = |name: &&str| site.candidate(*name, CompletionKind::Keyword, Order::of_group(0));
    let function = |name: &&str| {
        let mut candidate = site.candidate(*name, CompletionKind::Function, Order::of_group(1));
        if !is_call {
            candidate.completion.text = format!("{name}(");
            candidate.completion.snippet = Some(format!("{name}($0)"));
        }
        candidate
    };
    let mut found: Vec<_> = NAMES.iter().filter(|_| !is_call).map(name).collect();
    found.extend(FUNCTIONS.iter().map(function));
    for candidate in &mut found {
        json::expression(site, candidate);
    }
    found
}
