//! Templates: quoted, in heredocs and bare.

use hcl_edit::template::{StringTemplate, Template};

use super::Lowering;
use super::tokens::{Problem, Token, Tokens, Variables, Writing};
use crate::cty::Value;
use crate::source::Span;
use crate::syntax::native::diags;
use crate::tree::{For, Node, NodeId};

type Rest<'t> = std::vec::IntoIter<Token<'t>>;

/// What ended a run of parts.
enum End {
    Template,
    Else,
    Directive(Span),
}

impl<'t> Lowering<'t, '_> {
    pub(super) fn quoted_template(&mut self, template: StringTemplate, span: Span) -> NodeId {
        let tokens = Tokens::new(template.into_iter().collect(), Writing::Quoted, self);
        self.template(tokens, span)
    }

    /// A heredoc, whose literal text is read from the source: hcl-edit's is already unindented.
    pub(super) fn heredoc(&mut self, template: Template, span: Span) -> NodeId {
        let mut tokens = Tokens::new(template, Writing::Lines, self);
        if self.slice(span).starts_with("<<-") {
            tokens.unindent();
        }
        self.template(tokens, span)
    }

    /// A template that is a whole text.
    pub(in crate::syntax::native) fn bare_template(&mut self, template: Template) -> NodeId {
        let span = Span::new(0, self.text.len() as u32);
        let tokens = Tokens::new(template, Writing::Lines, self);
        self.template(tokens, span)
    }

    fn template(&mut self, mut tokens: Tokens<'t>, span: Span) -> NodeId {
        for problem in std::mem::take(&mut tokens.problems) {
            self.report(match problem {
                Problem::Escape(span) => diags::invalid_escape(self.tree.place(span)),
                Problem::Quote(span) => diags::quote_in_directive(self.tree.place(span)),
            });
        }
        tokens.join_texts();
        let is_wrap = matches!(tokens.list[..], [Token::Interpolation(_)]);
        let mut tokens = tokens.list.into_iter();
        let (parts, _) = self.parts(&mut tokens);
        match parts[..] {
            [only] if is_wrap => self.tree.add_node(Node::Wrap(only), span),
            [only] if self.is_text(only) => self.with_span(only, span),
            _ => self.joined(parts, span),
        }
    }

    /// The parts up to the end of the template or of the directive they are in.
    fn parts(&mut self, tokens: &mut Rest<'t>) -> (Vec<NodeId>, End) {
        let mut parts = Vec::new();
        while let Some(token) = tokens.next() {
            let part = match token {
                Token::Text(text) => self.literal(Value::string(&*text.value), text.span),
                Token::Interpolation(expr) => self.expression(expr),
                Token::If { condition, span } => {
                    self.check_apart(&condition);
                    let condition = self.expression(condition);
                    self.conditional_parts(condition, span, tokens)
                }
                Token::For { variables, collection, span } => {
                    self.check_apart(variables.key.as_ref().unwrap_or(&variables.value));
                    self.check_apart(&collection);
                    let collection = self.expression(collection);
                    self.repeated_parts(&variables, collection, span, tokens)
                }
                Token::Else => return (parts, End::Else),
                Token::EndIf { span } | Token::EndFor { span } => {
                    return (parts, End::Directive(span));
                }
            };
            parts.push(part);
        }
        (parts, End::Template)
    }

    /// `%{ if … }`, whose condition and opening are given, up to its `%{ endif }`.
    fn conditional_parts(
        &mut self,
        condition: NodeId,
        opening: Span,
        tokens: &mut Rest<'t>,
    ) -> NodeId {
        let (then, mut end) = self.parts(tokens);
        let mut otherwise = Vec::new();
        if let End::Else = end {
            (otherwise, end) = self.parts(tokens);
        }
        let closing = end.span(opening);
        let then = self.branch(then, Span::empty(opening.end));
        let otherwise = self.branch(otherwise, closing.at_start());
        let node = Node::Conditional { condition, then, otherwise };
        self.tree.add_node(node, opening.to(closing))
    }

    /// `%{ for … }`, whose collection and opening are given, up to its `%{ endfor }`.
    fn repeated_parts(
        &mut self,
        variables: &Variables,
        collection: NodeId,
        opening: Span,
        tokens: &mut Rest<'t>,
    ) -> NodeId {
        let (parts, end) = self.parts(tokens);
        let span = opening.to(end.span(opening));
        let value = self.branch(parts, Span::empty(opening.end));
        let key_var = variables.key.as_ref().map(|name| self.name(name));
        let value_var = self.name(&variables.value);
        let (key, condition, group) = (None, None, false);
        let each = For { key_var, value_var, collection, key, value, condition, group };
        let each = self.tree.add_node(Node::For(Box::new(each)), span);
        self.tree.add_node(Node::Join(each), span)
    }

    /// The parts between two directives; `empty` is where they would stand if there are none.
    fn branch(&mut self, parts: Vec<NodeId>, empty: Span) -> NodeId {
        let spans = parts.iter().map(|part| self.tree.span(*part));
        let span = spans.reduce(Span::to).unwrap_or(empty);
        self.joined(parts, span)
    }

    /// A template of parts. One of a single text is that text, and one of none is empty.
    fn joined(&mut self, parts: Vec<NodeId>, span: Span) -> NodeId {
        match parts[..] {
            [] => return self.literal(Value::string(""), span),
            [only] if self.is_text(only) => return only,
            _ => {}
        }
        let parts = self.tree.add_list(parts);
        self.tree.add_node(Node::Template(parts), span)
    }

    fn with_span(&mut self, node: NodeId, span: Span) -> NodeId {
        self.tree.set_span(node, span);
        node
    }

    fn is_text(&self, node: NodeId) -> bool {
        matches!(self.tree.node(node), Node::Literal(value) if value.as_str().is_some())
    }
}

impl End {
    /// The span of the closing directive.
    const fn span(&self, opening: Span) -> Span {
        match self {
            Self::Directive(span) => *span,
            Self::Template | Self::Else => opening,
        }
    }
}
