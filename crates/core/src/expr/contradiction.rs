//! Conditions that no value meets: comparisons of one operand with constants that exclude each other.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::Expression;
use crate::cty::{Number, Str, Value, ops};
use crate::tree::{BinaryOp, ExprId, ExprNode, Tree, UnaryOp};

/// The function whose result is compared most often.
const LENGTH: &str = "length";

/// The values that the comparisons of one operand leave.
#[derive(Default)]
struct Range {
    lower: Option<Bound>,
    upper: Option<Bound>,
    /// The string that the operand must equal.
    text: Option<Str>,
    is_empty: bool,
}

#[derive(Clone)]
struct Bound {
    value: Number,
    is_inclusive: bool,
}

impl Expression {
    /// Returns `true` if the expression joins comparisons by `&&` that are never true together, such as `x > 5 && x < 3`.
    pub(crate) fn is_contradictory(&self) -> bool {
        let tree = self.tree();
        let mut ranges = BTreeMap::<String, Range>::new();
        let mut nodes = vec![self.node()];
        while let Some(node) = nodes.pop() {
            match tree.node(node) {
                ExprNode::Wrap(inner) | ExprNode::Parens(inner) => nodes.push(*inner),
                ExprNode::Binary { op: BinaryOp::And, left, right, .. } => {
                    nodes.extend([*left, *right]);
                }
                ExprNode::Binary { op, left, right, .. } => {
                    let compared = compared(tree, *op, *left, *right)
                        .or_else(|| compared(tree, mirrored(*op), *right, *left));
                    if let Some((operand, op, constant)) = compared {
                        ranges.entry(operand).or_default().restrict(op, &constant);
                    }
                }
                _ => {}
            }
        }
        ranges.values().any(|range| range.is_empty)
    }
}

impl Range {
    fn restrict(&mut self, op: BinaryOp, constant: &Value) {
        if let Some(text) = constant.as_str() {
            if op == BinaryOp::Equal {
                let is_other = self.text.as_ref().is_some_and(|before| *before != *text);
                self.is_empty |= is_other;
                self.text = Some(Str::new(text));
            }
            return;
        }
        let Some(value) = constant.as_number() else { return };
        let bound = |is_inclusive| Bound { value: value.clone(), is_inclusive };
        match op {
            BinaryOp::Equal => {
                self.raise(bound(true));
                self.lower_to(bound(true));
            }
            BinaryOp::Greater => self.raise(bound(false)),
            BinaryOp::GreaterOrEqual => self.raise(bound(true)),
            BinaryOp::Less => self.lower_to(bound(false)),
            BinaryOp::LessOrEqual => self.lower_to(bound(true)),
            _ => {}
        }
        if let (Some(lower), Some(upper)) = (&self.lower, &self.upper) {
            self.is_empty |= match lower.value.cmp(&upper.value) {
                Ordering::Greater => true,
                Ordering::Equal => !(lower.is_inclusive && upper.is_inclusive),
                Ordering::Less => false,
            };
        }
    }

    fn raise(&mut self, bound: Bound) {
        let is_tighter = self.lower.as_ref().is_none_or(|before| {
            (&bound.value, !bound.is_inclusive) > (&before.value, !before.is_inclusive)
        });
        if is_tighter {
            self.lower = Some(bound);
        }
    }

    fn lower_to(&mut self, bound: Bound) {
        let is_tighter = self.upper.as_ref().is_none_or(|before| {
            (&bound.value, bound.is_inclusive) < (&before.value, before.is_inclusive)
        });
        if is_tighter {
            self.upper = Some(bound);
        }
    }
}

/// Returns the operand on the left as it is written, the operator and the constant on the right.
fn compared(
    tree: &Tree,
    op: BinaryOp,
    operand: ExprId,
    constant: ExprId,
) -> Option<(String, BinaryOp, Value)> {
    let is_stable = match tree.node(operand) {
        ExprNode::Traversal { .. } => true,
        ExprNode::Call(call) => {
            let is_traversal = |arg: &ExprId| matches!(tree.node(*arg), ExprNode::Traversal { .. });
            call.name.text == *LENGTH && tree.list(call.args).iter().all(is_traversal)
        }
        _ => false,
    };
    let text = tree.source.slice(tree.span(operand));
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    Some((text, op, constant_of(tree, constant)?)).filter(|_| is_stable)
}

/// Returns the value of a literal, or of its negation.
fn constant_of(tree: &Tree, node: ExprId) -> Option<Value> {
    match tree.node(node) {
        ExprNode::Literal(value) => Some(value.clone()),
        ExprNode::Wrap(inner) | ExprNode::Parens(inner) => constant_of(tree, *inner),
        ExprNode::Unary { op: UnaryOp::Negate, operand, .. } => {
            let ExprNode::Literal(value) = tree.node(*operand) else { return None };
            ops::negate(value).ok()
        }
        _ => None,
    }
}

/// Returns the operator with its operands exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterOrEqual => BinaryOp::LessOrEqual,
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessOrEqual => BinaryOp::GreaterOrEqual,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use crate::Diagnostics;
    use crate::source::Source;
    use crate::syntax::native::parse_expression;

    fn is_contradictory(text: &str) -> bool {
        let parsed = parse_expression(&Source::new("a", text), &mut Diagnostics::new());
        parsed.is_some_and(|expr| expr.is_contradictory())
    }

    #[test]
    fn ranges_that_exclude_each_other() {
        for text in [
            "x > 5 && x < 3",
            "x > 5 && x < 5",
            "x >= 5 && x < 5",
            "x == 5 && x > 5",
            "5 < x && 3 > x",
            "x.y == \"a\" && z && (x . y == \"b\")",
            "length(x) > 10 && length(x) <= -1",
            "x == 1 && x == 2",
        ] {
            assert!(is_contradictory(text), "{text}");
        }
        for text in [
            "x > 3 && x < 5",
            "x >= 5 && x <= 5",
            "x > 5 || x < 3",
            "x > 5 && y < 3",
            "x == \"a\" && x != \"b\"",
            "rand(x) > 5 && rand(x) < 3",
            "5 > x && 3 > x",
            "x > \"5\" && x < 3",
        ] {
            assert!(!is_contradictory(text), "{text}");
        }
    }
}
