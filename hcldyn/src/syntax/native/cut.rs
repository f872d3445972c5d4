//! Cuts a native-syntax text into its items, so that each can be parsed alone.
//!
//! An item is an attribute or a block of a body, or a `key = value` pair of an object constructor.
//! It ends at a line end outside every bracket, template, heredoc and comment (a pair also at a
//! comma). Finding those ends takes no grammar, only the tokens that can hide a line end, so the
//! cut is linear, keeps its own bounded stack and says nothing about whether an item is valid.
//!
//! Where the reference (`hclsyntax/scan_tokens.rl`) and hcl-edit disagree on a token's end, an
//! item ends where hcl-edit ends it when the reference rejects the text either way, and otherwise
//! where the reference does.

use std::ops::{ControlFlow, Range};

#[cfg(test)]
mod tests;

/// The deepest nesting the cut follows: hcl-edit refuses more than 64 levels, and one level opens
/// at most a string and a template sequence.
const MAX_OPEN: usize = 256;

/// How often an item left open may be ended early and the text behind it scanned again. The bound
/// keeps the cut linear.
const MAX_RECOVERIES: usize = 16;

const BODY: Stops = stops(b"\n\"()[]{}#/<");
const OBJECT: Stops = stops(b"\n\"()[]{}#/<,");
const QUOTE: Stops = stops(b"\n\"\\$%");
const HEREDOC: Stops = stops(b"\n$%");

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
pub(crate) fn cut(text: &str) -> Vec<Item> {
    cut_range(text, 0..text.len())
}

/// Cuts a part of `text`, such as what is between the braces of a block, into the items of a body.
/// Spans are relative to the whole `text`.
pub(crate) fn cut_range(text: &str, range: Range<usize>) -> Vec<Item> {
    Scanner::new(text, range, &BODY).collect()
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
    },
}

enum Comment {
    Ended(usize),
    Unclosed,
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
        }
    }

    fn rest(&self) -> &'t [u8] {
        self.text.get(self.pos..).unwrap_or_default()
    }

    /// Moves to the first byte of the next token. A lone carriage return counts as a blank.
    fn skip_blanks(&mut self) {
        while let Some(&byte) = self.text.get(self.pos) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.pos += 1,
                b'#' | b'/' => match self.comment() {
                    Some(Comment::Ended(end)) => self.pos = end,
                    Some(Comment::Unclosed) | None => return,
                },
                _ => return,
            }
        }
    }

    /// Scans from the item's first token to behind its end. At the end of the text `open` tells
    /// what is missing.
    fn scan_item(&mut self) {
        loop {
            let flow = match self.open.last().map(|open| &open.mode) {
                Some(Mode::Quote) => self.quote(),
                Some(Mode::Heredoc { delimiter }) => self.heredoc(delimiter.clone()),
                _ => self.code(),
            };
            if flow.is_break() {
                return;
            }
        }
    }

    /// Scans code until the item ends or another mode begins.
    fn code(&mut self) -> ControlFlow<()> {
        while let Some(byte) = self.next_stop(self.stops) {
            match byte {
                b'\n' | b',' if self.open.is_empty() => {
                    self.take_tokens(self.pos);
                    self.pos += 1;
                    return ControlFlow::Break(());
                }
                b'"' => return self.enter(Mode::Quote, 1),
                b'(' | b'[' => self.enter(Mode::Paren, 1)?,
                b'{' => self.enter(Mode::Brace, 1)?,
                b')' | b']' => self.close_paren(),
                b'}' => {
                    self.close_brace();
                    return ControlFlow::Continue(());
                }
                b'#' | b'/' => self.skip_comment()?,
                b'<' => {
                    if let Some(delimiter) = self.heredoc_delimiter() {
                        return self.enter_heredoc(delimiter);
                    }
                    self.pos += 1;
                }
                _ => self.pos += 1,
            }
        }
        self.take_tokens(self.pos);
        ControlFlow::Break(())
    }

    /// Scans a quoted string to behind its closing quote, to a template sequence or to the end of
    /// its line. The line end closes a string left open, so that its bracket count stays right.
    fn quote(&mut self) -> ControlFlow<()> {
        while let Some(byte) = self.next_stop(&QUOTE) {
            match byte {
                b'"' => {
                    self.pos += 1;
                    self.open.pop();
                    return ControlFlow::Continue(());
                }
                b'\n' => {
                    let opened = self.open.pop();
                    self.report(FlawKind::Quote, opened.map_or(self.pos, |open| open.at));
                    return ControlFlow::Continue(());
                }
                b'\\' => {
                    self.pos += if self.text.get(self.pos + 1) == Some(&b'\n') { 1 } else { 2 }
                }
                _ if self.rest().get(1) == Some(&b'{') => return self.enter(Mode::Template, 2),
                _ => self.skip_sigil(byte),
            }
        }
        ControlFlow::Break(())
    }

    /// Scans a heredoc to behind its closing delimiter or to a template sequence.
    fn heredoc(&mut self, delimiter: Range<usize>) -> ControlFlow<()> {
        while let Some(byte) = self.next_stop(&HEREDOC) {
            match byte {
                b'\n' => {
                    self.pos += 1;
                    if self.skip_delimiter(&delimiter) {
                        self.open.pop();
                        return ControlFlow::Continue(());
                    }
                }
                _ if self.rest().get(1) == Some(&b'{') => return self.enter(Mode::Template, 2),
                _ => self.skip_sigil(byte),
            }
        }
        ControlFlow::Break(())
    }

    /// Moves to the next byte that is one of `stops`, or to the end.
    fn next_stop(&mut self, stops: &Stops) -> Option<u8> {
        let rest = self.rest();
        match rest.iter().position(|&byte| stops[usize::from(byte)]) {
            Some(index) => {
                self.pos += index;
                Some(rest[index])
            }
            None => {
                self.pos = self.text.len();
                None
            }
        }
    }

    /// Opens `mode` with a token of `length` bytes, or gives the item up as nested too deep.
    fn enter(&mut self, mode: Mode, length: usize) -> ControlFlow<()> {
        if self.open.len() == MAX_OPEN {
            self.report(FlawKind::Depth, self.pos);
            return ControlFlow::Break(());
        }
        self.open.push(Open { mode, at: self.pos });
        self.pos += length;
        ControlFlow::Continue(())
    }

    fn enter_heredoc(&mut self, delimiter: Range<usize>) -> ControlFlow<()> {
        let line_end = if self.text.get(delimiter.end) == Some(&b'\r') { 2 } else { 1 };
        let length = delimiter.end + line_end - self.pos;
        self.enter(Mode::Heredoc { delimiter: delimiter.clone() }, length)?;
        if self.skip_delimiter(&delimiter) {
            self.open.pop();
        }
        ControlFlow::Continue(())
    }

    /// The delimiter of the heredoc that starts here: `<<` or `<<-`, an identifier, a line end.
    /// No valid code holds such a sequence otherwise, so what comes before it does not matter.
    fn heredoc_delimiter(&self) -> Option<Range<usize>> {
        let rest = self.rest().strip_prefix(b"<<")?;
        let rest = rest.strip_prefix(b"-").unwrap_or(rest);
        let length = identifier_length(rest)?;
        let line_end = &rest[length..];
        if !line_end.starts_with(b"\n") && !line_end.starts_with(b"\r\n") {
            return None;
        }
        let start = self.text.len() - rest.len();
        Some(start..start + length)
    }

    /// Moves behind the closing delimiter if the line that starts here begins with it.
    /// The reference wants it alone on the line, hcl-edit lets a `,` or `)` follow.
    fn skip_delimiter(&mut self, delimiter: &Range<usize>) -> bool {
        let rest = self.rest();
        let indent = rest.iter().take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
        let Some(after) = rest[indent..].strip_prefix(&self.text[delimiter.clone()]) else {
            return false;
        };
        if after.first().is_some_and(|&byte| continues_identifier(byte)) {
            return false;
        }
        self.pos = self.text.len() - after.len();
        true
    }

    /// Moves over a `$` or `%` that opens nothing, and over the escapes `$${` and `%%{`.
    fn skip_sigil(&mut self, sigil: u8) {
        self.pos += if self.rest().starts_with(&[sigil, sigil, b'{']) { 3 } else { 1 };
    }

    fn close_paren(&mut self) {
        self.open.pop_if(|open| open.mode == Mode::Paren);
        self.pos += 1;
    }

    /// Closes the innermost brace or template sequence and every parenthesis left open in it, so
    /// that a missing `)` does not swallow what follows the block.
    fn close_brace(&mut self) {
        while self.open.pop_if(|open| open.mode == Mode::Paren).is_some() {}
        self.open.pop_if(|open| matches!(open.mode, Mode::Brace | Mode::Template));
        self.pos += 1;
    }

    fn skip_comment(&mut self) -> ControlFlow<()> {
        match self.comment() {
            None => self.pos += 1,
            Some(Comment::Ended(end)) => {
                self.take_tokens(self.pos);
                self.pos = end;
                self.run = end;
            }
            Some(Comment::Unclosed) => {
                self.report(FlawKind::Comment, self.pos);
                self.take_tokens(self.text.len());
                self.pos = self.text.len();
                // What the comment hides may have closed the rest.
                self.open.clear();
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// The comment that starts here, if one does. A line comment ends before its line end.
    fn comment(&self) -> Option<Comment> {
        let rest = self.rest();
        if rest.starts_with(b"#") || rest.starts_with(b"//") {
            let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            return Some(Comment::Ended(self.pos + length));
        }
        let hidden = rest.strip_prefix(b"/*")?;
        Some(match hidden.windows(2).position(|pair| pair == b"*/") {
            Some(length) => Comment::Ended(self.pos + length + 4),
            None => Comment::Unclosed,
        })
    }

    /// Extends the item to the last token before `end`.
    fn take_tokens(&mut self, end: usize) {
        let run = trim_blanks_end(&self.text[self.run..end]);
        if !run.is_empty() {
            self.tokens_end = self.run + run.len();
        }
    }

    fn report(&mut self, kind: FlawKind, at: usize) {
        self.flaw.get_or_insert(Flaw { kind, at });
    }

    /// Ends the item left open before the next line that plainly starts another one, if there is
    /// one, otherwise with the text.
    fn recover(&mut self, start: usize) {
        let next =
            if self.recoveries < MAX_RECOVERIES { self.next_plain_start(start) } else { None };
        self.recoveries += 1;
        self.pos = next.unwrap_or(self.text.len());
        self.tokens_end = start + trim_blanks_end(&self.text[start..self.pos]).len();

        // A flaw behind the new end belongs to an item that is scanned again.
        self.flaw = self.flaw.filter(|flaw| flaw.at < self.pos);
        if let Some(open) = self.open.iter().rev().find(|open| open.at < self.pos) {
            self.report(open.mode.flaw(), open.at);
        }
    }

    /// The start of the first line behind the item's first opener that is indented as the item's
    /// own first line and starts as an item does.
    fn next_plain_start(&self, start: usize) -> Option<usize> {
        let before = &self.text[..start];
        let line = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |index| index + 1);
        let indent = &before[line..];
        if !trim_blanks_end(indent).is_empty() {
            return None;
        }
        let outermost = self.open.first()?;
        let mut line = outermost.at;
        while let Some(length) = self.text[line..].iter().position(|&byte| byte == b'\n') {
            line += length + 1;
            let Some(rest) = self.text[line..].strip_prefix(indent) else { continue };
            let plain = match plain_start(rest) {
                Some(b'{') => true,
                // An object or a block holds such lines itself; a list or a call does not.
                Some(b'=') => outermost.mode == Mode::Paren,
                _ => false,
            };
            if plain {
                return Some(line + indent.len());
            }
        }
        None
    }
}

impl Mode {
    fn flaw(&self) -> FlawKind {
        match self {
            Self::Paren | Self::Brace => FlawKind::Bracket,
            Self::Template => FlawKind::Template,
            Self::Quote => FlawKind::Quote,
            Self::Heredoc { .. } => FlawKind::Heredoc,
        }
    }
}

/// If the line starts with a name and labels, the `{` or `=` after them.
fn plain_start(mut line: &[u8]) -> Option<u8> {
    line = &line[identifier_length(line)?..];
    loop {
        let blanks = line.iter().take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
        line = &line[blanks..];
        line = match line {
            [b'=', b'=' | b'>', ..] => return None,
            [mark @ (b'{' | b'='), ..] => return Some(*mark),
            [b'"', label @ ..] => {
                let length = label.iter().position(|byte| matches!(byte, b'"' | b'\n'))?;
                label[length..].strip_prefix(b"\"")?
            }
            _ => &line[identifier_length(line)?..],
        };
    }
}

/// The length of the identifier at the start of `text`.
fn identifier_length(text: &[u8]) -> Option<usize> {
    let first = *text.first()?;
    if first == b'-' || first.is_ascii_digit() || !continues_identifier(first) {
        return None;
    }
    Some(text.iter().take_while(|&&byte| continues_identifier(byte)).count())
}

/// Whether `byte` can continue an identifier. A byte of a character beyond ASCII always does:
/// outside strings and comments such a character is part of an identifier or an error.
fn continues_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii()
}

fn trim_blanks_end(text: &[u8]) -> &[u8] {
    let length = text.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    &text[..length.map_or(0, |last| last + 1)]
}
