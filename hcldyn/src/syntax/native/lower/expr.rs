//! Expressions.

use hcl_edit::expr as edit;
use hcl_edit::expr::Expression;

use super::{Lowering, skip_blanks};
use crate::cty::{Guess, Number, Type, Value};
use crate::source::Span;
use crate::syntax::native::diags;
use crate::tree::{BinaryOp, Call, For, Name, Node, NodeId, UnaryOp};

impl Lowering<'_, '_> {
    pub(in crate::syntax::native) fn expression(&mut self, expr: Expression) -> NodeId {
        let span = self.span(&expr);
        self.nested(1, span, |lowering| lowering.node(expr, span))
    }

    fn node(&mut self, expr: Expression, span: Span) -> NodeId {
        match expr {
            Expression::Null(_) => self.literal(Value::null(Type::Dynamic), span),
            Expression::Bool(value) => self.literal(Value::bool(*value.value()), span),
            Expression::Number(_) => self.number(span),
            Expression::String(_) => self.literal(Value::string(&*self.quoted(span)), span),
            Expression::Array(array) => {
                let elements: Vec<_> = array.into_iter().map(|e| self.expression(e)).collect();
                let elements = self.tree.add_list(elements);
                self.tree.add_node(Node::Tuple(elements), span)
            }
            Expression::Object(object) => self.object(object, span),
            Expression::StringTemplate(template) => self.quoted_template(template, span),
            Expression::HeredocTemplate(heredoc) => self.heredoc(heredoc.template, span),
            // What hcl-edit has read in place of a heredoc without lines, see `stand_ins`.
            Expression::Parenthesis(_) if self.slice(span).starts_with("<<") => {
                self.literal(Value::string(""), span)
            }
            Expression::Parenthesis(parens) => {
                let inner = self.expression(parens.into_inner());
                self.tree.add_node(Node::Parens(inner), span)
            }
            Expression::Variable(_) => {
                let root = self.name_at(span);
                let steps = self.tree.add_steps([]);
                let guess = Guess::default();
                self.tree.add_node(Node::Traversal { root, guess, root_span: span, steps }, span)
            }
            Expression::Conditional(conditional) => self.conditional(*conditional, span),
            Expression::FuncCall(call) => self.call(*call, span),
            Expression::Traversal(traversal) => self.traversal(*traversal),
            Expression::UnaryOp(unary) => self.unary(*unary, span),
            Expression::BinaryOp(binary) => self.binary(*binary),
            Expression::ForExpr(expr) => self.for_expression(*expr, span),
        }
    }

    /// A number literal, or one with a minus sign, which hcl-edit takes as part of the number.
    fn number(&mut self, span: Span) -> NodeId {
        let digits = self.without_sign(span);
        let literal = self.number_literal(digits);
        if digits == span { literal } else { self.negate(literal, span) }
    }

    /// The span of a number without the minus sign in front of it.
    pub(super) fn without_sign(&self, span: Span) -> Span {
        match self.slice(span).strip_prefix('-') {
            Some(digits) => Span::new(span.end - skip_blanks(digits).len() as u32, span.end),
            None => span,
        }
    }

    /// A minus sign at the start of `span` and its operand.
    pub(super) fn negate(&mut self, operand: NodeId, span: Span) -> NodeId {
        let op_span = Span::new(span.start, span.start + 1);
        self.tree.add_node(Node::Unary { op: UnaryOp::Negate, op_span, operand }, span)
    }

    pub(super) fn number_literal(&mut self, span: Span) -> NodeId {
        match Number::parse(self.slice(span)) {
            Ok(number) => self.literal(Value::number(number), span),
            Err(_) => {
                self.report(diags::unreadable_number(self.tree.place(span)));
                self.tree.add_node(Node::Hole, span)
            }
        }
    }

    fn conditional(&mut self, conditional: edit::Conditional, span: Span) -> NodeId {
        let condition = self.expression(conditional.cond_expr);
        let then = self.expression(conditional.true_expr);
        let otherwise = self.expression(conditional.false_expr);
        self.tree.add_node(Node::Conditional { condition, then, otherwise }, span)
    }

    fn call(&mut self, call: edit::FuncCall, span: Span) -> NodeId {
        let name = self.function_name(&call.name);
        let expand_final = call.args.expand_final();
        let args: Vec<_> = call.args.into_iter().map(|arg| self.expression(arg)).collect();
        let args = self.tree.add_list(args);
        let call = Call { name, guess: Guess::default(), args, expand_final };
        self.tree.add_node(Node::Call(Box::new(call)), span)
    }

    fn function_name(&mut self, name: &edit::FuncName) -> Name {
        if name.namespace.is_empty() {
            return self.name(&name.name);
        }
        let parts = name.namespace.iter().chain([&name.name]).map(|part| self.span(part));
        let parts: Vec<_> = parts.collect();
        let span = parts.iter().copied().reduce(Span::to).unwrap_or_default();
        let parts: Vec<_> = parts.into_iter().map(|part| self.slice(part)).collect();
        Name { text: parts.join("::").into(), span }
    }

    fn unary(&mut self, unary: edit::UnaryOp, span: Span) -> NodeId {
        let op = match unary.operator.value() {
            edit::UnaryOperator::Neg => UnaryOp::Negate,
            edit::UnaryOperator::Not => UnaryOp::Not,
        };
        let op_span = self.span(&unary.operator);
        let operand = self.expression(unary.expr);
        self.tree.add_node(Node::Unary { op, op_span, operand }, span)
    }

    /// hcl-edit gives no span to the inner operations of a chain, so it is taken from the operands.
    fn binary(&mut self, binary: edit::BinaryOp) -> NodeId {
        let op_span = self.span(&binary.operator);
        let op = binary_op(*binary.operator.value());
        let left = self.expression(binary.lhs_expr);
        let right = self.expression(binary.rhs_expr);
        let span = self.tree.span(left).to(self.tree.span(right));
        self.tree.add_node(Node::Binary { op, op_span, left, right }, span)
    }

    fn for_expression(&mut self, expr: edit::ForExpr, span: Span) -> NodeId {
        let key_var = expr.intro.key_var.as_ref().map(|name| self.name(name));
        let value_var = self.name(&expr.intro.value_var);
        self.check_apart(&expr.intro.collection_expr);
        let collection = self.expression(expr.intro.collection_expr);
        let key = expr.key_expr.map(|key| self.expression(key));
        let value = self.expression(expr.value_expr);
        let condition = expr.cond.map(|cond| {
            self.check_apart(&cond.expr);
            self.expression(cond.expr)
        });
        let group = expr.grouping;
        let node = For { key_var, value_var, collection, key, value, condition, group };
        self.tree.add_node(Node::For(Box::new(node)), span)
    }
}

fn binary_op(operator: edit::BinaryOperator) -> BinaryOp {
    use edit::BinaryOperator as Edit;
    match operator {
        Edit::Or => BinaryOp::Or,
        Edit::And => BinaryOp::And,
        Edit::Eq => BinaryOp::Equal,
        Edit::NotEq => BinaryOp::NotEqual,
        Edit::Greater => BinaryOp::Greater,
        Edit::GreaterEq => BinaryOp::GreaterOrEqual,
        Edit::Less => BinaryOp::Less,
        Edit::LessEq => BinaryOp::LessOrEqual,
        Edit::Plus => BinaryOp::Add,
        Edit::Minus => BinaryOp::Subtract,
        Edit::Mul => BinaryOp::Multiply,
        Edit::Div => BinaryOp::Divide,
        Edit::Mod => BinaryOp::Modulo,
    }
}
