//! The variables that an expression refers to.

use crate::cty::internal::PushAll;
use std::ops::ControlFlow;

use super::custom::{CustomDecoder, custom_decoder};
use super::{EvalContext, Expression, Iteration, Traversal};
use crate::cty::Str;
use crate::cty::function::{Function, Parameter};
use crate::tree::{Call, ExprId, ExprNode, For, Tree};

impl Expression {
    /// Returns the variables that the expression refers to, in source order, with an entry for each mention. Names
    /// bound by `for` inside the expression, and iterators of generated blocks, are not included.
    ///
    /// Every word in the form of a variable is included, also `string` in `convert(x, list(string))`. Only the
    /// functions of a context distinguish such words; see [`variables_in`](Self::variables_in).
    pub fn variables(&self) -> Vec<Traversal> {
        self.traversals(None)
    }

    /// Returns the variables whose values an evaluation in a context uses. Unlike [`variables`](Self::variables),
    /// it omits arguments that a function of the context takes [in their source
    /// form](super::CustomDecoder::of_syntax), such as types.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, ext, parse_expression};
    ///
    /// let ctx = EvalContext::new().with_functions(ext::all());
    /// let mut diags = Diagnostics::new();
    /// let expr = parse_expression(&Source::new("<example>", "convert(ports, list(string))"), &mut diags).unwrap();
    /// let names: Vec<_> = expr.variables_in(&ctx).iter().map(ToString::to_string).collect();
    /// assert_eq!(names, ["ports"]);
    /// ```
    pub fn variables_in(&self, ctx: &EvalContext) -> Vec<Traversal> {
        self.traversals(Some(ctx))
    }

    /// Returns the iterations whose iterators the expression mentions, with an entry for each mention.
    pub(super) fn iterators(&self) -> Vec<&Iteration> {
        let (tree, mut found) = (self.tree(), Vec::new());
        visit_traversals(tree, self.node(), None, &mut |id| {
            if let ExprNode::Traversal { root, .. } = tree.node(id) {
                let root = tree.name(*root);
                found.push_all(self.iteration().and_then(|iteration| iteration.find(root)));
            }
        });
        found
    }

    /// Returns `true` if the expression mentions the iterator of a generated block.
    pub(crate) fn has_iterators(&self) -> bool {
        self.is_generated() && !self.iterators().is_empty()
    }

    /// Returns `true` if the iterators that both expressions mention have equal values.
    pub(crate) fn has_same_iterators(&self, other: &Self) -> bool {
        let parts = |it: &Iteration| (it.name.clone(), it.key.clone(), it.value.clone());
        let own = self.iterators().into_iter().map(parts);
        own.eq(other.iterators().into_iter().map(parts))
    }

    /// Returns `true` if the expression has the same value everywhere and evaluating it is as fast as parsing it:
    /// it contains no variables, calls or loops.
    pub(crate) fn is_constant(&self) -> bool {
        is_constant(self.tree(), self.node())
    }

    fn traversals(&self, ctx: Option<&EvalContext>) -> Vec<Traversal> {
        let mut found = Vec::new();
        let is_iterator = |root: &str| self.iteration().is_some_and(|i| i.find(root).is_some());
        visit_traversals(self.tree(), self.node(), ctx, &mut |id| {
            found
                .push_all(self.traversal_at(id).filter(|traversal| !is_iterator(traversal.root())));
        });
        found
    }
}

/// Visits the traversals of unbound variables in a node, in source order, except that the collection of a `for`
/// expression comes before its results. Ends when the visitor does, or after a number of nodes.
pub(super) fn first_traversals(
    tree: &Tree,
    node: ExprId,
    max_nodes: usize,
    visit: &mut dyn FnMut(ExprId) -> ControlFlow<()>,
) {
    let _ = VariableWalk { tree, ctx: None, bound: Vec::new(), nodes_left: max_nodes, visit }
        .node(node);
}

/// Visits all traversals of unbound variables in a node. The functions of a context determine the evaluated
/// arguments.
pub(super) fn visit_traversals(
    tree: &Tree,
    node: ExprId,
    ctx: Option<&EvalContext>,
    visit: &mut dyn FnMut(ExprId),
) {
    let visit = &mut |id| {
        visit(id);
        ControlFlow::Continue(())
    };
    let _ = VariableWalk { tree, ctx, bound: Vec::new(), nodes_left: usize::MAX, visit }.node(node);
}

/// A walk through the traversals of variables that are not bound on the way.
struct VariableWalk<'w, 't> {
    tree: &'t Tree,
    /// The context whose functions determine the evaluated arguments.
    ctx: Option<&'w EvalContext>,
    bound: Vec<&'t Str>,
    nodes_left: usize,
    visit: &'w mut dyn FnMut(ExprId) -> ControlFlow<()>,
}

impl<'t> VariableWalk<'_, 't> {
    fn node(&mut self, node: ExprId) -> ControlFlow<()> {
        let Some(nodes_left) = self.nodes_left.checked_sub(1) else {
            return ControlFlow::Break(());
        };
        self.nodes_left = nodes_left;
        match self.tree.node(node) {
            ExprNode::Traversal { root, .. } if self.bound.contains(&self.tree.name(*root)) => {
                ControlFlow::Continue(())
            }
            ExprNode::Traversal { .. } => (self.visit)(node),
            ExprNode::For(parts) => self.for_expr(parts),
            ExprNode::Call(call) => self.call(call),
            ExprNode::Binary { .. } => self.row(node),
            _ => self.tree.for_each_child(node, &mut |child| self.node(child)),
        }
    }

    /// Visits a chain of operators, which can be nested to the left without limit.
    fn row(&mut self, last: ExprId) -> ControlFlow<()> {
        let (first, operands) = self.tree.row(last);
        self.node(first)?;
        operands.into_iter().rev().try_for_each(|operand| self.node(operand))
    }

    fn for_expr(&mut self, parts: &'t For) -> ControlFlow<()> {
        self.node(parts.collection)?;
        let outer = self.bound.len();
        if let Some(name) = &parts.key_var {
            self.bound.push(&name.text);
        }
        self.bound.push(&parts.value_var.text);
        if let Some(key) = parts.key {
            self.node(key)?;
        }
        self.node(parts.value)?;
        if let Some(condition) = parts.condition {
            self.node(condition)?;
        }
        self.bound.truncate(outer);
        ControlFlow::Continue(())
    }

    fn call(&mut self, call: &Call) -> ControlFlow<()> {
        let function = self.ctx.and_then(|ctx| ctx.function(&call.name.text));
        let args = self.tree.list(call.args);
        for (position, arg) in args.iter().enumerate() {
            let is_expanded = call.expand_final && position + 1 == args.len();
            if is_expanded || !function.is_some_and(|it| takes_syntax(it, position)) {
                self.node(*arg)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns `true` if a function takes the source form of an argument.
fn takes_syntax(function: &Function, position: usize) -> bool {
    let decoder = function.param(position).map(Parameter::ty).and_then(custom_decoder);
    decoder.is_some_and(CustomDecoder::takes_syntax)
}

fn is_constant(tree: &Tree, node: ExprId) -> bool {
    match tree.node(node) {
        ExprNode::Traversal { .. }
        | ExprNode::Call(_)
        | ExprNode::For(_)
        | ExprNode::Splat { .. }
        | ExprNode::Error(_) => false,
        ExprNode::Binary { .. } => {
            let (first, operands) = tree.row(node);
            is_constant(tree, first)
                && operands.into_iter().all(|operand| is_constant(tree, operand))
        }
        _ => {
            let mut check = |child| {
                if is_constant(tree, child) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            tree.for_each_child(node, &mut check).is_continue()
        }
    }
}

impl Tree {
    /// Visits the direct children of a node in source order, until the visitor ends the walk.
    pub(crate) fn for_each_child(
        &self,
        node: ExprId,
        visit: &mut dyn FnMut(ExprId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.node(node) {
            ExprNode::Literal(_)
            | ExprNode::Key(_)
            | ExprNode::Traversal { .. }
            | ExprNode::Item
            | ExprNode::Error(_) => ControlFlow::Continue(()),
            ExprNode::Template(parts) | ExprNode::Tuple(parts) => {
                self.list(*parts).iter().copied().try_for_each(visit)
            }
            ExprNode::Call(call) => self.list(call.args).iter().copied().try_for_each(visit),
            ExprNode::Wrap(inner)
            | ExprNode::Join(inner)
            | ExprNode::Parens(inner)
            | ExprNode::JsonString { value: inner, .. }
            | ExprNode::Relative { source: inner, .. }
            | ExprNode::Unary { operand: inner, .. } => visit(*inner),
            ExprNode::Index { collection: first, key: second }
            | ExprNode::Splat { source: first, each: second, .. }
            | ExprNode::Binary { left: first, right: second, .. } => {
                visit(*first)?;
                visit(*second)
            }
            ExprNode::Conditional { condition, then, otherwise } => {
                visit(*condition)?;
                visit(*then)?;
                visit(*otherwise)
            }
            ExprNode::Object { items, .. } => {
                for item in self.items(*items) {
                    visit(item.key)?;
                    visit(item.value)?;
                }
                ControlFlow::Continue(())
            }
            ExprNode::For(parts) => {
                visit(parts.collection)?;
                if let Some(key) = parts.key {
                    visit(key)?;
                }
                visit(parts.value)?;
                parts.condition.map_or(ControlFlow::Continue(()), visit)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cty::Value;
    use crate::diag::Diagnostics;
    use crate::expr::expression_type;
    use crate::ext;
    use crate::source::Source;
    use crate::syntax::native::parse_expression;

    fn parse(text: &str) -> Expression {
        let mut diags = Diagnostics::new();
        parse_expression(&Source::new("t", text), &mut diags)
            .unwrap_or_else(|| panic!("{text}: {diags}"))
    }

    fn variables(text: &str) -> Vec<String> {
        parse(text).variables().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn variables_are_found_in_all_parts() {
        assert_eq!(variables("a.b[0].c[\"d\"] + -e"), ["a.b[0].c[\"d\"]", "e"]);
        assert_eq!(variables("a[b.c]"), ["a", "b.c"]);
        assert_eq!(variables("f(a, b...)[c].d"), ["a", "b", "c"]);
        assert_eq!(variables("{ a = b, (c) = d, \"${e}\" = 1 }"), ["b", "c", "d", "e"]);
        assert_eq!(variables("\"${a}%{ if b }${c}%{ endif }\""), ["a", "b", "c"]);
        assert_eq!(variables("a ? b : [c.*.d, e[*].f[g]]"), ["a", "b", "c", "e", "g"]);
        assert_eq!(variables("a.0.b"), ["a[0].b"]);
    }

    #[test]
    fn names_bound_by_for_are_omitted() {
        assert_eq!(variables("[for v in v : v.a + k]"), ["v", "k"]);
        assert_eq!(variables("{ for k, v in a : k => v... if v == b }"), ["a", "b"]);
        assert_eq!(variables("[for v in a : [for w in v : w + x]][v]"), ["a", "x", "v"]);
        assert_eq!(variables("\"%{ for v in a }${v}${b}%{ endfor }\""), ["a", "b"]);
    }

    #[test]
    fn arguments_in_source_form_are_not_variables() {
        let quote = Function::builder("Gives how many expressions there are.")
            .variadic(Parameter::new("expressions", expression_type()))
            .returning(crate::cty::Type::Number, |args, _| Ok(Value::from(args.len() as u32)));
        let ctx = EvalContext::new().with_functions(ext::all()).with_function("quote", quote);
        let variables = |text: &str| {
            let found = parse(text).variables_in(&ctx);
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(variables("convert(a, object({ b = optional(string, 1) }))"), ["a"]);
        assert_eq!(variables("[for c in d : convert(c, any)][e]"), ["d", "e"]);
        assert_eq!(variables("quote(a, b + c)[d]"), ["d"]);
        // Closures and expanded arguments are evaluated.
        assert_eq!(variables("try(a.b, c)"), ["a.b", "c"]);
        assert_eq!(variables("quote(a, b...)"), ["b"]);
        // An unknown function may evaluate all arguments.
        assert_eq!(variables("cast(a, string)"), ["a", "string"]);
        assert_eq!(parse("convert(a, string)").variables().len(), 2);
    }

    #[test]
    fn constants() {
        for text in ["1", "-1 + 2", "\"a${1}b\"", "[1, { a = true }]", "true ? null : [1][0]"] {
            assert!(parse(text).is_constant(), "{text}");
        }
        for text in ["a", "f()", "[for v in [1] : v]", "[1][*]", "{ a = b }", "\"${a}\"", "[1][a]"]
        {
            assert!(!parse(text).is_constant(), "{text}");
        }
    }
}
