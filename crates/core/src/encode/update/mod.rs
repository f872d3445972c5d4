//! The update of documents by a struct.
//!
//! The struct and what the documents decode to are both encoded. The items that differ are changed in the documents, each
//! value part by part if it is written so. The documents are then decoded again, which must give the struct: if it does
//! not, the values that still differ are written as a whole.

mod blocks;
mod homes;
mod pairs;
mod parts;
mod place;
mod written_value;

use std::collections::{BTreeMap, HashMap};

use self::blocks::{Blocks, NewBlock, blocks_of};
use self::parts::{PartEdit, layout_of, part_edits};
use self::place::{At, Contents};
use self::written_value::{WrittenForm, WrittenValue, form};
use super::{Encoded, Encoder, HclEncode, diags};
use crate::body::{Attribute, Body};
use crate::cty::internal::sort_by;
use crate::cty::{Str, Value};
use crate::decode::from::from_body;
use crate::diag::Diagnostics;
use crate::edit::{Document, ItemPath, NewBlockText, Side};
use crate::expr::EvalContext;
use crate::source::Place;
use crate::spec::Spec;
use crate::syntax::native::{Layout, inline_text, value_text};

type NewItem = crate::syntax::native::NewItem<WrittenValue>;

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
        let mut updater = Updater {
            encoder: self,
            name: document.source().name(),
            main: 0,
            decode: |documents: &[Document]| {
                let mut diags = Diagnostics::new();
                let value = from_body::<T>(documents[0].body(), ctx, &mut diags);
                value.map(|value| (value, ctx.clone())).ok_or(diags)
            },
        };
        let updated = updater.update(value, std::slice::from_ref(document))?;
        *document = updated.into_iter().next().unwrap_or_default();
        Ok(())
    }
}

/// The update of documents, which together decode to one struct.
pub(crate) struct Updater<'n, F> {
    pub(crate) encoder: Encoder,
    /// The name of the configuration.
    pub(crate) name: &'n str,
    /// The index of the document to which new items without neighbours are added.
    pub(crate) main: usize,
    /// Returns the struct that the documents decode to, and the context of its expressions.
    pub(crate) decode: F,
}

impl<F> Updater<'_, F> {
    /// Returns the documents with the changes after which they decode to a struct.
    pub(crate) fn update<T: HclEncode>(
        &mut self,
        value: &T,
        documents: &[Document],
    ) -> Result<Vec<Document>, Diagnostics>
    where
        F: FnMut(&[Document]) -> Result<(T, EvalContext), Diagnostics>,
    {
        let (before, context) = self.items(documents)?;
        let (spec, after) = (T::spec(), items(value, self.name)?);
        if before == after {
            return Ok(documents.to_vec());
        }
        let changes = Changes { encoder: self.encoder, main: self.main, context: &context, spec };
        let Some(main) = documents.get(self.main) else {
            return Err(diags::no_document(self.name).into());
        };
        let (by_parts, has_parts) = changes.of(documents, (&before, &after), Granularity::Parts)?;
        let found = self.items(&by_parts);
        if found.as_ref().is_ok_and(|(found, _)| *found == after) {
            return Ok(by_parts);
        }
        let updated = match found {
            Ok((found, _)) if has_parts => {
                changes.of(&by_parts, (&found, &after), Granularity::Values)?.0
            }
            Err(_) if has_parts => changes.of(documents, (&before, &after), Granularity::Values)?.0,
            found => {
                found?;
                by_parts
            }
        };
        if self.items(&updated)?.0 != after {
            let place = main.source().place(main.body().span());
            return Err(diags::not_updatable(place).into());
        }
        Ok(updated)
    }

    /// Returns the items of the struct that documents decode to, and the context of its expressions.
    fn items<T: HclEncode>(
        &mut self,
        documents: &[Document],
    ) -> Result<(Vec<NewItem>, EvalContext), Diagnostics>
    where
        F: FnMut(&[Document]) -> Result<(T, EvalContext), Diagnostics>,
    {
        let (value, context) = (self.decode)(documents)?;
        Ok((items(&value, self.name)?, context))
    }
}

/// Returns the items of a struct, including sensitive ones, which are only compared.
fn items<T: HclEncode>(value: &T, name: &str) -> Result<Vec<NewItem>, Diagnostics> {
    let encoder = Encoder::new().reveal_sensitive();
    let items = value.to_encoded().and_then(|Encoded(encoded)| encoder.items(&encoded, &T::spec()));
    match items {
        Ok(mut items) => {
            sort_attributes(&mut items);
            Ok(items)
        }
        Err(error) => Err(diags::not_encodable(name, &error)),
    }
}

/// Sorts the attributes, whose order does not count, before the blocks.
fn sort_attributes(items: &mut [NewItem]) {
    sort_by(items, |a, b| key_of(a).cmp(&key_of(b)));
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

/// The smallest unit in which a value changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Granularity {
    /// Elements and attributes of the value.
    Parts,
    /// The whole value.
    Values,
}

struct Changes<'c> {
    encoder: Encoder,
    main: usize,
    context: &'c EvalContext,
    spec: Spec,
}

impl Changes<'_> {
    /// Returns the changed documents, and `true` if a value was changed part by part.
    fn of(
        &self,
        documents: &[Document],
        (before, after): (&[NewItem], &[NewItem]),
        granularity: Granularity,
    ) -> Result<(Vec<Document>, bool), Diagnostics> {
        let mut update = Update {
            encoder: self.encoder,
            context: self.context,
            granularity,
            documents: documents.to_vec(),
            changed: vec![Vec::new(); documents.len()],
            has_parts: false,
        };
        let contents = Contents::of_documents(documents.iter().map(Document::body), self.main);
        update.body(Some(&self.spec), &contents, before, after)?;
        for document in 0..documents.len() {
            update.document(document)?;
        }
        Ok((update.documents, update.has_parts))
    }
}

struct Update<'c> {
    encoder: Encoder,
    context: &'c EvalContext,
    granularity: Granularity,
    documents: Vec<Document>,
    /// The paths and expressions of attributes of each document that are not changed yet, because a document changes many
    /// at once in the time of one.
    changed: Vec<Vec<(ItemPath, String)>>,
    has_parts: bool,
}

impl Update<'_> {
    /// Returns a document with all changes so far. Another change can move the items to which their paths lead.
    fn document(&mut self, document: usize) -> Result<&mut Document, Diagnostics> {
        let changed = std::mem::take(&mut self.changed[document]);
        let document = &mut self.documents[document];
        if !changed.is_empty() {
            let changed = changed.iter().map(|(path, expr)| (path.clone(), expr.as_str()));
            document.set_all_expressions(changed)?;
        }
        Ok(document)
    }

    /// Updates the items of a body that differ. `contents` are those of the original documents.
    fn body(
        &mut self,
        spec: Option<&Spec>,
        contents: &Contents,
        before: &[NewItem],
        after: &[NewItem],
    ) -> Result<(), Diagnostics> {
        self.attributes(spec, contents, before, after)?;
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
                let blocks = Blocks::new(contents, &types, is_map, before, after)?;
                self.blocks(contents, &specs, &blocks)?;
            }
        }
        Ok(())
    }

    fn attributes(
        &mut self,
        spec: Option<&Spec>,
        contents: &Contents,
        before: &[NewItem],
        after: &[NewItem],
    ) -> Result<(), Diagnostics> {
        // Of several layers, the last one counts.
        let mut in_source: HashMap<&Str, (&At, &Attribute)> = HashMap::new();
        for (body, content) in &contents.parts {
            in_source.extend(content.attributes.iter().map(|it| (&it.name, (body, it))));
        }
        let written =
            |name: &Str| names(spec, name).into_iter().find_map(|name| in_source.get(&name));
        let (old, new) = (values(before), values(after));
        for item in after {
            let NewItem::Attribute { name, expr, is_sensitive } = item else { continue };
            let old = old.get(name).copied();
            if old == Some(expr) {
                continue;
            }
            if *is_sensitive && !self.encoder.reveals_sensitive() {
                return Err(diags::sensitive(contents.missing_item(), name).into());
            }
            match written(name) {
                Some((body, attribute)) => {
                    let at = body.attribute(attribute.name.clone());
                    self.value(&at, attribute, old.map(|old| &old.0), &expr.0)?;
                }
                None => {
                    let at = contents.main().attribute(name.clone());
                    let place = contents.missing_item();
                    let text = if contents.is_on_line() {
                        inline_text(&expr.0, Layout::Line)
                    } else {
                        value_text(&expr.0)
                    };
                    let text = text.map_err(|found| diags::unwritable(place, name, &found))?;
                    self.changed[at.document].push((at.path, text));
                }
            }
        }
        for item in before {
            if let NewItem::Attribute { name, .. } = item
                && !new.contains_key(name)
                && let Some((body, attribute)) = written(name)
            {
                let at = body.attribute(attribute.name.clone());
                self.document(at.document)?.remove(at.path)?;
            }
        }
        Ok(())
    }

    /// Changes the value of an attribute.
    fn value(
        &mut self,
        at: &At,
        attribute: &Attribute,
        old: Option<&Value>,
        new: &Value,
    ) -> Result<(), Diagnostics> {
        let edits = old
            .filter(|_| self.granularity == Granularity::Parts)
            .and_then(|old| part_edits(self.context, &at.path, &attribute.expr, old, new));
        let Some(edits) = edits else {
            let text = replacement(attribute, new);
            let error =
                |found: Vec<_>| diags::unwritable(attribute.expr.place(), &attribute.name, &found);
            self.changed[at.document].push((at.path.clone(), text.map_err(error)?));
            return Ok(());
        };
        self.has_parts = true;
        for edit in edits {
            match edit {
                PartEdit::Set(path, text) => self.changed[at.document].push((path, text)),
                PartEdit::Insert(path, text) => {
                    self.document(at.document)?.insert_expression(path, &text)?;
                }
                PartEdit::Remove(path) => self.document(at.document)?.remove(path)?,
            }
        }
        Ok(())
    }

    /// Updates the blocks that differ, starting with the last one, so that the indexes of the others stay valid.
    fn blocks(
        &mut self,
        contents: &Contents,
        specs: &BTreeMap<Str, Spec>,
        blocks: &Blocks<'_>,
    ) -> Result<(), Diagnostics> {
        let Some(home) = blocks.homes.first() else {
            return self.append(contents.main(), blocks);
        };
        let (first, after) = blocks.added();
        let mut next = home.at(0);
        let mut inserted: HashMap<&Str, usize> = HashMap::new();
        for new in first.iter().rev() {
            next = self.insert(home.body, &next, Side::Before, blocks, *new)?;
            *inserted.entry(blocks.written_type(*new)).or_default() += 1;
        }
        for (position, home) in blocks.homes.iter().enumerate().rev() {
            let is_after = home.body.document == next.document;
            let before = inserted.get(home.ty).copied().filter(|_| is_after).unwrap_or_default();
            let at = home.at(before);
            for new in after[position].iter().rev() {
                self.insert(home.body, &at, Side::After, blocks, *new)?;
            }
            let document = self.document(at.document)?;
            match blocks.changes[position] {
                Some((old, new)) => {
                    let (old, new) = (&blocks.before[old], &blocks.after[new]);
                    if old.labels != new.labels {
                        document.set_labels(at.path.clone(), &new.labels())?;
                    }
                    let contents = Contents::of_block(at, &home.block.body);
                    self.body(specs.get(new.ty), &contents, old.body, new.body)?;
                }
                None => document.remove(at.path)?,
            }
        }
        Ok(())
    }

    /// Adds the first blocks of their types to a body.
    fn append(&mut self, body: &At, blocks: &Blocks<'_>) -> Result<(), Diagnostics> {
        let mut last: Option<At> = None;
        for (new, block) in blocks.after.iter().enumerate() {
            last = Some(match last {
                Some(last) => self.insert(body, &last, Side::After, blocks, new)?,
                None => {
                    let (ty, labels, document) = (block.ty, block.labels(), body.document);
                    let path =
                        self.document(document)?.append_block(body.path.clone(), ty, &labels)?;
                    let appended = At { document, path };
                    self.new_body(&appended, block)?;
                    appended
                }
            });
        }
        Ok(())
    }

    /// Inserts a block next to another one. Returns its place.
    fn insert(
        &mut self,
        body: &At,
        neighbour: &At,
        side: Side,
        blocks: &Blocks<'_>,
        new: usize,
    ) -> Result<At, Diagnostics> {
        let block = &blocks.after[new];
        let labels = block.labels();
        let moved = blocks.moved(new);
        let text = moved.map_or(NewBlockText::Empty(&labels), |home| {
            NewBlockText::Source(home.block.source.slice(home.block.span()))
        });
        let (ty, document) = (blocks.written_type(new), body.document);
        let path =
            self.document(document)?.insert_block(&body.path, &neighbour.path, side, ty, text)?;
        let inserted = At { document, path };
        if moved.is_none() {
            self.new_body(&inserted, block)?;
        }
        Ok(inserted)
    }

    /// Writes the items of a new block.
    fn new_body(&mut self, at: &At, block: &NewBlock<'_>) -> Result<(), Diagnostics> {
        let contents = Contents::of_block(at.clone(), &Body::empty("<new>"));
        self.body(None, &contents, &[], block.body)
    }
}

/// Returns the text that replaces the whole value of an attribute.
fn replacement(
    attribute: &Attribute,
    new: &Value,
) -> Result<String, Vec<(crate::cty::Path, crate::syntax::native::Unwritable)>> {
    let place = attribute.expr.place();
    let is_constructor = attribute.expr.as_list().is_some() || attribute.expr.as_map().is_some();
    let layout = if is_constructor { layout_of(&attribute.expr) } else { Layout::Lines };
    match (form(new), is_last_on_line(&place)) {
        (WrittenForm::Other, true) => value_text(new),
        _ => inline_text(new, layout),
    }
}

/// Returns `true` if nothing but spaces follows on the last line of an expression.
fn is_last_on_line(place: &Place) -> bool {
    let after = &place.source().text()[place.span().range().end..];
    after.lines().next().unwrap_or_default().trim().is_empty()
}

/// Returns the names by which an item can be written, its present one first.
fn names(spec: Option<&Spec>, name: &Str) -> Vec<Str> {
    spec.map_or_else(|| vec![name.clone()], |spec| spec.names_of(name))
}

/// Returns the values of the attributes among items.
fn values(items: &[NewItem]) -> HashMap<&Str, &WrittenValue> {
    let values = items.iter().filter_map(|item| match item {
        NewItem::Attribute { name, expr, .. } => Some((name, expr)),
        NewItem::Block { .. } => None,
    });
    values.collect()
}
