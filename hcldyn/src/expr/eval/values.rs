//! The values of the variables that a failing expression refers to.

use std::ops::ControlFlow;

use super::collect_marks;
use super::traversal::reach;
use crate::cty::{Marks, Str, Value};
use crate::expr::analysis::Traversal;
use crate::expr::scope::Scope;
use crate::expr::variables::{first_traversals, visit_traversals};
use crate::tree::{ExprId, ExprNode, TraversalStep, Tree};

/// Nobody reads the values of more variables than this.
const MAX_VALUES: usize = 10;

/// So many nodes are looked through for variables: an expression may have as many errors as nodes, and
/// each of them looks.
const MAX_NODES: usize = 200;

/// What the variables in a failing node are, each as `name is value`, in source order; where it has
/// none, those in the whole expression. Unknown and marked values are left out, and those of a very
/// long expression past its beginning.
pub(super) fn involved(
    tree: &Tree,
    (node, whole): (ExprId, ExprId),
    scope: &Scope<'_>,
) -> Vec<String> {
    let values = values_in(tree, node, scope);
    if values.is_empty() && node != whole { values_in(tree, whole, scope) } else { values }
}

/// What the variables in a node are, each as `name is value`, in source order.
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

/// The marks of the variables in a node: of a traversal that leads nowhere, those of the value where it
/// ends; otherwise those at any depth of the value it leads to.
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

/// As much of the traversal as leads somewhere.
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
    fn each_of_many_errors_looks_at_few_variables() {
        let diags = diagnose(&list(5_000, "v"), 1);
        assert_eq!((diags.len(), diags.error_count()), (100, 5_000));
    }

    #[test]
    fn an_error_tells_few_values() {
        let diags = diagnose(&list(50, "!\"x\""), 50);
        let told = &diags.iter().next().unwrap().values;
        assert_eq!((told.len(), told[9].as_str()), (10, "v9 is 9"));
    }
}
