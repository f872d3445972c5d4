//! Finds where an item ends: the modes of the scanner and the tokens that change them.

use std::ops::{ControlFlow, Range};

use super::found::Brace;
use super::{Flaw, FlawKind, Mode, Open, Scanner, Stops, stops};

/// The deepest nesting the cut follows: hcl-edit refuses more than 64 levels, and one level opens
/// at most a string and a template sequence.
pub(in crate::syntax::native) const MAX_OPEN: usize = 256;

const QUOTE: Stops = stops(b"\n\"\\$%");
const HEREDOC: Stops = stops(b"\n$%");

enum Comment {
    Ended(usize),
    Unclosed,
}

impl<'t> Scanner<'t> {
    pub(super) fn rest(&self) -> &'t [u8] {
        self.text.get(self.pos..).unwrap_or_default()
    }

    /// Moves to the first byte of the next token. A lone carriage return counts as a blank.
    pub(super) fn skip_blanks(&mut self) {
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
    pub(super) fn scan_item(&mut self) {
        loop {
            let flow = match self.open.last().map(|open| &open.mode) {
                Some(Mode::Quote) => self.quote(),
                Some(Mode::Heredoc { .. }) => self.heredoc(),
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
        let start = self.pos;
        let mut is_plain = true;
        while let Some(byte) = self.next_stop(&QUOTE) {
            match byte {
                b'"' => {
                    if is_plain {
                        self.note_literal(start..self.pos);
                    }
                    self.pos += 1;
                    if let Some(quote) = self.open.pop() {
                        self.forget_key(quote.at);
                    }
                    return ControlFlow::Continue(());
                }
                b'\n' => {
                    self.report_open(self.open.len() - 1);
                    self.end_quote();
                    return ControlFlow::Continue(());
                }
                b'\\' => {
                    is_plain = false;
                    self.pos += if self.text.get(self.pos + 1) == Some(&b'\n') { 1 } else { 2 }
                }
                _ if self.rest().get(1) == Some(&b'{') => {
                    if is_plain {
                        self.note_literal(start..self.pos);
                    }
                    return self.enter(Mode::Template, 2);
                }
                _ => self.skip_sigil(byte),
            }
        }
        ControlFlow::Break(())
    }

    /// Closes the string that the line end ends. A label left open hides the brace of its block.
    fn end_quote(&mut self) {
        let Some(quote) = self.open.pop() else { return };
        let line = self.text[..self.pos].split(|&byte| byte == b'\n').next_back();
        let line = trim_blanks_end(line.unwrap_or_default());
        let is_label = self.open.is_empty() && !line.contains(&b'=') && line.ends_with(b"{");
        if is_label && quote.mode == Mode::Quote {
            self.open.push(Open { mode: Mode::Brace, at: self.pos - 1 });
        }
    }

    /// Scans a heredoc to behind its closing delimiter or to a template sequence.
    fn heredoc(&mut self) -> ControlFlow<()> {
        let start = self.pos;
        while let Some(byte) = self.next_stop(&HEREDOC) {
            match byte {
                b'\n' => {
                    let line_end = self.pos;
                    self.pos += 1;
                    if self.close_heredoc() {
                        let literal = self.text[start..line_end].strip_suffix(b"\r");
                        let end = literal.map_or(line_end, |literal| start + literal.len());
                        self.note_literal(start..end);
                        return ControlFlow::Continue(());
                    }
                }
                _ if self.rest().get(1) == Some(&b'{') => {
                    self.note_literal(start..self.pos);
                    return self.enter(Mode::Template, 2);
                }
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
        self.enter(
            Mode::Heredoc { delimiter: delimiter.clone(), lines: self.pos + length },
            length,
        )?;
        self.close_heredoc();
        ControlFlow::Continue(())
    }

    /// Closes the innermost heredoc if the line that starts here is its delimiter.
    fn close_heredoc(&mut self) -> bool {
        let Some(Open { mode: Mode::Heredoc { delimiter, lines }, at }) = self.open.last() else {
            return false;
        };
        let Some(closer) = self.closing_delimiter(delimiter) else { return false };
        if let Some(found) = &mut self.found
            && *lines == self.pos
        {
            found.empty_heredocs.push(*at..closer.end);
        }
        self.open.pop();
        self.pos = closer.end;
        true
    }

    fn note_literal(&mut self, literal: Range<usize>) {
        if let Some(found) = &mut self.found
            && !literal.is_empty()
        {
            found.literals.push(literal);
        }
    }

    /// Forgets the literals of the string that starts at `start` and ends here, if it is a key.
    fn forget_key(&mut self, start: usize) {
        let Some(found) = &mut self.found else { return };
        let behind = &self.text[self.pos..];
        let blanks = behind.iter().take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
        if matches!(behind[blanks..], [b'=', b'=', ..]) {
            return;
        }
        if matches!(behind[blanks..], [b'=' | b':', ..]) {
            while found.literals.pop_if(|literal| literal.start > start).is_some() {}
        }
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

    /// The delimiter if the line that starts here holds nothing else.
    fn closing_delimiter(&self, delimiter: &Range<usize>) -> Option<Range<usize>> {
        let rest = self.rest();
        let indent = rest.iter().take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
        let behind = rest[indent..].strip_prefix(&self.text[delimiter.clone()])?;
        let line = behind.iter().position(|&byte| byte == b'\n').unwrap_or(behind.len());
        let end = self.text.len() - behind.len();
        trim_blanks_end(&behind[..line]).is_empty().then_some(end - delimiter.len()..end)
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
        let opened = self.open.pop_if(|open| matches!(open.mode, Mode::Brace | Mode::Template));
        self.pos += 1;
        if let (Some(found), Some(Open { mode: Mode::Brace, at })) = (&mut self.found, opened) {
            let in_expression = self.open.iter().any(|open| open.mode != Mode::Brace);
            found.braces.push(Brace { range: at..self.pos, in_expression });
        }
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

    /// Reports one of what is open. A quote that ends a line, or stands on a later one, in a template
    /// sequence of a quoted string is the one that should have closed that string.
    pub(super) fn report_open(&mut self, index: usize) {
        let should_close = |outer: &Open, quote: &Open| {
            let behind = self.text[quote.at + 1..].split(|&byte| byte == b'\n').next();
            quote.mode == Mode::Quote
                && (trim_blanks_end(behind.unwrap_or_default()).is_empty()
                    || self.text[outer.at..quote.at].contains(&b'\n'))
        };
        let blamed = match &self.open[..=index] {
            [
                ..,
                Open { mode: Mode::Quote, .. },
                outer @ Open { mode: Mode::Template, .. },
                quote,
            ] if should_close(outer, quote) => outer,
            [.., open] => open,
            [] => return,
        };
        self.report(blamed.mode.flaw(), blamed.at);
    }

    fn report(&mut self, kind: FlawKind, at: usize) {
        self.flaw.get_or_insert(Flaw { kind, at });
    }
}

/// The length of the identifier at the start of `text`.
pub(super) fn identifier_length(text: &[u8]) -> Option<usize> {
    let first = *text.first()?;
    if first == b'-' || first.is_ascii_digit() || !continues_identifier(first) {
        return None;
    }
    Some(text.iter().take_while(|&&byte| continues_identifier(byte)).count())
}

/// Whether `byte` can continue an identifier. A byte of a character beyond ASCII always does:
/// outside strings and comments such a character is part of an identifier or an error.
pub(in crate::syntax::native) fn continues_identifier(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !byte.is_ascii()
}

pub(super) fn trim_blanks_end(text: &[u8]) -> &[u8] {
    let length = text.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    &text[..length.map_or(0, |last| last + 1)]
}
