//! The flat parts of a template, as the reference reads them.
//!
//! Strip markers and the indentation of a `<<-` heredoc act on single pieces of literal text, before
//! directives are given their structure. In a heredoc a piece ends with its line.

use std::borrow::Cow;

use hcl_edit::Decorated;
use hcl_edit::Ident;
use hcl_edit::expr::Expression;
use hcl_edit::template::{Directive, Element, ForDirective, IfDirective, Strip, Template};
use unicode_segmentation::UnicodeSegmentation;

use super::{Lowering, escapes};
use crate::source::Span;

/// One part of a template.
pub(super) enum Token<'t> {
    Text(Text<'t>),
    Interpolation(Expression),
    If { condition: Expression, span: Span },
    Else,
    EndIf { span: Span },
    For { variables: Box<Variables>, collection: Expression, span: Span },
    EndFor { span: Span },
}

/// What is wrong in literal text.
pub(super) enum Problem {
    /// A backslash and what follows it.
    Escape(Span),
    /// A quote, which ends the string before its directive ends.
    Quote(Span),
}

/// Literal text.
pub(super) struct Text<'t> {
    pub(super) value: Cow<'t, str>,
    pub(super) span: Span,
}

/// The variables of a `for` directive.
pub(super) struct Variables {
    pub(super) key: Option<Decorated<Ident>>,
    pub(super) value: Decorated<Ident>,
}

/// How the literal text of a template is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    /// Between quotes, with backslash escapes. hcl-edit does not check those inside directives.
    Quoted,
    /// In lines, which stand for themselves.
    Lines,
}

/// Takes a template apart.
pub(super) struct Tokens<'t> {
    pub(super) list: Vec<Token<'t>>,
    writing: Writing,
    /// Where literal text inside a directive is not as it must be.
    pub(super) problems: Vec<Problem>,
    /// Whether the part before ended in a strip marker.
    strip_next: bool,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(template: Template, writing: Writing, lowering: &Lowering<'t, '_>) -> Self {
        let list = Vec::with_capacity(template.len());
        let mut tokens = Self { list, writing, problems: Vec::new(), strip_next: false };
        tokens.template(template, lowering);
        tokens
    }

    /// Removes the indentation that all lines share. Lines of blanks alone do not count, and a line
    /// that starts with a template sequence has none.
    pub(super) fn unindent(&mut self) {
        let Some(shared) = self.line_starts().filter_map(Token::indentation).min() else { return };
        for token in self.line_starts_mut() {
            if let Token::Text(text) = token {
                text.drop_leading(shared);
            }
        }
    }

    /// Joins neighbouring texts.
    pub(super) fn join_texts(&mut self) {
        self.list.dedup_by(|next, previous| match (previous, next) {
            (Token::Text(previous), Token::Text(next)) => {
                previous.value.to_mut().push_str(&next.value);
                previous.span.end = next.span.end;
                true
            }
            _ => false,
        });
    }

    fn template(&mut self, template: Template, lowering: &Lowering<'t, '_>) {
        for element in template {
            let span = lowering.span(&element);
            match element {
                Element::Literal(_) => match self.writing {
                    Writing::Quoted => {
                        let text = self.resolved(lowering.slice(span), span);
                        self.text(text, span);
                    }
                    Writing::Lines => self.lines(lowering.slice(span), span),
                },
                Element::Interpolation(interpolation) => {
                    let token = Token::Interpolation(interpolation.expr);
                    self.sequence(token, interpolation.strip);
                }
                Element::Directive(directive) => match *directive {
                    Directive::If(directive) => self.if_directive(directive, span, lowering),
                    Directive::For(directive) => self.for_directive(directive, span, lowering),
                },
            }
        }
    }

    fn if_directive(&mut self, directive: IfDirective, whole: Span, lowering: &Lowering<'t, '_>) {
        let (then, otherwise) = (directive.if_expr, directive.else_expr);
        let branch = lowering.span(&then.template);
        let opening = Span::new(whole.start, branch.start);
        self.sequence(Token::If { condition: then.cond_expr, span: opening }, then.strip);
        self.template(then.template, lowering);
        let mut end = branch.end;
        if let Some(otherwise) = otherwise {
            end = lowering.span(&otherwise.template).end;
            self.sequence(Token::Else, otherwise.strip);
            self.template(otherwise.template, lowering);
        }
        let closing = Span::new(end, whole.end);
        self.sequence(Token::EndIf { span: closing }, directive.endif_expr.strip);
    }

    fn for_directive(&mut self, directive: ForDirective, whole: Span, lowering: &Lowering<'t, '_>) {
        let each = directive.for_expr;
        let branch = lowering.span(&each.template);
        let variables = Box::new(Variables { key: each.key_var, value: each.value_var });
        let collection = each.collection_expr;
        let span = Span::new(whole.start, branch.start);
        self.sequence(Token::For { variables, collection, span }, each.strip);
        self.template(each.template, lowering);
        let closing = Span::new(branch.end, whole.end);
        self.sequence(Token::EndFor { span: closing }, directive.endfor_expr.strip);
    }

    /// Quoted text with its escapes resolved.
    fn resolved(&mut self, text: &'t str, span: Span) -> Cow<'t, str> {
        match escapes::resolve(text) {
            Ok(text) => text,
            Err(escape) => {
                let start = span.start + escape.start as u32;
                let span = Span::new(start, start + escape.len() as u32);
                let is_quote = text[escape].starts_with('"');
                let problem = if is_quote { Problem::Quote(span) } else { Problem::Escape(span) };
                self.problems.push(problem);
                Cow::Borrowed(text)
            }
        }
    }

    /// Literal text line by line, with `$${` and `%%{` resolved.
    fn lines(&mut self, text: &'t str, span: Span) {
        let mut start = span.start;
        for line in text.split_inclusive('\n') {
            let end = start + line.len() as u32;
            self.text(escapes::resolve_markers(line), Span::new(start, end));
            start = end;
        }
    }

    fn text(&mut self, mut value: Cow<'t, str>, span: Span) {
        if std::mem::take(&mut self.strip_next) {
            let kept = value.trim_start().len();
            let stripped = value.len() - kept;
            drop_bytes(&mut value, stripped);
        }
        self.list.push(Token::Text(Text { value, span }));
    }

    /// A part in `${ }` or `%{ }`, which may strip the texts beside it.
    fn sequence(&mut self, token: Token<'t>, strip: Strip) {
        if strip.strip_start()
            && let Some(Token::Text(text)) = self.list.last_mut()
        {
            let kept = text.value.trim_end().len();
            match &mut text.value {
                Cow::Borrowed(value) => *value = &value[..kept],
                Cow::Owned(value) => value.truncate(kept),
            }
        }
        self.strip_next = strip.strip_end();
        self.list.push(token);
    }

    /// The tokens that stand at the start of a line.
    fn line_starts(&self) -> impl Iterator<Item = &Token<'t>> {
        let mut at_start = true;
        self.list.iter().filter(move |token| std::mem::replace(&mut at_start, token.ends_line()))
    }

    fn line_starts_mut(&mut self) -> impl Iterator<Item = &mut Token<'t>> {
        let mut at_start = true;
        self.list
            .iter_mut()
            .filter(move |token| std::mem::replace(&mut at_start, token.ends_line()))
    }
}

impl Token<'_> {
    fn ends_line(&self) -> bool {
        matches!(self, Token::Text(text) if text.value.ends_with('\n'))
    }

    /// How many blanks a token at the start of a line starts with, unless that line is blank.
    fn indentation(&self) -> Option<usize> {
        let Token::Text(text) = self else { return Some(0) };
        let (blanks, rest) = text.split_blanks();
        let is_blank_line = rest.is_empty() && text.value.ends_with('\n');
        (!is_blank_line).then(|| match blanks.is_ascii() {
            true => blanks.len(),
            false => blanks.graphemes(true).count(),
        })
    }
}

impl Text<'_> {
    fn split_blanks(&self) -> (&str, &str) {
        let rest = self.value.trim_start();
        self.value.split_at(self.value.len() - rest.len())
    }

    /// Drops so many characters of a line that is not blank.
    fn drop_leading(&mut self, characters: usize) {
        let (_, rest) = self.split_blanks();
        if rest.is_empty() && self.value.ends_with('\n') {
            return;
        }
        let bytes = match self.value.is_ascii() {
            true => characters.min(self.value.len()),
            false => self.value.graphemes(true).take(characters).map(str::len).sum(),
        };
        drop_bytes(&mut self.value, bytes);
        self.span.start += bytes as u32;
    }
}

fn drop_bytes(value: &mut Cow<'_, str>, bytes: usize) {
    match value {
        Cow::Borrowed(value) => *value = &value[bytes..],
        Cow::Owned(value) => drop(value.drain(..bytes)),
    }
}
