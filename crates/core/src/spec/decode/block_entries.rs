//! The blocks of a body, found by their types.

use std::iter;
use std::rc::Rc;
use std::slice;

use super::{Decoder, Implied};
use crate::body::{self, Block, BlockSchema, BodySchema, ByName, Offer, Suggestions};
use crate::cty::Str;
use crate::cty::internal::{Bisect, sort_positions};
use crate::cty::value_spec::{Deprecation, Unexpected};
use crate::diag::list_choices;
use crate::ext::dynblock::{self, DYNAMIC, Generator};
use crate::spec::BlocksSpec;
#[cfg(feature = "specfile")]
use crate::spec::NestedSpec;
use crate::spec::matched::MatchedGenerator;

/// More entries than this are sorted by their types.
const FEW_ENTRIES: usize = 24;

/// The blocks of a body, in source order.
pub(super) struct BlockEntries {
    all: Vec<BlockEntry>,
    /// The positions of the blocks of each type, in source order; empty if there are few blocks.
    by_type: Vec<u32>,
}

/// A block as it is written.
pub(super) enum BlockEntry {
    Block(Block),
    /// In a pointer, so that an entry is as small as a block.
    Generator(Rc<Generator>),
    /// A block with a wrong number of labels, reported already. Errors inside it are reported too.
    Mislabeled(Block),
    /// An invalid `dynamic` block, reported already, that would have generated this type.
    Failed(Str),
}

/// A selection of block types.
pub(super) trait BlockTypes: Sync {
    /// Returns `true` if the selection includes a type.
    fn include(&self, ty: &Str) -> bool;

    /// Returns the types of the selection.
    fn names(&self) -> impl Iterator<Item = &Str>;

    /// Returns the deprecation of a type.
    fn deprecation_of(&self, ty: &Str) -> Option<Deprecation>;

    /// Describes the types for messages: `"a" or "b"`.
    fn describe(&self) -> String;

    /// Returns `true` if the blocks may inherit from each other.
    fn is_inheriting(&self) -> bool {
        false
    }

    /// Returns the blocks of a body. Those that may inherit from each other know each other.
    fn acquainted(&self, blocks: Vec<Block>) -> Vec<Block> {
        #[cfg(feature = "specfile")]
        if self.is_inheriting() {
            return body::Siblings::acquaint(blocks);
        }
        blocks
    }
}

impl BlockTypes for BlocksSpec {
    fn include(&self, ty: &Str) -> bool {
        self.type_called(ty).is_some()
    }

    fn names(&self) -> impl Iterator<Item = &Str> {
        self.all_names().map(|(name, _)| name)
    }

    fn deprecation_of(&self, ty: &Str) -> Option<Deprecation> {
        self.type_called(ty)?.names.deprecation_of(ty)
    }

    fn describe(&self) -> String {
        list_choices(self.types.iter().map(|ty| ty.names.name.as_str()))
    }

    #[cfg(feature = "specfile")]
    fn is_inheriting(&self) -> bool {
        self.nested().any(NestedSpec::is_inheriting)
    }
}

impl BlockTypes for Str {
    fn include(&self, ty: &Self) -> bool {
        self == ty
    }

    fn names(&self) -> impl Iterator<Item = &Self> {
        iter::once(self)
    }

    fn deprecation_of(&self, _: &Self) -> Option<Deprecation> {
        None
    }

    fn describe(&self) -> String {
        format!("{:?}", &**self)
    }
}

/// A conversion of the blocks of a body to entries, in which some blocks may be generated.
pub(super) struct Entering<'a> {
    implied: &'a Implied,
    schema: &'a BodySchema,
    types: ByName<'a, BlockSchema>,
    generated: ByName<'a, Str>,
    /// The types that can be generated, computed for the first block of a type that cannot be.
    offer: Option<Offer<'a>>,
    suggestions: &'a mut Suggestions,
    /// The `dynamic` blocks of a matched body, evaluated already.
    evaluated: slice::Iter<'a, MatchedGenerator<'a>>,
}

impl BlockEntry {
    fn ty(&self) -> &Str {
        match self {
            Self::Block(block) | Self::Mislabeled(block) => &block.ty,
            Self::Generator(generator) => generator.ty(),
            Self::Failed(ty) => ty,
        }
    }
}

impl BlockEntries {
    pub(super) fn new(all: Vec<BlockEntry>) -> Self {
        let mut by_type = Vec::new();
        if all.len() > FEW_ENTRIES {
            by_type.extend(0..all.len() as u32);
            let ty = |position: u32| all[position as usize].ty();
            sort_positions(&mut by_type, &|a, b| ty(a).cmp(ty(b)));
        }
        Self { all, by_type }
    }

    /// Returns the entries of some types, in source order.
    pub(super) fn of<'s>(
        &'s self,
        types: &impl BlockTypes,
    ) -> impl Iterator<Item = &'s BlockEntry> {
        let mut few = self.all.iter();
        let mut many = (!self.by_type.is_empty()).then(|| self.positions(types).into_iter());
        iter::from_fn(move || match &mut many {
            None => few.find(|entry| types.include(entry.ty())),
            Some(positions) => positions.next().map(|position| &self.all[position as usize]),
        })
    }

    fn positions(&self, types: &impl BlockTypes) -> Vec<u32> {
        let ty = |position: &u32| self.all[*position as usize].ty();
        let of_type = |wanted: &Str| {
            let start = self.by_type.count_leading(|position| ty(position) < wanted);
            let rest = &self.by_type[start..];
            &rest[..rest.count_leading(|position| ty(position) == wanted)]
        };
        let mut positions: Vec<u32> = Vec::new();
        for name in types.names() {
            positions.extend_from_slice(of_type(name));
        }
        // The positions of one type are already sorted.
        sort_positions(&mut positions, &|a, b| a.cmp(&b));
        positions.dedup();
        positions
    }
}

impl<'a> Entering<'a> {
    pub(super) fn new(
        implied: &'a Implied,
        schema: &'a BodySchema,
        suggestions: &'a mut Suggestions,
        evaluated: &'a [MatchedGenerator<'a>],
    ) -> Self {
        let types = ByName::new(&schema.blocks, |known| &known.ty);
        let generated = ByName::new(&implied.generated, |ty| ty);
        let evaluated = evaluated.iter();
        Self { implied, schema, types, generated, offer: None, suggestions, evaluated }
    }

    /// Returns the entry of a block. It is `None` for a `dynamic` block that belongs to the rest of the body, and
    /// for one of an unknown type, which is reported.
    pub(super) fn entry(&mut self, block: Block, decoder: &mut Decoder<'_>) -> Option<BlockEntry> {
        if block.ty != *DYNAMIC {
            return Some(BlockEntry::Block(block));
        }
        let ty = block.labels.first()?.value.clone();
        let Implied { generated, has_remain, choice, .. } = self.implied;
        if self.generated.get(&ty).is_some() {
            let target = self.types.get(&ty)?;
            let (schema, site) = (self.schema, decoder.site);
            let generator = match self.evaluated.next() {
                Some(evaluated) => evaluated.generator.clone(),
                None => Generator::new(block, target, schema, site, decoder.diags).map(Rc::new),
            };
            return Some(generator.map_or(BlockEntry::Failed(ty), BlockEntry::Generator));
        }
        let schema = self.schema;
        let is_known = self.types.get(&ty).is_some();
        let is_partial = *has_remain || choice.is_some();
        if !is_known && !is_partial && schema.attribute(&ty).is_some() {
            decoder.diags.push(dynblock::attribute_generated(&block));
            return Some(BlockEntry::Failed(ty));
        }
        if !is_known && (is_partial || schema.unexpected == Unexpected::Ignore) {
            return None;
        }
        let offer = self.offer.get_or_insert_with(|| Offer::new(schema, generated));
        if is_known {
            decoder.diags.push(dynblock::not_opted_in(&block, offer));
        } else {
            let suggestion = dynblock::suggest_type(&block, offer);
            self.suggestions.add(schema, suggestion);
            let problem = dynblock::not_generated(&block, suggestion);
            decoder.diags.push(body::diags::unexpected(schema, problem));
        }
        Some(BlockEntry::Failed(ty))
    }
}
