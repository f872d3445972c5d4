//! Trees that are parsed from a part of a source, such as a JSON string.

use super::{ExprNode, Tree};
#[cfg(any(feature = "kit", feature = "load"))]
use crate::source::Source;
use crate::source::Span;

/// The size of a tree at a certain time, and its errors.
#[derive(Debug)]
pub(crate) struct TreeCheckpoint {
    nodes: usize,
    lists: usize,
    steps: usize,
    items: usize,
    names: usize,
    plain_objects: usize,
    errors: Vec<Span>,
}

impl Tree {
    /// Returns the current size of the tree, and takes its errors: the spans of the nodes that follow are in another
    /// source, so they are in no order with those of the errors.
    pub(crate) fn checkpoint(&mut self) -> TreeCheckpoint {
        TreeCheckpoint {
            nodes: self.nodes.len(),
            lists: self.lists.len(),
            steps: self.steps.len(),
            items: self.items.len(),
            names: self.names.len(),
            plain_objects: self.plain_objects.len(),
            errors: std::mem::take(&mut self.errors),
        }
    }

    /// Drops the nodes added since a checkpoint.
    pub(crate) fn rewind(&mut self, since: TreeCheckpoint) {
        self.nodes.truncate(since.nodes);
        self.spans.truncate(since.nodes);
        self.lists.truncate(since.lists);
        self.steps.truncate(since.steps);
        self.items.truncate(since.items);
        self.names.truncate(since.names);
        self.plain_objects.truncate(since.plain_objects);
        self.errors = since.errors;
    }

    /// Maps the spans of the nodes added since a checkpoint, without errors, to spans in the tree's source.
    pub(crate) fn move_spans(&mut self, since: TreeCheckpoint, moved: &dyn Fn(Span) -> Span) {
        let update = |span: &mut Span| *span = moved(*span);
        self.spans[since.nodes..].iter_mut().for_each(update);
        self.steps[since.steps..].iter_mut().for_each(|step| update(&mut step.span));
        self.nodes[since.nodes..].iter_mut().for_each(|node| node.each_span(update));
        self.keep(since);
    }

    /// Moves the tree, with its errors, to a source that contains its own one.
    #[cfg(any(feature = "kit", feature = "load"))]
    pub(crate) fn move_to(&mut self, source: Source, moved: &dyn Fn(Span) -> Span) {
        self.source = source;
        self.errors.iter_mut().for_each(|span| *span = moved(*span));
        self.each_structure_span(&mut |span| *span = moved(*span));
        let errors = std::mem::take(&mut self.errors);
        let all = TreeCheckpoint {
            nodes: 0,
            lists: 0,
            steps: 0,
            items: 0,
            names: 0,
            plain_objects: 0,
            errors,
        };
        self.move_spans(all, moved);
    }

    /// Visits the spans of bodies, attributes, blocks and labels.
    #[cfg(any(feature = "kit", feature = "load"))]
    fn each_structure_span(&mut self, visit: &mut dyn FnMut(&mut Span)) {
        self.bodies.iter_mut().for_each(|body| visit(&mut body.span));
        self.attributes.iter_mut().for_each(|attribute| visit(&mut attribute.name_span));
        self.blocks.iter_mut().for_each(|block| visit(&mut block.type_span));
        self.labels.iter_mut().for_each(|label| visit(&mut label.span));
    }

    /// Keeps the nodes added since a checkpoint, without errors, whose spans are in the tree's source.
    pub(crate) fn keep(&mut self, since: TreeCheckpoint) {
        self.errors = since.errors;
    }
}

impl ExprNode {
    /// Visits the spans stored in a node, except the span of the node itself.
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
