//! Completion of references: the names that blocks define, and the members of variables.

use std::collections::BTreeMap;

use hcldyn_core::cty::{Kind, Type, Value};
use hcldyn_syntax::lexer::{is_name, is_name_part};

use super::order::likeness;
use super::{Candidate, CompletionKind, Order, Site};
use crate::ide::cursor::{Key, ValuePlace};
use crate::ide::names::{Definition, Names};

/// The group of the names that are known, and of those that other references have.
const KNOWN: u8 = 0;
const USED: u8 = 1;

/// The maximum number of names on a line that are compared with a completion.
const MAX_NAMES: usize = 50;

/// Returns the variables of the program, the local names at the cursor, and the first parts of the names that blocks
/// define, such as `var`.
pub(super) fn roots<'s>(
    site: &Site<'s>,
    place: &ValuePlace<'_>,
    order: Order,
) -> Vec<Candidate<'s>> {
    let names = Names::around(site.snapshot, site.file);
    let context = &site.file.language.context;
    let (file, offset) = (site.file.source.name(), site.cursor.word.start);
    let is_known = |it: &&&Definition| !it.is_function && it.is_known_at(file, offset);
    let known = names.definitions.iter().filter(is_known);
    let defined = known.filter_map(|it| it.parts.first().cloned());
    let given = context.variable_names().chain(context.runtime_names()).chain(repetition(site));
    let mut found = used_after(&names, &[]);
    for name in given.map(str::to_owned).chain(defined) {
        found.entry(name).or_default();
    }
    let candidate = |(name, count): (String, u32)| {
        let order = order.likely(count + likeness_at(site, &name, place));
        site.candidate(name, CompletionKind::Variable, order)
    };
    found.into_iter().map(candidate).collect()
}

/// Returns the names that may follow the path before the cursor, such as `var.`.
pub(super) fn parts<'s>(site: &Site<'s>, place: &ValuePlace<'_>) -> Vec<Candidate<'s>> {
    let path = path_before(site.before());
    let names = Names::around(site.snapshot, site.file);
    let variables = names.definitions.iter().filter(|it| !it.is_function);
    let defined = variables.filter_map(|definition| {
        let rest = definition.parts.strip_prefix(&*path)?;
        rest.first().cloned()
    });
    let known = defined.chain(members(site, &names, &path)).chain(attributes(site, &path));
    let used = used_after(&names, &path);
    let mut groups: BTreeMap<_, _> = used.keys().map(|name| (name.clone(), USED)).collect();
    groups.extend(known.map(|name| (name, KNOWN)));
    let candidate = |(name, group): (String, u8)| {
        let count = used.get(&name).copied().unwrap_or_default();
        let likely = 100 * likeness_at(site, &name, place) + count.min(99);
        site.candidate(name, CompletionKind::Variable, Order::of_group(group).likely(likely))
    };
    groups.into_iter().filter(|(name, _)| is_name(name)).map(candidate).collect()
}

/// Returns how much a name has in common with the attribute or the key that it would be the value of, with the labels of the
/// blocks around it, and with the other names on its line.
fn likeness_at(site: &Site<'_>, name: &str, place: &ValuePlace<'_>) -> u32 {
    let key = place.path.iter().flatten().rev().find_map(|key| match key {
        Key::Name(key) => Some(*key),
        Key::Index(_) => None,
    });
    let of = |wanted| likeness(name, wanted);
    let own = key.map_or(0, of).max(of(place.attribute));
    let labels = site.cursor.blocks.iter().flat_map(|block| &block.labels);
    let around = labels.copied().chain(names_on_line(site));
    2 * own + around.map(of).max().unwrap_or_default()
}

/// Returns the names on the line of the cursor, except the one at the cursor.
fn names_on_line<'s>(site: &Site<'s>) -> impl Iterator<Item = &'s str> {
    let before = site.before().rsplit('\n').next().unwrap_or_default();
    let after = site.after().split('\n').next().unwrap_or_default();
    let names = [before, after].into_iter().flat_map(|it| it.split(|c| !is_name_part(c)));
    names.filter(|name| !name.is_empty()).take(MAX_NAMES)
}

/// Returns the names that follow a path in the references of the folder, with their numbers.
fn used_after(names: &Names<'_>, path: &[String]) -> BTreeMap<String, u32> {
    let mut used = BTreeMap::new();
    for parts in names.paths() {
        if let Some([next, ..]) = parts.strip_prefix(path) {
            *used.entry(next.clone()).or_default() += 1;
        }
    }
    used
}

/// Returns the members of what a path refers to.
fn members(site: &Site<'_>, names: &Names<'_>, path: &[String]) -> Vec<String> {
    let (file, offset) = (site.file.source.name(), site.cursor.word.start);
    let is_local = |name: &&Definition| {
        name.scope.is_some() && name.is_known_at(file, offset) && path.starts_with(&name.parts)
    };
    // The innermost one comes last.
    if let Some(local) = names.definitions.iter().rev().copied().find(is_local) {
        return local.members.names(&path[1..], names, &site.file.language);
    }
    if let Some((definition, parts)) = names.prefix_of(path) {
        let members = &names.definitions[definition].members;
        return members.names(&path[parts..], names, &site.file.language);
    }
    let of_repetition: &[&str] = match path {
        [root] if root == "each" => &["key", "value"],
        [root] if root == "count" => &["index"],
        _ => &[],
    };
    let is_repeated = path.first().is_some_and(|root| repetition(site).contains(&&**root));
    of_repetition.iter().filter(|_| is_repeated).map(|it| (*it).to_owned()).collect()
}

/// Returns the names that a repetition of the blocks around the cursor gives: `each` and `count`.
fn repetition(site: &Site<'_>) -> Vec<&'static str> {
    let text = |span| site.file.source.slice(span);
    let at = site.cursor.word.start;
    let around = site.file.tree().all_items().into_iter().filter(|(item, _)| {
        let range = item.span.range();
        range.start <= at && at <= range.end && text(item.name) != "dynamic"
    });
    let written = around.flat_map(|(item, _)| item.items.iter().flatten());
    let names = written.filter_map(|item| match text(item.name) {
        "for_each" => Some("each"),
        "count" => Some("count"),
        _ => None,
    });
    names.collect()
}

/// Returns the attributes of a variable of the program. Those of a marked value may be secret, so they are left out.
fn attributes(site: &Site<'_>, path: &[String]) -> Vec<String> {
    let Some((root, steps)) = path.split_first() else { return Vec::new() };
    let root = site.file.language.context.variable(root).cloned();
    let step = |value: Option<Value>, name: &String| {
        value.filter(|value| !value.is_marked())?.get(name.as_str()).cloned()
    };
    let Some(value) = steps.iter().fold(root, step).filter(|value| !value.is_marked()) else {
        return Vec::new();
    };
    match (value.kind(), value.ty()) {
        (Kind::Map(map), _) => map.iter().map(|(key, _)| key.to_string()).collect(),
        (_, Type::Object(object)) => object.iter().map(|(name, _)| name.to_string()).collect(),
        _ => Vec::new(),
    }
}

/// Returns the names before a dot at the end of a text, the outermost first.
fn path_before(text: &str) -> Vec<String> {
    let start = text.trim_end_matches(|c| is_name_part(c) || c == '.').len();
    let names = text[start..].split('.').map(str::to_owned);
    let mut names: Vec<_> = names.collect();
    // After the last dot is the cursor.
    names.pop();
    names
}
