//! The update of a document by a struct.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::{Encoded, Encoder, HclEncode, diags};
use crate::body::{Block, Body, Content};
use crate::cty::Str;
use crate::decode::from_body;
use crate::diag::Diagnostics;
use crate::edit::{Document, ItemPath};
use crate::expr::EvalContext;
use crate::source::Place;
use crate::spec::Spec;
use crate::syntax::native::NewItem;

impl Encoder {
    /// Changes a document so that it decodes to a struct, like [`HclEncode::update`].
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
        let mut update = Update { encoder: self, document: &mut edited };
        update.body(&ItemPath::root(), Some(&spec), document.body(), &before, &after)?;
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
    items.map_err(|error| diags::not_encodable(document.source().name(), &error))
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
}

/// A block to write.
#[derive(Clone, Copy, PartialEq)]
struct NewBlock<'i> {
    labels: &'i [Str],
    body: &'i [NewItem],
}

/// A block of a document: its type as it is written, and its index among those of this type.
struct Home<'b> {
    ty: &'b Str,
    index: usize,
    block: &'b Block,
}

impl Update<'_> {
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
        let mut types: Vec<&Str> = Vec::new();
        for item in before.iter().chain(after) {
            if let NewItem::Block { ty, .. } = item
                && !types.contains(&ty)
            {
                types.push(ty);
            }
        }
        let nested = spec.map(Spec::child_block_types).unwrap_or_default();
        for ty in types {
            let homes = homes(&content, &names(spec, ty));
            let blocks = Blocks {
                ty,
                spec: nested.get(ty),
                is_map: spec.is_some_and(|spec| spec.is_map_of(ty)),
                homes: homes_of(&blocks_of(before, ty), homes, &content.missing_item)?,
                before: blocks_of(before, ty),
                after: blocks_of(after, ty),
            };
            self.blocks(path, &blocks)?;
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
            self.document.set_expression(path.clone().name(name), expr)?;
        }
        for item in before {
            if let NewItem::Attribute { name, .. } = item
                && !new.contains_key(name)
                && let Some(name) = written(name)
            {
                self.document.remove(path.clone().name(name))?;
            }
        }
        Ok(())
    }

    /// Updates the blocks of a type.
    fn blocks(&mut self, path: &ItemPath, blocks: &Blocks<'_>) -> Result<(), Diagnostics> {
        let pairs = blocks.pairs();
        for (new, old) in blocks.after.iter().zip(&pairs) {
            let Some((old, home)) = old.map(|old| (blocks.before[old], &blocks.homes[old])) else {
                continue;
            };
            let path = path.clone().name(home.ty.clone()).index(home.index);
            if old.labels != new.labels {
                self.document.set_labels(path.clone(), &labels_of(new))?;
            }
            if old.body != new.body {
                self.body(&path, blocks.spec, &home.block.body, old.body, new.body)?;
            }
        }
        let is_removed = |(index, _): &(usize, &Home<'_>)| !pairs.contains(&Some(*index));
        let removed = blocks.homes.iter().enumerate().filter(is_removed);
        let mut removed: Vec<_> = removed.map(|(_, home)| (home.index, home.ty)).collect();
        // From the last one, so that the other indexes stay.
        removed.sort_by_key(|(index, _)| Reverse(*index));
        for (index, ty) in removed {
            self.document.remove(path.clone().name(ty.clone()).index(index))?;
        }
        for (new, _) in blocks.after.iter().zip(&pairs).filter(|(_, old)| old.is_none()) {
            self.append(path, blocks.ty, *new)?;
        }
        Ok(())
    }

    fn append(
        &mut self,
        path: &ItemPath,
        ty: &Str,
        block: NewBlock<'_>,
    ) -> Result<(), Diagnostics> {
        let path = self.document.append_block(path.clone(), ty, &labels_of(&block))?;
        let empty = Body::empty("<new>");
        self.body(&path, None, &empty, &[], block.body)
    }
}

/// A rule that pairs an old block with a new one.
type Rule<'r> = &'r dyn Fn(&NewBlock<'_>, &NewBlock<'_>) -> bool;

/// The blocks of a type in a body.
struct Blocks<'b> {
    ty: &'b Str,
    spec: Option<&'b Spec>,
    /// `true` if the order only counts among blocks with equal labels.
    is_map: bool,
    /// The blocks in the document, in the order of `before`.
    homes: Vec<Home<'b>>,
    before: Vec<NewBlock<'b>>,
    after: Vec<NewBlock<'b>>,
}

impl Blocks<'_> {
    /// Returns the index of the old block for each new one: the equal one if possible, or else one with equal labels, or
    /// with an equal body. If that changed the order, blocks are paired by their positions.
    fn pairs(&self) -> Vec<Option<usize>> {
        let has_equal_labels = |old: &NewBlock<'_>, new: &NewBlock<'_>| old.labels == new.labels;
        let has_equal_body = |old: &NewBlock<'_>, new: &NewBlock<'_>| old.body == new.body;
        let pairs = self.paired(&[&|old, new| old == new, &has_equal_labels, &has_equal_body]);
        if self.keeps_order(&pairs) {
            return pairs;
        }
        if self.is_map {
            return self.paired(&[&has_equal_labels]);
        }
        (0..self.after.len()).map(|index| (index < self.before.len()).then_some(index)).collect()
    }

    /// Pairs each new block with the first old one that is not paired yet, by one rule after the other.
    fn paired(&self, rules: &[Rule<'_>]) -> Vec<Option<usize>> {
        let mut is_free = vec![true; self.before.len()];
        let mut pairs = vec![None; self.after.len()];
        for rule in rules {
            for (new, pair) in self.after.iter().zip(&mut pairs).filter(|(_, it)| it.is_none()) {
                let mut old = self.before.iter().enumerate();
                *pair = old.position(|(index, old)| is_free[index] && rule(old, new));
                if let Some(old) = *pair {
                    is_free[old] = false;
                }
            }
        }
        pairs
    }

    /// Returns `true` if the old blocks stay in their order, and new ones come after them.
    fn keeps_order(&self, pairs: &[Option<usize>]) -> bool {
        let mut last: HashMap<&[Str], usize> = HashMap::new();
        self.after.iter().zip(pairs).all(|(new, old)| {
            let group = if self.is_map { new.labels } else { &[] };
            let old = old.unwrap_or(usize::MAX);
            last.insert(group, old).is_none_or(|last| last <= old)
        })
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

fn blocks_of<'i>(items: &'i [NewItem], wanted: &Str) -> Vec<NewBlock<'i>> {
    let blocks = items.iter().filter_map(|item| match item {
        NewItem::Block { ty, labels, body } if ty == wanted => Some(NewBlock { labels, body }),
        _ => None,
    });
    blocks.collect()
}

fn homes<'b>(content: &'b Content, names: &[Str]) -> Vec<Home<'b>> {
    let mut counts: HashMap<&Str, usize> = HashMap::new();
    let blocks = content.blocks.iter().filter(|block| names.contains(&block.ty));
    let homes = blocks.map(|block| {
        let count = counts.entry(&block.ty).or_default();
        *count += 1;
        Home { ty: &block.ty, index: *count - 1, block }
    });
    homes.collect()
}

/// Returns the block in the document for each old block: one with its labels, or else the next one.
///
/// # Errors
///
/// Fails if there are fewer blocks in the document, because some are generated.
fn homes_of<'b>(
    old: &[NewBlock<'_>],
    homes: Vec<Home<'b>>,
    body: &Place,
) -> Result<Vec<Home<'b>>, Diagnostics> {
    let mut free: Vec<Option<Home<'b>>> = homes.into_iter().map(Some).collect();
    let has_labels = |home: &Home<'_>, labels: &[Str]| {
        home.block.labels.iter().map(|label| &label.value).eq(labels)
    };
    let mut found: Vec<Option<Home<'b>>> = Vec::with_capacity(old.len());
    for block in old {
        let is_same = |home: &Option<Home<'b>>| {
            home.as_ref().is_some_and(|home| has_labels(home, block.labels))
        };
        let home = free.iter().position(is_same);
        found.push(home.and_then(|home| free[home].take()));
    }
    let mut rest = free.into_iter().flatten();
    let all = found.into_iter().map(|home| home.or_else(|| rest.next()));
    all.collect::<Option<_>>().ok_or_else(|| diags::not_updatable(body.clone()).into())
}

fn labels_of<'i>(block: &NewBlock<'i>) -> Vec<&'i str> {
    block.labels.iter().map(Str::as_str).collect()
}
