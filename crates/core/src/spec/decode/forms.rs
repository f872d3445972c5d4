//! The other forms of the items of a body, and labels that may be meant as one.

use std::borrow::Cow;

use hcldyn_syntax::parser::MAX_BLOCK_NESTING;

use super::block_entries::BlockEntry;
use super::{BodyContent, Decoder, Implied};
use crate::body::{Block, Body, ByName};
use crate::cty::Str;
use crate::cty::internal::KeyMap;
use crate::diag::{Diagnostics, SinkCheckpoint};
use crate::expr::block_levels;
use crate::source::Place;
use crate::spec::{OtherForms, diags};

impl BodyContent<'_> {
    /// Returns the other forms of an attribute or a block type.
    pub(super) fn forms_of(&self, name: &Str) -> OtherForms {
        self.form.implied.forms_in(self.spelling, name)
    }

    /// Returns `true` if an attribute may be written as blocks.
    pub(super) fn is_attribute_of_blocks(&self, name: &Str) -> bool {
        self.has_other_forms
            && self.forms_of(name).contains(OtherForms::OR_BLOCK)
            && self.form.implied.schema.block(name).is_none()
    }

    /// Returns the written blocks of a type.
    pub(super) fn written_blocks(&self, ty: &Str) -> impl Iterator<Item = &Block> {
        self.entries.of(ty).filter_map(|entry| match entry {
            BlockEntry::Block(block) => Some(block),
            BlockEntry::Generator(_) | BlockEntry::Mislabeled(_) | BlockEntry::Failed(_) => None,
        })
    }

    /// Returns a block with the labels that its spec does not read as blocks inside it, if it may be written so.
    /// Returns `None` after reporting labels that are nested too deeply.
    pub(super) fn with_nested_labels<'b>(
        &self,
        block: &'b Block,
        diags: &mut Diagnostics,
    ) -> Option<Cow<'b, Block>> {
        let (implied, ty) = (self.form.implied, &block.ty);
        if block.labels.is_empty() || !self.forms_of(ty).contains(OtherForms::LABELS_AS_BLOCKS) {
            return Some(Cow::Borrowed(block));
        }
        let label = |index: usize| block.labels.get(index).map(|label| label.value.clone());
        let known = implied.schema.block(ty).filter(|_| implied.may_nest_labels(ty));
        match known.and_then(|known| implied.schema.labels_of(known, label)) {
            Some(own) if own.len() < block.labels.len() => {
                if block_levels() as usize + block.labels.len() > MAX_BLOCK_NESTING as usize {
                    return diags.fail(diags::blocks_too_deep(block.header_place()));
                }
                Some(Cow::Owned(block.with_labels_as_block(own.len())))
            }
            _ => Some(Cow::Borrowed(block)),
        }
    }
}

impl Decoder<'_> {
    /// Adds help to the errors about extra labels since `before`: how to write a label as an item of the block.
    pub(super) fn suggest_nesting(
        &mut self,
        before: SinkCheckpoint,
        body: &Body,
        implied: &Implied,
    ) {
        let Some(found) = self.diags.split_off(before) else { return };
        let schema = implied.schema_in(self.mode.leniency.spelling);
        let types = ByName::new(&schema.blocks, |known| &known.ty);
        let mut helps: KeyMap<Place, String> = KeyMap::default();
        for block in body.everything().blocks {
            let known = types.get(&block.ty).filter(|_| !block.labels.is_empty());
            let names = known.and_then(|known| schema.exceeded_labels(known, &block.labels));
            if let Some((names, nested)) = names.zip(implied.body_of(&block.ty)) {
                let help = diags::nesting(&block, names.len(), &nested.implied().schema);
                if let Some((place, help)) = block.label_place(names.len()).zip(help) {
                    helps.insert(place, help);
                }
            }
        }
        self.diags.append(found.map(|problem| {
            let help = problem.place().and_then(|place| helps.get(place)).cloned();
            problem.with_help(help.unwrap_or_default())
        }));
    }
}
