//! Tuple and object constructors.

use crate::cty::internal::{CollectVec, sort_by};
use std::sync::Arc;

use super::{Evaluator, collect_marks};
use crate::cty::convert::convert;
use crate::cty::{Kind, Marks, Shape, Str, Type, Value};
use crate::expr::diags;
use crate::expr::scope::Scope;
use crate::tree::{ExprId, ExprNode, ObjectItem, PlainId, PlainObject};

/// An attribute of an object under construction, with its key.
pub(super) struct ObjectEntry {
    pub(super) name: Str,
    pub(super) value: Value,
    pub(super) key: ExprId,
}

impl Evaluator<'_> {
    /// Evaluates `[a, b]`.
    #[inline(never)]
    pub(super) fn tuple(&mut self, id: ExprId, elements: &[ExprId], scope: &Scope<'_>) -> Value {
        let values =
            elements.iter().map(|element| self.eval(*element, scope).into_owned()).collect();
        self.made(Value::tuple(values), id, scope)
    }

    /// Evaluates `{ a = b }`. If two attributes have the same name, the last one wins, with a warning.
    #[inline(never)]
    pub(super) fn object(
        &mut self,
        id: ExprId,
        (items, plain): (&[ObjectItem], PlainId),
        scope: &Scope<'_>,
    ) -> Value {
        let slot = self.tree.plain_object(plain);
        if let Some(plain) = slot.get() {
            return self.plain_object(id, items, plain, scope);
        }
        let mut marks = Marks::new();
        let mut entries = Vec::with_capacity(items.len());
        for item in items {
            let name = self.object_key(item.key, scope, &mut marks);
            let value = self.eval(item.value, scope).into_owned();
            if let Some(name) = name {
                entries.push(ObjectEntry { name, value, key: item.key });
            }
        }
        if entries.len() < items.len() {
            return Value::dynamic().with_marks(&marks);
        }
        sort_by(&mut entries, |a, b| a.name.cmp(&b.name));
        for pair in entries.windows(2).filter(|pair| pair[0].name == pair[1].name) {
            // The parser has already reported two equal plain keys.
            if !pair.iter().all(|entry| self.is_plain_key(entry.key)) {
                let place = self.tree.place(self.tree.span(pair[1].key));
                let problem = diags::overwritten_key(&shown_key(&pair[1], &marks));
                self.diags.push(problem.warn_at(place));
            }
        }
        let object = object_of(entries);
        if let Kind::Object(object) = object.kind() {
            slot.keep(|| self.as_plain(items, object.shape()));
        }
        self.made(object, id, scope).with_marks(&marks)
    }

    /// Returns the facts about a constructor that produced an object of a shape. Returns `None` unless its keys are
    /// plain names without duplicates.
    fn as_plain(&self, items: &[ObjectItem], shape: &Arc<Shape>) -> Option<PlainObject> {
        let position = |item: &ObjectItem| shape.position(self.plain_name(item.key)?);
        let mut positions = items.iter().map(position).collect_all()?;
        if shape.len() != items.len() {
            return None;
        }
        let mut swaps = Vec::new();
        for at in 0..positions.len() {
            while positions[at] != at {
                let to = positions[at];
                positions.swap(at, to);
                swaps.push((at, to));
            }
        }
        Some(PlainObject { shape: Arc::clone(shape), swaps: swaps.into() })
    }

    /// Evaluates a constructor whose keys are plain names without duplicates.
    fn plain_object(
        &mut self,
        id: ExprId,
        items: &[ObjectItem],
        plain: &PlainObject,
        scope: &Scope<'_>,
    ) -> Value {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(self.eval(item.value, scope).into_owned());
        }
        for (a, b) in &plain.swaps {
            values.swap(*a, *b);
        }
        self.made(Value::object_of_shape(Arc::clone(&plain.shape), values), id, scope)
    }

    /// Returns the name of a key that is independent of the scope.
    fn plain_name(&self, key: ExprId) -> Option<&str> {
        match self.tree.node(key) {
            ExprNode::Key(name) => Some(name),
            ExprNode::Literal(value) => value.as_str(),
            ExprNode::JsonString { value, .. } => self.plain_name(*value),
            _ => None,
        }
    }

    /// Returns a constructed value, and reports it if it is unknown, because its parts then exceed a limit.
    #[inline]
    pub(super) fn made(&mut self, value: Value, id: ExprId, scope: &Scope<'_>) -> Value {
        if value.is_known() { value } else { self.fail_at(diags::value_too_large(), id, scope) }
    }

    fn is_plain_key(&self, key: ExprId) -> bool {
        match self.tree.node(key) {
            ExprNode::JsonString { value, .. } => self.is_plain_key(*value),
            node => matches!(node, ExprNode::Key(_) | ExprNode::Literal(_)),
        }
    }

    /// Returns the name of a key, or `None` if it is unknown or invalid.
    fn object_key(&mut self, key: ExprId, scope: &Scope<'_>, marks: &mut Marks) -> Option<Str> {
        match self.tree.node(key) {
            ExprNode::Key(name) => return Some(name.clone()),
            ExprNode::Traversal { .. } => {
                let problem = diags::ambiguous_key(self.tree.source.slice(self.tree.span(key)));
                return self.none_at(problem, key, scope);
            }
            _ => {}
        }
        let value = self.eval(key, scope);
        self.key_name(&value, key, scope, marks)
    }

    /// Returns the name for the value of a key, or `None` if the value is unknown or invalid. Reports an invalid
    /// value. Adds the marks of the key to those of the object.
    pub(super) fn key_name(
        &mut self,
        value: &Value,
        key: ExprId,
        scope: &Scope<'_>,
        marks: &mut Marks,
    ) -> Option<Str> {
        collect_marks(value, marks);
        if let Kind::String(name) = value.unmarked().kind() {
            return Some(name.clone());
        }
        if value.is_null() {
            return self.none_at(diags::null_key(), key, scope);
        }
        // The conversion gets the marks, so that its error does not reveal a secret.
        match convert(value.clone(), &Type::String) {
            Ok(text) => match text.unmarked().kind() {
                Kind::String(name) => Some(name.clone()),
                _ => None,
            },
            Err(error) => self.none_at(diags::wrong_key(value, &error), key, scope),
        }
    }
}

/// Returns an object of entries that are sorted by name. If a name is repeated, the last entry wins.
pub(super) fn object_of(entries: Vec<ObjectEntry>) -> Value {
    let mut names: Vec<Str> = Vec::with_capacity(entries.len());
    let mut values = Vec::with_capacity(entries.len());
    for entry in entries {
        if names.last() == Some(&entry.name) {
            values.pop();
        } else {
            names.push(entry.name);
        }
        values.push(entry.value);
    }
    Value::object_of_shape(Shape::of(names), values)
}

/// Returns a key for messages, hidden if any key of the object is marked.
pub(super) fn shown_key(entry: &ObjectEntry, marks: &Marks) -> Value {
    Value::from(entry.name.clone()).with_marks(marks)
}
