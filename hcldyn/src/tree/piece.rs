//! Pieces of a tree that come from a text inside its text, a JSON string for instance.

use super::{ExprNode, Tree};
use crate::source::Span;

/// How much of a tree was there at some point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeCheckpoint {
    nodes: usize,
    lists: usize,
    steps: usize,
    items: usize,
    names: usize,
    plain_objects: usize,
    errors: usize,
}

impl Tree {
    /// Notes how much of the tree is there.
    pub(crate) fn checkpoint(&self) -> TreeCheckpoint {
        TreeCheckpoint {
            nodes: self.nodes.len(),
            lists: self.lists.len(),
            steps: self.steps.len(),
            items: self.items.len(),
            names: self.names.len(),
            plain_objects: self.plain_objects.len(),
            errors: self.errors.len(),
        }
    }

    /// Drops the nodes that were added since.
    pub(crate) fn rewind(&mut self, since: TreeCheckpoint) {
        self.nodes.truncate(since.nodes);
        self.spans.truncate(since.nodes);
        self.lists.truncate(since.lists);
        self.steps.truncate(since.steps);
        self.items.truncate(since.items);
        self.names.truncate(since.names);
        self.plain_objects.truncate(since.plain_objects);
        self.errors.truncate(since.errors);
    }

    /// Moves the spans of the nodes that were added since to where they are in the tree's text.
    pub(crate) fn move_spans(&mut self, since: TreeCheckpoint, moved: &dyn Fn(Span) -> Span) {
        let update = |span: &mut Span| *span = moved(*span);
        self.spans[since.nodes..].iter_mut().for_each(update);
        self.steps[since.steps..].iter_mut().for_each(|step| update(&mut step.span));
        self.nodes[since.nodes..].iter_mut().for_each(|node| node.each_span(update));
    }
}

impl ExprNode {
    /// The spans in a node itself, besides its own.
    fn each_span(&mut self, mut visit: impl FnMut(&mut Span)) {
        match self {
            Self::Splat { marker: span, .. }
            | Self::Unary { op_span: span, .. }
            | Self::Binary { op_span: span, .. } => visit(span),
            Self::For(parts) => {
                let names = parts.key_var.iter_mut().chain([&mut parts.value_var]);
                names.for_each(|name| visit(&mut name.span));
            }
            Self::Call(call) => visit(&mut call.name.span),
            Self::Literal(_)
            | Self::Template(_)
            | Self::Wrap(_)
            | Self::Join(_)
            | Self::Parens(_)
            | Self::Key(_)
            | Self::Traversal { .. }
            | Self::Relative { .. }
            | Self::Index { .. }
            | Self::Item
            | Self::Conditional { .. }
            | Self::Tuple(_)
            | Self::Object { .. }
            | Self::JsonString { .. }
            | Self::Error(_) => {}
        }
    }
}
