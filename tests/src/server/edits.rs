//! Random edits of documents.

use serde_json::{Value, json};

use super::positions::Units;
use super::requests::offset;
use super::world::Document;
use crate::random::Random;

/// The texts that are inserted.
const PIECES: [&str; 36] = [
    "a",
    "port = 80\n",
    "server \"a\" {\n",
    "}",
    "{",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "${",
    "%{ if x }",
    "%{ for x in [1] }${x}%{ endfor }",
    "<<E\nx\nE\n",
    "<<-",
    "# c\n",
    "/*",
    "*/",
    ".",
    "var.a",
    "local.b + 1",
    "variable \"a\" {}\n",
    "locals {\n  b = 2\n}\n",
    "[for x in y : x.z]",
    "dynamic \"server\" {\n  for_each = []\n  content {\n    host = server.value\n  }\n}\n",
    "include {\n  files = [\"b.hcl\", \"c.hcl\"]\n}\n",
    "function \"f\" {\n  params = [x]\n  result = x\n}\n",
    "f(",
    "é😀",
    "\r\n",
    "\r",
    "\n",
    "\u{feff}",
    "\0",
    " = ",
    "upper(\"b\", ",
];

/// The length that deleted parts rarely exceed.
const SHORT: usize = 24;

/// The maximum length of a document.
const LONGEST: usize = 30_000;

/// Edits a document at random. Returns the changes for the server.
pub(super) fn edit(
    random: &mut Random,
    document: &mut Document,
    others: &[String],
    units: Units,
) -> Value {
    let mut text = document.text.clone();
    let mut changes = Vec::new();
    if let Some(before) = document.undo.last().filter(|_| random.percent(12)) {
        changes.push(whole_or_range(random, &text, before, units));
        text.clone_from(before);
    } else {
        let count = if random.percent(10) { 3 } else { 1 };
        for _ in 0..count {
            let (start, end, new) = change(random, &text, others);
            changes.push(json!({"range": units.range(&text, start, end), "text": new}));
            text.replace_range(start..end, &new);
        }
    }
    document.edit(text);
    Value::Array(changes)
}

/// Returns the change of one text to another.
fn whole_or_range(random: &mut Random, from: &str, to: &str, units: Units) -> Value {
    if random.percent(50) {
        return json!({"text": to});
    }
    json!({"range": units.range(from, 0, from.len()), "text": to})
}

/// Returns a range and its new text.
fn change(random: &mut Random, text: &str, others: &[String]) -> (usize, usize, String) {
    let start = offset(random, text);
    let length = if random.percent(5) { text.len() } else { SHORT };
    let rest = &text[start..];
    let most = rest.len().min(length);
    let cut = (0..=most).rev().find(|at| rest.is_char_boundary(*at)).unwrap_or_default();
    let end = start + offset(random, &rest[..cut]);
    // A line break of two characters is one, so no edit divides it.
    let is_divided = text[..end].ends_with('\r') && text[end..].starts_with('\n');
    let end = if is_divided { end + 1 } else { end };
    match random.below(10) {
        0..3 => (start, end, String::new()),
        3 if text.len() < LONGEST && !others.is_empty() => {
            let other = random.pick(others);
            let (from, to) = (offset(random, other), offset(random, other));
            (start, start, other[from.min(to)..from.max(to)].to_owned())
        }
        4 => (start, end, (*random.pick(&PIECES)).to_owned()),
        _ if text.len() >= LONGEST => (start, end, String::new()),
        _ => (start, start, (*random.pick(&PIECES)).to_owned()),
    }
}
