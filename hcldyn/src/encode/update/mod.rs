//! The update of a document by a struct.

mod blocks;
mod homes;
mod pairs;

use std::collections::{BTreeMap, HashMap, HashSet};

use self::blocks::{Blocks, NewBlock, blocks_of};
use super::{Encoded, Encoder, HclEncode, diags};
use crate::body::{Body, Content};
use crate::cty::Str;
use crate::decode::from_body;
use crate::diag::Diagnostics;
use crate::edit::{Document, ItemPath, NewBlockText, Side};
use crate::expr::EvalContext;
use crate::spec::Spec;
use crate::syntax::native::NewItem;

impl Encoder {
    /// Changes a document so that it decodes to a struct, like [`HclEncode::update`]. Of the options, only
    /// [`reveal_sensitive`](Self::reveal_sensitive) has an effect.
    ///
    /// # Errors
    ///
    /// Fails like [`HclEncode::update`], except that changed sensitive values are written if the encoder
    /// [reveals](Self::reveal_sensitive) them.
    pub fn update<T: HclEncode>(
        self,
        value: &T,
        document: &mut Document,
        ctx: &EvalContext,
    ) -> Result<(), Diagnostics> {
        let before = items_of_document::<T>(document, ctx)?;
        let after = items(value, document)?;
        if before == after {
            return Ok(());
        }
        let spec = T::spec();
        let mut edited = document.clone();
        let mut update = Update { encoder: self, document: &mut edited, changed: Vec::new() };
        update.body(&ItemPath::root(), Some(&spec), document.body(), &before, &after)?;
        update.document()?;
        if items_of_document::<T>(&edited, ctx)? != after {
            let place = document.source().place(document.body().span());
            return Err(diags::not_updatable(place).into());
        }
        *document = edited;
        Ok(())
    }
}

/// Returns the items of a struct, including sensitive ones, which are only compared.
fn items<T: HclEncode>(value: &T, document: &Document) -> Result<Vec<NewItem>, Diagnostics> {
    let encoder = Encoder::new().reveal_sensitive();
    let items = value.to_encoded().and_then(|Encoded(encoded)| encoder.items(&encoded, &T::spec()));
    match items {
        Ok(mut items) => {
            sort_attributes(&mut items);
            Ok(items)
        }
        Err(error) => Err(diags::not_encodable(document.source().name(), &error)),
    }
}

/// Sorts the attributes, whose order does not count, before the blocks.
fn sort_attributes(items: &mut [NewItem]) {
    items.sort_by(|a, b| key_of(a).cmp(&key_of(b)));
    for item in items {
        if let NewItem::Block { body, .. } = item {
            sort_attributes(body);
        }
    }
}

fn key_of(item: &NewItem) -> (bool, Option<&Str>) {
    match item {
        NewItem::Attribute { name, .. } => (false, Some(name)),
        NewItem::Block { .. } => (true, None),
    }
}

/// Returns the items of the struct that a document decodes to.
fn items_of_document<T: HclEncode>(
    document: &Document,
    ctx: &EvalContext,
) -> Result<Vec<NewItem>, Diagnostics> {
    let mut diags = Diagnostics::new();
    match from_body::<T>(document.body(), ctx, &mut diags) {
        Some(value) => items(&value, document),
        None => Err(diags),
    }
}

struct Update<'d> {
    encoder: Encoder,
    document: &'d mut Document,
    /// The paths and expressions of attributes that are not changed yet, because a document changes many at once in the
    /// time of one.
    changed: Vec<(ItemPath, String)>,
}

impl Update<'_> {
    /// Returns the document with all changes so far. Another change can move the items to which their paths lead.
    fn document(&mut self) -> Result<&mut Document, Diagnostics> {
        let changed = std::mem::take(&mut self.changed);
        if !changed.is_empty() {
            let changed = changed.iter().map(|(path, expr)| (path.clone(), expr.as_str()));
            self.document.set_all_expressions(changed)?;
        }
        Ok(self.document)
    }

    /// Updates the items of a body that differ. `body` is the body in the original document.
    fn body(
        &mut self,
        path: &ItemPath,
        spec: Option<&Spec>,
        body: &Body,
        before: &[NewItem],
        after: &[NewItem],
    ) -> Result<(), Diagnostics> {
        let content = body.everything();
        self.attributes(path, spec, &content, before, after)?;
        let specs = spec.map(Spec::child_block_types).unwrap_or_default();
        let mut rest: Vec<Str> = Vec::new();
        for block in blocks_of(before, None).into_iter().chain(blocks_of(after, None)) {
            if !rest.contains(block.ty) {
                rest.push(block.ty.clone());
            }
        }
        while let Some(ty) = rest.first() {
            let types = spec.map_or_else(|| rest.clone(), |spec| spec.ordered_types(ty, &rest));
            rest.retain(|ty| !types.contains(ty));
            let (before, after) = (blocks_of(before, Some(&types)), blocks_of(after, Some(&types)));
            if before != after {
                let is_map = spec.is_some_and(|spec| spec.is_map_of(&types[0]));
                let blocks = Blocks::new(&content, &types, is_map, before, after)?;
                self.blocks(path, &specs, &blocks)?;
            }
        }
        Ok(())
    }

    fn attributes(
        &mut self,
        path: &ItemPath,
        spec: Option<&Spec>,
        content: &Content,
        before: &[NewItem],
        after: &[NewItem],
    ) -> Result<(), Diagnostics> {
        let in_source: HashSet<_> = content.attributes.iter().map(|it| &it.name).collect();
        let written =
            |name: &Str| names(spec, name).into_iter().find(|name| in_source.contains(name));
        let (old, new) = (expressions(before), expressions(after));
        for item in after {
            let NewItem::Attribute { name, expr, is_sensitive } = item else { continue };
            if old.get(name).is_some_and(|old| *old == expr) {
                continue;
            }
            if *is_sensitive && !self.encoder.reveals_sensitive() {
                return Err(diags::sensitive(content.missing_item.clone(), name).into());
            }
            let name = written(name).unwrap_or_else(|| name.clone());
            self.changed.push((path.clone().name(name), expr.clone()));
        }
        for item in before {
            if let NewItem::Attribute { name, .. } = item
                && !new.contains_key(name)
                && let Some(name) = written(name)
            {
                self.document()?.remove(path.clone().name(name))?;
            }
        }
        Ok(())
    }

    /// Updates blocks that differ, from the last one, so that the indexes of those before it stay.
    fn blocks(
        &mut self,
        path: &ItemPath,
        specs: &BTreeMap<Str, Spec>,
        blocks: &Blocks<'_>,
    ) -> Result<(), Diagnostics> {
        if blocks.homes.is_empty() {
            return self.append(path, blocks);
        }
        let (first, after) = blocks.added();
        let mut next = blocks.homes[0].path(path);
        let mut inserted: HashMap<&Str, usize> = HashMap::new();
        for new in first.iter().rev() {
            next = self.insert(path, &next, Side::Before, blocks, *new)?;
            *inserted.entry(blocks.written_type(*new)).or_default() += 1;
        }
        for (position, home) in blocks.homes.iter().enumerate().rev() {
            let before = inserted.get(home.ty).copied().unwrap_or_default();
            let at = path.clone().name(home.ty.clone()).index(home.index + before);
            for new in after[position].iter().rev() {
                self.insert(path, &at, Side::After, blocks, *new)?;
            }
            match blocks.changes[position] {
                Some((old, new)) => {
                    let (old, new) = (&blocks.before[old], &blocks.after[new]);
                    if old.labels != new.labels {
                        self.document()?.set_labels(at.clone(), &new.labels())?;
                    }
                    self.body(&at, specs.get(new.ty), &home.block.body, old.body, new.body)?;
                }
                None => self.document()?.remove(at)?,
            }
        }
        Ok(())
    }

    /// Adds the first blocks of their types to a body.
    fn append(&mut self, path: &ItemPath, blocks: &Blocks<'_>) -> Result<(), Diagnostics> {
        let mut last: Option<ItemPath> = None;
        for (new, block) in blocks.after.iter().enumerate() {
            last = Some(match last {
                Some(last) => self.insert(path, &last, Side::After, blocks, new)?,
                None => {
                    let (ty, labels) = (block.ty, block.labels());
                    let appended = self.document()?.append_block(path.clone(), ty, &labels)?;
                    self.new_body(&appended, block)?;
                    appended
                }
            });
        }
        Ok(())
    }

    /// Inserts a block next to another one. Returns its path.
    fn insert(
        &mut self,
        path: &ItemPath,
        neighbour: &ItemPath,
        side: Side,
        blocks: &Blocks<'_>,
        new: usize,
    ) -> Result<ItemPath, Diagnostics> {
        let block = &blocks.after[new];
        let labels = block.labels();
        let moved = blocks.moved(new);
        let text = moved.map_or(NewBlockText::Empty(&labels), |home| {
            NewBlockText::Source(home.block.source.slice(home.block.span()))
        });
        let ty = blocks.written_type(new);
        let inserted = self.document()?.insert_block(path, neighbour, side, ty, text)?;
        if moved.is_none() {
            self.new_body(&inserted, block)?;
        }
        Ok(inserted)
    }

    /// Writes the items of a new block.
    fn new_body(&mut self, path: &ItemPath, block: &NewBlock<'_>) -> Result<(), Diagnostics> {
        self.body(path, None, &Body::empty("<new>"), &[], block.body)
    }
}

/// Returns the names by which an item can be written, its present one first.
fn names(spec: Option<&Spec>, name: &Str) -> Vec<Str> {
    spec.map_or_else(|| vec![name.clone()], |spec| spec.names_of(name))
}

/// Returns the expressions of the attributes among items.
fn expressions(items: &[NewItem]) -> HashMap<&Str, &String> {
    let expressions = items.iter().filter_map(|item| match item {
        NewItem::Attribute { name, expr, .. } => Some((name, expr)),
        NewItem::Block { .. } => None,
    });
    expressions.collect()
}
