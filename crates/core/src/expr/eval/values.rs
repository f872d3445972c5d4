//! The values of the variables that a failing expression refers to.

use std::ops::ControlFlow;

use super::collect_marks;
use super::traversal::reach;
use crate::cty::{Marks, Str, Value};
use crate::expr::analysis::Traversal;
use crate::expr::scope::Scope;
use crate::expr::variables::{first_traversals, visit_traversals};
use crate::tree::{ExprId, ExprNode, TraversalStep, Tree};

/// The maximum number of variables whose values are listed.
const MAX_VALUES: usize = 10;

/// The maximum number of nodes to search for variables, because an expression may have an error in each node, with
/// a search for each error.
const MAX_NODES: usize = 200;

/// Returns the values of the variables in a failing node, each as `name is value`, in source order. If the node
/// has no variables, returns those in the whole expression. Omits unknown and marked values, and variables after
/// the first nodes of a very long expression.
pub(super) fn involved(
    tree: &Tree,
    (node, whole): (ExprId, ExprId),
    scope: &Scope<'_>,
) -> Vec<String> {
    let values = values_in(tree, node, scope);
    if values.is_empty() && node != whole { values_in(tree, whole, scope) } else { values }
}

/// Returns the values of the variables in a node, each as `name is value`, in source order.
pub(crate) fn values_in(tree: &Tree, node: ExprId, scope: &Scope<'_>) -> Vec<String> {
    let mut values = Vec::new();
    first_traversals(tree, node, MAX_NODES, &mut |id| {
        if let ExprNode::Traversal { root, steps, .. } = tree.node(id)
            && let Some(text) = describe(tree.name(*root), tree.steps(*steps), scope)
            && !values.contains(&text)
        {
            values.push(text);
        }
        if values.len() < MAX_VALUES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    values
}

/// Returns the marks of the variables in a node. For a traversal that fails, these are the marks of the value at
/// the last valid step; otherwise, the marks at any depth of its value.
pub(crate) fn marks_in(tree: &Tree, node: ExprId, scope: &Scope<'_>) -> Marks {
    let mut marks = Marks::new();
    visit_traversals(tree, node, scope.context(), &mut |id| {
        let ExprNode::Traversal { root, steps, .. } = tree.node(id) else { return };
        let steps = tree.steps(*steps);
        match reach(tree.name(*root), steps, scope) {
            Some((value, taken)) if taken == steps.len() => {
                value.into_owned().unmark_deep_into(&mut marks);
            }
            Some((value, _)) => collect_marks(&value, &mut marks),
            None => {}
        }
    });
    marks
}

/// Returns the longest valid part of a traversal with its value, as `name is value`, if the value may be shown.
fn describe(root: &Str, steps: &[TraversalStep], scope: &Scope<'_>) -> Option<String> {
    let (value, taken) = reach(root, steps, scope)?;
    let name = Traversal::describe(root, &steps[..taken]);
    can_be_shown(&value).then(|| format!("{name} is {}", value.describe()))
}

fn can_be_shown(value: &Value) -> bool {
    value.is_known() && !value.is_marked()
}

#[cfg(test)]
mod tests {
    use crate::cty::Value;
    use crate::diag::Diagnostics;
    use crate::expr::EvalContext;
    use crate::source::Source;
    use crate::syntax::native::parse_expression;

    fn diagnose(text: &str, variables: u32) -> Diagnostics {
        let mut ctx = EvalContext::new();
        for i in 0..variables {
            ctx.set_variable(format!("v{i}"), Value::from(i));
        }
        let mut diags = Diagnostics::new();
        let expr = parse_expression(&Source::new("t", text), &mut diags).unwrap();
        expr.value(&ctx, &mut diags);
        diags
    }

    fn list(count: u32, last: &str) -> String {
        let names: Vec<_> = (0..count).map(|i| format!("v{i}, ")).collect();
        format!("[{}{last}]", names.concat())
    }

    #[test]
    fn many_errors_search_few_variables() {
        let diags = diagnose(&list(5_000, "v"), 1);
        assert_eq!((diags.len(), diags.error_count()), (100, 5_000));
    }

    #[test]
    fn an_error_shows_few_values() {
        let diags = diagnose(&list(50, "!\"x\""), 50);
        let shown = &diags.iter().next().unwrap().values;
        assert_eq!((shown.len(), shown[9].as_str()), (10, "v9 is 9"));
    }
}
