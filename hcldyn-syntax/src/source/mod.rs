//! Texts, byte spans in them, and where a byte stands as line and column.
//!
//! A [`Source`] is one text with a name. A [`Span`] is a byte range of *some* text; a [`Place`] is a
//! span together with its text, so it can always be shown. There is no placeholder place: what has
//! no place in a text does not get one.

mod escape;
mod position;

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub use self::escape::{escape_controls, escape_line, is_unsafe_to_print, push_escape};
use self::position::LineIndex;
pub use self::position::Position;

/// The longest text that can be read, in bytes: spans are 32 bits wide.
pub const MAX_SOURCE_LEN: usize = (u32::MAX - 1) as usize;

/// One text with its name, shared by everything that was read from it.
///
/// Cloning copies a pointer.
#[derive(Clone)]
pub struct Source(Arc<SourceData>);

struct SourceData {
    name: String,
    text: String,
    kind: SourceKind,
    lines: OnceLock<LineIndex>,
}

/// How a text relates to what was to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SourceKind {
    /// It is that.
    Exact,
    /// Some of its bytes were no UTF-8.
    Lossy,
    /// There is none.
    Absent,
}

/// A byte range of a text: `start..end`, 0-based, end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A span of one [`Source`]: where something stands.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Place {
    source: Source,
    span: Span,
}

impl Source {
    /// Makes a source of a text. `name` is shown in messages; a path, or something like `<stdin>`.
    ///
    /// A text longer than [`MAX_SOURCE_LEN`] is not kept: the source is then empty, which callers
    /// that read files prevent by checking the length first.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::of_kind(SourceKind::Exact, name.into(), text.into())
    }

    /// A source of an input that has no text, such as a directory without files. There is only one place
    /// in it, which is the input as a whole: messages show it by its name, without line and column.
    pub fn without_text(name: impl Into<String>) -> Self {
        Self::of_kind(SourceKind::Absent, name.into(), String::new())
    }

    /// A source of a text in which a replacement character stands for bytes that are no UTF-8. What
    /// such a character stands in is no text that anybody wrote, and is not read.
    pub fn lossy(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::of_kind(SourceKind::Lossy, name.into(), text.into())
    }

    /// Whether there is a text to point into.
    pub fn has_text(&self) -> bool {
        self.0.kind != SourceKind::Absent
    }

    /// Whether bytes of the text were no UTF-8.
    pub fn is_lossy(&self) -> bool {
        self.0.kind == SourceKind::Lossy
    }

    /// Whether bytes in a span of the text were no UTF-8.
    pub fn is_damaged(&self, span: Span) -> bool {
        self.0.kind == SourceKind::Lossy && self.slice(span).contains(char::REPLACEMENT_CHARACTER)
    }

    /// The name that messages show.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The text of a span; empty where the span does not lie on character boundaries of this text.
    pub fn slice(&self, span: Span) -> &str {
        self.text().get(span.range()).unwrap_or_default()
    }

    /// The place of a span in this source.
    pub fn place(&self, span: Span) -> Place {
        Place { source: self.clone(), span }
    }

    /// Line and column of a byte offset. An offset past the end gives the position of the end.
    pub fn position(&self, offset: u32) -> Position {
        self.lines().position(self.text(), offset as usize)
    }

    /// The line of a byte offset, from 1: what [`Self::position`] says of it, without counting columns.
    pub fn line(&self, offset: usize) -> u32 {
        self.lines().line(offset.min(self.text().len())) as u32 + 1
    }

    /// The line that a byte offset lies in, without its line break.
    pub fn line_range(&self, offset: usize) -> Range<usize> {
        let (lines, text) = (self.lines(), self.text());
        let Range { start, end } = lines.line_range(text, lines.line(offset.min(text.len())));
        start..end - usize::from(text[start..end].ends_with('\r'))
    }

    fn of_kind(kind: SourceKind, name: String, mut text: String) -> Self {
        if text.len() > MAX_SOURCE_LEN {
            text.clear();
        }
        Self(Arc::new(SourceData { name, text, kind, lines: OnceLock::new() }))
    }

    fn lines(&self) -> &LineIndex {
        self.0.lines.get_or_init(|| LineIndex::new(self.text()))
    }
}

impl Span {
    /// A span from byte offsets.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The empty span at an offset.
    pub const fn empty(at: u32) -> Self {
        Self { start: at, end: at }
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span where this one starts.
    #[must_use]
    pub const fn at_start(self) -> Self {
        Self::empty(self.start)
    }

    /// Whether the span covers no byte.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The span as a range of `usize`, to index a text with.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl From<Range<usize>> for Span {
    /// Offsets past [`MAX_SOURCE_LEN`] are clamped; no [`Source`] has such offsets.
    fn from(range: Range<usize>) -> Self {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self { start: clamp(range.start), end: clamp(range.end) }
    }
}

impl Place {
    /// The text that the span lies in.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The byte range.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Line and column of the first byte.
    pub fn start(&self) -> Position {
        self.source.position(self.span.start)
    }

    /// Line and column one past the last byte.
    pub fn end(&self) -> Position {
        self.source.position(self.span.end)
    }

    /// The text that stands there.
    pub fn text(&self) -> &str {
        self.source.slice(self.span)
    }
}

/// Two sources are equal when they are the same one, not when their texts are.
impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Source {}

impl std::hash::Hash for Source {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?}, {} bytes)", self.name(), self.text().len())
    }
}

/// `name:line:column`, as editors and terminals make clickable; the name alone where there is no text.
/// Control characters of the name are escaped.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source.has_text() {
            true => write!(f, "{}:{}", escape_line(self.source.name()), self.start()),
            false => f.write_str(&escape_line(self.source.name())),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self}, bytes {}..{})", self.span.start, self.span.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_shows_line_and_column() {
        let source = Source::new("main.hcl", "a = 1\nbé = 2\n");
        let place = source.place(Span::new(10, 11));
        assert_eq!(place.to_string(), "main.hcl:2:4");
        assert_eq!(place.text(), "=");
    }

    #[test]
    fn a_place_without_a_text_is_a_name() {
        let place = Source::without_text("conf.d").place(Span::default());
        assert_eq!(place.to_string(), "conf.d");
        assert_eq!(Source::new("conf.d", "").place(Span::default()).to_string(), "conf.d:1:1");
    }

    #[test]
    fn spans_join() {
        assert_eq!(Span::new(4, 6).to(Span::new(1, 5)), Span::new(1, 6));
        assert!(Span::empty(3).is_empty());
    }

    #[test]
    fn a_span_inside_a_character_has_no_text() {
        let source = Source::new("x", "é");
        assert_eq!(source.slice(Span::new(1, 2)), "");
    }
}
