//! Object constructors.

use std::sync::OnceLock;

use foldhash::HashMap;
use hcl_edit::expr::{Expression, Object, ObjectKey, ObjectValue};
use hcl_edit::parser;

use super::Lowering;
use crate::cty::Str;
use crate::source::Span;
use crate::syntax::native::cut::{Item, cut_object};
use crate::syntax::native::{diags, explain, stand_ins};
use crate::tree::{Node, NodeId, ObjectItem};

impl Lowering<'_, '_> {
    pub(super) fn object(&mut self, object: Object, span: Span) -> NodeId {
        let items: Vec<_> = match object.is_empty() {
            true => self.emptied(span),
            false => object.into_iter().map(|(key, value)| self.pair(key, value)).collect(),
        };
        let items = self.tree.add_items(items);
        self.tree.add_node(Node::Object { items, plain: OnceLock::new() }, span)
    }

    fn pair(&mut self, key: ObjectKey, value: ObjectValue) -> ObjectItem {
        let span = self.span(&key);
        let key = match key {
            // Keywords are names too where a key stands.
            ObjectKey::Ident(_)
            | ObjectKey::Expression(Expression::Null(_) | Expression::Bool(_)) => {
                let name = self.name_at(span);
                self.tree.add_node(Node::Key(name), span)
            }
            ObjectKey::Expression(expr) => self.expression(expr),
        };
        ObjectItem { key, value: self.expression(value.into_expr()) }
    }

    /// The pairs of an object that is empty, or was emptied for hcl-edit.
    fn emptied(&mut self, span: Span) -> Vec<ObjectItem> {
        let mut keys = HashMap::default();
        let mut pairs = Vec::new();
        let offsets = std::mem::take(&mut self.offsets);
        for item in cut_object(self.slice(span)).unwrap_or_default() {
            let Some(pair) = self.lone_pair(span.start as usize, &item) else { continue };
            self.warn_of_repeated_key(pair.key, &mut keys);
            pairs.push(pair);
        }
        self.offsets = offsets;
        pairs
    }

    /// A pair of the object that starts at `object`. What is wrong in it is reported.
    fn lone_pair(&mut self, object: usize, item: &Item) -> Option<ObjectItem> {
        let start = object + item.span.start;
        let text = &self.text[start..object + item.span.end];
        // The line end closes a heredoc or a comment.
        let stop = match stand_ins::parse(&format!("{{{text}\n}}"), parser::parse_expr) {
            Ok((Expression::Object(pair), offsets)) => {
                self.offsets = offsets.shifted(start as isize - 1);
                let (key, value) = pair.into_iter().next()?;
                return Some(self.pair(key, value));
            }
            Ok(_) => None,
            Err(stop) => Some(stop),
        };
        explain::pair(self, start, stop);
        None
    }

    fn warn_of_repeated_key(&mut self, key: NodeId, keys: &mut HashMap<Str, Span>) {
        let name = match self.tree.node(key) {
            Node::Key(name) => name.clone(),
            Node::Literal(value) => match value.as_str() {
                Some(name) => name.into(),
                None => return,
            },
            _ => return,
        };
        let span = self.tree.span(key);
        if let Some(first) = keys.insert(name, span) {
            let places = (self.tree.place(span), self.tree.place(first));
            self.report(diags::repeated_key(places.0, places.1));
        }
    }
}
