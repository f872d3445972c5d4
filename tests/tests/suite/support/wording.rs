//! The messages of a source file, read from the file itself.

use std::iter::Peekable;
use std::path::Path;
use std::str::Chars;

/// The minimum length of a part of a message. Shorter parts are too common.
const LEAST_CHARS: usize = 9;

/// The messages in the string literals of a file, given by its path in the project, without placeholders: `"There is
/// no type {name:?}."` gives `There is no type`. Single words and tests do not count.
pub(crate) fn wordings(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with(['#']));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let literals = literals(&code);
    let parts = literals.iter().flat_map(|literal| literal.split('\0')).map(str::trim);
    let says = |part: &&str| part.chars().count() >= LEAST_CHARS && part.contains(' ');
    parts.filter(says).map(ToOwned::to_owned).collect()
}

/// The string literals in code, with a zero character for each `{…}`.
fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut chars = code.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '/' if chars.peek() == Some(&'/') => {
                chars.by_ref().find(|char| *char == '\n');
            }
            '\'' if chars.peek() == Some(&'"') => {
                chars.next();
            }
            '"' => found.push(literal(&mut chars)),
            _ => {}
        }
    }
    found
}

fn literal(chars: &mut Peekable<Chars<'_>>) -> String {
    let mut text = String::new();
    while let Some(char) = chars.next() {
        match char {
            '"' => break,
            '\\' => match chars.next() {
                Some('\n') => while chars.next_if(|char| char.is_whitespace()).is_some() {},
                Some('n') => text.push('\n'),
                Some(escaped) => text.push(escaped),
                None => break,
            },
            '{' | '}' if chars.next_if_eq(&char).is_some() => text.push(char),
            '{' if chars
                .peek()
                .is_some_and(|next| next.is_alphanumeric() || ":}".contains(*next)) =>
            {
                chars.by_ref().find(|char| *char == '}');
                text.push('\0');
            }
            char => text.push(char),
        }
    }
    text
}
