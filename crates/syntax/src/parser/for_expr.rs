//! `for` expressions.

use super::Parser;
use crate::error::{ErrorKind, Expected};
use crate::event::{Event, Receiver};
use crate::lexer::TokenKind;
use crate::source::Span;

impl<R: Receiver + ?Sized> Parser<'_, R> {
    /// Parses a `for` expression whose opening bracket was consumed. Line breaks in it are whitespace.
    pub(super) fn for_expression(&mut self, open: Span, closer: TokenKind) -> Span {
        self.open.push(closer);
        let mut parts = 0;
        let is_read = self.for_parts(closer, &mut parts);
        if is_read.is_none() {
            if !self.at(closer) && self.at_outer_end() {
                self.unclosed(open);
            }
            if self.skip_to(closer) {
                self.recovery.is_lost = false;
            }
        }
        self.open.pop();
        let span = open.to(self.previous);
        self.event(is_read.unwrap_or(Event::Error { parts }), span);
        span
    }

    /// Parses from the word `for` to the closing bracket and counts the expressions. Returns `None` if a part
    /// is missing, which was reported.
    fn for_parts(&mut self, closer: TokenKind, parts: &mut u32) -> Option<Event> {
        self.bump();
        let (key_var, value_var) = self.for_variables()?;
        self.expression();
        *parts += 1;
        if self.eat(TokenKind::Colon).is_none() {
            return self.for_expected(Expected::ForColon);
        }
        let mut value = self.expression();
        *parts += 1;
        let key = self.eat(TokenKind::Arrow).map(|_| value);
        if key.is_some() {
            value = self.expression();
            *parts += 1;
        }
        let group = self.eat(TokenKind::Ellipsis);
        let has_condition = self.at_word("if");
        if has_condition {
            self.bump();
            self.expression();
            *parts += 1;
        }
        let makes_object = closer == TokenKind::CloseBrace;
        if !self.at(closer) {
            let is_arrow = makes_object && key.is_none() && group.is_none() && !has_condition;
            return self.for_expected(if is_arrow { Expected::Arrow } else { Expected::ForEnd });
        }
        match (makes_object, key, group) {
            (true, None, _) => self.mistake(ErrorKind::Expected(Expected::Arrow), value, None),
            (false, Some(key), _) => self.mistake(ErrorKind::KeyInTuple, key, None),
            (false, None, Some(group)) => self.mistake(ErrorKind::GroupInTuple, group, None),
            _ => {
                self.bump();
                self.recovery.is_lost = false;
                let (has_key, group) = (key.is_some(), group.is_some());
                return Some(Event::For { key_var, value_var, has_key, has_condition, group });
            }
        }
        None
    }

    /// Parses the variables of a `for` and the word `in` after them.
    pub(super) fn for_variables(&mut self) -> Option<(Option<Span>, Span)> {
        let variable = |parser: &mut Self| match parser.eat(TokenKind::Ident) {
            Some(name) => Some(name),
            None => parser.for_expected(Expected::ForVariable),
        };
        let first = variable(self)?;
        let second = match self.eat(TokenKind::Comma) {
            Some(_) => Some(variable(self)?),
            None => None,
        };
        if !self.at_word("in") {
            return self.for_expected(Expected::In);
        }
        self.bump();
        Some(match second {
            Some(value) => (Some(first), value),
            None => (None, first),
        })
    }

    fn for_expected<T>(&mut self, expected: Expected) -> Option<T> {
        // At the end of the source or the start of an item, the missing closing bracket is reported instead.
        let kind = self.peek();
        if self.open.last() == Some(&kind) || !self.at_outer_end() {
            self.expected(expected);
        }
        None
    }
}
