//! Expression nodes.

use std::sync::Arc;

#[cfg(any(feature = "json", feature = "kit", feature = "load"))]
use super::append;
use super::{NameId, Run, SecondUse, Tree, extend};
pub(crate) use hcldyn_syntax::event::{BinaryOp, UnaryOp};

use crate::cty::internal::InlineCache;
use crate::cty::{Shape, Str, Value};
use crate::source::Span;

/// The index of an expression node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ExprId(pub(super) u32);

/// A run of expression nodes: the elements of a tuple, the arguments of a call, the parts of a template.
pub(crate) type NodeList = Run;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExprNode {
    /// `null`, a bool, a number or a string without template parts.
    Literal(Value),
    /// A template of several parts, joined to one string.
    Template(NodeList),
    /// A template that is a single interpolation: `"${x}"`. Evaluates to the value itself.
    Wrap(ExprId),
    /// `%{ for … }` in a template: the elements of a `for` expression, joined to one string.
    Join(ExprId),
    /// `( … )`.
    Parens(ExprId),
    /// A bare identifier as an object key: its name as a string.
    Key(Str),
    /// A variable and the literal steps into it: `a.b[0]`.
    Traversal { root: NameId, cache: InlineCache, steps: Run },
    /// Literal steps into the value of any other expression: `f().a`.
    Relative { source: ExprId, steps: Run },
    /// `collection[key]` with a key that is not a literal.
    Index { collection: ExprId, key: ExprId },
    /// `source.*…` or `source[*]…`: `each` is evaluated for every element, which is its [`ExprNode::Item`].
    Splat { source: ExprId, each: ExprId, marker: Span },
    /// The current element of the innermost enclosing splat.
    Item,
    /// `-x`, `!x`.
    Unary { op: UnaryOp, op_span: Span, operand: ExprId },
    /// `a + b`.
    Binary { op: BinaryOp, op_span: Span, left: ExprId, right: ExprId },
    /// `condition ? then : otherwise`.
    Conditional { condition: ExprId, then: ExprId, otherwise: ExprId },
    /// `[a, b]`.
    Tuple(NodeList),
    /// `{ a = b }`.
    Object { items: Run, plain: PlainId },
    /// `[for …]`, `{for …}`.
    For(Box<For>),
    /// `f(a, b...)`.
    Call(Box<Call>),
    /// A JSON string. `value` is its template, and `spelled` the expression that it spells, if any: `"list(string)"`
    /// is a string and also spells a type.
    #[cfg_attr(not(feature = "json"), expect(dead_code, reason = "only JSON has such strings"))]
    JsonString { value: ExprId, spelled: Option<ExprId> },
    /// A part that could not be parsed, with the valid expressions inside it. The error has been reported.
    Error(NodeList),
}

/// A name with its span.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SpannedName {
    pub(crate) text: Str,
    pub(crate) span: Span,
}

/// A `for` expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct For {
    pub(crate) key_var: Option<SpannedName>,
    pub(crate) value_var: SpannedName,
    pub(crate) collection: ExprId,
    /// The key expression; `None` if the result is a tuple.
    pub(crate) key: Option<ExprId>,
    pub(crate) value: ExprId,
    pub(crate) condition: Option<ExprId>,
    /// `true` if `...` groups the values by key.
    pub(crate) group: bool,
}

/// A function call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    /// The full name, including namespaces: `provider::name`.
    pub(crate) name: SpannedName,
    pub(crate) cache: InlineCache,
    pub(crate) args: NodeList,
    /// `true` if `...` follows the last argument.
    pub(crate) expand_final: bool,
}

/// The index of the cached facts about an object constructor whose keys are plain names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlainId(u32);

/// The facts that an evaluation finds about an object constructor. Most constructors are evaluated once.
pub(crate) type PlainSlot = SecondUse<PlainObject>;

/// An object constructor whose keys are plain names without duplicates.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PlainObject {
    /// The shape of its objects.
    pub(crate) shape: Arc<Shape>,
    /// The swaps that bring the values of its items into the order of the shape.
    pub(crate) swaps: Box<[(usize, usize)]>,
}

/// One item of an object constructor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ObjectItem {
    pub(crate) key: ExprId,
    pub(crate) value: ExprId,
}

/// One step of a traversal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TraversalStep {
    pub(crate) kind: StepKind,
    pub(crate) cache: InlineCache,
    /// The span from the dot or bracket to the end of the step.
    pub(crate) span: Span,
}

/// The lookup of a step.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum StepKind {
    /// `.name`
    Attr(Str),
    /// `[0]`, `["key"]`, or `.0`
    Index(Value),
}

impl Tree {
    #[inline]
    pub(crate) fn node(&self, id: ExprId) -> &ExprNode {
        &self.nodes[id.0 as usize]
    }

    #[inline]
    pub(crate) fn span(&self, id: ExprId) -> Span {
        self.spans[id.0 as usize]
    }

    /// Returns the span of the variable at the start of a traversal.
    pub(crate) fn root_span(&self, traversal: ExprId) -> Span {
        let span = self.span(traversal);
        let ExprNode::Traversal { root, steps, .. } = self.node(traversal) else { return span };
        let name = self.name(*root);
        let root = Span::new(span.start, span.start + name.len() as u32);
        if self.source.slice(root) == name.as_str() {
            return root;
        }
        // In a JSON string, a name can have escapes or be normalised, so its length is unknown.
        let end = self.steps(*steps).first().map_or(span.end, |step| step.span.start);
        Span::new(span.start, end)
    }

    #[inline]
    pub(crate) fn plain_object(&self, id: PlainId) -> &PlainSlot {
        &self.plain_objects[id.0 as usize]
    }

    /// Adds an object constructor.
    pub(crate) fn add_object(&mut self, items: Run, span: Span) -> ExprId {
        let plain = PlainId(self.plain_objects.len() as u32);
        self.plain_objects.push(PlainSlot::default());
        self.add_node(ExprNode::Object { items, plain }, span)
    }

    #[cfg(feature = "json")]
    pub(crate) fn set_span(&mut self, id: ExprId, span: Span) {
        self.spans[id.0 as usize] = span;
    }

    /// Returns the operands of operators in a row, given the last operator: the first operand, and the others in
    /// reverse order. Such operators are nested to the left without limit, so the walk must not recurse.
    pub(crate) fn row(&self, last: ExprId) -> (ExprId, Vec<ExprId>) {
        let (mut first, mut operands) = (last, Vec::new());
        while let ExprNode::Binary { left, right, .. } = self.node(first) {
            operands.push(*right);
            first = *left;
        }
        (first, operands)
    }

    #[inline]
    pub(crate) fn list(&self, list: NodeList) -> &[ExprId] {
        &self.lists[list.range()]
    }

    #[inline]
    pub(crate) fn steps(&self, steps: Run) -> &[TraversalStep] {
        &self.steps[steps.range()]
    }

    #[inline]
    pub(crate) fn items(&self, items: Run) -> &[ObjectItem] {
        &self.items[items.range()]
    }

    // Inlining builds the node in place instead of copying it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn add_node(&mut self, node: ExprNode, span: Span) -> ExprId {
        if matches!(node, ExprNode::Error(_)) {
            self.note_error(span);
        }
        let id = ExprId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.spans.push(span);
        id
    }

    /// Returns `true` if a node as a whole could not be parsed.
    pub(crate) fn is_error(&self, node: ExprId) -> bool {
        matches!(self.node(node), ExprNode::Error(_))
    }

    #[cold]
    fn note_error(&mut self, span: Span) {
        // Errors inside the span come first.
        while self.errors.last().is_some_and(|last| last.start >= span.start) {
            self.errors.pop();
        }
        self.errors.push(span);
    }

    /// Takes the value of the literal that was added last, if it has this index.
    pub(crate) fn take_literal(&mut self, id: ExprId) -> Option<Value> {
        if id.0 as usize + 1 != self.nodes.len() || !matches!(self.node(id), ExprNode::Literal(_)) {
            return None;
        }
        self.spans.pop();
        match self.nodes.pop() {
            Some(ExprNode::Literal(value)) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn extend_list(&mut self, list: NodeList, node: ExprId) -> NodeList {
        extend(&mut self.lists, list, node)
    }

    pub(crate) fn extend_steps(&mut self, steps: Run, step: TraversalStep) -> Run {
        extend(&mut self.steps, steps, step)
    }

    #[cfg(any(feature = "json", feature = "kit", feature = "load"))]
    pub(crate) fn add_list(&mut self, nodes: impl IntoIterator<Item = ExprId>) -> NodeList {
        append(&mut self.lists, nodes)
    }

    #[cfg(feature = "json")]
    pub(crate) fn add_steps(&mut self, steps: impl IntoIterator<Item = TraversalStep>) -> Run {
        append(&mut self.steps, steps)
    }

    pub(crate) fn extend_items(&mut self, items: Run, item: ObjectItem) -> Run {
        extend(&mut self.items, items, item)
    }

    #[cfg(any(feature = "json", feature = "kit", feature = "load"))]
    pub(crate) fn add_items(&mut self, items: impl IntoIterator<Item = ObjectItem>) -> Run {
        append(&mut self.items, items)
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    /// Nodes take most of the memory of a tree.
    #[test]
    fn size_of_a_node() {
        assert_eq!(size_of::<ExprNode>(), 24);
    }
}
