//! Secrets of a source in JSON syntax.

use hcldyn_syntax::parser::unescape_quoted;

use super::names::{Matcher, SensitiveNames};
use super::secrets::{Secret, Secrets};

/// Finds the values of sensitive properties. A source that is not valid JSON is reported as broken.
pub(super) fn find(text: &str, names: &SensitiveNames) -> Secrets {
    let mut finder = Finder {
        text,
        at: 0,
        names: Matcher::new(names),
        property: None,
        open: Vec::new(),
        is_broken: false,
        values: Vec::new(),
    };
    while let Some(byte) = text.as_bytes().get(finder.at) {
        finder.token(*byte);
    }
    let is_broken = finder.is_broken || !finder.open.is_empty();
    let unclosed = finder.open.into_iter().filter_map(|open| open.property);
    finder.values.extend(unclosed.map(|(start, name)| secret(start, text.len(), name)));
    Secrets { values: finder.values, is_broken }
}

struct Finder<'a> {
    text: &'a str,
    at: usize,
    names: Matcher<'a>,
    /// The sensitive property whose value comes next.
    property: Option<String>,
    open: Vec<Open>,
    is_broken: bool,
    values: Vec<Secret>,
}

/// An open object or array.
struct Open {
    closer: u8,
    /// The start of the value and the name, for a sensitive property.
    property: Option<(usize, String)>,
}

impl Finder<'_> {
    fn token(&mut self, first: u8) {
        let start = self.at;
        self.at += 1;
        match first {
            b'{' | b'[' => {
                let closer = if first == b'{' { b'}' } else { b']' };
                let property = self.property.take().map(|name| (start, name));
                self.open.push(Open { closer, property });
            }
            b'}' | b']' => {
                let open = self.open.pop();
                self.is_broken |= open.as_ref().is_none_or(|open| open.closer != first);
                if let Some((start, name)) = open.and_then(|open| open.property) {
                    self.values.push(secret(start, self.at, name));
                }
            }
            b'"' => {
                self.at = self.end_of_string();
                if self.text[self.at..].trim_start().starts_with(':') {
                    self.property(start);
                } else {
                    self.scalar(start);
                }
            }
            b':' | b',' | b' ' | b'\t' | b'\n' | b'\r' => {}
            _ => {
                let is_end = |byte: u8| b"{}[],:\" \t\r\n".contains(&byte);
                let length = self.text.as_bytes()[self.at..].iter().position(|byte| is_end(*byte));
                self.at = length.map_or(self.text.len(), |length| self.at + length);
                self.is_broken |= self.open.is_empty() || !b"-0123456789tfn".contains(&first);
                self.scalar(start);
            }
        }
    }

    /// Returns the end of a string whose opening quote was taken.
    fn end_of_string(&self) -> usize {
        let mut is_escaped = false;
        for (at, byte) in self.text.bytes().enumerate().skip(self.at) {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => return at + 1,
                _ => {}
            }
        }
        self.text.len()
    }

    fn property(&mut self, start: usize) {
        let name = unescape_quoted(&self.text[start + 1..self.at - 1]);
        self.property = self.names.is_sensitive(&name).then(|| name.into_owned());
    }

    fn scalar(&mut self, start: usize) {
        if let Some(name) = self.property.take() {
            self.values.push(secret(start, self.at, name));
        }
    }
}

fn secret(start: usize, end: usize, name: String) -> Secret {
    Secret { range: start..end, name, is_reference: false }
}
