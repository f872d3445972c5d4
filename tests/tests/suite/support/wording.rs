//! The messages of a source file, read from the file itself.

use super::sources::Code;

/// The minimum length of a part of a message. Shorter parts are too common.
const LEAST_CHARS: usize = 9;

/// The messages in the string literals of a file, by its path in the repository, without placeholders:
/// `"The type {name:?} does not exist."` gives `There is no type`. Single words and tests do not count.
pub(crate) fn wordings(file: &str) -> Vec<String> {
    let literals = Code::of(file).strings;
    let parts = literals.iter().flat_map(|literal| parts(literal));
    let parts = parts.map(|part| part.trim().to_owned());
    parts.filter(|part| part.chars().count() >= LEAST_CHARS && part.contains(' ')).collect()
}

/// The parts of a string between its placeholders.
fn parts(literal: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut chars = literal.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '{' | '}' if chars.next_if_eq(&char).is_some() => parts.last_mut().unwrap().push(char),
            '{' if chars.peek().is_some_and(|it| it.is_alphanumeric() || ":}".contains(*it)) => {
                chars.by_ref().find(|char| *char == '}');
                parts.push(String::new());
            }
            char => parts.last_mut().unwrap().push(char),
        }
    }
    parts
}
