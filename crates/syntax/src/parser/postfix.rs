//! Steps into a value: names, indexes and splats after a term.

use super::number::is_number;
use super::{MAX_NESTING, Parser};
use crate::error::{ErrorKind, Expected};
use crate::event::{Event, Receiver};
use crate::lexer::TokenKind;
use crate::source::Span;

impl<R: Receiver + ?Sized> Parser<'_, R> {
    /// Parses the steps after a term. The steps after a `[*]` are steps into each element.
    pub(super) fn steps(&mut self, term: Span) -> Span {
        let level = self.level;
        let (mut span, mut splats, mut is_wrong) = (term, 0, false);
        loop {
            match self.peek() {
                TokenKind::Dot => {
                    let dot = self.bump();
                    let is_step = if self.at(TokenKind::Star) {
                        self.attribute_splat(span, dot)
                    } else {
                        self.step(dot)
                    };
                    is_wrong |= !is_step;
                }
                TokenKind::OpenBracket if self.level == MAX_NESTING => {
                    let here = self.here();
                    self.error(ErrorKind::TooDeep, here, None);
                    self.skip();
                    is_wrong = true;
                }
                TokenKind::OpenBracket => {
                    self.level += 1;
                    let open = self.bump();
                    if self.at(TokenKind::Star) {
                        self.splat_marker(open);
                        splats += 1;
                    } else {
                        is_wrong |= !self.index(open);
                    }
                }
                _ => break,
            }
            span = span.to(self.previous);
        }
        for _ in 0..splats {
            self.event(Event::SplatEnd, span);
        }
        self.level = level;
        self.end_expression(!is_wrong, span)
    }

    /// Parses a name or a number after a dot. Returns `true` if there is one.
    fn step(&mut self, dot: Span) -> bool {
        match self.peek() {
            TokenKind::Ident => {
                let name = self.bump();
                self.event(Event::Attr { name }, dot.to(name));
                true
            }
            TokenKind::Number => self.legacy_index(dot),
            _ => {
                self.expected(Expected::Step);
                false
            }
        }
    }

    /// Parses the index in `.0`. Two such indexes are read as one number.
    fn legacy_index(&mut self, dot: Span) -> bool {
        let number = self.bump();
        let text = self.slice(number);
        if text.contains('.') {
            self.mistake(ErrorKind::ChainedIndex, number, None);
            return false;
        }
        if !is_number(text) {
            self.mistake(ErrorKind::InvalidNumber, number, None);
            return false;
        }
        self.event(Event::LegacyIndex { number }, dot.to(number));
        true
    }

    /// Parses `.*` and the names after it. Returns `true` if they are valid.
    fn attribute_splat(&mut self, source: Span, dot: Span) -> bool {
        let marker = dot.to(self.bump());
        let mut is_right = true;
        self.event(Event::SplatStart, marker);
        while let Some(dot) = self.eat(TokenKind::Dot) {
            if self.at(TokenKind::Star) {
                let star = self.bump();
                self.mistake(ErrorKind::NestedSplat, star, Some(marker));
                is_right = false;
            } else {
                is_right &= self.step(dot);
            }
        }
        self.event(Event::SplatEnd, source.to(self.previous));
        is_right
    }

    /// Parses `*]` after the opening bracket.
    fn splat_marker(&mut self, open: Span) {
        self.bump();
        if self.eat(TokenKind::CloseBracket).is_none() {
            self.expected(Expected::SplatEnd);
            self.open.push(TokenKind::CloseBracket);
            let newlines = self.set_newlines(false);
            self.skip_to(TokenKind::CloseBracket);
            self.set_newlines(newlines);
            self.open.pop();
        }
        self.event(Event::SplatStart, open.to(self.previous));
    }

    /// Parses the key of an index and the closing bracket. Returns `true` if the bracket is present.
    fn index(&mut self, open: Span) -> bool {
        let newlines = self.set_newlines(false);
        self.open.push(TokenKind::CloseBracket);
        self.inner_expression(open, TokenKind::CloseBracket);
        let is_closed = self.close(open, TokenKind::CloseBracket, Expected::CloseBracket);
        self.open.pop();
        self.set_newlines(newlines);
        self.event(Event::Index, open.to(self.previous));
        is_closed
    }
}
