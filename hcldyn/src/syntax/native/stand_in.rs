//! Objects with a key more than once.
//!
//! hcl-edit refuses a repeated key, the reference lets the last one win. Such a key is replaced by a
//! stand-in of the same length for hcl-edit; lowering reads names from the real text.

use std::ops::Range;

use hcl_edit::parser::{self, Error};
use hcl_edit::structure::Body;

/// How often an item is parsed again for repeated keys.
const MAX_ATTEMPTS: usize = 100;

/// How many bytes are parsed again for the repeated keys of one item: long items are parsed less
/// often.
const MAX_BYTES: usize = 32 << 20;

/// If an item was refused because of a repeated key, the item with stand-ins for such keys, and
/// where in the item they are.
pub(super) fn with_stand_ins(item: &str, refused: &Error) -> Option<(Body, Vec<Range<usize>>)> {
    let mut text = item.to_owned();
    let mut keys: Vec<Range<usize>> = Vec::new();
    let mut at = repeated_key(refused)?;
    for attempt in 0..MAX_ATTEMPTS.min(MAX_BYTES / item.len()) {
        let key = at..at + key_length(&item[at..])?;
        text.replace_range(key.clone(), &stand_in(attempt, key.len())?);
        if keys.last() != Some(&key) {
            keys.push(key);
        }
        match parser::parse_body(&text) {
            Ok(body) => return Some((body, keys)),
            Err(error) => at = repeated_key(&error)?,
        }
    }
    None
}

fn repeated_key(error: &Error) -> Option<usize> {
    error.message().contains("redefined object key").then(|| error.location().offset())
}

/// The length of a key that a name can stand in for: a name, a plain string, an integer.
fn key_length(text: &str) -> Option<usize> {
    match text.strip_prefix('"') {
        Some(string) => {
            let end = string.find(['"', '\\', '$', '%'])?;
            string[end..].starts_with('"').then_some(end + 2)
        }
        None => {
            let end = |c: char| !(c.is_alphanumeric() || c == '_' || c == '-');
            let length = text.find(end).filter(|_| !text.starts_with('-'))?;
            let is_fraction =
                text.starts_with(|c: char| c.is_ascii_digit()) && text[length..].starts_with('.');
            (length > 0 && !is_fraction).then_some(length)
        }
    }
}

/// A name of a length, hardly used by anyone.
fn stand_in(attempt: usize, length: usize) -> Option<String> {
    const LETTERS: &[u8] = b"ZQXJVWYKzqxjvwykABCDEFGHILMNOPRSTUabcdefghilmnoprstu_";
    let first = char::from(*LETTERS.get(attempt % LETTERS.len())?);
    let mut name = format!("{first}{attempt:02}_");
    while name.len() < length {
        name.push('Z');
    }
    name.truncate(length);
    Some(name)
}
