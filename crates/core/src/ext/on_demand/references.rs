//! The names that references lead to.

use std::collections::BTreeMap;

use crate::cty::{Step, Str};
use crate::expr::Traversal;

/// Returns the name that a reference begins with, or else its own parts if names begin with them.
pub(super) fn target<T>(names: &BTreeMap<Vec<Str>, T>, reference: &Traversal) -> Option<Vec<Str>> {
    let mut parts = vec![Str::new(reference.root())];
    let mut rest = reference.steps().iter().map_while(part);
    while !names.contains_key(&parts) {
        match rest.next() {
            Some(next) => parts.push(next),
            None => {
                let is_whole = below(names, &parts).next().is_some();
                return is_whole.then_some(parts);
            }
        }
    }
    Some(parts)
}

/// Returns the names that begin with these parts.
pub(super) fn below<'n, T>(
    names: &'n BTreeMap<Vec<Str>, T>,
    parts: &'n [Str],
) -> impl Iterator<Item = &'n Vec<Str>> {
    let from = names.range(parts.to_vec()..).map(|(name, _)| name);
    from.take_while(move |name| name.starts_with(parts))
}

fn part(step: &Step) -> Option<Str> {
    match step {
        Step::Attr(name) => Some(name.clone()),
        Step::Index(key) => key.as_str().map(Str::new),
    }
}
