//! Expressions: operators, terms and calls.

use super::{MAX_NESTING, Parser};
use crate::error::{ErrorKind, Expected};
use crate::event::{BinaryOp, Event, Receiver, UnaryOp};
use crate::lexer::TokenKind;
use crate::source::Span;

impl<R: Receiver + ?Sized> Parser<'_, R> {
    /// Parses the rest of the source as one expression.
    pub(super) fn lone_expression(&mut self) {
        self.newlines = false;
        let span = self.expression();
        if !self.at(TokenKind::End) {
            self.expected(Expected::EndOfExpression);
            let end = Span::empty(self.text.len() as u32);
            self.push_error(1, span.to(end));
        }
    }

    /// Parses an expression and returns its span, like all functions here that push one.
    pub(super) fn expression(&mut self) -> Span {
        self.nested(|parser| {
            let condition = parser.operation(0);
            if parser.at(TokenKind::Question) { parser.conditional(condition) } else { condition }
        })
    }

    /// Parses an expression one level deeper.
    #[inline]
    fn nested(&mut self, parse: impl FnOnce(&mut Self) -> Span) -> Span {
        if self.level == MAX_NESTING {
            return self.too_deep();
        }
        self.level += 1;
        let span = parse(self);
        self.level -= 1;
        span
    }

    /// Reports that an expression is nested too deeply, and skips it.
    #[cold]
    fn too_deep(&mut self) -> Span {
        let start = self.here();
        self.error(ErrorKind::TooDeep, start, None);
        self.held = None;
        self.skip();
        self.push_error(0, start.to(self.previous))
    }

    /// Parses the results of a conditional, whose condition was parsed.
    fn conditional(&mut self, condition: Span) -> Span {
        self.bump();
        self.expression();
        if self.eat(TokenKind::Colon).is_none() {
            // At the end of the source, the unclosed bracket is reported instead.
            if !self.at(TokenKind::End) || self.open.is_empty() {
                self.expected(Expected::ConditionalColon);
            }
            return self.push_error(2, condition.to(self.previous));
        }
        let otherwise = self.expression();
        let span = condition.to(otherwise);
        self.event(Event::Conditional, span);
        span
    }

    /// Parses operators with two operands that bind at least as strongly as `power`. A chain of them is one
    /// level.
    fn operation(&mut self, power: u8) -> Span {
        let mut span = self.operand();
        loop {
            let known = binary_op(self.peek());
            let foreign = if known.is_none() { self.foreign_binary_op() } else { None };
            let Some((op, its_power)) = known.or(foreign).filter(|(_, its)| *its >= power) else {
                return span;
            };
            if foreign.is_some() {
                self.foreign_operator(span);
            }
            let operator = self.bump();
            let right = self.nested(|parser| parser.operation(its_power + 1));
            span = span.to(right);
            self.event(Event::Binary { op, operator }, span);
            span = self.end_expression(foreign.is_none(), span);
        }
    }

    /// Returns the operator that the next token is in other languages, with its power: `and`, `or`, or `=` for a
    /// comparison.
    fn foreign_binary_op(&mut self) -> Option<(BinaryOp, u8)> {
        let next = self.look();
        let kind = match next.kind {
            TokenKind::Equals if self.key_depth != Some(self.open.len()) => TokenKind::EqualTo,
            TokenKind::Ident => match self.slice(next.span) {
                "and" | "AND" => TokenKind::And,
                "or" | "OR" => TokenKind::Or,
                _ => return None,
            },
            _ => return None,
        };
        let starts_item = next.kind == TokenKind::Ident && self.at_next_item();
        binary_op(kind).filter(|_| !starts_item)
    }

    /// Reports an operator of another language after its left operand. In a list with `name = value` on each line,
    /// only the first equals sign is reported.
    #[cold]
    fn foreign_operator(&mut self, left: Span) {
        let operator = self.here();
        let closer = self.open.last();
        let is_in_list = matches!(closer, Some(TokenKind::CloseBracket | TokenKind::CloseParen));
        if is_in_list && self.at(TokenKind::Equals) {
            self.error(ErrorKind::ForeignOperator, operator, Some(left));
        } else {
            self.mistake(ErrorKind::ForeignOperator, operator, None);
        }
    }

    /// Parses a term with the signs before it and the steps after it.
    fn operand(&mut self) -> Span {
        if self.held.is_none()
            && let TokenKind::Minus | TokenKind::Not = self.peek()
        {
            return self.signs();
        }
        let term = self.term();
        match self.peek() {
            TokenKind::Dot | TokenKind::OpenBracket => self.steps(term),
            _ => term,
        }
    }

    /// Parses `-` or `!` and its operand.
    fn signs(&mut self) -> Span {
        let op = if self.at(TokenKind::Minus) { UnaryOp::Negate } else { UnaryOp::Not };
        let operator = self.bump();
        let operand = self.nested(Self::operand);
        let span = operator.to(operand);
        self.event(Event::Unary { op, operator }, span);
        span
    }

    fn term(&mut self) -> Span {
        if let Some(name) = self.held.take() {
            return self.named(name);
        }
        match self.peek() {
            TokenKind::Ident => {
                let name = self.bump();
                self.named(name)
            }
            TokenKind::Number => self.number(),
            TokenKind::OpenQuote => self.string(),
            TokenKind::OpenHeredoc | TokenKind::BrokenHeredoc | TokenKind::UnclosedHeredoc => {
                self.heredoc()
            }
            TokenKind::OpenParen => self.parens(),
            TokenKind::OpenBracket => self.tuple(),
            TokenKind::OpenBrace => self.object(),
            _ => self.no_term(),
        }
    }

    #[cold]
    fn no_term(&mut self) -> Span {
        self.expected(Expected::Expression);
        self.push_error(0, Span::empty(self.previous.end))
    }

    /// Parses a term that starts with a consumed name.
    fn named(&mut self, name: Span) -> Span {
        if let TokenKind::OpenParen | TokenKind::DoubleColon = self.peek() {
            return self.call(name);
        }
        let event = match self.slice(name) {
            "not" | "NOT" if self.at_operand_of_not() => return self.foreign_not(name),
            "null" => Event::Null,
            "true" => Event::True,
            "false" => Event::False,
            _ => Event::Variable,
        };
        self.event(event, name);
        name
    }

    /// Returns `true` if the next token is a name that is not otherwise expected after a variable.
    fn at_operand_of_not(&mut self) -> bool {
        let next = self.look();
        next.kind == TokenKind::Ident
            && !["if", "in", "and", "or"].contains(&self.slice(next.span))
            && !self.starts_line()
            && !self.at_next_item()
    }

    /// Parses the operand of `not`, which was consumed.
    #[cold]
    fn foreign_not(&mut self, operator: Span) -> Span {
        self.mistake(ErrorKind::ForeignOperator, operator, None);
        let operand = self.nested(Self::operand);
        let span = operator.to(operand);
        self.event(Event::Unary { op: UnaryOp::Not, operator }, span);
        self.push_error(1, span)
    }

    /// Parses a function call. The first part of its name was consumed.
    fn call(&mut self, first: Span) -> Span {
        let mut name = first;
        while self.eat(TokenKind::DoubleColon).is_some() {
            match self.eat(TokenKind::Ident) {
                Some(part) => name = name.to(part),
                None => {
                    self.expected(Expected::FunctionName);
                    return self.push_error(0, name.to(self.previous));
                }
            }
        }
        if !self.at(TokenKind::OpenParen) {
            self.expected(Expected::OpenParen);
            return self.push_error(0, name);
        }
        let list = self.list(TokenKind::CloseParen, Expected::ArgumentSeparator);
        let span = name.to(list.span);
        self.event(Event::Call { name, args: list.count, expand_final: list.is_expanded }, span);
        self.end_expression(list.is_closed, span)
    }

    fn tuple(&mut self) -> Span {
        let open = self.bump();
        let newlines = self.set_newlines(false);
        if self.at_word("for") {
            let span = self.for_expression(open, TokenKind::CloseBracket);
            self.set_newlines(newlines);
            return span;
        }
        let list = self.list_from(open, TokenKind::CloseBracket, Expected::TupleSeparator);
        self.set_newlines(newlines);
        self.event(Event::Tuple { elements: list.count }, list.span);
        self.end_expression(list.is_closed, list.span)
    }

    fn list(&mut self, closer: TokenKind, separator: Expected) -> List {
        let open = self.bump();
        let newlines = self.set_newlines(false);
        let list = self.list_from(open, closer, separator);
        self.set_newlines(newlines);
        list
    }

    /// Parses expressions with commas between them, up to a closing bracket. The opening bracket was consumed.
    fn list_from(&mut self, open: Span, closer: TokenKind, separator: Expected) -> List {
        self.open.push(closer);
        let mut list = List { count: 0, is_expanded: false, is_closed: true, span: open };
        loop {
            if self.eat(closer).is_some() {
                self.recovery.is_lost = false;
                break;
            }
            if self.at_outer_end() {
                self.unclosed(open);
                list.is_closed = false;
                break;
            }
            let element = self.expression();
            list.count += 1;
            if closer == TokenKind::CloseParen
                && let Some(ellipsis) = self.eat(TokenKind::Ellipsis)
            {
                list.is_expanded = true;
                if !self.at(closer) && !self.at_outer_end() {
                    self.error(ErrorKind::ExpansionBeforeEnd, ellipsis, None);
                    self.skip_to_separator(closer);
                }
            }
            if self.eat(TokenKind::Comma).is_some() {
                self.recovery.is_lost = false;
            } else if !self.at(closer) && !self.at_outer_end() {
                self.missing_separator(element, closer, separator);
            }
        }
        self.open.pop();
        list.span = open.to(self.previous);
        list
    }

    /// Reports that a comma is missing after an element. If another element may follow, it is the next one.
    fn missing_separator(&mut self, element: Span, closer: TokenKind, separator: Expected) {
        self.expected(separator);
        self.push_error(1, element);
        match self.peek() {
            TokenKind::Ident
            | TokenKind::Number
            | TokenKind::OpenQuote
            | TokenKind::OpenHeredoc
            | TokenKind::OpenBracket
            | TokenKind::OpenBrace
            | TokenKind::OpenParen => {}
            _ => {
                self.skip_to_separator(closer);
                if self.eat(TokenKind::Comma).is_some() {
                    self.recovery.is_lost = false;
                }
            }
        }
    }

    fn skip_to_separator(&mut self, closer: TokenKind) {
        while !self.at(TokenKind::Comma) && !self.at(closer) && !self.at_outer_end() {
            self.skip();
        }
    }

    fn parens(&mut self) -> Span {
        let open = self.bump();
        let newlines = self.set_newlines(false);
        self.open.push(TokenKind::CloseParen);
        self.inner_expression(open, TokenKind::CloseParen);
        let is_closed = self.close(open, TokenKind::CloseParen, Expected::CloseParen);
        self.open.pop();
        self.set_newlines(newlines);
        let span = open.to(self.previous);
        self.event(Event::Parens, span);
        self.end_expression(is_closed, span)
    }

    /// Parses the expression after an opening bracket.
    pub(super) fn inner_expression(&mut self, open: Span, closer: TokenKind) {
        if !self.at(closer) && self.at_outer_end() {
            self.unclosed(open);
        }
        self.expression();
    }

    /// Parses the closing bracket after an expression. Returns `true` if it is present.
    pub(super) fn close(&mut self, open: Span, closer: TokenKind, expected: Expected) -> bool {
        if self.eat(closer).is_some() {
            self.recovery.is_lost = false;
            return true;
        }
        if self.at_outer_end() {
            self.unclosed(open);
            return false;
        }
        self.expected(expected);
        if self.skip_to(closer) {
            self.recovery.is_lost = false;
        }
        false
    }
}

/// The elements between two brackets.
struct List {
    count: u32,
    is_expanded: bool,
    is_closed: bool,
    /// The span including the brackets.
    span: Span,
}

/// Returns the operator of a token and how strongly it binds.
#[inline]
fn binary_op(kind: TokenKind) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        TokenKind::Or => (BinaryOp::Or, 0),
        TokenKind::And => (BinaryOp::And, 1),
        TokenKind::EqualTo => (BinaryOp::Equal, 2),
        TokenKind::NotEqualTo => (BinaryOp::NotEqual, 2),
        TokenKind::Greater => (BinaryOp::Greater, 3),
        TokenKind::GreaterOrEqual => (BinaryOp::GreaterOrEqual, 3),
        TokenKind::Less => (BinaryOp::Less, 3),
        TokenKind::LessOrEqual => (BinaryOp::LessOrEqual, 3),
        TokenKind::Plus => (BinaryOp::Add, 4),
        TokenKind::Minus => (BinaryOp::Subtract, 4),
        TokenKind::Star => (BinaryOp::Multiply, 5),
        TokenKind::Slash => (BinaryOp::Divide, 5),
        TokenKind::Percent => (BinaryOp::Modulo, 5),
        _ => return None,
    })
}

/// Returns `true` if a token is an operator between two operands.
pub(crate) fn is_binary_op(kind: TokenKind) -> bool {
    binary_op(kind).is_some()
}
