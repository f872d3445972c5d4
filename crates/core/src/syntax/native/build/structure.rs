//! Attributes, blocks and bodies.

use std::borrow::Cow;

use hcldyn_syntax::parser::unescape_quoted;

use super::Builder;
use crate::cty::Str;
use crate::cty::internal::KeyMap;
use crate::diag::delete_item;
use crate::source::Span;
use crate::syntax::diags::duplicate_attribute;
use crate::tree::{AttributeNode, BlockNode, BodyId, LabelNode, NameId, Run};

/// The maximum number of attributes that are searched linearly for a duplicate.
const LINEAR_SEARCH: usize = 8;

/// An open body.
#[derive(Default)]
pub(super) struct OpenBody {
    /// The indexes of the first attribute and the first block among those of all open bodies.
    attributes: usize,
    blocks: usize,
    is_incomplete: bool,
    /// The attributes by name; `None` if there are few.
    names: Option<Box<KeyMap<Str, Span>>>,
    block: Option<OpenBlock>,
}

/// The header of a block.
struct OpenBlock {
    ty: Span,
    labels: Run,
    open_brace: Span,
    /// `true` if some bytes of the header are not UTF-8.
    is_damaged: bool,
}

impl Builder<'_, '_> {
    /// Opens the body of the whole source.
    pub(in crate::syntax::native) fn open_body(&mut self) {
        self.bodies.push(OpenBody::default());
    }

    pub(super) fn attribute(&mut self, name: Span, span: Span) {
        let expr = self.pop();
        if self.is_damaged(span) {
            return self.unreadable();
        }
        let id = self.name_id(name);
        if let Some(first) = self.first_of(id, name) {
            // An attribute with a syntax error gets no second error.
            if !self.tree.is_error(expr) {
                let (second, first) = (self.tree.place(name), self.tree.place(first));
                let text = second.text().to_owned();
                let fix = delete_item("Delete the second attribute", &self.tree.place(span));
                self.report(duplicate_attribute(second, first, &text).with_fix(fix));
            }
            return;
        }
        self.attributes.push(AttributeNode { name: id, name_span: name, expr });
    }

    /// Returns the span of an earlier attribute with the same name in the body. Records the attribute if there is
    /// none.
    fn first_of(&mut self, name: NameId, span: Span) -> Option<Span> {
        let body = self.bodies.last_mut()?;
        let known = &self.attributes[body.attributes..];
        let (tree, name) = (&self.tree, self.tree.name(name));
        if known.len() < LINEAR_SEARCH {
            return known.iter().find(|it| tree.name(it.name) == name).map(|it| it.name_span);
        }
        let names = body.names.get_or_insert_with(|| {
            let names = known.iter().map(|it| (tree.name(it.name).clone(), it.name_span));
            Box::new(names.collect())
        });
        let first = names.get(name).copied();
        if first.is_none() {
            names.insert(name.clone(), span);
        }
        first
    }

    pub(super) fn label(&mut self, span: Span, quoted: bool) {
        let text = self.slice(span);
        let value = match text.strip_prefix('"').filter(|_| quoted) {
            Some(text) => match unescape_quoted(text.strip_suffix('"').unwrap_or(text)) {
                Cow::Borrowed(text) => self.intern(text),
                Cow::Owned(text) => text.into(),
            },
            None => self.intern(text),
        };
        self.labels.push(LabelNode { value, span });
    }

    pub(super) fn open_block(&mut self, ty: Span, open_brace: Span) {
        let labels = self.tree.add_labels(self.labels.drain(..));
        let is_damaged = self.is_damaged(ty.to(open_brace));
        self.bodies.push(OpenBody {
            attributes: self.attributes.len(),
            blocks: self.blocks.len(),
            block: Some(OpenBlock { ty, labels, open_brace, is_damaged }),
            ..OpenBody::default()
        });
    }

    pub(super) fn close_block(&mut self, close_brace: Span) {
        let Some(block) = self.bodies.last_mut().and_then(|body| body.block.take()) else { return };
        let OpenBlock { ty, labels, open_brace, is_damaged } = block;
        let body = self.close_body(open_brace.to(close_brace));
        if is_damaged {
            return self.unreadable();
        }
        let (type_span, ty) = (ty, self.name_id(ty));
        self.blocks.push(BlockNode { ty, type_span, labels, body });
    }

    /// Closes the innermost body.
    pub(super) fn close_body(&mut self, span: Span) -> BodyId {
        let body = self.bodies.pop().unwrap_or_default();
        let attributes = self.attributes.drain(body.attributes..);
        let blocks = self.blocks.drain(body.blocks..);
        let id = self.tree.add_body(attributes, blocks, span);
        if body.is_incomplete {
            self.tree.set_incomplete(id);
        }
        id
    }

    /// Records that the innermost body contains source text that is not an item.
    pub(super) fn unreadable(&mut self) {
        self.labels.clear();
        if let Some(body) = self.bodies.last_mut() {
            body.is_incomplete = true;
        }
    }

    fn is_damaged(&self, span: Span) -> bool {
        self.is_lossy && self.tree.source.is_damaged(span)
    }
}
