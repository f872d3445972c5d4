//! Checks of expressions.

use std::mem;
use std::ops::ControlFlow;

use super::diags;
use super::items::{Bound, report_shadowed};
use crate::cty::{Number, Type};
use crate::diag::{Diagnostics, Fix};
use crate::expr::Expression;
use crate::source::Span;
use crate::tree::{BinaryOp, Call, ExprId, ExprNode, For, StepKind, Tree, UnaryOp};

/// Checks an expression inside iterations.
pub(super) fn check(expr: &Expression, bound: &mut Vec<Bound>, diags: &mut Diagnostics) {
    let tree = expr.tree();
    Check { tree, bound, diags, is_operand: false }.node(expr.node());
}

struct Check<'c> {
    tree: &'c Tree,
    /// The names that enclosing iterations bind.
    bound: &'c mut Vec<Bound>,
    diags: &'c mut Diagnostics,
    /// `true` if the next node is next to an operator or a step.
    is_operand: bool,
}

impl Check<'_> {
    /// Checks a node and the nodes inside it. The recursion is bounded by the parser's nesting limit.
    fn node(&mut self, id: ExprId) {
        let is_operand = mem::take(&mut self.is_operand);
        match self.tree.node(id) {
            ExprNode::For(parts) => return self.for_expr(parts),
            ExprNode::Binary { .. } => return self.row(id),
            ExprNode::Wrap(inner) => self.interpolation(id, *inner, is_operand),
            ExprNode::Traversal { steps, .. } | ExprNode::Relative { steps, .. } => {
                for step in self.tree.steps(*steps) {
                    let text = self.tree.source.slice(step.span);
                    if let (StepKind::Index(_), Some(index)) = (&step.kind, text.strip_prefix('.'))
                    {
                        self.legacy_index(step.span, index);
                    }
                }
            }
            ExprNode::Splat { each, marker, .. } => self.splat(id, *each, *marker),
            ExprNode::Call(call) => self.legacy_lookup(id, call),
            ExprNode::Object { items, .. } => {
                for item in self.tree.items(*items) {
                    // An interpolation as a key needs its quotes.
                    match self.tree.node(item.key) {
                        ExprNode::Wrap(inner) => self.node(*inner),
                        _ => self.node(item.key),
                    }
                    self.node(item.value);
                }
                return;
            }
            _ => {}
        }
        let has_operands = matches!(
            self.tree.node(id),
            ExprNode::Unary { .. }
                | ExprNode::Conditional { .. }
                | ExprNode::Relative { .. }
                | ExprNode::Index { .. }
                | ExprNode::Splat { .. }
        );
        let _ = self.tree.for_each_child(id, &mut |child| {
            self.is_operand = has_operands;
            self.node(child);
            ControlFlow::Continue(())
        });
    }

    /// Checks a chain of operators, which can be nested to the left without limit.
    fn row(&mut self, last: ExprId) {
        let mut node = last;
        while let ExprNode::Binary { op, op_span, left, right } = self.tree.node(node) {
            if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
                && let (Some(left), Some(right), fix) =
                    (self.ty(*left), self.ty(*right), self.compared_number(*left, *right))
                && left != right
            {
                let is_equal = *op == BinaryOp::Equal;
                let place = self.tree.place(*op_span);
                let warning = diags::mismatched_comparison(place, &left, &right, is_equal);
                self.diags.push(warning.with_fix(fix));
            }
            self.is_operand = true;
            self.node(*right);
            node = *left;
        }
        self.is_operand = true;
        self.node(node);
    }

    /// Returns the fix that removes the quotes from a number that is compared with another number.
    fn compared_number(&self, left: ExprId, right: ExprId) -> Option<Fix> {
        let text = |id| match self.tree.node(id) {
            ExprNode::Literal(value) => value.as_str(),
            _ => None,
        };
        let (id, number) = match (self.ty(left)?, self.ty(right)?) {
            (Type::Number, _) => (right, text(right)?),
            (_, Type::Number) => (left, text(left)?),
            _ => return None,
        };
        Number::parse(number).ok()?;
        let place = self.tree.place(self.tree.span(id));
        Some(Fix::uncertain("Write the number without quotes").replace(place, number))
    }

    fn for_expr(&mut self, parts: &For) {
        self.node(parts.collection);
        let outer = self.bound.len();
        for name in parts.key_var.iter().chain([&parts.value_var]) {
            let name = Bound { name: name.text.clone(), place: self.tree.place(name.span) };
            report_shadowed(&name, &self.bound[..outer], self.diags);
            self.bound.push(name);
        }
        let inner = parts.key.into_iter().chain([parts.value]).chain(parts.condition);
        inner.for_each(|child| self.node(child));
        self.bound.truncate(outer);
    }

    /// Checks `"${x}"`, which is how JSON syntax writes an expression.
    fn interpolation(&mut self, id: ExprId, inner: ExprId, is_operand: bool) {
        let (outer, inside) = (self.tree.span(id), self.tree.span(inner));
        let place = self.tree.place(outer);
        let text = place.text();
        let is_whole = text.starts_with("\"${") && text.ends_with("}\"") && !text.contains('\n');
        if is_whole && !self.tree.is_json {
            let (start, end) =
                (Span::new(outer.start, inside.start), Span::new(inside.end, outer.end));
            let (start, end) = (self.tree.place(start), self.tree.place(end));
            // An operator next to the string would apply to a part of the expression.
            let is_part = matches!(
                self.tree.node(inner),
                ExprNode::Binary { .. } | ExprNode::Conditional { .. } | ExprNode::Unary { .. }
            );
            let (open, close) = if is_part && is_operand { ("(", ")") } else { ("", "") };
            let fix = Fix::safe("Remove the quotes and the interpolation")
                .replace(start, open)
                .replace(end, close);
            self.diags.push(diags::interpolation_only(place).with_fix(fix));
        }
    }

    /// Checks `a.0`. `.0.1` is one number to the lexer, so each part has its own step.
    fn legacy_index(&mut self, span: Span, index: &str) {
        let is_number = index.bytes().all(|it| it.is_ascii_digit()) && !index.is_empty();
        if is_number {
            let place = self.tree.place(span);
            let fix =
                Fix::safe(format!("Write [{index}]")).replace(place.clone(), format!("[{index}]"));
            self.diags.push(diags::legacy_index(place, index).with_fix(fix));
        }
    }

    /// Checks `lookup(a, "b")`.
    fn legacy_lookup(&mut self, id: ExprId, call: &Call) {
        let [map, key] = self.tree.list(call.args) else { return };
        if call.name.text != *"lookup" || call.expand_final {
            return;
        }
        let (place, map_span, key_span) =
            (self.tree.place(self.tree.span(id)), self.tree.span(*map), self.tree.span(*key));
        let is_simple = matches!(self.tree.node(*map), ExprNode::Traversal { .. });
        let fix = Fix::safe("Write an index")
            .replace(self.tree.place(Span::new(place.span().start, map_span.start)), "")
            .replace(self.tree.place(Span::new(map_span.end, key_span.start)), "[")
            .replace(self.tree.place(Span::new(key_span.end, place.span().end)), "]");
        self.diags.push(diags::legacy_lookup(place).with_fix(is_simple.then_some(fix)));
    }

    /// Checks `a.*.b`. An index after it applies to the result of `a.*.b`, but to each element of `a[*].b`.
    fn splat(&mut self, id: ExprId, each: ExprId, marker: Span) {
        let (source, end) = (&self.tree.source, self.tree.span(id).end as usize);
        let is_followed = source.text()[end..].starts_with(['[', '.']);
        let has_index = matches!(self.tree.node(each), ExprNode::Relative { steps, .. }
            if self.tree.steps(*steps).iter().any(|step| matches!(step.kind, StepKind::Index(_))));
        let place = self.tree.place(marker);
        if place.text() == ".*" {
            let fix = Fix::safe("Write [*]").replace(place.clone(), "[*]");
            let fix = (!is_followed && !has_index).then_some(fix);
            self.diags.push(diags::legacy_splat(place).with_fix(fix));
        }
    }

    /// Returns the type of an expression if it is certain and primitive.
    fn ty(&self, mut id: ExprId) -> Option<Type> {
        loop {
            return match self.tree.node(id) {
                ExprNode::Wrap(inner) | ExprNode::Parens(inner) => {
                    id = *inner;
                    continue;
                }
                ExprNode::Literal(value) if !value.is_null() => Some(value.ty()),
                ExprNode::Template(_) | ExprNode::Join(_) => Some(Type::String),
                ExprNode::Unary { op: UnaryOp::Negate, .. } => Some(Type::Number),
                ExprNode::Unary { op: UnaryOp::Not, .. } => Some(Type::Bool),
                ExprNode::Binary { op, .. } => Some(match op {
                    BinaryOp::Add
                    | BinaryOp::Subtract
                    | BinaryOp::Multiply
                    | BinaryOp::Divide
                    | BinaryOp::Modulo => Type::Number,
                    _ => Type::Bool,
                }),
                _ => None,
            };
        }
    }
}
