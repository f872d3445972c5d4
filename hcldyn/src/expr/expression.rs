//! The handle to one expression.

use std::fmt;
use std::sync::Arc;

use super::eval::{self, Times};
use super::{EvalContext, Iteration, Scope};
use crate::cty::{Marks, Value};
use crate::diag::Diagnostics;
use crate::source::{Place, Span};
use crate::tree::{ExprId, ExprNode, Tree};

/// An expression of a text: a pointer to the text's tree, a node in it, and the iterators it sees if
/// a `dynamic` block generated it. Cloning is cheap.
#[derive(Clone)]
pub struct Expression {
    tree: Arc<Tree>,
    node: ExprId,
    iteration: Option<Arc<Iteration>>,
}

impl Expression {
    pub(crate) fn new(tree: Arc<Tree>, node: ExprId) -> Self {
        Self { tree, node, iteration: None }
    }

    /// An expression that always gives this value, as if it stood at that place (reference:
    /// `hcl.StaticExpr`).
    pub fn constant(value: Value, place: Place) -> Self {
        let mut tree = Tree::new(place.source().clone());
        let node = tree.add_node(ExprNode::Literal(value), place.span());
        Self::new(Arc::new(tree), node)
    }

    /// A part of the expression as an expression of its own, which sees the same iterators.
    pub(crate) fn part(&self, node: ExprId) -> Self {
        Self { tree: Arc::clone(&self.tree), node, iteration: self.iteration.clone() }
    }

    /// The expression as it is seen inside a generated block.
    #[must_use]
    pub(crate) fn in_iteration(mut self, iteration: &Arc<Iteration>) -> Self {
        self.iteration = Some(Arc::clone(iteration));
        self
    }

    /// Whether the expression is one of a generated block.
    pub(crate) fn is_generated(&self) -> bool {
        self.iteration.is_some()
    }

    /// Makes the expression see the iterators of a generated block, unless it has its own.
    pub(crate) fn enter(&mut self, iteration: &Arc<Iteration>) {
        self.iteration.get_or_insert_with(|| Arc::clone(iteration));
    }

    /// Evaluates the expression. Problems are reported, and what has no value because of them is
    /// unknown, so that the caller can go on.
    pub fn value(&self, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
        self.value_in(&Scope::of_context(ctx), diags)
    }

    /// Evaluates the expression in a scope, inside of which are its iterators.
    pub(crate) fn value_in(&self, scope: &Scope<'_>, diags: &mut Diagnostics) -> Value {
        match &self.iteration {
            None => eval::evaluate(&self.tree, self.node, scope, Times::Once, diags),
            Some(iteration) if iteration.unknown => Value::dynamic().with_marks(&iteration.marks),
            Some(iteration) => {
                let scope = Scope::of_iteration(scope, iteration);
                let value = eval::evaluate(&self.tree, self.node, &scope, Times::Repeatedly, diags);
                value.with_marks(&iteration.marks)
            }
        }
    }

    /// What the variables in the expression are, each as `name is value`. Where an iterator is among
    /// them, its key and value are told; where none is, the problem is the same in every iteration
    /// and need not be told for each. Unknown and marked values are left out.
    pub(crate) fn involved_values(&self, ctx: &EvalContext) -> Vec<String> {
        self.involved_values_in(&Scope::of_context(ctx))
    }

    /// The same for an expression in a scope.
    pub(super) fn involved_values_in(&self, scope: &Scope<'_>) -> Vec<String> {
        let Some(iteration) = &self.iteration else {
            return eval::values_in(&self.tree, self.node, scope);
        };
        let scope = Scope::of_iteration(scope, iteration);
        let mut values = eval::values_in(&self.tree, self.node, &scope);
        for value in self.iterators().iter().flat_map(|iteration| iteration.describe()) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// The marks of the variables in the expression, as far as evaluating it looks at them.
    pub(super) fn marks_in(&self, scope: &Scope<'_>) -> Marks {
        match &self.iteration {
            None => eval::marks_in(&self.tree, self.node, scope),
            Some(iteration) => {
                eval::marks_in(&self.tree, self.node, &Scope::of_iteration(scope, iteration))
            }
        }
    }

    /// Where the expression stands.
    pub fn place(&self) -> Place {
        self.tree.place(self.span())
    }

    /// The bytes of the expression in its text.
    pub fn span(&self) -> Span {
        self.tree.span(self.node)
    }

    /// The expression as it is written.
    pub fn text(&self) -> &str {
        self.tree.source.slice(self.span())
    }

    /// Whether a part of it could not be parsed.
    pub(crate) fn has_error(&self) -> bool {
        self.tree.has_error_in(self.node)
    }

    pub(crate) fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    pub(crate) fn node(&self) -> ExprId {
        self.node
    }

    pub(crate) fn iteration(&self) -> Option<&Arc<Iteration>> {
        self.iteration.as_ref()
    }
}

/// Two handles are equal when they are to the same expression with the same iterators.
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        let iterations = (self.iteration.as_ref(), other.iteration.as_ref());
        Arc::ptr_eq(&self.tree, &other.tree)
            && self.node == other.node
            && match iterations {
                (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                (None, None) => true,
                _ => false,
            }
    }
}

/// The expression as it is written.
impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expression({})", self.text())
    }
}
