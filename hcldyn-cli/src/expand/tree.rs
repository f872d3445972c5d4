//! An expression as a tree of spans.

use hcldyn::source::Span;
use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::parser::parse_expression;

/// The nodes of an expression, each after its parts.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The nodes that are not yet part of another.
    stack: Vec<usize>,
    /// For each open splat, whether it is itself inside a splat.
    splats: Vec<bool>,
}

/// An expression, a step into one, or a part of a template.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) event: Event,
    pub(super) span: Span,
    pub(super) parts: Vec<usize>,
    /// Whether it ends in a step that a splat applies to each element.
    pub(super) is_in_splat: bool,
}

impl Tree {
    pub(super) fn parse(text: &str, span: Span) -> Self {
        let mut tree = Self::default();
        parse_expression(text, span.range(), &mut tree);
        tree
    }

    /// The index of the whole expression.
    pub(super) fn root(&self) -> Option<usize> {
        self.nodes.len().checked_sub(1)
    }

    pub(super) fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }
}

impl Node {
    /// Whether the node is a step into its first part.
    pub(super) fn is_step(&self) -> bool {
        use Event::{Attr, Index, LegacyIndex, SplatStart};
        matches!(self.event, Attr { .. } | LegacyIndex { .. } | Index | SplatStart)
    }
}

impl Receiver for Tree {
    fn event(&mut self, event: Event, span: Span) {
        let mut node = Node { event, span, parts: Vec::new(), is_in_splat: false };
        let is_inside = |part: &&usize| self.nodes[**part].span.start >= span.start;
        let count = self.stack.iter().rev().take_while(is_inside).count();
        let count = count + usize::from(node.is_step());
        node.parts = self.stack.split_off(self.stack.len().saturating_sub(count));
        if let Some(source) = node.parts.first().map(|part| &self.nodes[*part])
            && node.is_step()
        {
            node.span = source.span.to(span);
            node.is_in_splat = source.is_in_splat;
        }
        match event {
            Event::SplatStart => {
                self.splats.push(node.is_in_splat);
                node.is_in_splat = true;
            }
            Event::SplatEnd => node.is_in_splat = self.splats.pop().unwrap_or_default(),
            _ => {}
        }
        self.stack.push(self.nodes.len());
        self.nodes.push(node);
    }

    fn error(&mut self, _: SyntaxError) {}
}
