//! Names of types in other languages.

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
