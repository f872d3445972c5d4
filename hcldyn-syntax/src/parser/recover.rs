//! How the parser finds its way after an error.
//!
//! It skips whole brackets, so that what is inside them does not mislead it, and stops where a line starts like an item,
//! which nothing inside brackets does. Braces are the hard case: both blocks and objects have them, and one that is
//! missing makes a block out of the rest of the text. There indentation decides, but only where the braces of the text
//! do not match: what is well-formed may be indented in any way.

use super::Parser;
use crate::error::ErrorKind;
use crate::event::Receiver;
use crate::lexer::{Lexer, TokenKind, ascii_name_length, count_spaces};
use crate::source::Span;

/// What the parser remembers of errors.
#[derive(Default)]
pub(super) struct Recovery {
    /// Whether an error was reported since the parser last knew where it was.
    pub(super) is_lost: bool,
    /// Whether the lines before were not items.
    pub(super) is_in_junk: bool,
    /// Whether it was reported that something is nested too deeply. Once is enough.
    pub(super) has_reported_depth: bool,
    /// The name that was last asked whether it starts an item, by its offset, and the answer.
    item_start: Option<(u32, Option<ItemStart>)>,
    /// Whether any error was reported.
    pub(super) has_reported: bool,
    /// How many closing braces the text lacks, as far as they were not made up for. Less than none are too many. Counted
    /// when it is needed first.
    missing_braces: Option<i64>,
}

/// What a line starts like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemStart {
    Attribute,
    Block,
}

/// What a text starts like, if it starts like an item: a name and an equals sign, or the header of a block.
pub(crate) fn item_start(text: &str) -> Option<ItemStart> {
    if is_plain_attribute(text.as_bytes()) {
        return Some(ItemStart::Attribute);
    }
    let mut tokens = Lexer::header(text).map(|token| token.kind).filter(|kind| !kind.is_trivia());
    if tokens.next()? != TokenKind::Ident {
        return None;
    }
    let mut is_first = true;
    loop {
        match tokens.next()? {
            TokenKind::Equals if is_first => return Some(ItemStart::Attribute),
            TokenKind::OpenBrace => return Some(ItemStart::Block),
            TokenKind::Ident
            | TokenKind::OpenQuote
            | TokenKind::Text
            | TokenKind::EscapedText
            | TokenKind::CloseQuote => is_first = false,
            _ => return None,
        }
    }
}

/// Returns whether a text starts with an ASCII name and an equals sign, as most object items do.
fn is_plain_attribute(text: &[u8]) -> bool {
    let name = ascii_name_length(text);
    let spaces = count_spaces(&text[name..]);
    match text[name + spaces..] {
        [b'=', next, ..] => name > 0 && !matches!(next, b'=' | b'>'),
        _ => false,
    }
}

/// Something in braces.
#[derive(Clone, Copy)]
pub(super) struct Braces {
    pub(super) open: Span,
    /// Where the line starts like that it is in, if that is known.
    indentation: Option<u32>,
}

impl Braces {
    pub(super) const fn new(open: Span) -> Self {
        Self { open, indentation: None }
    }
}

impl<R: Receiver> Parser<'_, R> {
    /// Whether the next token starts a line like an item.
    pub(super) fn at_item_start(&mut self) -> Option<ItemStart> {
        let next = self.look();
        match next.kind == TokenKind::Ident && self.starts_line() {
            true => self.item_start(next.span.start),
            false => None,
        }
    }

    /// What the name at an offset starts.
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

    /// Whether what is in brackets ends here though its closing bracket is not here: an outer bracket is closed, the text
    /// ends, or an item starts.
    pub(super) fn at_outer_end(&mut self) -> bool {
        match self.peek() {
            TokenKind::End | TokenKind::CloseQuote | TokenKind::CloseHeredoc => true,
            kind @ (TokenKind::CloseParen
            | TokenKind::CloseBracket
            | TokenKind::CloseBrace
            | TokenKind::SequenceEnd) => self.open.contains(&kind),
            _ => self.at_item_start().is_some(),
        }
    }

    /// Skips a token, and all up to its closing bracket if it opens something.
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
            if open == 0 || self.at_item_start().is_some() {
                return;
            }
        }
    }

    /// Skips to the end of the next braces, and all in them.
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

    /// Skips to the end of the line, or of the block that the line is in.
    pub(super) fn skip_line(&mut self) {
        let depth = self.lexer.depth();
        loop {
            match self.peek() {
                TokenKind::End | TokenKind::Newline => break,
                TokenKind::CloseBrace if self.blocks > 0 => break,
                _ => self.skip(),
            }
            if self.at_item_start().is_some() {
                break;
            }
        }
        if self.lexer.depth() > depth {
            self.forget_next();
            self.lexer.leave_to(depth);
        }
    }

    /// Skips to a closing bracket and takes it, unless what is in the brackets ends before.
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

    /// Reports that a bracket has no end.
    pub(super) fn unclosed(&mut self, open: Span) {
        self.error(ErrorKind::Unclosed, open, None);
    }

    /// Whether the next token, the first of a line, is not in these braces any more though they were not closed: it is
    /// not indented enough, and a closing brace is missing. That is reported.
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
        if !is_outside || self.missing_braces() <= 0 {
            return false;
        }
        self.recovery.missing_braces = self.recovery.missing_braces.map(|missing| missing - 1);
        self.unclosed(braces.open);
        self.recovery.is_lost = false;
        true
    }

    /// Skips a closing brace that belongs to something whose opening brace is missing: it is indented more than what it
    /// would close.
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

    /// How many blanks are at the start of the line that braces are opened in.
    fn indentation(&self, braces: &mut Braces) -> u32 {
        *braces.indentation.get_or_insert_with(|| self.line_indentation(braces.open.start))
    }

    /// How many blanks are at the start of the line of an offset.
    pub(super) fn line_indentation(&self, offset: u32) -> u32 {
        let line = &self.text.as_bytes()[..offset as usize];
        let line = &line[memchr::memrchr(b'\n', line).map_or(0, |at| at + 1)..];
        count_spaces(line) as u32
    }

    /// How many blanks are before an offset.
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
