//! The content of JSON strings, with the source location of each part.

use std::borrow::Cow;
use std::ops::Range;

use hcldyn_syntax::json::{Escape, escape};

use crate::source::Span;

/// The content of a string, without quotes and escapes.
#[derive(Debug)]
pub(super) struct Unescaped<'t> {
    pub(super) text: Cow<'t, str>,
    /// The offset of the content in the source.
    start: u32,
    /// The offsets of corresponding bytes in content and source after each escape.
    jumps: Vec<(u32, u32)>,
}

impl<'t> Unescaped<'t> {
    /// Resolves the escapes of a string. `start` is the offset of its opening quote in the source.
    ///
    /// # Errors
    ///
    /// Returns the span of an unpaired surrogate, which JSON syntax allows although it is not a character.
    pub(super) fn new(quoted: &'t str, start: u32) -> Result<Self, Span> {
        let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
        let start = start + 1;
        let (mut text, mut jumps, mut at) = (String::new(), Vec::new(), 0);
        while let Some(length) = inner[at..].find('\\') {
            text.push_str(&inner[at..at + length]);
            at += length;
            let Ok(Escape { character: Some(character), end }) = escape(inner, at) else {
                let start = start + at as u32;
                return Err(Span::new(start, start + HEX_LENGTH));
            };
            text.push(character);
            at = end;
            jumps.push((text.len() as u32, start + at as u32));
        }
        if jumps.is_empty() {
            return Ok(Self { text: inner.into(), start, jumps });
        }
        text.push_str(&inner[at..]);
        Ok(Self { text: text.into(), start, jumps })
    }

    /// Returns the range of the content in the source. Returns `None` if it has escapes.
    pub(super) fn range(&self) -> Option<Range<usize>> {
        let start = self.start as usize;
        self.jumps.is_empty().then_some(start..start + self.text.len())
    }

    /// Returns the span in the source for a span in the content.
    pub(super) fn in_source(&self, span: Span) -> Span {
        Span::new(self.offset(span.start), self.offset(span.end))
    }

    fn offset(&self, at: u32) -> u32 {
        let before = self.jumps.partition_point(|(text, _)| *text <= at);
        let (text, source) = self.jumps[..before].last().copied().unwrap_or((0, self.start));
        source + (at - text)
    }
}

/// The length of `\uXXXX`.
const HEX_LENGTH: u32 = 6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved_and_mapped_to_the_source() {
        let quoted = r#""a\n\u00e9b\ud83d\ude00\"c/\/""#;
        let unescaped = Unescaped::new(quoted, 10).unwrap();
        assert_eq!(unescaped.text, "a\n\u{e9}b\u{1f600}\"c//");
        let written = |part: &str| {
            let at = unescaped.text.find(part).unwrap() as u32;
            let span = unescaped.in_source(Span::new(at, at + part.len() as u32));
            &quoted[span.start as usize - 10..span.end as usize - 10]
        };
        assert_eq!(written("a"), "a");
        assert_eq!(written("\n"), r"\n");
        assert_eq!(written("\u{e9}b"), r"\u00e9b");
        assert_eq!(written("\u{1f600}"), r"\ud83d\ude00");
        assert_eq!(written("\"c"), r#"\"c"#);
        assert_eq!(written("//"), r"/\/");
    }

    #[test]
    fn unpaired_surrogates_are_rejected() {
        let at = |quoted: &str| Unescaped::new(quoted, 0).unwrap_err();
        assert_eq!(at(r#""a\ud800""#), Span::new(2, 8));
        assert_eq!(at(r#""\ud800\u0041""#), Span::new(1, 7));
        assert_eq!(at(r#""\udc00\ud800""#), Span::new(1, 7));
        assert_eq!(at(r#""\ud800x""#), Span::new(1, 7));
    }
}
