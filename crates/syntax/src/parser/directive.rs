//! Template directives: `%{ if }`, `%{ for }` and their ends.

use super::template::Template;
use super::{MAX_NESTING, Parser};
use crate::error::{ErrorKind, Expected};
use crate::event::{Event, Receiver, Strip};
use crate::lexer::TokenKind;
use crate::source::Span;

/// An open directive.
pub(super) struct Open {
    is_for: bool,
    has_else: bool,
    /// `true` if the directive is nested too deeply, so its event was not pushed.
    is_ignored: bool,
    span: Span,
}

impl<R: Receiver + ?Sized> Parser<'_, R> {
    /// Parses a directive. Returns `true` if it is valid.
    pub(super) fn directive(&mut self, template: Template) -> bool {
        let opening = self.bump();
        let newlines = self.set_newlines(false);
        self.open.push(TokenKind::SequenceEnd);
        let word = self.look().span;
        let is_word = self.eat(TokenKind::Ident).is_some();
        let is_right = match self.slice(word) {
            "if" if is_word => {
                self.expression();
                let strip = self.sequence_end(template, opening, Expected::DirectiveEnd);
                let span = opening.to(self.previous);
                self.open_directive(Event::If(strip.unwrap_or_default()), span) && strip.is_some()
            }
            "for" if is_word => self.for_directive(template, opening),
            "else" | "endif" | "endfor" if is_word => {
                let strip = self.sequence_end(template, opening, Expected::DirectiveEnd);
                let span = opening.to(self.previous);
                self.end_directive(template, word, span, strip.unwrap_or_default())
                    && strip.is_some()
            }
            _ => {
                self.error(ErrorKind::Expected(Expected::DirectiveWord), word, Some(opening));
                self.sequence_end(template, opening, Expected::DirectiveEnd);
                false
            }
        };
        self.open.pop();
        self.newlines = newlines;
        is_right
    }

    fn for_directive(&mut self, template: Template, opening: Span) -> bool {
        let variables = self.for_variables();
        let strip = match variables {
            Some(_) => {
                self.expression();
                self.sequence_end(template, opening, Expected::DirectiveEnd)
            }
            None => {
                self.push_error(0, Span::empty(self.previous.end));
                self.sequence_end(template, opening, Expected::DirectiveEnd);
                None
            }
        };
        let span = opening.to(self.previous);
        let (key, value) = variables.unwrap_or((None, span));
        let event = Event::ForDirective { key, value, strip: strip.unwrap_or_default() };
        self.open_directive(event, span) && strip.is_some()
    }

    /// Pushes the start of a directive, unless it is nested too deeply.
    fn open_directive(&mut self, event: Event, span: Span) -> bool {
        let is_ignored = self.level as usize + self.directives.len() >= MAX_NESTING as usize;
        let is_for = matches!(event, Event::ForDirective { .. });
        self.directives.push(Open { is_for, has_else: false, is_ignored, span });
        if is_ignored {
            self.mistake(ErrorKind::TooDeep, span, None);
            self.event(Event::Interpolation(Strip::default()), span);
        } else {
            self.event(event, span);
        }
        !is_ignored
    }

    /// Ends, or adds a branch to, the innermost directive that `%{ else }`, `%{ endif }` or `%{ endfor }`
    /// matches.
    fn end_directive(&mut self, template: Template, word: Span, span: Span, strip: Strip) -> bool {
        let name = self.slice(word);
        let is_for = name == "endfor";
        let belongs = |open: &Open| open.is_for == is_for && !(name == "else" && open.has_else);
        let inside = &self.directives[template.directives..];
        let mut near = inside.iter().enumerate().rev().take(MAX_NESTING as usize);
        let Some((index, _)) = near.find(|(_, open)| belongs(open)) else {
            if template.is_whole {
                self.mistake(ErrorKind::Unmatched, word, None);
            }
            return false;
        };
        let index = template.directives + index;
        // Directives inside it have no end.
        let is_right = self.close_directives(template, index + 1, span.start);
        let event = match name {
            "else" => {
                self.directives[index].has_else = true;
                Event::Else(strip)
            }
            "endfor" => Event::EndFor(strip),
            _ => Event::EndIf(strip),
        };
        if !self.directives[index].is_ignored {
            self.event(event, span);
        }
        if name != "else" {
            self.directives.pop();
        }
        is_right
    }

    /// Ends the directives after the first ones at an offset. They are reported unless there is another error
    /// in the template. Returns `true` if none were open.
    pub(super) fn close_directives(&mut self, template: Template, first: usize, at: u32) -> bool {
        let is_right = self.directives.len() == first;
        while self.directives.len() > first
            && let Some(open) = self.directives.pop()
        {
            if template.is_whole {
                self.error(ErrorKind::UnclosedDirective, open.span, None);
            }
            let strip = Strip::default();
            let event = if open.is_for { Event::EndFor(strip) } else { Event::EndIf(strip) };
            if !open.is_ignored {
                self.event(event, Span::empty(at));
            }
        }
        is_right
    }
}
