//! The options of targets by their names, and how those of several targets are combined.

use std::collections::HashSet;
use std::hash::Hash;

use serde_json::{Map, Value, json};

use crate::language::Target;

/// The options of a target that are set, as they are printed.
pub(crate) type Options = Map<String, Value>;

/// The lists that replace inherited ones. Other lists are added to them.
pub(crate) const REPLACED: [&str; 4] = ["cache-to", "output", "platforms", "tags"];

/// Returns the options of a target. A null leaves an inherited value.
pub(crate) fn options(target: &Target) -> Options {
    let options = serde_json::to_value(target).expect("all keys are strings");
    let mut options = options.as_object().cloned().unwrap_or_default();
    options.retain(|_, value| !value.is_null());
    for map in options.values_mut().filter_map(Value::as_object_mut) {
        map.retain(|_, value| !value.is_null());
    }
    options
}

/// Adds the options of another target, which take precedence. Its lists of these names replace those of the target.
pub(crate) fn merge(options: &mut Options, other: Options, replaced: &[&str]) {
    for (name, value) in other {
        match (options.get_mut(&name), value) {
            (Some(Value::Object(map)), Value::Object(added)) => map.extend(added),
            (Some(Value::Array(list)), Value::Array(added))
                if !replaced.contains(&name.as_str()) =>
            {
                list.extend(added);
                if name == "cache-from" {
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
    if options.get("network").is_some_and(|it| it == "host") {
        add(options, "entitlements", ["network.host".into()]);
    }
    for (name, value) in &mut *options {
        match (name.as_str(), value) {
            ("output" | "cache-to" | "cache-from", Value::Array(list)) => remove_repeated(list),
            ("secret" | "ssh", Value::Array(list)) => keep_last_of(list, "id"),
            ("attest", Value::Array(list)) => keep_last_of(list, "type"),
            ("contexts", Value::Object(contexts)) => contexts.retain(|_, it| *it != ""),
            (_, Value::Array(list)) => keep_first(list),
            _ => {}
        }
    }
    options.retain(|name, value| match name.as_str() {
        "output" | "cache-to" => *value != json!([]),
        _ => true,
    });
}

/// Returns the strings in a list or a map.
pub(crate) fn texts<'o>(options: &'o Options, name: &str) -> impl Iterator<Item = &'o str> + Clone {
    let value = options.get(name);
    let list = value.and_then(Value::as_array).into_iter().flatten();
    let map = value.and_then(Value::as_object).into_iter().flat_map(Map::values);
    list.chain(map).filter_map(Value::as_str)
}

/// Adds values to a list.
pub(crate) fn add(options: &mut Options, name: &str, values: impl IntoIterator<Item = Value>) {
    let list = options.entry(name).or_insert_with(|| Value::Array(Vec::new()));
    if let Some(list) = list.as_array_mut() {
        list.extend(values);
    }
}

/// Removes empty strings, and values that occur earlier in the list.
pub(crate) fn keep_first<T: Clone + Eq + Hash + PartialEq<str>>(list: &mut Vec<T>) {
    let mut known = HashSet::new();
    list.retain(|it| *it != *"" && known.insert(it.clone()));
}

/// Replaces an entry by a later one with the same key.
fn keep_last_of(list: &mut Vec<Value>, key: &str) {
    let mut kept: Vec<Value> = Vec::new();
    for entry in list.drain(..) {
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
