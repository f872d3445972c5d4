//! Steps into a value: names, indexes and splats.

use super::Builder;
use crate::cty::internal::InlineCache;
use crate::cty::{Number, Value};
use crate::source::Span;
use crate::tree::{ExprId, ExprNode, Run, StepKind, TraversalStep};

/// An operand with the literal steps after it so far.
#[derive(Clone, Copy)]
pub(super) struct PostfixOperand {
    start: Start,
    /// The steps, which are at the end of the tree's vector while more can follow.
    steps: Run,
    span: Span,
}

#[derive(Clone, Copy)]
enum Start {
    Variable(Span),
    ExprNode(ExprId),
}

impl PostfixOperand {
    pub(super) const fn node(id: ExprId, span: Span) -> Self {
        Self { start: Start::ExprNode(id), steps: Run::EMPTY, span }
    }

    pub(super) const fn variable(name: Span) -> Self {
        Self { start: Start::Variable(name), steps: Run::EMPTY, span: name }
    }

    /// Returns the node of an operand without steps.
    pub(super) fn id(self) -> Option<ExprId> {
        match self.start {
            Start::ExprNode(id) if self.steps.is_empty() => Some(id),
            _ => None,
        }
    }
}

impl Builder<'_, '_> {
    /// Returns the node of an operand with its steps.
    #[inline]
    pub(super) fn finish(&mut self, operand: PostfixOperand) -> ExprId {
        operand.id().unwrap_or_else(|| self.add_operand(operand))
    }

    /// Adds the node of a variable or of steps.
    fn add_operand(&mut self, operand: PostfixOperand) -> ExprId {
        let PostfixOperand { start, steps, span } = operand;
        match start {
            Start::ExprNode(source) => {
                self.tree.add_node(ExprNode::Relative { source, steps }, span)
            }
            Start::Variable(root_span) => {
                let root = self.name_id(root_span);
                let node = ExprNode::Traversal { root, cache: InlineCache::default(), steps };
                self.tree.add_node(node, span)
            }
        }
    }

    pub(super) fn attr(&mut self, name: Span, span: Span) {
        let name = self.intern(self.slice(name));
        self.step(StepKind::Attr(name), span);
    }

    /// Adds the step `.0`.
    pub(super) fn legacy_index(&mut self, number: Span, span: Span) {
        if let Ok(number) = Number::parse(self.slice(number)) {
            self.step(StepKind::Index(Value::number(number)), span);
        }
    }

    /// Adds `[key]`: as a step if the key is a literal, otherwise as a node.
    pub(super) fn index(&mut self, brackets: Span) {
        let Some(key) = self.operands.pop() else { return };
        if let Some(literal) = self.literal(key) {
            return self.step(StepKind::Index(literal), brackets);
        }
        let key = self.finish(key);
        let Some(collection) = self.operands.pop() else { return };
        let span = collection.span.to(brackets);
        let collection = self.finish(collection);
        self.push(ExprNode::Index { collection, key }, span);
    }

    /// Removes and returns a literal if its node was added last.
    fn literal(&mut self, key: PostfixOperand) -> Option<Value> {
        self.tree.take_literal(key.id()?)
    }

    fn step(&mut self, kind: StepKind, span: Span) {
        let step = TraversalStep { kind, cache: InlineCache::default(), span };
        if let Some(operand) = self.operands.last_mut() {
            operand.steps = self.tree.extend_steps(operand.steps, step);
            operand.span = operand.span.to(span);
        }
    }

    /// Starts `.*` or `[*]`. The following steps apply to each element.
    pub(super) fn open_splat(&mut self, marker: Span) {
        let source = self.pop();
        let span = self.tree.span(source);
        self.operands.push(PostfixOperand::node(source, span));
        self.splats.push(marker);
        self.push(ExprNode::Item, marker);
    }

    pub(super) fn close_splat(&mut self) {
        let Some(marker) = self.splats.pop() else { return };
        let each = self.pop();
        let source = self.pop();
        let span = self.tree.span(source).to(self.tree.span(each));
        self.push(ExprNode::Splat { source, each, marker }, span);
    }
}
