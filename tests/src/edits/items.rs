//! The items of a document, with their paths.

use std::collections::HashMap;
use std::ops::Range;

use hcldyn::Expression;
use hcldyn::body::{Block, Body};
use hcldyn::cty::Value;
use hcldyn::edit::{Document, ItemPath};

use super::model::Step;

/// An item of a document.
#[derive(Debug)]
pub(super) struct EditedItem {
    pub(super) path: ItemPath,
    /// The indexes that lead to the item.
    pub(super) address: Vec<Step>,
    pub(super) kind: ItemKind,
    /// The range of the value, or of the block.
    pub(super) range: Range<usize>,
    /// The range with the name or the key.
    pub(super) whole: Range<usize>,
    /// The number of parts of the value if it is an object or a tuple.
    pub(super) parts: Option<usize>,
    pub(super) is_object: bool,
    /// `true` for a block whose closing brace is not on a line of its own, and for whitespace between brackets.
    pub(super) is_on_one_line: bool,
    /// The path of the parent.
    parent: ItemPath,
    name: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    Root,
    Attribute,
    Block {
        ty: String,
        labels: Vec<String>,
    },
    /// An item of an object.
    Entry,
    /// An element of a tuple.
    Element,
}

impl EditedItem {
    /// Returns the type of the block, or another one.
    pub(super) fn block_type(&self) -> &str {
        match &self.kind {
            ItemKind::Block { ty, .. } => ty,
            _ => "block",
        }
    }

    /// Returns the last name, and the path after it has become another one.
    pub(super) fn renamed(&self, new: &str) -> (String, ItemPath) {
        let path = match &self.kind {
            // The last label is renamed if there is one.
            ItemKind::Block { ty, labels } => match labels.split_last() {
                Some((_, outer)) => {
                    let path = self.parent.clone().name(ty.as_str());
                    outer.iter().fold(path, |path, label| path.key(label.as_str())).key(new)
                }
                None => self.parent.clone().name(new),
            },
            _ => self.parent.clone().key(new),
        };
        let is_attribute = self.kind == ItemKind::Attribute;
        let path = if is_attribute { self.parent.clone().name(new) } else { path };
        (self.name.clone(), path)
    }
}

/// Returns all items that a path leads to.
pub(super) fn items(document: &Document) -> Vec<EditedItem> {
    let text = document.source().text();
    let mut walk = Walk { text, items: Vec::new() };
    walk.items.push(EditedItem {
        path: ItemPath::root(),
        address: Vec::new(),
        kind: ItemKind::Root,
        range: 0..text.len(),
        whole: 0..text.len(),
        parts: None,
        is_object: false,
        is_on_one_line: false,
        parent: ItemPath::root(),
        name: String::new(),
    });
    walk.body(document, document.body(), &ItemPath::root(), &[]);
    walk.items
}

struct Walk<'t> {
    text: &'t str,
    items: Vec<EditedItem>,
}

/// A value with its name in its parent.
struct Named<'p> {
    parent: &'p ItemPath,
    name: String,
    kind: ItemKind,
    address: Vec<Step>,
}

impl Walk<'_> {
    fn body(&mut self, document: &Document, body: &Body, path: &ItemPath, address: &[Step]) {
        let content = body.everything();
        for (index, attribute) in content.attributes.iter().enumerate() {
            let name = attribute.name.to_string();
            let whole = attribute.place().span().range();
            let own = [address, &[Step::Attribute(index)]].concat();
            let named = Named { parent: path, name, kind: ItemKind::Attribute, address: own };
            self.value(&attribute.expr, named, whole);
        }
        for (index, block) in content.blocks.iter().enumerate() {
            let labels: Vec<_> = block.labels.iter().map(|it| it.value.to_string()).collect();
            let same = |other: &&Block| {
                let starts = labels.iter().zip(&other.labels).all(|(a, b)| *a == *b.value);
                other.ty == block.ty && other.labels.len() >= labels.len() && starts
            };
            let count = content.blocks.iter().filter(same).count();
            let position = content.blocks[..index].iter().filter(same).count();
            let own = path.clone().name(block.ty.as_str());
            let own = labels.iter().fold(own, |path, label| path.key(label.as_str()));
            let own = if count > 1 { own.index(position) } else { own };
            let Ok(place) = document.get(&own) else { continue };
            let range = place.span().range();
            let name = labels.last().cloned().unwrap_or_else(|| block.ty.to_string());
            let address = [address, &[Step::Block(index)]].concat();
            self.items.push(EditedItem {
                path: own.clone(),
                address: address.clone(),
                kind: ItemKind::Block { ty: block.ty.to_string(), labels },
                is_on_one_line: !is_closed_on_own_line(place.text()),
                whole: range.clone(),
                range,
                parts: None,
                is_object: false,
                parent: path.clone(),
                name,
            });
            self.body(document, &block.body, &own, &address);
        }
    }

    fn value(&mut self, expr: &Expression, named: Named<'_>, whole: Range<usize>) {
        let Named { parent, name, kind, address } = named;
        let path = match &kind {
            ItemKind::Attribute => parent.clone().name(name.as_str()),
            ItemKind::Element => parent.clone().index(name.parse().unwrap_or_default()),
            _ => parent.clone().key(name.as_str()),
        };
        let (map, list) = (expr.as_map(), expr.as_list());
        let range = expr.span().range();
        let text = &self.text[range.clone()];
        let parts = map.as_ref().map(Vec::len).or_else(|| list.as_ref().map(Vec::len));
        self.items.push(EditedItem {
            path: path.clone(),
            address: address.clone(),
            kind,
            range,
            whole,
            parts,
            is_object: map.is_some(),
            // Only the whitespace between empty brackets may change.
            is_on_one_line: parts == Some(0) && text.len() > 2,
            parent: parent.clone(),
            name,
        });
        for (index, element) in list.into_iter().flatten().enumerate() {
            let whole = element.span().range();
            let (name, address) = (index.to_string(), [&*address, &[Step::Part(index)]].concat());
            let named = Named { parent: &path, name, kind: ItemKind::Element, address };
            self.value(&element, named, whole);
        }
        let entries: Vec<_> = map.into_iter().flatten().collect();
        let mut counts = HashMap::new();
        for (key, _) in &entries {
            *counts.entry(key_of(key)).or_insert(0) += 1;
        }
        for (index, (key, value)) in entries.into_iter().enumerate() {
            let Some(name) = key_of(&key).filter(|name| counts[&Some(name.clone())] == 1) else {
                continue;
            };
            let whole = key.span().range().start..value.span().range().end;
            let address = [&*address, &[Step::Part(index)]].concat();
            let named = Named { parent: &path, name, kind: ItemKind::Entry, address };
            self.value(&value, named, whole);
        }
    }
}

/// Returns `true` if only whitespace is before the closing brace of a block in its line.
fn is_closed_on_own_line(block: &str) -> bool {
    let before = block.strip_suffix('}').and_then(|it| it.rsplit_once('\n'));
    before.is_some_and(|(_, line)| line.trim().is_empty())
}

fn key_of(key: &Expression) -> Option<String> {
    let literal = || key.as_literal().and_then(Value::as_str).map(str::to_owned);
    key.as_keyword().map(|word| word.to_string()).or_else(literal)
}
