//! Object constructors.

use super::Parser;
use super::recover::Braces;
use crate::error::Expected;
use crate::event::{Event, Receiver};
use crate::lexer::TokenKind;
use crate::source::Span;

impl<R: Receiver + ?Sized> Parser<'_, R> {
    /// Parses an object, or a `for` expression that produces one.
    pub(super) fn object(&mut self) -> Span {
        let open = self.bump();
        // A line break ends an item.
        let newlines = self.set_newlines(true);
        while self.eat(TokenKind::Newline).is_some() {}
        if self.at_word("for") {
            self.set_newlines(false);
            let span = self.for_expression(open, TokenKind::CloseBrace);
            self.set_newlines(newlines);
            return span;
        }
        self.open.push(TokenKind::CloseBrace);
        let mut braces = Braces::new(open);
        let mut items = 0;
        let is_closed = loop {
            match self.peek() {
                TokenKind::Newline => {
                    self.bump();
                    self.recovery.is_lost = false;
                }
                TokenKind::CloseBrace => {
                    if self.has_left(&mut braces) {
                        break false;
                    }
                    self.bump();
                    self.recovery.is_lost = false;
                    break true;
                }
                _ if self.has_left_object(&mut braces) => break false,
                _ => {
                    self.object_item();
                    items += 1;
                }
            }
        };
        self.open.pop();
        self.set_newlines(newlines);
        let span = open.to(self.previous);
        self.event(Event::Object { items }, span);
        self.end_expression(is_closed, span)
    }

    /// Returns `true` if an object ends here without its closing brace, which is reported.
    fn has_left_object(&mut self, braces: &mut Braces) -> bool {
        let is_left = match self.peek() {
            TokenKind::Ident => {
                if self.has_left(braces) {
                    return true;
                }
                self.at_block_start()
            }
            _ => self.at_outer_end(),
        };
        if is_left {
            self.unclosed(braces.open);
        }
        is_left
    }

    /// Parses a key, its value and the separator after it.
    fn object_item(&mut self) {
        self.key();
        match self.peek() {
            TokenKind::Equals | TokenKind::Colon => {
                self.bump();
            }
            _ => {
                self.expected(Expected::ObjectValue);
                self.push_error(0, Span::empty(self.previous.end));
                return self.skip_to_next_item();
            }
        }
        let value = self.expression();
        match self.peek() {
            TokenKind::Comma => {
                self.bump();
                self.recovery.is_lost = false;
            }
            TokenKind::Newline | TokenKind::CloseBrace => {}
            _ if self.at_outer_end() => {}
            TokenKind::Ident | TokenKind::OpenQuote | TokenKind::OpenParen
                if !self.recovery.is_lost =>
            {
                self.expected(Expected::ObjectSeparator);
                self.push_error(1, value);
            }
            _ => {
                self.expected(Expected::ObjectSeparator);
                self.push_error(1, value);
                self.skip_to_next_item();
            }
        }
    }

    /// Parses the key of an item. A bare name is a literal key.
    fn key(&mut self) {
        let Some(name) = self.eat(TokenKind::Ident) else {
            return self.key_expression();
        };
        let is_expression = match self.peek() {
            TokenKind::Dot
            | TokenKind::OpenBracket
            | TokenKind::OpenParen
            | TokenKind::DoubleColon
            | TokenKind::Question => true,
            kind => super::expression::is_binary_op(kind),
        };
        if is_expression {
            self.held = Some(name);
            self.key_expression();
        } else {
            self.event(Event::Key, name);
        }
    }

    fn key_expression(&mut self) {
        let outer = self.key_depth.replace(self.open.len());
        self.expression();
        self.key_depth = outer;
    }

    fn skip_to_next_item(&mut self) {
        loop {
            match self.peek() {
                TokenKind::Comma => {
                    self.bump();
                    self.recovery.is_lost = false;
                    return;
                }
                TokenKind::Newline | TokenKind::CloseBrace => return,
                _ if self.at_outer_end() => return,
                _ => self.skip(),
            }
        }
    }
}
