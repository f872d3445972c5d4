//! Cuts a native-syntax text into its items, so that each can be parsed alone.
//!
//! An item is an attribute or a block of a body, or a `key = value` pair of an object constructor.
//! It ends at a line end outside every bracket, template, heredoc and comment (a pair also at a
//! comma). Finding those ends takes no grammar, only the tokens that can hide a line end, so the
//! cut is linear, keeps its own bounded stack and says nothing about whether an item is valid.
//!
//! Items end where the reference's scanner (`hclsyntax/scan_tokens.rl`) ends them. That is before
//! hcl-edit would end them at a line end in a quoted string or behind a call or list, and at a
//! heredoc's delimiter on the first line or inside a directive. A delimiter with more behind it on its
//! line closes no heredoc.

use std::ops::Range;

pub(super) use self::found::{Found, FoundIn};
pub(super) use self::groups::{Group, Groups};
pub(super) use self::scan::{MAX_OPEN, continues_identifier};

mod found;
mod groups;
mod recover;
mod scan;
#[cfg(test)]
mod tests;

/// One item of a body or of an object constructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    /// From the first byte of the first token to the end of the last, without the blanks and
    /// comments around them. An item cut short by recovery may keep a trailing comment.
    pub(crate) span: Range<usize>,
    /// The first thing the item leaves open, if any.
    pub(crate) flaw: Option<Flaw>,
}

/// Something opened in an item and not closed as it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Flaw {
    pub(crate) kind: FlawKind,
    /// Where it was opened.
    pub(crate) at: usize,
}

/// What was left open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FlawKind {
    /// `(`, `[` or `{` without its closer.
    Bracket,
    /// `${` or `%{` without its `}`.
    Template,
    /// A quoted string that its line or the text ends.
    Quote,
    /// A heredoc without its closing line.
    Heredoc,
    /// `/*` without `*/`.
    Comment,
    /// More nested brackets and templates than any parser here follows.
    Depth,
}

/// Cuts `text` into the items of a body, in source order. Between them are only blanks and
/// comments. A byte-order mark is a token like any other: trim it first.
#[cfg(test)]
pub(crate) fn cut(text: &str) -> Vec<Item> {
    cut_range(text, 0..text.len())
}

/// Cuts a part of `text`, such as what is between the braces of a block, into the items of a body.
/// Spans are relative to the whole `text`.
pub(crate) fn cut_range(text: &str, range: Range<usize>) -> Vec<Item> {
    Scanner::new(text, range, &BODY).collect()
}

/// Cuts the same into groups of items, each of about so many bytes or of one item.
pub(super) fn groups(text: &str, range: Range<usize>, size: usize) -> Groups<'_> {
    Groups::new(text, range, size)
}

/// Cuts an object constructor, from its `{` to its `}`, into its `key = value` pairs. Between
/// them are only blanks, comments and single commas; a comma too many is an item of its own.
/// Returns `None` when `text` is not in braces or is a `for` expression.
pub(crate) fn cut_object(text: &str) -> Option<Vec<Item>> {
    text.strip_prefix('{')?.strip_suffix('}')?;
    let mut scanner = Scanner::new(text, 1..text.len() - 1, &OBJECT);
    scanner.skip_blanks();
    match scanner.rest().strip_prefix(b"for") {
        Some(rest) if !rest.first().is_some_and(|&byte| continues_identifier(byte)) => None,
        _ => Some(scanner.collect()),
    }
}

/// What is in `text`, which is an item or several.
pub(super) fn find(text: &str) -> Found {
    let mut scanner = Scanner::new(text, 0..text.len(), &BODY);
    scanner.found = Some(Found::default());
    while scanner.next().is_some() {}
    scanner.found.unwrap_or_default()
}

/// Whether something other than a quoted string is open at the end of a text: a bracket, a template
/// sequence, a heredoc or a comment. The text ends with a line end. What is wrong before that end
/// will not become right by what follows, so nothing is open then.
pub(crate) fn is_open(text: &str) -> bool {
    let mut scanner = Scanner::new(text, 0..text.len(), &BODY);
    loop {
        scanner.skip_blanks();
        if scanner.rest().is_empty() {
            return false;
        }
        scanner.scan_item();
        match scanner.flaw.map(|flaw| flaw.kind) {
            Some(kind) => return kind == FlawKind::Comment,
            None if !scanner.open.is_empty() => return true,
            None => {}
        }
    }
}

const BODY: Stops = stops(b"\n\"()[]{}#/<");
const OBJECT: Stops = stops(b"\n\"()[]{}#/<,");

/// The bytes a scan stops at, by byte value.
type Stops = [bool; 256];

const fn stops(bytes: &[u8]) -> Stops {
    let mut stops = [false; 256];
    let mut index = 0;
    while index < bytes.len() {
        stops[bytes[index] as usize] = true;
        index += 1;
    }
    stops
}

struct Scanner<'t> {
    /// The text up to where the scan ends.
    text: &'t [u8],
    stops: &'static Stops,
    pos: usize,
    /// What is open at `pos`, outermost first.
    open: Vec<Open>,
    /// The first flaw of the item.
    flaw: Option<Flaw>,
    /// The end of the item's last token before `run`.
    tokens_end: usize,
    /// The end of the item's last comment: tokens after it are not in `tokens_end` yet.
    run: usize,
    recoveries: usize,
    /// What was found on the way, if anyone wants to know.
    found: Option<Found>,
}

struct Open {
    mode: Mode,
    at: usize,
}

#[derive(Clone, PartialEq, Eq)]
enum Mode {
    /// `(` or `[`: which closes which is for the parser to say.
    Paren,
    Brace,
    /// Code between `${` or `%{` and its `}`.
    Template,
    Quote,
    Heredoc {
        delimiter: Range<usize>,
        /// Where the line behind the delimiter starts.
        lines: usize,
    },
}

impl Iterator for Scanner<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        self.skip_blanks();
        let start = self.pos;
        if start >= self.text.len() {
            return None;
        }
        self.open.clear();
        self.flaw = None;
        self.tokens_end = start;
        self.run = start;
        self.scan_item();
        if !self.open.is_empty() {
            self.recover(start);
        }
        // Only a comma with nothing before it leaves an item without a token.
        Some(Item { span: start..self.tokens_end.max(start + 1), flaw: self.flaw })
    }
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, range: Range<usize>, stops: &'static Stops) -> Self {
        let text = text.as_bytes();
        Self {
            text: text.get(..range.end).unwrap_or(text),
            stops,
            pos: range.start,
            open: Vec::new(),
            flaw: None,
            tokens_end: range.start,
            run: range.start,
            recoveries: 0,
            found: None,
        }
    }
}

impl Mode {
    const fn flaw(&self) -> FlawKind {
        match self {
            Self::Paren | Self::Brace => FlawKind::Bracket,
            Self::Template => FlawKind::Template,
            Self::Quote => FlawKind::Quote,
            Self::Heredoc { .. } => FlawKind::Heredoc,
        }
    }
}
