//! The arguments for the other forms of attributes and blocks.

use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::argument;
use crate::spec::language::read::SpecReader;
use crate::spec::{OtherForms, Spec};

/// The arguments that a kind of spec allows, with their forms.
pub(in crate::spec::language) type FormArguments = &'static [(&'static str, OtherForms)];

const OR_ATTR: (&str, OtherForms) = ("or_attr", OtherForms::OR_ATTR);
const OR_BLOCK: (&str, OtherForms) = ("or_block", OtherForms::OR_BLOCK);
const LABELS_AS_BLOCKS: (&str, OtherForms) = ("labels_as_blocks", OtherForms::LABELS_AS_BLOCKS);
const MERGE: (&str, OtherForms) = ("merge", OtherForms::MERGE);

pub(super) const OF_ATTR: FormArguments = &[OR_BLOCK, MERGE];
/// The arguments of a single block, or of blocks by their labels.
pub(super) const OF_BLOCK: FormArguments = &[OR_ATTR, LABELS_AS_BLOCKS, MERGE];
/// The arguments of a collection of all blocks.
pub(super) const OF_BLOCKS: FormArguments = &[OR_ATTR, LABELS_AS_BLOCKS];
/// The arguments of a block of free attributes.
pub(super) const OF_BLOCK_ATTRS: FormArguments = &[OR_ATTR, MERGE];
/// The arguments of an object, for all its attributes and blocks.
pub(in crate::spec::language) const OF_OBJECT: FormArguments =
    &[OR_ATTR, OR_BLOCK, LABELS_AS_BLOCKS, MERGE];

/// Returns the specs of the arguments.
pub(super) fn arguments(forms: FormArguments) -> impl Iterator<Item = (&'static str, Spec)> {
    forms.iter().map(|(name, _)| argument::<bool>(name))
}

impl SpecReader<'_> {
    /// Returns the other forms that a block of the spec file allows.
    pub(super) fn other_forms(&mut self, block: &BlockBody, forms: FormArguments) -> OtherForms {
        let set = forms.iter().filter(|(name, _)| block.is_set(name, self));
        set.fold(OtherForms::default(), |all, (_, form)| all.and(*form))
    }
}
