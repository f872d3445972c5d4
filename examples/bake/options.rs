//! The options of targets by their names, and how those of several targets are combined.

use std::collections::HashSet;
use std::hash::Hash;

use serde_json::{Map, Value};

use crate::language::Target;

/// The options of a target that are set, as they are printed.
pub(crate) type Options = Map<String, Value>;

/// The lists that replace inherited ones. Other lists are added to them.
const REPLACED: [&str; 4] = ["cache-to", "output", "platforms", "tags"];

/// Returns the options of a target. A null in a map leaves an inherited value.
pub(crate) fn options(target: &Target) -> Options {
    let Ok(Value::Object(mut options)) = serde_json::to_value(target) else {
        return Options::new();
    };
    for map in options.values_mut().filter_map(Value::as_object_mut) {
        map.retain(|_, value| !value.is_null());
    }
    options
}

/// Adds the options of another target, which take precedence.
pub(crate) fn merge(options: &mut Options, other: Options) {
    for (name, value) in other {
        match (options.get_mut(&name), value) {
            (_, Value::Null) => {}
            (Some(Value::Object(map)), Value::Object(added)) => map.extend(added),
            (Some(Value::Array(list)), Value::Array(added))
                if !REPLACED.contains(&name.as_str()) =>
            {
                let is_changed = !added.is_empty();
                list.extend(added);
                if is_changed && name == "cache-from" {
                    remove_repeated(list);
                }
            }
            (_, value) if name == "description" && value == "" => {}
            (_, value) => drop(options.insert(name, value)),
        }
    }
}

/// Removes repeated and empty entries.
pub(crate) fn normalize(options: &mut Options) {
    if text(options, "network") == "host" {
        list(options, "entitlements").push("network.host".into());
    }
    for (name, value) in &mut *options {
        match (name.as_str(), value) {
            ("output" | "cache-to" | "cache-from", Value::Array(list)) => remove_repeated(list),
            ("secret" | "ssh", Value::Array(list)) => keep_last_of(list, "id"),
            ("attest", Value::Array(list)) => keep_last_of(list, "type"),
            ("policy", _) => {}
            ("contexts", Value::Object(contexts)) => contexts.retain(|_, it| *it != ""),
            (_, Value::Array(list)) => keep_first(list),
            _ => {}
        }
    }
    options.retain(|name, value| {
        !(["output", "cache-to"].contains(&name.as_str()) && is_empty(value))
    });
}

/// Returns a string of an option or of an entry; empty if it is not set.
pub(crate) fn text<'o>(options: &'o Options, name: &str) -> &'o str {
    options.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the strings in a list or a map.
pub(crate) fn texts<'o>(options: &'o Options, name: &str) -> impl Iterator<Item = &'o str> + Clone {
    let value = options.get(name);
    let list = value.and_then(Value::as_array).into_iter().flatten();
    let map = value.and_then(Value::as_object).into_iter().flat_map(Map::values);
    list.chain(map).filter_map(Value::as_str)
}

/// Returns the entries of a list.
pub(crate) fn entries<'o>(options: &'o Options, name: &str) -> impl Iterator<Item = &'o Options> {
    let list = options.get(name).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_object)
}

/// Returns a list, to change it.
pub(crate) fn list<'o>(options: &'o mut Options, name: &str) -> &'o mut Vec<Value> {
    let value = options.entry(name).or_insert_with(|| Value::Array(Vec::new()));
    value.as_array_mut().expect("the option is a list")
}

/// Returns a map, to change it.
pub(crate) fn map<'o>(options: &'o mut Options, name: &str) -> &'o mut Options {
    let value = options.entry(name).or_insert_with(|| Value::Object(Map::new()));
    value.as_object_mut().expect("the option is a map")
}

/// Returns `true` for an empty list or map.
pub(crate) fn is_empty(value: &Value) -> bool {
    *value == Value::Array(Vec::new()) || *value == Value::Object(Map::new())
}

/// Removes empty strings, and values that occur earlier in the list.
pub(crate) fn keep_first<T: Clone + Eq + Hash + PartialEq<str>>(list: &mut Vec<T>) {
    let mut known = HashSet::new();
    list.retain(|it| *it != *"" && known.insert(it.clone()));
}

/// Replaces an entry by a later one with the same key, and removes entries without fields.
fn keep_last_of(list: &mut Vec<Value>, key: &str) {
    let mut kept: Vec<Value> = Vec::new();
    for entry in list.drain(..).filter(|it| !is_empty(it)) {
        match kept.iter_mut().find(|it| it.get(key) == entry.get(key)) {
            Some(earlier) => *earlier = entry,
            None => kept.push(entry),
        }
    }
    *list = kept;
}

/// Removes equal entries. As in buildx, the last entry takes the position of a removed one.
fn remove_repeated(list: &mut Vec<Value>) {
    for index in (0..list.len()).rev() {
        let later = list[index + 1..].iter().position(|it| *it == list[index]);
        if let Some(offset) = later {
            list.swap_remove(index + 1 + offset);
        }
    }
}
