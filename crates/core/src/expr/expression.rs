//! Expressions.

use std::fmt;
use std::sync::Arc;

use super::eval::{self, Times};
use super::{EvalContext, Iteration, Scope};
#[cfg(any(feature = "kit", feature = "load"))]
use crate::cty::Str;
#[cfg(any(feature = "kit", feature = "load"))]
use crate::cty::internal::{CollectVec, KeyMap};
use crate::cty::{Marks, Value};
use crate::diag::Diagnostics;
#[cfg(any(feature = "kit", feature = "load"))]
use crate::source::Source;
use crate::source::{Place, Span};
#[cfg(any(feature = "kit", feature = "load"))]
use crate::tree::ObjectItem;
use crate::tree::{ExprId, ExprNode, Run, Tree};

/// An expression of a source: a pointer to the syntax tree, a node in it, and its iterators if a `dynamic` block
/// generated the expression. Cloning is cheap.
#[derive(Clone)]
pub struct Expression {
    tree: Arc<Tree>,
    node: ExprId,
    iteration: Option<Arc<Iteration>>,
}

/// Evaluates a node of a tree, with its iterators if a `dynamic` block generated it.
pub(crate) fn value_in_tree(
    tree: &Arc<Tree>,
    node: ExprId,
    iteration: Option<&Arc<Iteration>>,
    scope: &Scope<'_>,
    diags: &mut Diagnostics,
) -> Value {
    match iteration {
        None => eval::evaluate(tree, node, scope, Times::Once, diags),
        Some(iteration) if iteration.unknown => Value::dynamic().with_marks(&iteration.marks),
        Some(iteration) => {
            let scope = Scope::of_iteration(scope, iteration);
            let value = eval::evaluate(tree, node, &scope, Times::Repeatedly, diags);
            value.with_marks(&iteration.marks)
        }
    }
}

impl Expression {
    pub(crate) fn new(tree: Arc<Tree>, node: ExprId) -> Self {
        Self { tree, node, iteration: None }
    }

    /// Creates an expression that always returns a value, with a given source location (reference:
    /// `hcl.StaticExpr`).
    ///
    /// ```
    /// use hcldyn::syntax::{Source, Span};
    /// use hcldyn::{Diagnostics, EvalContext, Expression};
    ///
    /// let source = Source::new("a.hcl", "80");
    /// let port = Expression::constant(80.into(), source.place(Span::new(0, 2)));
    /// assert_eq!(port.value(&EvalContext::new(), &mut Diagnostics::new()), 80.into());
    /// ```
    pub fn constant(value: Value, place: Place) -> Self {
        let mut tree = Tree::new(place.source().clone());
        let node = tree.add_node(ExprNode::Literal(value), place.span());
        Self::new(Arc::new(tree), node)
    }

    /// Creates an expression of a tuple whose elements are values, each with its span in the source of `place`.
    #[cfg(any(feature = "kit", feature = "load"))]
    pub(crate) fn tuple(elements: Vec<(Value, Span)>, place: &Place) -> Self {
        let mut tree = Tree::new(place.source().clone());
        let literal = |(value, span)| tree.add_node(ExprNode::Literal(value), span);
        let elements = elements.into_iter().map(literal).collect_vec();
        let elements = tree.add_list(elements);
        let node = tree.add_node(ExprNode::Tuple(elements), place.span());
        Self::new(Arc::new(tree), node)
    }

    /// Creates an expression of an object whose values are given, each with the span of its entry in the source of `place`.
    #[cfg(any(feature = "kit", feature = "load"))]
    pub(crate) fn object(entries: &KeyMap<Str, (Value, Span)>, place: &Place) -> Self {
        let mut tree = Tree::new(place.source().clone());
        let item = |(key, (value, span)): (&Str, &(Value, Span))| ObjectItem {
            key: tree.add_node(ExprNode::Literal(Value::from(key.clone())), *span),
            value: tree.add_node(ExprNode::Literal(value.clone()), *span),
        };
        let items = entries.iter().map(item).collect_vec();
        let items = tree.add_items(items);
        let node = tree.add_object(items, place.span());
        Self::new(Arc::new(tree), node)
    }

    /// Moves a new expression to a source that contains its own one.
    #[cfg(any(feature = "kit", feature = "load"))]
    #[must_use]
    pub(crate) fn moved_to(mut self, source: &Source, moved: &dyn Fn(Span) -> Span) -> Self {
        if let Some(tree) = Arc::get_mut(&mut self.tree) {
            tree.move_to(source.clone(), moved);
        }
        self
    }

    /// Creates an expression that could not be parsed, which has been reported.
    pub(crate) fn unparsed(place: &Place) -> Self {
        let mut tree = Tree::new(place.source().clone());
        let node = tree.add_node(ExprNode::Error(Run::EMPTY), place.span());
        Self::new(Arc::new(tree), node)
    }

    /// Returns a part of the expression with the same iterators.
    pub(crate) fn part(&self, node: ExprId) -> Self {
        Self { tree: Arc::clone(&self.tree), node, iteration: self.iteration.clone() }
    }

    /// Returns the expression with the iterators of a generated block.
    #[must_use]
    pub(crate) fn in_iteration(mut self, iteration: &Arc<Iteration>) -> Self {
        self.iteration = Some(Arc::clone(iteration));
        self
    }

    /// Returns `true` if the expression is in a generated block.
    pub(crate) fn is_generated(&self) -> bool {
        self.iteration.is_some()
    }

    /// Adds the iterators of a generated block, unless the expression has its own.
    pub(crate) fn enter(&mut self, iteration: &Arc<Iteration>) {
        self.iteration.get_or_insert_with(|| Arc::clone(iteration));
    }

    /// Evaluates the expression. Reports errors, and returns an unknown value after an error, so that the caller
    /// can continue.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_expression};
    ///
    /// let mut diags = Diagnostics::new();
    /// let expr = parse_expression(&Source::new("<example>", "base + 80"), &mut diags).unwrap();
    /// assert!(!expr.value(&EvalContext::new(), &mut diags).is_known());
    /// assert!(diags.has_errors());
    /// ```
    #[doc(alias = "evaluate")]
    pub fn value(&self, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
        self.value_in(&Scope::of_context(ctx), diags)
    }

    /// Evaluates the expression in a scope, with its iterators inside that scope.
    pub(crate) fn value_in(&self, scope: &Scope<'_>, diags: &mut Diagnostics) -> Value {
        value_in_tree(&self.tree, self.node, self.iteration.as_ref(), scope, diags)
    }

    /// Returns the values of the variables in the expression, each as `name is value`. If it uses an iterator, its
    /// key and value are included. Otherwise they are omitted, because the error is the same in every iteration.
    /// Unknown and marked values are omitted.
    pub(crate) fn involved_values(&self, ctx: &EvalContext) -> Vec<String> {
        self.involved_values_in(&Scope::of_context(ctx))
    }

    /// Returns the values of the variables in a scope, as [`Self::involved_values`] does.
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

    /// Returns the marks of the variables that an evaluation in a scope uses.
    pub(super) fn marks_in(&self, scope: &Scope<'_>) -> Marks {
        match &self.iteration {
            None => eval::marks_in(&self.tree, self.node, scope),
            Some(iteration) => {
                eval::marks_in(&self.tree, self.node, &Scope::of_iteration(scope, iteration))
            }
        }
    }

    /// Returns the source location.
    pub fn place(&self) -> Place {
        self.tree.place(self.span())
    }

    /// Returns the span of the expression in its source.
    pub fn span(&self) -> Span {
        self.tree.span(self.node)
    }

    /// Returns the source text of the expression.
    pub fn text(&self) -> &str {
        self.tree.source.slice(self.span())
    }

    /// Returns `true` if a part of the expression could not be parsed.
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

    /// Returns `true` if the trees of two expressions are of the same value of a source in JSON syntax. Its first uses
    /// each build one.
    fn is_of_same_json(&self, other: &Self) -> bool {
        let is_json = self.tree.is_json && other.tree.is_json;
        is_json
            && self.place() == other.place()
            && self.tree.node(self.node) == other.tree.node(other.node)
    }
}

/// Returns `true` if both refer to the same expression with the same iterators.
impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        let iterations = (self.iteration.as_ref(), other.iteration.as_ref());
        self.node == other.node
            && (Arc::ptr_eq(&self.tree, &other.tree) || self.is_of_same_json(other))
            && match iterations {
                (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                (None, None) => true,
                _ => false,
            }
    }
}

/// Prints the source text of the expression.
impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expression({})", self.text())
    }
}
