//! Operands that have a value for all values of the variables, in a check of types.
//!
//! An evaluation drops the error of an operand that it does not need, and the type of that operand with it. An error
//! about the types of two operands is therefore only certain if neither can fail.

use super::{Evaluator, look_up};
use crate::expr::scope::Scope;
use crate::tree::{ExprId, ExprNode};

impl Evaluator<'_> {
    /// Returns `true` if the evaluation of a node can't fail.
    pub(super) fn never_fails(&self, id: ExprId, scope: &Scope<'_>) -> bool {
        let all = |nodes: &[ExprId]| nodes.iter().all(|node| self.never_fails(*node, scope));
        match self.tree.node(id) {
            ExprNode::Wrap(inner)
            | ExprNode::Parens(inner)
            | ExprNode::JsonString { value: inner, .. } => self.never_fails(*inner, scope),
            ExprNode::Tuple(elements) => all(self.tree.list(*elements)),
            ExprNode::Object { items, .. } => self.tree.items(*items).iter().all(|item| {
                matches!(self.tree.node(item.key), ExprNode::Key(_) | ExprNode::Literal(_))
                    && self.never_fails(item.value, scope)
            }),
            _ => look_up(self.tree, id, scope).is_some(),
        }
    }
}
