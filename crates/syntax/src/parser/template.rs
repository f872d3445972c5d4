//! Templates: literal characters with interpolations and directives among them.

use super::Parser;
use crate::error::{ErrorKind, Expected};
use crate::event::{Event, Receiver, Strip, TemplateKind};
use crate::lexer::TokenKind;
use crate::source::Span;

/// A template that is being parsed.
#[derive(Clone, Copy)]
pub(super) struct Template {
    pub(super) kind: TemplateKind,
    pub(super) open: Span,
    /// The number of lexer modes around the literal characters.
    pub(super) depth: usize,
    /// The number of directives open around it.
    pub(super) directives: usize,
    /// `true` until there is an error in the template.
    pub(super) is_whole: bool,
}

impl<R: Receiver + ?Sized> Parser<'_, R> {
    /// Parses the rest of the source as a template.
    pub(super) fn bare_template(&mut self) {
        let start = self.previous.end;
        let template = self.template(TemplateKind::Bare, Span::default(), self.lexer.depth());
        self.event(Event::TemplateStart(template.kind), template.open);
        let is_whole = self.parts(template);
        let span = Span::new(start, self.text.len() as u32);
        self.event(Event::TemplateEnd, span);
        if !is_whole {
            self.push_error(1, span);
        }
    }

    /// Parses a quoted string. Most have no interpolations.
    pub(super) fn string(&mut self) -> Span {
        let open = self.bump();
        let depth = self.lexer.depth();
        let kind = self.peek();
        let text = match kind {
            TokenKind::CloseQuote => None,
            TokenKind::Text | TokenKind::EscapedText => Some(self.bump()),
            _ => return self.quoted_template(open, depth, None),
        };
        let escaped = kind == TokenKind::EscapedText;
        if escaped && let Some(text) = text {
            self.check_escapes(text);
        }
        if !self.at(TokenKind::CloseQuote) {
            return self.quoted_template(open, depth, text.map(|text| (text, escaped)));
        }
        let span = open.to(self.bump());
        self.event(Event::String { escaped }, span);
        span
    }

    fn quoted_template(&mut self, open: Span, depth: usize, text: Option<(Span, bool)>) -> Span {
        let template = self.template(TemplateKind::Quoted, open, depth);
        self.event(Event::TemplateStart(template.kind), open);
        if let Some((text, escaped)) = text {
            self.event(Event::Text { escaped }, text);
        }
        let is_whole = self.parts(template);
        let span = open.to(self.previous);
        self.event(Event::TemplateEnd, span);
        self.end_expression(is_whole, span)
    }

    /// Returns the state of a template after its opening.
    pub(super) fn template(&self, kind: TemplateKind, open: Span, depth: usize) -> Template {
        Template { kind, open, depth, directives: self.directives.len(), is_whole: true }
    }

    /// Parses the parts of a template and its end. Returns `true` if they are valid.
    pub(super) fn parts(&mut self, mut template: Template) -> bool {
        let is_closed = loop {
            match self.peek() {
                TokenKind::Text => {
                    let text = self.bump();
                    self.event(Event::Text { escaped: false }, text);
                }
                TokenKind::EscapedText => {
                    let text = self.bump();
                    if template.kind == TemplateKind::Quoted {
                        self.check_escapes(text);
                    }
                    self.event(Event::Text { escaped: true }, text);
                }
                TokenKind::Interpolation => template.is_whole &= self.interpolation(template),
                TokenKind::Directive => template.is_whole &= self.directive(template),
                TokenKind::CloseQuote | TokenKind::CloseHeredoc => {
                    self.bump();
                    break true;
                }
                TokenKind::CarriageReturn
                    if template.kind != TemplateKind::Quoted || self.brackets_match() =>
                {
                    let here = self.bump();
                    self.mistake(ErrorKind::Expected(Expected::LineBreak), here, None);
                }
                TokenKind::End if template.kind == TemplateKind::Bare => break true,
                _ => break false,
            }
        };
        let end = if is_closed && template.kind != TemplateKind::Bare {
            self.previous.start
        } else {
            self.previous.end
        };
        template.is_whole &= self.close_directives(template, template.directives, end);
        if !is_closed {
            self.unclosed(template.open);
            // The next lines may be the rest of the string.
            self.recovery.is_in_junk = true;
            self.leave(template);
        }
        is_closed && template.is_whole
    }

    /// Leaves a template without an end.
    fn leave(&mut self, template: Template) {
        self.forget_next();
        self.lexer.leave_to(template.depth.saturating_sub(1));
    }

    fn interpolation(&mut self, template: Template) -> bool {
        let opening = self.bump();
        let newlines = self.set_newlines(false);
        self.open.push(TokenKind::SequenceEnd);
        if self.at_last_quote(template) {
            self.push_error(0, Span::empty(opening.end));
        } else {
            self.inner_expression(opening, TokenKind::SequenceEnd);
        }
        let strip = self.sequence_end(template, opening, Expected::InterpolationEnd);
        self.open.pop();
        self.newlines = newlines;
        self.event(Event::Interpolation(strip.unwrap_or_default()), opening.to(self.previous));
        strip.is_some()
    }

    /// Parses the end of an interpolation or a directive. Returns the sides on which it trims, or `None`
    /// after an error.
    pub(super) fn sequence_end(
        &mut self,
        template: Template,
        opening: Span,
        expected: Expected,
    ) -> Option<Strip> {
        if let Some(end) = self.eat(TokenKind::SequenceEnd) {
            self.recovery.is_lost = false;
            let before = opening.end - opening.start == 3;
            return Some(Strip { before, after: end.end - end.start == 2 });
        }
        if self.at_quote_of(template) || self.at_sequence_limit(template) {
            self.unclosed(opening);
        } else {
            self.expected(expected);
            while !self.at(TokenKind::SequenceEnd) && !self.at_sequence_limit(template) {
                self.skip();
            }
            if self.eat(TokenKind::SequenceEnd).is_some() {
                self.recovery.is_lost = false;
                return None;
            }
        }
        // Literal characters continue at the token that was not expected.
        self.forget_next();
        self.lexer.leave_to(template.depth);
        None
    }

    /// Returns `true` if the next token is a quote that ends the template, since no closing brace follows and the
    /// brackets of the source do not match.
    fn at_quote_of(&mut self, template: Template) -> bool {
        let next = self.look();
        next.kind == TokenKind::OpenQuote
            && template.kind == TemplateKind::Quoted
            && !self.has_brace_after(next.span.end)
            && !self.brackets_match()
    }

    /// Returns `true` if the next token ends the template and its line, so it begins no string.
    fn at_last_quote(&mut self, template: Template) -> bool {
        let end = self.look().span.end as usize;
        self.at_quote_of(template) && {
            let rest = self.text[end..].trim_start_matches([' ', '\t', '\r']);
            rest.is_empty() || rest.starts_with('\n')
        }
    }

    /// Returns `true` if a sequence without an end must stop: at the end of the template around it, and at the end
    /// of a line, unless the brackets match.
    fn at_sequence_limit(&mut self, template: Template) -> bool {
        let next = self.look();
        (self.starts_line() && !self.brackets_match())
            || self.lexer.depth() < template.depth
            || matches!(next.kind, TokenKind::End | TokenKind::Newline)
    }
}
