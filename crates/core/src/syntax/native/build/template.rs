//! Templates in quotes, in heredocs, and without either.
//!
//! The parts of a template come in sequence. Directives are nested only at the end of the template, because
//! trimming and the indentation of a `<<-` heredoc apply to single pieces of text. In a heredoc, each line is a
//! piece (reference: `hclsyntax/parser_template.go`).

use std::borrow::Cow;

use hcldyn_syntax::event::{Strip, TemplateKind};
use hcldyn_syntax::parser::{unescape_quoted, unescape_template};
use unicode_segmentation::UnicodeSegmentation;

use super::Builder;
use super::postfix::PostfixOperand;
use crate::cty::Value;
use crate::source::Span;
use crate::tree::{ExprId, ExprNode, For, Run, SpannedName};

/// An open template.
pub(super) struct OpenTemplate {
    kind: TemplateKind,
    /// The index of the template's first part among the parts of all open templates.
    parts: usize,
    /// `true` if the last part trims the text after it.
    trims_next: bool,
}

/// A part of a template.
pub(super) enum TemplatePart<'t> {
    Text(Text<'t>),
    Expression(ExprId),
    If {
        condition: ExprId,
        span: Span,
    },
    Else,
    For {
        key: Option<SpannedName>,
        value: SpannedName,
        collection: ExprId,
        span: Span,
    },
    /// The end of a directive: `%{ endif }` or `%{ endfor }`.
    End {
        span: Span,
    },
}

/// Literal characters.
pub(super) struct Text<'t> {
    value: Cow<'t, str>,
    span: Span,
}

/// An open directive.
enum Directive {
    If { condition: ExprId, then: Option<ExprId>, span: Span },
    For { key: Option<SpannedName>, value: SpannedName, collection: ExprId, span: Span },
}

impl<'t> Builder<'t, '_> {
    pub(super) fn open_template(&mut self, kind: TemplateKind) {
        let parts = self.parts.len();
        self.templates.push(OpenTemplate { kind, parts, trims_next: false });
    }

    pub(super) fn text(&mut self, span: Span, escaped: bool) {
        let Some(template) = self.templates.last_mut() else { return };
        let text = self.text.get(span.range()).unwrap_or_default();
        let mut value = match (escaped, template.kind) {
            (false, _) => Cow::Borrowed(text),
            (true, TemplateKind::Quoted) => unescape_quoted(text),
            (true, _) => unescape_template(text),
        };
        if std::mem::take(&mut template.trims_next) {
            let kept = value.trim_start().len();
            let trimmed = value.len() - kept;
            drop_bytes(&mut value, trimmed);
        }
        self.parts.push(TemplatePart::Text(Text { value, span }));
    }

    pub(super) fn interpolation(&mut self, strip: Strip) {
        let expression = self.pop();
        self.sequence(TemplatePart::Expression(expression), strip);
    }

    pub(super) fn if_directive(&mut self, strip: Strip, span: Span) {
        let condition = self.pop();
        self.sequence(TemplatePart::If { condition, span }, strip);
    }

    pub(super) fn for_directive(
        &mut self,
        key: Option<Span>,
        value: Span,
        strip: Strip,
        span: Span,
    ) {
        let collection = self.pop();
        let key = key.map(|name| self.name(name));
        let value = self.name(value);
        self.sequence(TemplatePart::For { key, value, collection, span }, strip);
    }

    /// Adds an interpolation or a directive, which can trim the text next to it.
    pub(super) fn sequence(&mut self, part: TemplatePart<'t>, strip: Strip) {
        let Some(template) = self.templates.last_mut() else { return };
        template.trims_next = strip.after;
        if strip.before
            && let Some(TemplatePart::Text(text)) = self.parts[template.parts..].last_mut()
        {
            let kept = text.value.trim_end().len();
            match &mut text.value {
                Cow::Borrowed(value) => *value = &value[..kept],
                Cow::Owned(value) => value.truncate(kept),
            }
        }
        self.parts.push(part);
    }

    pub(super) fn close_template(&mut self, span: Span) {
        let Some(template) = self.templates.pop() else { return };
        if template.kind == TemplateKind::FlushHeredoc {
            unindent(&mut self.parts[template.parts..]);
        }
        let is_wrap = matches!(self.parts[template.parts..], [TemplatePart::Expression(_)]);
        let first = self.operands.len();
        self.structure(template.parts);
        let node = match self.operands[first..] {
            [_] if is_wrap => ExprNode::Wrap(self.pop()),
            [_] => {
                let only = self.pop();
                match self.tree.take_literal(only) {
                    Some(value) => ExprNode::Literal(value),
                    None => self.joined(only),
                }
            }
            _ => match self.pop_parts(first) {
                parts if parts.is_empty() => ExprNode::Literal(Value::string("")),
                parts => ExprNode::Template(parts),
            },
        };
        self.push(node, span);
    }

    fn joined(&mut self, only: ExprId) -> ExprNode {
        ExprNode::Template(self.tree.extend_list(Run::EMPTY, only))
    }

    /// Takes the parts from an index on, and pushes their nodes.
    fn structure(&mut self, first: usize) {
        let mut directives: Vec<(Directive, usize)> = Vec::new();
        let mut all = std::mem::take(&mut self.parts);
        let mut parts = all.drain(first..).peekable();
        while let Some(part) = parts.next() {
            match part {
                TemplatePart::Text(Text { value, mut span }) => {
                    self.joined.clear();
                    while let Some(TemplatePart::Text(next)) =
                        parts.next_if(|it| matches!(it, TemplatePart::Text(_)))
                    {
                        if self.joined.is_empty() {
                            self.joined.push_str(&value);
                        }
                        self.joined.push_str(&next.value);
                        span.end = next.span.end;
                    }
                    let text = if self.joined.is_empty() { &*value } else { &*self.joined };
                    self.push(ExprNode::Literal(Value::string(text)), span);
                }
                TemplatePart::Expression(node) => {
                    let span = self.tree.span(node);
                    self.operands.push(PostfixOperand::node(node, span));
                }
                TemplatePart::If { condition, span } => {
                    let directive = Directive::If { condition, then: None, span };
                    directives.push((directive, self.operands.len()));
                }
                TemplatePart::For { key, value, collection, span } => {
                    let directive = Directive::For { key, value, collection, span };
                    directives.push((directive, self.operands.len()));
                }
                TemplatePart::Else => {
                    let Some((Directive::If { then, span, .. }, first)) = directives.last_mut()
                    else {
                        continue;
                    };
                    let (empty, first) = (Span::empty(span.end), *first);
                    *then = Some(self.branch(first, empty));
                }
                TemplatePart::End { span } => {
                    if let Some((directive, first)) = directives.pop() {
                        self.end_directive(directive, first, span);
                    }
                }
            }
        }
        drop(parts);
        // The parts of outer templates, and the memory for those of the next one.
        self.parts = all;
    }

    /// Pushes the node of a directive. Its last branch consists of the operands from an index on.
    fn end_directive(&mut self, directive: Directive, first: usize, end: Span) {
        match directive {
            Directive::If { condition, then: Some(then), span } => {
                let otherwise = self.branch(first, end.at_start());
                self.push(ExprNode::Conditional { condition, then, otherwise }, span.to(end));
            }
            Directive::If { condition, then: None, span } => {
                let then = self.branch(first, Span::empty(span.end));
                let otherwise =
                    self.tree.add_node(ExprNode::Literal(Value::string("")), end.at_start());
                self.push(ExprNode::Conditional { condition, then, otherwise }, span.to(end));
            }
            Directive::For { key: key_var, value: value_var, collection, span } => {
                let value = self.branch(first, Span::empty(span.end));
                let (key, condition, group) = (None, None, false);
                let each = For { key_var, value_var, collection, key, value, condition, group };
                let each = self.tree.add_node(ExprNode::For(Box::new(each)), span.to(end));
                self.push(ExprNode::Join(each), span.to(end));
            }
        }
    }

    /// Pops the operands from an index on as the node of a branch. `empty` is the span of a branch without parts.
    fn branch(&mut self, first: usize, empty: Span) -> ExprId {
        if let [only] = self.operands[first..]
            && let Some(id) = self.literal_string(only)
        {
            self.operands.truncate(first);
            return id;
        }
        let parts = self.pop_parts(first);
        if parts.is_empty() {
            return self.tree.add_node(ExprNode::Literal(Value::string("")), empty);
        }
        let spans = self.tree.list(parts).iter().map(|part| self.tree.span(*part));
        let span = spans.reduce(Span::to).unwrap_or(empty);
        self.tree.add_node(ExprNode::Template(parts), span)
    }

    fn literal_string(&self, operand: PostfixOperand) -> Option<ExprId> {
        let id = operand.id()?;
        let is_string =
            matches!(self.tree.node(id), ExprNode::Literal(value) if value.as_str().is_some());
        is_string.then_some(id)
    }

    /// Pops the operands from an index on as a list.
    fn pop_parts(&mut self, first: usize) -> Run {
        self.pop_list((self.operands.len() - first) as u32)
    }
}

/// Removes the common indentation of the lines of a heredoc.
fn unindent(parts: &mut [TemplatePart<'_>]) {
    let mut shared = None;
    for part in line_starts(parts) {
        if let Some(own) = indentation(part) {
            shared = Some(shared.map_or(own, |known: usize| known.min(own)));
        }
    }
    let shared = shared.unwrap_or(0);
    for part in line_starts(parts) {
        if let TemplatePart::Text(text) = part {
            text.drop_leading(shared);
        }
    }
}

/// Returns the parts at the start of a line.
fn line_starts<'p, 't>(
    parts: &'p mut [TemplatePart<'t>],
) -> impl Iterator<Item = &'p mut TemplatePart<'t>> {
    let mut at_start = true;
    parts.iter_mut().filter(move |part| {
        let ends_line = matches!(part, TemplatePart::Text(text) if text.value.ends_with('\n'));
        std::mem::replace(&mut at_start, ends_line)
    })
}

/// Returns the indentation of a part at the start of a line, or `None` for an empty line.
fn indentation(part: &TemplatePart<'_>) -> Option<usize> {
    let TemplatePart::Text(text) = part else { return Some(0) };
    let (indent, rest) = text.split_indentation();
    let is_empty = rest.is_empty() && indent.ends_with('\n');
    (!is_empty)
        .then(|| if indent.is_ascii() { indent.len() } else { indent.graphemes(true).count() })
}

impl Text<'_> {
    fn split_indentation(&self) -> (&str, &str) {
        let rest = self.value.trim_start();
        self.value.split_at(self.value.len() - rest.len())
    }

    fn is_blank_line(&self) -> bool {
        self.value.ends_with('\n') && self.value.trim_start().is_empty()
    }

    /// Removes characters at the start of a line, unless the line is empty.
    fn drop_leading(&mut self, characters: usize) {
        if self.is_blank_line() {
            return;
        }
        let bytes = if self.value.is_ascii() {
            characters.min(self.value.len())
        } else {
            self.value.graphemes(true).take(characters).map(str::len).sum()
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
