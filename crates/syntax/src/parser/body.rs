//! Bodies: attributes and blocks.

use super::recover::Braces;
use super::{MAX_BLOCK_NESTING, Parser};
use crate::error::{ErrorKind, Expected};
use crate::event::{Event, Receiver};
use crate::lexer::{TokenKind, item_start};
use crate::source::Span;

/// The maximum length of the part of a block header that is searched for its brace after an invalid label.
const MAX_LABEL_CHARS: usize = 256;

impl<'t, R: Receiver + ?Sized> Parser<'t, R> {
    /// Parses the whole source as a body.
    pub(super) fn body(&mut self) {
        loop {
            self.items(None);
            if self.at(TokenKind::End) {
                return;
            }
            // The error that was reported may be the missing opening brace of this one.
            let is_known = std::mem::take(&mut self.recovery.has_reported);
            let brace = self.bump();
            if !is_known {
                self.error(ErrorKind::Unmatched, brace, None);
            }
            self.event(Event::Unreadable, brace);
        }
    }

    /// Parses items up to the closing brace or the end of the source. Returns `true` if the body ended
    /// without a brace, which is reported.
    fn items(&mut self, mut block: Option<&mut Braces>) -> bool {
        loop {
            let next = self.look();
            if block.is_none() {
                self.item = next.span.start;
            }
            match next.kind {
                TokenKind::Newline => {
                    self.bump();
                    self.recovery.is_lost = self.recovery.is_in_junk;
                }
                TokenKind::End => return false,
                TokenKind::CloseBrace => {
                    let Some(braces) = &mut block else { return false };
                    if !self.skip_stray_brace(braces) {
                        return self.has_left(braces);
                    }
                }
                TokenKind::Ident => {
                    if block.as_mut().is_some_and(|braces| self.has_left(braces)) {
                        return true;
                    }
                    if self.recovery.is_in_junk && !self.at_next_item() {
                        self.no_item();
                        continue;
                    }
                    if std::mem::take(&mut self.recovery.is_in_junk) {
                        self.recovery.is_lost = false;
                    }
                    let name = self.bump();
                    self.item(name);
                }
                _ => self.no_item(),
            }
        }
    }

    /// Reports and skips a line that is not an item. It may be the first of many lines of prose, so the next
    /// ones are reported only after an item.
    fn no_item(&mut self) {
        self.recovery.is_in_junk = true;
        let start = self.here();
        self.expected(Expected::Item);
        self.skip();
        self.skip_line();
        self.event(Event::Unreadable, start.to(self.previous));
    }

    /// Parses an item whose name was consumed.
    fn item(&mut self, name: Span) {
        match self.peek() {
            TokenKind::Equals => {
                self.bump();
                self.attribute(name);
                self.line_break();
            }
            _ if self.at_block_header() => self.block(name),
            TokenKind::Newline if self.has_body_below(name) => self.block(name),
            TokenKind::Number if self.header_goes_on() => self.block(name),
            kind => {
                let span = match kind {
                    TokenKind::Newline | TokenKind::End => name,
                    _ => self.here(),
                };
                self.error(ErrorKind::Expected(Expected::EqualsOrBlock), span, Some(name));
                self.value_after_error(name, kind);
            }
        }
    }

    /// Skips the rest of an item that has no equals sign. If it may be a value, the name becomes an
    /// attribute.
    fn value_after_error(&mut self, name: Span, next: TokenKind) {
        let start = self.here();
        let is_attribute = match next {
            TokenKind::Colon | TokenKind::EqualTo | TokenKind::Arrow => {
                self.bump();
                true
            }
            TokenKind::Number | TokenKind::OpenBracket | TokenKind::OpenHeredoc => true,
            _ => false,
        };
        self.skip_line();
        if is_attribute {
            self.push_error(0, start.to(self.previous));
            self.event(Event::Attribute { name }, name.to(self.previous));
        } else {
            self.event(Event::Unreadable, name.to(self.previous));
        }
    }

    /// Parses the value of an attribute and pushes the attribute.
    fn attribute(&mut self, name: Span) {
        let value = self.expression();
        if !self.ends_item() && !self.at_next_item() {
            self.expected(Expected::LineBreak);
            if !self.at(TokenKind::CloseBrace) {
                self.skip_line();
                self.push_error(1, value.to(self.previous));
            }
        }
        self.event(Event::Attribute { name }, name.to(self.previous));
    }

    fn ends_item(&mut self) -> bool {
        match self.peek() {
            TokenKind::Newline | TokenKind::End => true,
            // The block was to be on one line, which was reported.
            TokenKind::CloseBrace if self.recovery.crowded == Some(self.blocks) => true,
            _ => self.starts_line(),
        }
    }

    /// Returns `true` if another item starts on the same line.
    pub(super) fn at_next_item(&mut self) -> bool {
        let next = self.look();
        next.kind == TokenKind::Ident && self.item_start(next.span.start).is_some()
    }

    /// Parses the line break after an item.
    fn line_break(&mut self) {
        if self.ends_item() {
            self.recovery.is_lost = false;
            return;
        }
        self.expected(Expected::LineBreak);
        if !self.at_next_item() {
            self.skip_line();
        }
        // The next token starts a new item.
        self.recovery.is_lost = false;
    }

    /// Parses a block whose type was consumed.
    fn block(&mut self, ty: Span) {
        if self.blocks == MAX_BLOCK_NESTING {
            self.error(ErrorKind::TooDeep, ty, None);
            self.skip_braces();
            return self.event(Event::Unreadable, ty.to(self.previous));
        }
        while let TokenKind::Ident | TokenKind::OpenQuote = self.peek() {
            match self.peek() {
                TokenKind::Ident => {
                    let label = self.bump();
                    self.event(Event::Label { quoted: false }, label);
                }
                _ => self.quoted_label(),
            }
        }
        let header = ty.to(self.previous);
        let open = match self.eat(TokenKind::OpenBrace) {
            Some(open) => open,
            None => match self.missing_brace(header) {
                Some(open) => open,
                None => {
                    self.skip_line();
                    return self.event(Event::Unreadable, ty.to(self.previous));
                }
            },
        };
        self.event(Event::BlockStart { ty }, open);
        self.blocks += 1;
        self.level += 1;
        self.open.push(TokenKind::CloseBrace);
        let mut braces = Braces::new(open);
        let is_left = match self.peek() {
            TokenKind::Newline | TokenKind::End | TokenKind::CloseBrace => {
                self.items(Some(&mut braces))
            }
            _ => self.one_line(&mut braces),
        };
        self.open.pop();
        self.blocks -= 1;
        self.level -= 1;
        if is_left {
            self.event(Event::BlockEnd, Span::empty(self.previous.end));
        } else {
            self.close_block(open);
        }
    }

    /// Parses the end of a block and the line break after it.
    fn close_block(&mut self, open: Span) {
        match self.eat(TokenKind::CloseBrace) {
            Some(close) => {
                self.event(Event::BlockEnd, close);
                self.line_break();
            }
            None => {
                self.unclosed(open);
                self.event(Event::BlockEnd, Span::empty(self.previous.end));
            }
        }
    }

    /// Reports that the brace after a block header is missing. If a body is likely to follow, returns the
    /// location of the brace, or the location where it belongs.
    fn missing_brace(&mut self, header: Span) -> Option<Span> {
        if !self.at(TokenKind::Newline) {
            if self.at(TokenKind::Equals) {
                let equals = self.here();
                self.error(ErrorKind::Expected(Expected::OpenBrace), equals, Some(header));
                if !self.has_body_after_equals() {
                    return None;
                }
                self.bump();
                return self.eat(TokenKind::OpenBrace);
            }
            if !self.header_goes_on() {
                self.expected(Expected::OpenBrace);
                return None;
            }
            let label = self.here();
            self.error(ErrorKind::InvalidLabel, label, None);
            if self.at(TokenKind::Number) {
                self.event(Event::Label { quoted: false }, label);
            }
            while !matches!(self.peek(), TokenKind::OpenBrace | TokenKind::Newline | TokenKind::End)
            {
                self.skip();
            }
            return self.eat(TokenKind::OpenBrace);
        }
        let here = self.here();
        if self.rest_of_text().starts_with('{') {
            return Some(self.misplaced_brace(header));
        }
        let is_body = self.is_indented_below(header) && !self.brackets_match();
        self.error(ErrorKind::Expected(Expected::OpenBrace), here, Some(self.previous));
        is_body.then_some(here)
    }

    /// Returns `true` if braces with items follow an equals sign, or empty braces.
    fn has_body_after_equals(&mut self) -> bool {
        let Some(inside) = self.rest_of_text().strip_prefix('{') else { return false };
        let inside = inside.trim_start();
        inside.starts_with(['}', '#', '/']) || item_start(inside).is_some()
    }

    /// Returns `true` if the line, from the next token on, may be the rest of a block header with an invalid
    /// label: names, numbers and dots before a brace that ends the line.
    fn header_goes_on(&mut self) -> bool {
        let start = self.look().span.start as usize;
        let label = |c: char| c.is_alphanumeric() || " \t_-.".contains(c);
        let mut rest = self.text[start..].chars().take(MAX_LABEL_CHARS);
        match rest.find(|c| !label(*c)) {
            Some('{') => rest.find(|c| ![' ', '\t', '\r'].contains(c)) == Some('\n'),
            _ => false,
        }
    }

    /// Returns `true` if a name on a line of its own is likely the type of a block.
    fn has_body_below(&mut self, name: Span) -> bool {
        let rest = self.rest_of_text();
        rest.starts_with('{')
            || (self.is_indented_below(name)
                && item_start(rest).is_some()
                && !self.brackets_match())
    }

    /// Returns `true` if the next line is indented more than that of a header.
    fn is_indented_below(&mut self, header: Span) -> bool {
        let start = (self.text.len() - self.rest_of_text().len()) as u32;
        self.column(start) > self.line_indentation(header.start)
    }

    /// Returns the source after the next token, without leading whitespace.
    fn rest_of_text(&mut self) -> &'t str {
        let end = self.look().span.end as usize;
        self.text[end..].trim_start()
    }

    /// Consumes the opening brace of a block on a line below its header.
    fn misplaced_brace(&mut self, header: Span) -> Span {
        while self.at(TokenKind::Newline) {
            self.bump();
        }
        let brace = self.bump();
        self.error(ErrorKind::MisplacedBrace, header, Some(brace));
        brace
    }

    /// Parses the body of a block on one line: at most one attribute. Returns `true` if the body ended
    /// without a brace, which is reported.
    fn one_line(&mut self, braces: &mut Braces) -> bool {
        if let Some(name) = self.eat(TokenKind::Ident) {
            if self.eat(TokenKind::Equals).is_none() {
                let header = if self.at_block_header() { name.to(self.here()) } else { name };
                self.error(ErrorKind::CrowdedBlock, header, None);
                self.item(name);
            } else {
                let value = self.expression();
                if !self.at(TokenKind::CloseBrace) && self.recovery.is_lost {
                    self.skip_line();
                    self.push_error(1, value.to(self.previous));
                }
                self.event(Event::Attribute { name }, name.to(self.previous));
            }
        }
        if self.at(TokenKind::CloseBrace) || self.at(TokenKind::End) {
            return false;
        }
        // The line break is a part of the error, as in the reference.
        let next = self.look().span;
        self.error(ErrorKind::CrowdedBlock, next, None);
        let outer = self.recovery.crowded.replace(self.blocks);
        let is_left = self.items(Some(braces));
        self.recovery.crowded = outer;
        is_left
    }

    fn at_block_header(&mut self) -> bool {
        matches!(self.peek(), TokenKind::Ident | TokenKind::OpenQuote | TokenKind::OpenBrace)
    }

    /// Parses a label in quotes.
    fn quoted_label(&mut self) {
        let depth = self.lexer.depth();
        let open = self.bump();
        loop {
            match self.peek() {
                TokenKind::CloseQuote => {
                    let close = self.bump();
                    return self.event(Event::Label { quoted: true }, open.to(close));
                }
                TokenKind::Text => {
                    self.bump();
                }
                TokenKind::EscapedText => {
                    let text = self.bump();
                    self.check_escapes(text);
                }
                TokenKind::Interpolation | TokenKind::Directive => {
                    self.mistake(ErrorKind::TemplateInLabel, open, None);
                    self.skip();
                }
                _ => {
                    self.unclosed(open);
                    self.forget_next();
                    self.lexer.leave_to(depth);
                    return self.event(Event::Label { quoted: false }, open.to(self.previous));
                }
            }
        }
    }
}
