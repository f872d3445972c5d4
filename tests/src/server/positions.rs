//! Lines and characters, counted apart from the server, and the ranges in answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

/// The texts of documents and files by their URIs.
pub(crate) type Texts = BTreeMap<String, Arc<str>>;

/// The units that the characters of a line are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Units {
    Utf8,
    Utf16,
    Utf32,
}

impl Units {
    pub(crate) const ALL: [Self; 3] = [Self::Utf8, Self::Utf16, Self::Utf32];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf32 => "utf-32",
        }
    }

    fn count(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.encode_utf16().count(),
            Self::Utf32 => text.chars().count(),
        }
    }

    /// Returns the position of an offset. It must not be inside a line break.
    pub(crate) fn position(self, text: &str, offset: usize) -> Value {
        let before = lines(&text[..offset]);
        let last = before.last().copied().unwrap_or_default();
        json!({"line": before.len() - 1, "character": self.count(last)})
    }

    pub(crate) fn range(self, text: &str, start: usize, end: usize) -> Value {
        json!({"start": self.position(text, start), "end": self.position(text, end)})
    }

    /// Returns `true` if a position is between two characters of a text with these lines.
    fn is_in(self, lines: &[&str], position: &Value) -> bool {
        let number = |name| position[name].as_u64().and_then(|it| usize::try_from(it).ok());
        let (Some(line), Some(character)) = (number("line"), number("character")) else {
            return false;
        };
        let Some(line) = lines.get(line) else { return false };
        let mut count = 0;
        for c in line.chars() {
            if count >= character {
                break;
            }
            count += self.count(c.encode_utf8(&mut [0; 4]));
        }
        count == character
    }

    /// Returns the first range of an answer that is not one of the texts. `uri` is the document of the request.
    pub(crate) fn wrong_range(self, answer: &Value, uri: &str, texts: &Texts) -> Option<String> {
        Ranges { units: self, texts, lines: BTreeMap::new() }.wrong(answer, uri)
    }

    /// Returns the first semantic token that is not in a line of a text.
    pub(crate) fn wrong_token(self, data: &[u64], text: &str) -> Option<String> {
        let all = lines(text);
        let (mut line, mut start) = (0, 0);
        for token in data.chunks(5) {
            let [down, right, length, ..] = *token else { return Some("half a token".to_owned()) };
            (line, start) = (line + down, if down == 0 { start + right } else { right });
            let length_of = |text: &&str| self.count(text) as u64;
            let is_in = all.get(line as usize).is_some_and(|it| start + length <= length_of(it));
            if !is_in || length == 0 {
                return Some(format!("the token at {line}:{start} is not in {text:?}"));
            }
        }
        None
    }
}

/// A check of the ranges in an answer.
struct Ranges<'t> {
    units: Units,
    texts: &'t Texts,
    /// The lines of the texts that the answer is about.
    lines: BTreeMap<&'t str, Vec<&'t str>>,
}

impl Ranges<'_> {
    /// Returns the first range that is not one of the texts.
    fn wrong(&mut self, answer: &Value, uri: &str) -> Option<String> {
        match answer {
            Value::Array(items) => items.iter().find_map(|it| self.wrong(it, uri)),
            Value::Object(map) => {
                let own = map.get("uri").and_then(Value::as_str).unwrap_or(uri);
                if map.contains_key("start") && map.contains_key("end") {
                    return self.wrong_range(answer, own);
                }
                if let Some(line) = map.get("startLine") {
                    let start = json!({"line": line, "character": map.get("startCharacter")});
                    let end =
                        json!({"line": map.get("endLine"), "character": map.get("endCharacter")});
                    return self.wrong_range(&json!({"start": start, "end": end}), own);
                }
                map.iter().find_map(|(key, value)| {
                    let is_uri = key.starts_with("file://");
                    self.wrong(value, if is_uri { key } else { own })
                })
            }
            _ => None,
        }
    }

    fn wrong_range(&mut self, range: &Value, uri: &str) -> Option<String> {
        let Some((uri, text)) = self.texts.get_key_value(uri) else {
            return Some(format!("no text of {uri}"));
        };
        let lines = self.lines.entry(uri).or_insert_with(|| lines(text));
        let (start, end) = (&range["start"], &range["end"]);
        let order = |it: &Value| (it["line"].as_u64(), it["character"].as_u64());
        let is_in = |it: &Value| self.units.is_in(lines, it);
        let is_right = order(start) <= order(end) && is_in(start) && is_in(end);
        (!is_right).then(|| format!("the range {range} is not in {uri}: {text:?}"))
    }
}

/// Returns the lines without their breaks. The last one has none.
fn lines(text: &str) -> Vec<&str> {
    let (mut lines, mut rest) = (Vec::new(), text);
    while let Some(at) = rest.find(['\r', '\n']) {
        lines.push(&rest[..at]);
        let length = if rest[at..].starts_with("\r\n") { 2 } else { 1 };
        rest = &rest[at + length..];
    }
    lines.push(rest);
    lines
}
