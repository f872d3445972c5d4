//! Heredocs.

use super::Parser;
use crate::error::ErrorKind;
use crate::event::{Event, Receiver, TemplateKind};
use crate::lexer::{TokenKind, heredoc_name};
use crate::source::Span;

impl<R: Receiver + ?Sized> Parser<'_, R> {
    /// Parses a heredoc. The line break after the closing name belongs to the item.
    pub(super) fn heredoc(&mut self) -> Span {
        let kind = self.peek();
        let open = self.bump();
        // The span excludes the line break.
        let first_line = self.slice(open).lines().next().unwrap_or_default();
        let first_line = Span::new(open.start, open.start + first_line.len() as u32);
        if kind == TokenKind::UnclosedHeredoc {
            self.unclosed(first_line);
            return self.push_error(0, open);
        }
        if kind == TokenKind::BrokenHeredoc {
            let span = self.extra_in_first_line(first_line);
            self.mistake(ErrorKind::TextInHeredocStart, span, None);
        }
        let kind = if self.slice(open).starts_with("<<-") {
            TemplateKind::FlushHeredoc
        } else {
            TemplateKind::Heredoc
        };
        let template = self.template(kind, first_line, self.lexer.depth());
        self.event(Event::TemplateStart(kind), open);
        let is_whole = self.parts(template);
        let span = open.to(self.previous);
        self.event(Event::TemplateEnd, span);
        self.end_expression(is_whole, span)
    }

    /// Returns the span of the extra text in the first line of a heredoc: before the name, or else after it.
    fn extra_in_first_line(&self, line: Span) -> Span {
        let (start, end) = heredoc_name(self.text, line.start as usize);
        let before = Span::new(start - 1, start);
        match self.slice(before) {
            "<" | "-" => {
                let after = Span::new(end, line.end);
                let spaces = self.slice(after).len() - self.slice(after).trim_start().len();
                Span::new(end + spaces as u32, line.end)
            }
            _ => before,
        }
    }
}
