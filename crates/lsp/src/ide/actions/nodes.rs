//! The expressions of a source as trees, with the parts around each expression.

use std::ops::Range;

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver, TemplateKind};
use hcldyn_syntax::parser;
use hcldyn_syntax::source::Span;

/// The expressions of a source.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    /// The nodes without a parent, in source order.
    stack: Vec<NodeId>,
    /// The open templates, each with the number of nodes before it.
    templates: Vec<(TemplateKind, usize)>,
    /// For each open splat, `true` if it is itself inside a splat.
    splats: Vec<bool>,
    pub(super) error_count: usize,
}

/// The index of a node.
pub(super) type NodeId = usize;

/// An expression, a step into one, or a part of a template.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) event: Event,
    /// The span with all parts.
    pub(super) span: Span,
    pub(super) parts: Vec<NodeId>,
    pub(super) parent: Option<NodeId>,
    /// The notation of a template with sequences, or of a heredoc.
    pub(super) template: Option<TemplateKind>,
    /// `true` if it ends in a step that a splat applies to each element.
    pub(super) is_in_splat: bool,
}

impl Node {
    /// Returns `true` for a literal, for a collection and for parentheses. The evaluation can only fail in their parts.
    pub(super) fn is_plain(&self) -> bool {
        use Event::{False, Key, Null, Number, Object, Parens, String, True, Tuple};
        matches!(
            self.event,
            False
                | Key
                | Null
                | Number
                | Object { .. }
                | Parens
                | String { .. }
                | True
                | Tuple { .. }
        )
    }
}

impl Nodes {
    /// Parses a source.
    pub(super) fn of(text: &str) -> Self {
        let mut nodes = Self::default();
        parser::parse_body(text, &mut nodes);
        nodes
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// Returns all nodes, each after its parts.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate()
    }

    /// Returns the nodes around a node, the innermost first, each with its part on the way.
    pub(super) fn around(&self, id: NodeId) -> impl Iterator<Item = (&Node, NodeId)> {
        let step = move |child: &NodeId| self.nodes[*child].parent;
        let children = std::iter::successors(Some(id), step);
        children.filter_map(|child| Some((&self.nodes[self.nodes[child].parent?], child)))
    }

    /// Returns the nodes inside a node, itself included, each after its parts.
    pub(super) fn inside(&self, id: NodeId) -> impl ExactSizeIterator<Item = (NodeId, &Node)> {
        // The parts of a node come directly before it.
        let start = self.nodes[id].span.start;
        let before = self.nodes[..id].iter().rev();
        let count = before.take_while(|node| node.span.start >= start).count();
        let first = id - count;
        self.nodes[first..=id].iter().enumerate().map(move |(at, node)| (first + at, node))
    }

    /// Returns the smallest node with a property around a range.
    pub(super) fn innermost(
        &self,
        range: &Range<usize>,
        is_wanted: impl Fn(&Node) -> bool,
    ) -> Option<NodeId> {
        let is_around = |node: &Node| {
            let own = node.span.range();
            own.start <= range.start && range.end <= own.end
        };
        let found = self.iter().filter(|(_, node)| is_around(node) && is_wanted(node));
        found.min_by_key(|(_, node)| node.span.range().len()).map(|(id, _)| id)
    }
}

impl Node {
    /// Returns `true` if the node is a step into its first part.
    pub(super) fn is_step(&self) -> bool {
        use Event::{Attr, Index, LegacyIndex, SplatEnd, SplatStart};
        matches!(self.event, Attr { .. } | LegacyIndex { .. } | Index | SplatStart | SplatEnd)
    }

    /// Returns `true` if the node has a value of its own.
    pub(super) fn is_expression(&self) -> bool {
        use Event::{
            Attribute, Else, EndFor, EndIf, Error, ForDirective, If, Interpolation, Key,
            SplatStart, Text,
        };
        !self.is_in_splat
            && !matches!(
                self.event,
                Attribute { .. }
                    | Else(_)
                    | EndFor(_)
                    | EndIf(_)
                    | Error { .. }
                    | ForDirective { .. }
                    | If(_)
                    | Interpolation(_)
                    | Key
                    | SplatStart
                    | Text { .. }
            )
    }
}

impl Receiver for Nodes {
    fn event(&mut self, event: Event, span: Span) {
        let count = match event {
            Event::TemplateStart(kind) => {
                return self.templates.push((kind, self.stack.len()));
            }
            Event::Label { .. }
            | Event::BlockStart { .. }
            | Event::BlockEnd
            | Event::Unreadable => {
                return;
            }
            Event::Attribute { .. } => 1,
            _ => event.operands(),
        };
        let mut node = Node {
            event,
            span,
            parts: Vec::new(),
            parent: None,
            template: None,
            is_in_splat: false,
        };
        let first = match event {
            Event::TemplateEnd => {
                let (kind, first) = self.templates.pop().unwrap_or((TemplateKind::Bare, 0));
                node.template = Some(kind);
                first
            }
            _ => self.stack.len().saturating_sub(count),
        };
        node.parts = self.stack.split_off(first.min(self.stack.len()));
        if let Some(first) = node.parts.first() {
            node.span = self.nodes[*first].span.to(span);
            node.is_in_splat = node.is_step() && self.nodes[*first].is_in_splat;
        }
        match event {
            Event::SplatStart => {
                self.splats.push(node.is_in_splat);
                node.is_in_splat = true;
            }
            Event::SplatEnd => node.is_in_splat = self.splats.pop().unwrap_or_default(),
            _ => {}
        }
        let id = self.nodes.len();
        for part in &node.parts {
            self.nodes[*part].parent = Some(id);
        }
        self.nodes.push(node);
        self.stack.push(id);
    }

    fn error(&mut self, _: SyntaxError) {
        self.error_count += 1;
    }
}
