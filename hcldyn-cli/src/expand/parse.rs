//! The file as hcl-edit reads it.

use std::ops::Range;

use hcl_edit::parser::{self, Error};
use hcl_edit::structure::Body;

/// How many repeated keys are worked around. The text is read again for each.
const MAX_REPEATED_KEYS: usize = 64;

/// What stands where in a text. hcl-edit refuses an object with a key more than once, which HCL
/// allows; such keys are read under another name of the same length. Nothing depends on the names
/// here, only on the places.
pub(super) fn parse(text: &str) -> Result<Body, Error> {
    let mut result = parser::parse_body(text);
    let mut text = text.to_owned();
    for number in 0..MAX_REPEATED_KEYS {
        let Err(error) = &result else { break };
        let Some(key) = repeated_key(error, &text) else { break };
        text.replace_range(key.clone(), &other_name(number, key.len()));
        result = parser::parse_body(&text);
    }
    result
}

/// The name that an error says is repeated, without quotes.
fn repeated_key(error: &Error, text: &str) -> Option<Range<usize>> {
    if !error.message().contains("redefined object key") {
        return None;
    }
    let at = error.location().offset();
    let start = if text[at..].starts_with('"') { at + 1 } else { at };
    let is_in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let rest = &text[start..];
    let name = &rest[..rest.find(|c| !is_in_name(c)).unwrap_or(rest.len())];
    (!name.is_empty()).then(|| start..start + name.len())
}

/// A name of a length, another one for each number as long as there are enough.
fn other_name(mut number: usize, length: usize) -> String {
    const LETTERS: &[u8] = b"QJXZKVWYPGHBFMUDCLSINTOARE";
    let letter = |_| {
        let letter = LETTERS[number % LETTERS.len()];
        number /= LETTERS.len();
        char::from(letter)
    };
    (0..length).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_keys_are_read() {
        for text in ["a = { x = 1, x = 2, x = 3 }", "a = [{ \"é y\" = 1, é = 1, é = 2 }]", "a = {}"]
        {
            let body = parse(text).unwrap();
            assert_eq!(hcl_edit::Span::span(&body), Some(0..text.len()));
        }
    }

    #[test]
    fn as_many_repeated_keys_are_read_as_may_be() {
        let repeated = |times| parse(&format!("a = {{ key = 0{} }}", ", key = 1".repeat(times)));
        assert!(repeated(MAX_REPEATED_KEYS).is_ok());
        let error = repeated(MAX_REPEATED_KEYS + 1).unwrap_err();
        assert!(error.message().contains("redefined object key"), "{error}");
    }

    #[test]
    fn other_errors_are_told() {
        assert!(parse("a = = 1").is_err());
        assert!(parse("a = { (x) = 1, (x) = 2 }").is_err());
    }
}
