//! Sources, byte spans, and lines and columns.
//!
//! A [`Source`] is a source text with a name. A [`Span`] is a range of bytes of *some* source. A [`Place`] is
//! a span together with its source, so it can always be shown. No location is a placeholder.

mod edit;
mod escape;
mod position;

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

pub use self::edit::TextEdit;
pub use self::escape::{escape_controls, escape_line, is_unsafe_to_print, push_escape};
use self::position::LineIndex;
pub use self::position::{Columns, Position};

/// The maximum length of a source in bytes. Spans are 32 bits wide.
pub const MAX_SOURCE_LEN: usize = (u32::MAX - 1) as usize;

/// A source text with a name, shared by everything that was parsed from it.
///
/// Cloning copies a pointer.
///
/// ```
/// use hcldyn_syntax::source::{Source, Span};
///
/// let source = Source::new("a.hcl", "port = 80\nhost = \"a\"\n");
/// assert_eq!(source.slice(Span::new(10, 14)), "host");
/// assert_eq!(source.position(10).to_string(), "2:1");
/// assert_eq!((source.line(10), source.line_range(12)), (2, 10..20));
/// assert!(source.has_text() && !source.is_lossy());
///
/// // A folder without files has a name only.
/// let folder = Source::without_text("conf.d");
/// assert_eq!(folder.place(Span::empty(0)).to_string(), "conf.d");
///
/// // The byte 0xFF was not UTF-8.
/// let damaged = Source::lossy("b.hcl", "host = \"\u{fffd}\"");
/// assert!(damaged.is_damaged(Span::new(0, 12)) && !damaged.is_damaged(Span::new(0, 4)));
/// ```
#[derive(Clone)]
pub struct Source(Arc<SourceData>);

struct SourceData {
    name: String,
    text: String,
    kind: SourceKind,
    lines: OnceLock<LineIndex>,
}

/// The relation of a source to its input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SourceKind {
    /// The source text is the input.
    Exact,
    /// Some bytes of the input were not UTF-8.
    Lossy,
    /// The input has no text.
    Absent,
}

/// A byte range of a source: `start..end`, 0-based, end exclusive.
///
/// ```
/// use hcldyn_syntax::source::Span;
///
/// let (name, value) = (Span::new(0, 4), Span::new(7, 9));
/// assert_eq!(name.to(value).range(), 0..9);
/// assert_eq!(value.at_start(), Span::empty(7));
/// assert!(value.at_start().is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A span of one [`Source`]: a source location.
///
/// ```
/// use hcldyn_syntax::source::{Source, Span};
///
/// let place = Source::new("a.hcl", "port = 80").place(Span::new(7, 9));
/// assert_eq!((place.text(), place.span().range()), ("80", 7..9));
/// assert_eq!((place.start().column, place.end().column), (8, 10));
/// assert_eq!((place.to_string(), place.source().name()), ("a.hcl:1:8".to_owned(), "a.hcl"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Place {
    source: Source,
    span: Span,
}

impl Source {
    /// Creates a source. `name` is shown in messages: a path, or a name like `<stdin>`.
    ///
    /// If `text` is longer than [`MAX_SOURCE_LEN`], it is dropped and the source is empty. Callers that read
    /// files check the length first.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::of_kind(SourceKind::Exact, name.into(), text.into())
    }

    /// Creates a source for an input without text, such as a directory without files. Its only location is
    /// the input as a whole. Messages show it by its name, without line and column.
    pub fn without_text(name: impl Into<String>) -> Self {
        Self::of_kind(SourceKind::Absent, name.into(), String::new())
    }

    /// Creates a source from an input that is not UTF-8. `text` has replacement characters for the invalid
    /// bytes. Items with such characters are not decoded.
    pub fn lossy(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::of_kind(SourceKind::Lossy, name.into(), text.into())
    }

    /// Returns `true` if the input has text.
    pub fn has_text(&self) -> bool {
        self.0.kind != SourceKind::Absent
    }

    /// Returns `true` if some bytes of the input were not UTF-8.
    pub fn is_lossy(&self) -> bool {
        self.0.kind == SourceKind::Lossy
    }

    /// Returns `true` if some bytes in a span were not UTF-8.
    pub fn is_damaged(&self, span: Span) -> bool {
        self.0.kind == SourceKind::Lossy && self.slice(span).contains(char::REPLACEMENT_CHARACTER)
    }

    /// The name shown in messages.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The whole source text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns the source text of a span, empty if the span is not on character boundaries of this source.
    pub fn slice(&self, span: Span) -> &str {
        self.text().get(span.range()).unwrap_or_default()
    }

    /// Returns the location of a span in this source.
    pub fn place(&self, span: Span) -> Place {
        Place { source: self.clone(), span }
    }

    /// Returns the line and column of a byte offset. An offset past the end has the position of the end.
    pub fn position(&self, offset: u32) -> Position {
        self.lines().position(self.text(), offset as usize)
    }

    /// Returns the column of a byte offset in the units of other programs. An offset past the end has the position of the
    /// end.
    ///
    /// ```
    /// use hcldyn_syntax::source::Source;
    ///
    /// let columns = Source::new("a.hcl", "é😀 = 1").columns(7);
    /// assert_eq!((columns.utf8, columns.utf16, columns.scalar), (8, 5, 4));
    /// ```
    pub fn columns(&self, offset: u32) -> Columns {
        self.lines().columns(self.text(), offset as usize)
    }

    /// Returns the line of a byte offset, from 1, without counting columns.
    pub fn line(&self, offset: usize) -> u32 {
        self.lines().line(offset.min(self.text().len())) as u32 + 1
    }

    /// Returns the range of the line of a byte offset, without its line break.
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
    /// Creates a span from byte offsets.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Creates an empty span at an offset.
    pub const fn empty(at: u32) -> Self {
        Self { start: at, end: at }
    }

    /// Returns the smallest span that covers both.
    #[must_use]
    #[inline]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the empty span where this one starts.
    #[must_use]
    pub const fn at_start(self) -> Self {
        Self::empty(self.start)
    }

    /// Returns `true` if the span contains no bytes.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Returns the span as a range of `usize`, to index a string with.
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
    /// The source of the span.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The byte range.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The line and column of the first byte.
    pub fn start(&self) -> Position {
        self.source.position(self.span.start)
    }

    /// The line and column one past the last byte.
    pub fn end(&self) -> Position {
        self.source.position(self.span.end)
    }

    /// The source text of the span.
    pub fn text(&self) -> &str {
        self.source.slice(self.span)
    }
}

/// Two sources are equal if they are the same object, not if their texts are equal.
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

/// Writes `name:line:column`, which editors and terminals make clickable, or only the name if the source has
/// no text. Control characters in the name are escaped.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.source.has_text() {
            write!(f, "{}:{}", escape_line(self.source.name()), self.start())
        } else {
            f.write_str(&escape_line(self.source.name()))
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
