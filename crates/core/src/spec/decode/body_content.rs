//! The content of a body, from which specs take their parts.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::Arc;

use super::block_entries::{BlockEntries, BlockEntry, BlockTypes, Entering};
use super::one_of::BodyForm;
use super::{Decoder, Implied, Leniency, Mode};
use crate::body::{Attribute, Block, Body, BodySchema, Content, Suggestions};
use crate::cty::Str;
use crate::cty::internal::{CollectVec, PushAll, sort_by};
use crate::cty::value_spec::ItemNames;
use crate::diag::{Diagnostic, Diagnostics, codes};
use crate::expr::Iteration;
use crate::ext::dynblock::{DYNAMIC, RestOfBody};
use crate::source::Place;
use crate::spec::matched::MatchedGenerator;
use crate::spec::{Origin, Presence, Spelling, diags};

/// The content of a body. Each `dynamic` block is checked and its collection evaluated once. Its blocks are
/// generated when a spec visits them.
pub(super) struct BodyContent<'a> {
    body: &'a Body,
    pub(super) form: BodyForm<'a>,
    /// The block around the body, and the number of its labels that are its key.
    block: Option<(&'a Block, usize)>,
    /// The attributes. If there are many, they are sorted by name.
    attributes: Vec<Attribute>,
    pub(super) entries: BlockEntries,
    pub(super) missing_item: Place,
    /// `true` if nothing in the body was left out because of an error.
    pub(super) is_complete: bool,
    /// The items that were reported as misspelled, and so are not missing.
    suggestions: Suggestions,
    keeps_origins: bool,
    pub(super) spelling: Spelling,
    /// `true` if an attribute or a block type has other forms.
    pub(super) has_other_forms: bool,
}

/// Up to this many attributes are searched linearly. More are sorted.
const FEW_ATTRIBUTES: usize = 24;

impl<'a> BodyContent<'a> {
    /// Reads the body of a file, or any other body that is not in a block.
    pub(super) fn of_body(body: &'a Body, implied: &'a Implied, decoder: &mut Decoder<'_>) -> Self {
        Self::open(body, None, implied, &[], decoder)
    }

    /// Reads the body of a block. The first `key_len` of its labels are its key.
    pub(super) fn of_block(
        block: &'a Block,
        key_len: usize,
        implied: &'a Implied,
        decoder: &mut Decoder<'_>,
    ) -> Self {
        Self::open(&block.body, Some((block, key_len)), implied, &[], decoder)
    }

    /// Returns the content of a matched body with only some of its blocks.
    pub(super) fn of_entries(
        body: &'a Body,
        block: Option<(&'a Block, usize)>,
        implied: &'a Implied,
        entries: Vec<BlockEntry>,
        decoder: &Decoder<'_>,
    ) -> Self {
        let Mode { leniency: Leniency { spelling, .. }, keeps_origins, .. } = decoder.mode;
        Self {
            body,
            form: BodyForm::of(implied),
            block,
            attributes: Vec::new(),
            entries: BlockEntries::new(entries),
            missing_item: body.missing_item_place(),
            is_complete: true,
            suggestions: Suggestions::default(),
            keeps_origins,
            spelling,
            has_other_forms: implied.has_other_forms(spelling),
        }
    }

    /// Reads a body. `block` is the block around it, and the number of its labels that are its key. `evaluated` are its
    /// `dynamic` blocks if they are evaluated already.
    pub(super) fn open(
        body: &'a Body,
        block: Option<(&'a Block, usize)>,
        implied: &'a Implied,
        evaluated: &[MatchedGenerator<'_>],
        decoder: &mut Decoder<'_>,
    ) -> Self {
        for mistake in &implied.mistakes {
            decoder.diags.push(diags::invalid_spec(body.missing_item_place(), mistake));
        }
        let form = match &implied.choice {
            None => BodyForm::of(implied),
            Some(choice) => decoder.form_of(body, block, implied, choice),
        };
        let implied = form.implied;
        let mut schema = decoder.schema(implied);
        if let Some(tag) = &form.misspelt {
            let tags = schema.to_mut().attributes.iter_mut().filter(|known| known.name == *tag);
            tags.for_each(|known| known.required = false);
        }
        let before = decoder.diags.checkpoint();
        // A body of an unknown form may hold items that no spec names.
        let content = if implied.has_remain || implied.choice.is_some() {
            body.only(&schema, decoder.diags)
        } else {
            body.content(&schema, decoder.diags)
        };
        let Content {
            mut attributes,
            mut blocks,
            missing_item,
            is_complete,
            mislabeled,
            mut suggestions,
        } = content;
        if !is_complete {
            decoder.suggest_nesting(before, body, implied);
        }
        let failed = decoder.read_other_forms(body, &mut attributes, &mut blocks, &schema, implied);
        for name in &implied.either {
            decoder.report_both(name, &attributes, &blocks);
        }
        if attributes.len() > FEW_ATTRIBUTES {
            sort_by(&mut attributes, |a, b| a.name.cmp(&b.name));
        }
        let mut entries = decoder.entries(blocks, implied, &schema, evaluated, &mut suggestions);
        entries.push_all(failed.into_iter().map(BlockEntry::Failed));
        entries.push_all(mislabeled.into_iter().map(BlockEntry::Mislabeled));
        let entries = BlockEntries::new(entries);
        let Mode { leniency: Leniency { spelling, .. }, keeps_origins, .. } = decoder.mode;
        Self {
            body,
            form,
            block,
            attributes,
            entries,
            missing_item,
            is_complete,
            suggestions,
            keeps_origins,
            spelling,
            has_other_forms: implied.has_other_forms(spelling),
        }
    }

    /// Returns the origin of a present value, with those of its parts if the decoding keeps them.
    pub(super) fn origin(&self, place: Place, presence: Presence, parts: Vec<Origin>) -> Origin {
        if self.keeps_origins {
            Origin::with_parts(place, presence, parts)
        } else {
            Origin::new(place, presence)
        }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&Attribute> {
        if self.attributes.len() <= FEW_ATTRIBUTES {
            return self.attributes.iter().find(|attribute| attribute.name == *name);
        }
        let found = self.attributes.binary_search_by(|attribute| attribute.name.as_str().cmp(name));
        found.ok().map(|position| &self.attributes[position])
    }

    /// Returns the order of the layers of two attributes.
    pub(super) fn layer_order(&self, a: &Attribute, b: &Attribute) -> Ordering {
        if !self.body.is_layered() {
            return Ordering::Equal;
        }
        let layer = |attribute: &Attribute| self.body.layer_at(&attribute.name_place());
        layer(a).cmp(&layer(b))
    }

    /// Returns `true` if `dynamic` blocks or attributes give blocks of these types in one of several layers.
    fn has_blocks_to_combine(&self, types: &impl BlockTypes) -> bool {
        let is_generator = |entry: &BlockEntry| matches!(entry, BlockEntry::Generator(_));
        self.body.is_layered()
            && (self.body.spells_blocks()
                || self.has_other_forms
                || self.entries.of(types).any(is_generator))
    }

    /// Returns `true` if a `dynamic` block generated the block around the body.
    pub(super) fn is_generated(&self) -> bool {
        self.body.iteration().is_some()
    }

    /// Returns `true` if a missing attribute was reported as misspelled.
    pub(super) fn is_misspelt(&self, names: &ItemNames) -> bool {
        self.suggestions.includes_any(names.all())
    }

    /// Returns a label that the body may read, and its location.
    pub(super) fn label(&self, index: usize) -> Option<(Str, Place)> {
        let (block, key_len) = self.block?;
        let label = block.labels.get(key_len + index)?;
        Some((label.value.clone(), block.label_place(key_len + index)?))
    }

    /// Returns the label that is the key of the block, the last one if there are several, and its location.
    pub(super) fn key(&self) -> Option<(Str, Place)> {
        let (block, key_len) = self.block?;
        let index = key_len.checked_sub(1)?;
        Some((block.labels.get(index)?.value.clone(), block.label_place(index)?))
    }

    /// Returns the number of blocks of these types, as far as it is known before visiting them.
    pub(super) fn count(&self, types: &impl BlockTypes) -> usize {
        let count = |entry: &BlockEntry| match entry {
            BlockEntry::Block(_) => 1,
            BlockEntry::Generator(generator) => generator.count() as usize,
            BlockEntry::Mislabeled(_) | BlockEntry::Failed(_) => 0,
        };
        self.entries.of(types).map(count).sum()
    }

    /// Returns `true` if blocks of these types are misspelled, could not be parsed or were not generated. This was
    /// reported, and makes a minimum impossible to check. It is known once all blocks were visited.
    pub(super) fn is_incomplete(&self, types: &impl BlockTypes) -> bool {
        let is_incomplete = |entry: &BlockEntry| match entry {
            BlockEntry::Block(_) => false,
            BlockEntry::Generator(generator) => generator.is_incomplete(),
            BlockEntry::Mislabeled(_) | BlockEntry::Failed(_) => true,
        };
        let is_misspelt = self.suggestions.includes_any(types.names());
        !self.is_complete || is_misspelt || self.entries.of(types).any(is_incomplete)
    }

    /// Returns `true` if a block in the body represents an unknown number of blocks.
    pub(super) fn is_any_number(&self, block: &Block) -> bool {
        let same = |a: &Arc<Iteration>, b: &Arc<Iteration>| Arc::ptr_eq(a, b);
        block.body.iteration().is_some_and(|own| {
            own.of_unknown && !self.body.iteration().is_some_and(|outer| same(outer, own))
        })
    }

    /// Returns the body without the items of the schema.
    pub(super) fn remain(&self) -> Body {
        let schema = self.form.implied.schema_in(self.spelling);
        let generated = &self.form.implied.generated;
        if generated.is_empty() {
            return self.body.remain(schema);
        }
        let mut named = BodySchema::clone(schema);
        named.blocks.retain(|block| block.ty != *DYNAMIC);
        let taken = named.blocks.iter().map(|block| &block.ty);
        RestOfBody::body(&self.body.remain(&named), taken)
    }
}

impl Decoder<'_> {
    /// Brings items that are written in another form into that of their specs. Reports those that can't be read so, and
    /// returns their names.
    fn read_other_forms(
        &mut self,
        body: &Body,
        attributes: &mut Vec<Attribute>,
        blocks: &mut Vec<Block>,
        schema: &BodySchema,
        implied: &Implied,
    ) -> Vec<Str> {
        let mut failed = Vec::new();
        if !schema.nested_labels.is_empty() {
            failed = self.unfold_labels(body, blocks, schema, implied);
        }
        if !schema.any_form.is_empty() || body.spells_blocks() {
            failed.append(&mut self.spell_blocks(body, attributes, blocks, schema, implied));
        }
        failed
    }

    /// Visits the blocks of some types, written and generated ones in source order. Reports deprecated types.
    pub(super) fn each_block(
        &mut self,
        content: &BodyContent<'_>,
        types: &impl BlockTypes,
        mut visit: impl FnMut(&mut Decoder<'_>, &Block),
    ) {
        let is_combined = content.has_blocks_to_combine(types);
        if !is_combined && !types.is_inheriting() {
            return self.each_found_block(content, types, &mut visit);
        }
        let mut blocks = Vec::new();
        self.each_found_block(content, types, &mut |_, block| blocks.push(block.clone()));
        if is_combined {
            blocks = content.body.combine_blocks(blocks, &content.form.implied.schema);
        }
        for block in types.acquainted(blocks) {
            visit(self, &block);
        }
    }

    /// Returns the entries of blocks. Some may be `dynamic` blocks.
    fn entries(
        &mut self,
        blocks: Vec<Block>,
        implied: &Implied,
        schema: &BodySchema,
        evaluated: &[MatchedGenerator<'_>],
        suggestions: &mut Suggestions,
    ) -> Vec<BlockEntry> {
        if implied.generated.is_empty() {
            return blocks.into_iter().map(BlockEntry::Block).collect_vec();
        }
        let mut entering = Entering::new(implied, schema, suggestions, evaluated);
        blocks.into_iter().filter_map(|block| entering.entry(block, self)).collect_vec()
    }

    /// Visits the blocks of some types, before those of several layers are combined.
    fn each_found_block(
        &mut self,
        content: &BodyContent<'_>,
        types: &impl BlockTypes,
        visit: &mut dyn FnMut(&mut Decoder<'_>, &Block),
    ) {
        let Self { site, mode, .. } = *self;
        for entry in content.entries.of(types) {
            match entry {
                BlockEntry::Block(block) => {
                    self.report_deprecated(types, block);
                    if let Some(block) = content.with_nested_labels(block, self.diags) {
                        visit(self, &block);
                    }
                }
                BlockEntry::Generator(generator) => {
                    generator.each(site, self.diags, &mut |block, diags: &mut Diagnostics| {
                        let mut decoder = Decoder { site, mode, diags };
                        decoder.report_deprecated(types, &block);
                        if let Some(block) = content.with_nested_labels(&block, decoder.diags) {
                            visit(&mut decoder, &block);
                        }
                    });
                }
                BlockEntry::Mislabeled(_) | BlockEntry::Failed(_) => {}
            }
        }
    }

    /// Decodes the blocks that `dynamic` blocks of these types would generate from a non-empty collection, and the blocks
    /// with a wrong number of labels, only to report errors. A mistake is reported even if the collection is empty.
    pub(super) fn check_unused(
        &mut self,
        content: &BodyContent<'_>,
        types: &impl BlockTypes,
        decode: impl Fn(&mut Decoder<'_>, &Block),
    ) {
        for entry in content.entries.of(types) {
            match entry {
                BlockEntry::Generator(generator) => {
                    if let Some(block) = generator.unused()
                        && let Some(block) = content.with_nested_labels(&block, self.diags)
                    {
                        decode(self, &block);
                    }
                }
                // The reference, which returns no origins, omits these blocks.
                BlockEntry::Mislabeled(block) if self.mode.keeps_origins => {
                    let before = self.diags.checkpoint();
                    decode(self, block);
                    // A label may be the value of an item that seems to be missing.
                    let is_missing = |error: &Diagnostic| {
                        [codes::MISSING_ATTRIBUTE, codes::MISSING_BLOCK]
                            .iter()
                            .any(|code| code.name() == error.code)
                    };
                    if let Some(found) = self.diags.split_off(before) {
                        self.diags.append(found.filter_map(|it| (!is_missing(&it)).then_some(it)));
                    }
                }
                BlockEntry::Mislabeled(_) | BlockEntry::Block(_) | BlockEntry::Failed(_) => {}
            }
        }
    }

    pub(super) fn report_deprecated(&mut self, types: &impl BlockTypes, block: &Block) {
        if let Some(deprecation) = types.deprecation_of(&block.ty) {
            self.diags.push(diags::deprecated_block(block, &deprecation));
        }
    }

    /// Reports a name that is written as an attribute and as a block.
    fn report_both(&mut self, name: &Str, attributes: &[Attribute], blocks: &[Block]) {
        let is_named = |block: &&Block| {
            let target = || block.labels.first().map(|label| &label.value);
            block.ty == *name || (block.ty == *DYNAMIC && target() == Some(name))
        };
        let attribute = attributes.iter().find(|attribute| attribute.name == *name);
        if let Some((attribute, block)) = attribute.zip(blocks.iter().find(is_named)) {
            self.diags.push(diags::attribute_and_block(name, attribute.name_place(), block));
        }
    }

    /// Returns the schema of the body. Items that no spec names may be treated more leniently than the spec says.
    pub(super) fn schema<'a>(&self, implied: &'a Implied) -> Cow<'a, BodySchema> {
        let Leniency { unexpected, spelling } = self.mode.leniency;
        let schema = implied.schema_in(spelling);
        if schema.unexpected >= unexpected {
            Cow::Borrowed(schema)
        } else {
            Cow::Owned(BodySchema { unexpected, ..schema.clone() })
        }
    }
}
