//! Traversals: names, indexes and splats behind an expression.

use std::iter::Peekable;

use hcl_edit::Decorated;
use hcl_edit::expr::{Expression, Traversal, TraversalOperator};

use super::Lowering;
use crate::cty::{Guess, Number, Str, Type, Value};
use crate::source::Span;
use crate::syntax::native::diags;
use crate::tree::{Node, NodeId, Step, StepKind};

type Operators = Peekable<std::vec::IntoIter<Decorated<TraversalOperator>>>;

/// What the steps read so far start from.
enum Start {
    Variable(Str, Span),
    Node(NodeId),
}

/// A traversal as far as it was read: a start, and literal steps behind it.
struct Reading {
    start: Start,
    steps: Vec<Step>,
    span: Span,
}

impl Lowering<'_, '_> {
    pub(super) fn traversal(&mut self, traversal: Traversal) -> NodeId {
        let span = self.span(&traversal);
        let deepening = traversal.operators.iter().filter(|op| deepens(op.value())).count();
        self.nested(deepening, span, |lowering| {
            let negated = lowering.is_negated(&traversal.expr);
            let start = lowering.start(traversal.expr);
            let node = lowering.traverse(start, traversal.operators.into_iter().peekable());
            if negated { lowering.negate(node, span) } else { node }
        })
    }

    fn start(&mut self, expr: Expression) -> Reading {
        let span = self.span(&expr);
        match expr {
            Expression::Variable(_) => Reading {
                start: Start::Variable(self.name_at(span), span),
                steps: Vec::new(),
                span,
            },
            // The sign applies to the whole traversal, but hcl-edit takes it as part of the number.
            Expression::Number(_) => {
                let digits = self.without_sign(span);
                Reading::of(self.number_literal(digits), digits)
            }
            expr => Reading::of(self.expression(expr), span),
        }
    }

    fn traverse(&mut self, mut reading: Reading, mut operators: Operators) -> NodeId {
        while let Some(operator) = operators.next() {
            let span = self.span(&operator);
            match operator.into_value() {
                TraversalOperator::GetAttr(name) => {
                    let name = self.name(&name).text;
                    reading.push(StepKind::Attr(name), span);
                }
                TraversalOperator::LegacyIndex(index) => {
                    let index = self.legacy_index(*index.value(), &reading, span);
                    reading.push(index, span);
                }
                TraversalOperator::Index(key) => match self.literal_key(&key) {
                    Some(key) => reading.push(StepKind::Index(key), span),
                    None => reading = self.computed_index(reading, key, span),
                },
                TraversalOperator::AttrSplat(_) => {
                    let source = self.finish(reading);
                    let splat = self.attribute_splat(source, span, &mut operators);
                    reading = Reading::of(splat, self.tree.span(splat));
                }
                TraversalOperator::FullSplat(_) => {
                    self.check_splat(span);
                    let source = self.finish(reading);
                    return self.full_splat(source, span, operators);
                }
            }
        }
        self.finish(reading)
    }

    fn computed_index(&mut self, reading: Reading, key: Expression, bracket: Span) -> Reading {
        let span = reading.span.to(bracket);
        let collection = self.finish(reading);
        let key = self.expression(key);
        let index = self.tree.add_node(Node::Index { collection, key }, span);
        Reading::of(index, span)
    }

    /// The node of what was read.
    fn finish(&mut self, reading: Reading) -> NodeId {
        let Reading { start, steps, span } = reading;
        match start {
            Start::Node(id) if steps.is_empty() => id,
            Start::Node(source) => {
                let steps = self.tree.add_steps(steps);
                self.tree.add_node(Node::Relative { source, steps }, span)
            }
            Start::Variable(root, root_span) => {
                let steps = self.tree.add_steps(steps);
                self.tree.add_node(
                    Node::Traversal { root, guess: Guess::default(), root_span, steps },
                    span,
                )
            }
        }
    }

    /// `source[*]`: everything behind it applies to each element.
    fn full_splat(&mut self, source: NodeId, marker: Span, rest: Operators) -> NodeId {
        let item = self.tree.add_node(Node::Item, marker);
        let each = self.traverse(Reading::of(item, marker), rest);
        self.splat(source, each, marker)
    }

    /// Reports a line end in `[*]`, which hcl-edit accepts.
    fn check_splat(&mut self, marker: Span) {
        if let Some((_, rest)) = self.slice(marker).split_once('\n') {
            let start = marker.end - rest.trim_start().len() as u32;
            self.report(diags::broken_splat(self.tree.place(Span::new(start, start + 1))));
        }
    }

    /// `source.*`: only the names and `.0` indexes behind it apply to each element.
    fn attribute_splat(&mut self, source: NodeId, marker: Span, rest: &mut Operators) -> NodeId {
        let item = self.tree.add_node(Node::Item, marker);
        let mut reading = Reading::of(item, marker);
        while let Some(operator) = rest.peek() {
            let span = self.span(operator);
            let kind = match operator.value() {
                TraversalOperator::GetAttr(name) => StepKind::Attr(self.name(name).text),
                TraversalOperator::LegacyIndex(index) => {
                    self.legacy_index(*index.value(), &reading, span)
                }
                TraversalOperator::AttrSplat(_) => {
                    let star = Span::new(span.end - 1, span.end);
                    let places = (self.tree.place(star), self.tree.place(marker));
                    self.report(diags::nested_attribute_splat(places.0, places.1));
                    break;
                }
                TraversalOperator::Index(_) | TraversalOperator::FullSplat(_) => break,
            };
            reading.push(kind, span);
            rest.next();
        }
        let each = self.finish(reading);
        self.splat(source, each, marker)
    }

    fn splat(&mut self, source: NodeId, each: NodeId, marker: Span) -> NodeId {
        let span = self.tree.span(source).to(self.tree.span(each));
        self.tree.add_node(Node::Splat { source, each, marker }, span)
    }

    /// `.0`. Right behind digits, as in `.0.1`, it would read as a part of one number and is no
    /// index. Of a number only the first one is reported.
    fn legacy_index(&mut self, index: u64, reading: &Reading, span: Span) -> StepKind {
        let is_digit = |c: char| c.is_ascii_digit();
        let last = reading.steps.last().map_or(reading.span, |step| step.span);
        let before = self.slice(last).trim_start_matches(['.', ' ', '\t']);
        let is_number = before.starts_with(is_digit) && !before.contains(['[', ' ']);
        if is_number && last.end == span.start && self.slice(span)[1..].starts_with(is_digit) {
            let start = last.end - before.len() as u32;
            let both = self.tree.place(Span::new(start, span.end));
            let mut until_here = self.slice(Span::new(reading.span.start, last.end)).chars();
            match until_here.all(|c| is_digit(c) || c == '.') {
                true if reading.steps.is_empty() => self.report(diags::index_of_number(both)),
                true => {}
                false => self.report(diags::chained_legacy_index(both)),
            }
        }
        StepKind::Index(Value::number(Number::from(index)))
    }

    /// The value of an index key that is a step of the traversal, not an expression to evaluate.
    fn literal_key(&mut self, key: &Expression) -> Option<Value> {
        match key {
            Expression::Null(_) => Some(Value::null(Type::Dynamic)),
            Expression::Bool(value) => Some(Value::bool(*value.value())),
            Expression::String(_) => Some(Value::string(&*self.quoted(self.span(key)))),
            Expression::Number(_) if !self.is_negated(key) => {
                Number::parse(self.slice(self.span(key))).ok().map(Value::number)
            }
            _ => None,
        }
    }

    /// Whether a number was read together with a minus sign.
    fn is_negated(&self, expr: &Expression) -> bool {
        matches!(expr, Expression::Number(_)) && self.slice(self.span(expr)).starts_with('-')
    }
}

impl Reading {
    const fn of(node: NodeId, span: Span) -> Self {
        Self { start: Start::Node(node), steps: Vec::new(), span }
    }

    fn push(&mut self, kind: StepKind, span: Span) {
        self.steps.push(Step { kind, guess: Guess::default(), span });
        self.span = self.span.to(span);
    }
}

/// Whether the operator may make a node around what is before it.
const fn deepens(operator: &TraversalOperator) -> bool {
    use TraversalOperator as Operator;
    match operator {
        Operator::GetAttr(_) | Operator::LegacyIndex(_) => false,
        Operator::Index(Expression::String(_) | Expression::Bool(_) | Expression::Null(_)) => false,
        Operator::Index(_) | Operator::AttrSplat(_) | Operator::FullSplat(_) => true,
    }
}
