//! The values of the variables that a failing expression refers to.

use super::traversal::resolve;
use crate::cty::{Str, Value};
use crate::expr::analysis::Traversal;
use crate::expr::scope::Scope;
use crate::expr::variables::free_traversals;
use crate::tree::{Node, NodeId, Step, Tree};

/// What the variables in a failing node are, each as `name is value`, in source order; where it has
/// none, those in the whole expression. Unknown and marked values are left out.
pub(super) fn involved(
    tree: &Tree,
    (node, whole): (NodeId, NodeId),
    scope: &Scope<'_>,
) -> Vec<String> {
    let values = values_in(tree, node, scope);
    match values.is_empty() && node != whole {
        true => values_in(tree, whole, scope),
        false => values,
    }
}

/// What the variables in a node are, each as `name is value`, in source order.
pub(crate) fn values_in(tree: &Tree, node: NodeId, scope: &Scope<'_>) -> Vec<String> {
    let mut values = Vec::new();
    free_traversals(tree, node, &mut |id| {
        let Node::Traversal { root, steps, .. } = tree.node(id) else { return };
        let Some(text) = describe(root, tree.steps(*steps), scope) else { return };
        if !values.contains(&text) {
            values.push(text);
        }
    });
    values
}

/// As much of the traversal as leads somewhere.
fn describe(root: &Str, steps: &[Step], scope: &Scope<'_>) -> Option<String> {
    let (value, taken) = match resolve(root, steps, scope) {
        Ok(value) => (value, steps.len()),
        Err(dead_end) => (dead_end.reached?, dead_end.taken),
    };
    let name = Traversal::display(root, &steps[..taken]);
    can_be_shown(&value).then(|| format!("{name} is {}", value.describe()))
}

fn can_be_shown(value: &Value) -> bool {
    value.is_known() && !value.is_marked()
}
