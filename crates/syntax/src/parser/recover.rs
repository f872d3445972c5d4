//! Recovery from errors.
//!
//! The parser skips whole brackets, so that their content does not mislead it, and stops at a line that
//! starts like an item, which no line inside brackets does. Braces are harder: both blocks and objects have
//! them, and a missing one turns the rest of the source into a block. Then indentation decides, but only if
//! the brackets of the source do not match: well-formed source may be indented in any way.

use super::Parser;
use crate::error::{ErrorKind, SyntaxError};
use crate::event::Receiver;
use crate::lexer::{ItemStart, TokenKind, count_spaces, item_start};
use crate::source::Span;

/// The state of error recovery.
#[derive(Default)]
pub(super) struct Recovery {
    /// `true` after an error, until the parser has recovered.
    pub(super) is_lost: bool,
    /// `true` if the lines before were not items.
    pub(super) is_in_junk: bool,
    /// `true` if an error about the nesting depth was reported, which happens once.
    pub(super) has_reported_depth: bool,
    /// The offset of the last name that was checked for the start of an item, and the result.
    item_start: Option<(u32, Option<ItemStart>)>,
    /// The end of the last line that was searched for a closing brace without finding one.
    no_brace_before: u32,
    /// `true` after a comment without an end, which hides the rest of the source.
    pub(super) is_in_comment: bool,
    /// The nesting depth of the innermost block that was to be on one line.
    pub(super) crowded: Option<u32>,
    /// `true` if any error was reported.
    pub(super) has_reported: bool,
    /// The number of missing closing braces in the source, apart from those already reported. Negative if
    /// there are too many; counted on first use.
    missing_braces: Option<i64>,
}

/// A block or an object.
#[derive(Clone, Copy)]
pub(super) struct Braces {
    pub(super) open: Span,
    /// The indentation of the line of the opening brace, once it is known.
    indentation: Option<u32>,
}

impl Braces {
    pub(super) const fn new(open: Span) -> Self {
        Self { open, indentation: None }
    }
}

impl<R: Receiver + ?Sized> Parser<'_, R> {
    /// Returns `true` if the next token is the first of its line and starts an item. In brackets that match, a line is not
    /// an item.
    pub(super) fn at_item_start(&mut self) -> bool {
        self.looks_like_item().is_some() && !self.brackets_match()
    }

    /// Returns `true` if a block, not an attribute, [starts](Self::at_item_start) with the next token.
    pub(super) fn at_block_start(&mut self) -> bool {
        // Lines of objects look like attributes. Matching brackets for them would read each source twice.
        self.looks_like_item() == Some(ItemStart::Block) && !self.brackets_match()
    }

    fn looks_like_item(&mut self) -> Option<ItemStart> {
        let next = self.look();
        if next.kind != TokenKind::Ident || !self.starts_line() {
            return None;
        }
        self.item_start(next.span.start)
    }

    /// Returns the kind of item that the name at an offset starts.
    pub(super) fn item_start(&mut self, offset: u32) -> Option<ItemStart> {
        match self.recovery.item_start {
            Some((known, answer)) if known == offset => answer,
            _ => {
                let answer = item_start(&self.text[offset as usize..]);
                self.recovery.item_start = Some((offset, answer));
                answer
            }
        }
    }

    /// Returns `true` if the content of brackets ends without its closing bracket: at the closing bracket of
    /// an outer pair, the end of the source, or the start of an item.
    pub(super) fn at_outer_end(&mut self) -> bool {
        match self.peek() {
            TokenKind::End | TokenKind::CloseQuote | TokenKind::CloseHeredoc => true,
            kind @ (TokenKind::CloseParen
            | TokenKind::CloseBracket
            | TokenKind::CloseBrace
            | TokenKind::SequenceEnd) => self.open.contains(&kind),
            _ => self.at_item_start(),
        }
    }

    /// Skips a token, or a whole bracketed group if the token opens one.
    pub(super) fn skip(&mut self) {
        let mut open = 0_u32;
        loop {
            match self.peek() {
                TokenKind::End => return,
                TokenKind::OpenBrace
                | TokenKind::OpenBracket
                | TokenKind::OpenParen
                | TokenKind::OpenQuote
                | TokenKind::OpenHeredoc
                | TokenKind::BrokenHeredoc
                | TokenKind::Interpolation
                | TokenKind::Directive => open += 1,
                TokenKind::CloseBrace
                | TokenKind::CloseBracket
                | TokenKind::CloseParen
                | TokenKind::CloseQuote
                | TokenKind::CloseHeredoc
                | TokenKind::SequenceEnd => open = open.saturating_sub(1),
                // The end of a string without its quote.
                TokenKind::Newline if self.lexer.is_in_text() => open = open.saturating_sub(1),
                _ => {}
            }
            self.bump();
            if open == 0 || self.at_item_start() {
                return;
            }
        }
    }

    /// Skips everything up to the end of the next braces.
    pub(super) fn skip_braces(&mut self) {
        let mut open = 0_u32;
        loop {
            match self.peek() {
                TokenKind::End => return,
                TokenKind::Newline if open == 0 => return,
                TokenKind::OpenBrace => open += 1,
                TokenKind::CloseBrace => {
                    open = open.saturating_sub(1);
                    if open == 0 {
                        self.bump();
                        return;
                    }
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips to the end of the line, or of the block around it.
    pub(super) fn skip_line(&mut self) {
        let depth = self.lexer.depth();
        loop {
            match self.peek() {
                TokenKind::End | TokenKind::Newline => break,
                TokenKind::CloseBrace if self.blocks > 0 => break,
                _ => self.skip(),
            }
            if self.at_item_start() {
                break;
            }
        }
        if self.lexer.depth() > depth {
            self.forget_next();
            self.lexer.leave_to(depth);
        }
    }

    /// Skips to a closing bracket and consumes it. Returns `false` if the content ends first.
    pub(super) fn skip_to(&mut self, closer: TokenKind) -> bool {
        while !self.at(closer) {
            if self.at_outer_end() {
                return false;
            }
            self.skip();
        }
        self.bump();
        true
    }

    /// Reports a comment without an end, even while recovering. All that is open before it is unclosed because of
    /// it, so no other error is reported from here on.
    pub(super) fn unclosed_comment(&mut self) {
        if std::mem::replace(&mut self.recovery.is_in_comment, true) {
            return;
        }
        let start = self.lexer.offset() as u32;
        self.recovery.has_reported = true;
        self.receiver.error(SyntaxError {
            kind: ErrorKind::Unclosed,
            span: Span::new(start, start + 2),
            found: TokenKind::UnclosedComment,
            related: None,
        });
    }

    /// Reports an unclosed bracket, unless the bracket is itself missing, which was reported.
    pub(super) fn unclosed(&mut self, open: Span) {
        if !open.is_empty() {
            self.error(ErrorKind::Unclosed, open, None);
        }
    }

    /// Returns `true` if a closing brace follows an offset on its line.
    pub(super) fn has_brace_after(&mut self, offset: u32) -> bool {
        if offset < self.recovery.no_brace_before {
            return false;
        }
        let rest = &self.text.as_bytes()[offset as usize..];
        let found = memchr::memchr2(b'}', b'\n', rest).unwrap_or(rest.len());
        let has_brace = rest.get(found) == Some(&b'}');
        if !has_brace {
            self.recovery.no_brace_before = offset + found as u32;
        }
        has_brace
    }

    /// Returns `true` if the next token is already outside these braces, because it is the first of its line,
    /// is not indented enough, and a closing brace is missing. This is reported.
    pub(super) fn has_left(&mut self, braces: &mut Braces) -> bool {
        if !self.starts_line() {
            return false;
        }
        let next = self.look();
        let indentation = self.indentation(braces);
        let column = self.column(next.span.start);
        let is_outside = match next.kind {
            TokenKind::CloseBrace => column < indentation,
            _ => column <= indentation,
        };
        if !is_outside || self.missing_braces() <= 0 || self.brackets_match() {
            return false;
        }
        self.recovery.missing_braces = self.recovery.missing_braces.map(|missing| missing - 1);
        self.unclosed(braces.open);
        self.recovery.is_lost = false;
        true
    }

    /// Skips a closing brace whose opening brace is missing: it is indented more than the brace that it would
    /// match.
    pub(super) fn skip_stray_brace(&mut self, braces: &mut Braces) -> bool {
        if !self.recovery.has_reported || !self.starts_line() {
            return false;
        }
        let next = self.look();
        let is_inside = self.column(next.span.start) > self.indentation(braces);
        if !is_inside || self.missing_braces() >= 0 {
            return false;
        }
        self.recovery.missing_braces = self.recovery.missing_braces.map(|missing| missing + 1);
        self.bump();
        true
    }

    /// Returns the indentation of the line of the opening brace.
    fn indentation(&self, braces: &mut Braces) -> u32 {
        *braces.indentation.get_or_insert_with(|| self.line_indentation(braces.open.start))
    }

    /// Returns the indentation of the line of an offset.
    pub(super) fn line_indentation(&self, offset: u32) -> u32 {
        let line = &self.text.as_bytes()[..offset as usize];
        let line = &line[memchr::memrchr(b'\n', line).map_or(0, |at| at + 1)..];
        count_spaces(line) as u32
    }

    /// Returns the number of spaces and tabs before an offset.
    pub(super) fn column(&self, offset: u32) -> u32 {
        count_spaces(self.text.as_bytes()[..offset as usize].iter().rev()) as u32
    }

    fn missing_braces(&mut self) -> i64 {
        let start = &self.start;
        *self.recovery.missing_braces.get_or_insert_with(|| {
            start
                .clone()
                .map(|token| match token.kind {
                    TokenKind::OpenBrace => 1,
                    TokenKind::CloseBrace => -1,
                    _ => 0,
                })
                .sum()
        })
    }
}
