//! Expressions without their steps and templates.

use hcldyn_syntax::event::Event;
use hcldyn_syntax::lexer::{Lexer, TokenKind};
use hcldyn_syntax::parser::unescape_quoted;

use super::Builder;
use super::postfix::PostfixOperand;
use crate::cty::internal::{InlineCache, KeyMap, PushAll};
use crate::cty::{Number, Type, Value};
use crate::diag::delete_item;
use crate::source::Span;
use crate::syntax::diags::number_out_of_range;
use crate::syntax::native::diags;
use crate::tree::{Call, ExprId, ExprNode, For, ObjectItem, Run, SpannedName};

/// The maximum number of keys of an object that are searched linearly for a duplicate.
const LINEAR_SEARCH: usize = 8;

impl Builder<'_, '_> {
    // Inlined for the reason that `event` is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn expression(&mut self, event: Event, span: Span) {
        let node = match event {
            Event::Null => ExprNode::Literal(Value::null(Type::Dynamic)),
            Event::True => ExprNode::Literal(Value::bool(true)),
            Event::False => ExprNode::Literal(Value::bool(false)),
            Event::Number => self.number(span),
            Event::Variable => return self.operands.push(PostfixOperand::variable(span)),
            Event::Key => ExprNode::Key(self.intern(self.slice(span))),
            Event::String { escaped } => {
                let text = self.slice(Span::new(span.start + 1, span.end - 1));
                let text = if escaped { unescape_quoted(text) } else { text.into() };
                ExprNode::Literal(Value::string(&*text))
            }
            Event::Parens => ExprNode::Parens(self.pop()),
            Event::Unary { op, operator } => {
                ExprNode::Unary { op, op_span: operator, operand: self.pop() }
            }
            Event::Binary { op, operator } => {
                let (right, left) = (self.pop(), self.pop());
                ExprNode::Binary { op, op_span: operator, left, right }
            }
            Event::Conditional => {
                let (otherwise, then, condition) = (self.pop(), self.pop(), self.pop());
                ExprNode::Conditional { condition, then, otherwise }
            }
            Event::Tuple { elements } => ExprNode::Tuple(self.pop_list(elements)),
            Event::Object { items } => {
                let items = self.object(items);
                let id = self.tree.add_object(items, span);
                return self.operands.push(PostfixOperand::node(id, span));
            }
            Event::For { key_var, value_var, has_key, has_condition, group } => {
                let condition = has_condition.then(|| self.pop());
                let value = self.pop();
                let key = has_key.then(|| self.pop());
                let collection = self.pop();
                let key_var = key_var.map(|name| self.name(name));
                let value_var = self.name(value_var);
                let parts = For { key_var, value_var, collection, key, value, condition, group };
                ExprNode::For(Box::new(parts))
            }
            Event::Call { name, args, expand_final } => {
                let args = self.pop_list(args);
                let name = self.function_name(name);
                ExprNode::Call(Box::new(Call {
                    name,
                    cache: InlineCache::default(),
                    args,
                    expand_final,
                }))
            }
            Event::Error { parts } => ExprNode::Error(self.pop_list(parts)),
            // Other events do not create a node.
            _ => return,
        };
        self.push(node, span);
    }

    pub(super) fn number(&mut self, span: Span) -> ExprNode {
        match Number::parse(self.slice(span)) {
            Ok(number) => ExprNode::Literal(Value::number(number)),
            Err(_) => {
                self.report(number_out_of_range(self.tree.place(span)));
                ExprNode::Error(Run::EMPTY)
            }
        }
    }

    /// Pops operands and returns them in the order in which they were pushed.
    pub(super) fn pop_list(&mut self, count: u32) -> Run {
        let first = self.operands.len().saturating_sub(count as usize);
        let mut list = Run::EMPTY;
        for index in first..self.operands.len() {
            let id = self.finish(self.operands[index]);
            list = self.tree.extend_list(list, id);
        }
        self.operands.truncate(first);
        list
    }

    fn object(&mut self, count: u32) -> Run {
        let first = self.operands.len().saturating_sub(2 * count as usize);
        let mut items = Run::EMPTY;
        for index in (first..self.operands.len()).step_by(2) {
            let key = self.finish(self.operands[index]);
            let value = self.finish(self.operands[index + 1]);
            items = self.tree.extend_items(items, ObjectItem { key, value });
        }
        self.operands.truncate(first);
        self.warn_of_repeated_keys(items);
        items
    }

    fn warn_of_repeated_keys(&mut self, items: Run) {
        for (second, first) in self.repeated_keys(items) {
            let key = |item: &ObjectItem| self.tree.place(self.tree.span(item.key));
            let overwritten = self.tree.span(first.key).to(self.tree.span(first.value));
            let fix = delete_item("Delete the first item", &self.tree.place(overwritten));
            self.report(diags::repeated_key(key(&second), key(&first)).with_fix(fix));
        }
    }

    /// Finds keys that repeat an earlier key of the object. Returns each pair.
    fn repeated_keys(&self, items: Run) -> Vec<(ObjectItem, ObjectItem)> {
        let items = self.tree.items(items);
        let mut known: KeyMap<&str, ObjectItem> = KeyMap::default();
        let mut repeated = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let Some(name) = self.key(item.key).filter(|_| !self.tree.is_error(item.value)) else {
                continue;
            };
            let first = if items.len() <= LINEAR_SEARCH {
                let mut before = items[..index].iter().rev();
                before.find(|item| self.key(item.key) == Some(name)).copied()
            } else {
                known.insert(name, *item)
            };
            repeated.push_all(first.map(|first| (*item, first)));
        }
        repeated
    }

    /// Returns the key of a node that is a name or a string.
    fn key(&self, node: ExprId) -> Option<&str> {
        match self.tree.node(node) {
            ExprNode::Key(name) => Some(name),
            ExprNode::Literal(value) => value.as_str(),
            _ => None,
        }
    }

    /// Returns the name of a function, without whitespace and comments between its parts.
    fn function_name(&mut self, span: Span) -> SpannedName {
        let text = self.slice(span);
        if !text.contains(':') {
            return self.name(span);
        }
        let mut start = 0;
        let mut parts = Vec::new();
        for token in Lexer::new(text) {
            let end = token.end as usize;
            if token.kind == TokenKind::Ident {
                parts.push(&text[start..end]);
            }
            start = end;
        }
        SpannedName { text: parts.join("::").into(), span }
    }
}
