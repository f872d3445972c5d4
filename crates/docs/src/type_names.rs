//! Names of types and fields in other languages.

use std::collections::HashSet;

/// Returns some words in Pascal case, which Rust and TypeScript use for types. `nameless` is the name for words without letters
/// and digits, and is written before a name that begins with a digit.
pub(crate) fn in_pascal_case(words: &str, nameless: &str) -> String {
    let mut name = String::new();
    for word in words.split(|c: char| !c.is_ascii_alphanumeric()) {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    match name.chars().next() {
        None => nameless.to_owned(),
        Some(first) if first.is_ascii_digit() => format!("{nameless}{name}"),
        Some(_) => name,
    }
}

/// Adds a name to those that are taken, and returns it: the first of `wanted` that is free, or else `own` with a separator and
/// the first free number from 2.
pub(crate) fn reserve(
    taken: &mut HashSet<String>,
    wanted: &[&str],
    (own, separator): (&str, &str),
) -> String {
    let wanted = wanted.iter().map(|&name| name.to_owned());
    let numbered = (2..).map(|number: u64| format!("{own}{separator}{number}"));
    let name = wanted.chain(numbered).find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(name.clone());
    name
}
