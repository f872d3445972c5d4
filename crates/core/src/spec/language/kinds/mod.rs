//! The kinds of spec blocks: a struct for each, from which its spec is read and as which it is written.

mod attr;
mod blocks;
mod conditions;
mod constant;
mod default;
mod label;
mod object;
mod rule;
mod setting;
mod use_spec;

pub(super) use self::blocks::kind_of;
use self::blocks::{BlocksContent, COUNTS, KEY, MERGE, NESTED, ONE_TYPE, REQUIRED, TYPES, VALUE};
use super::block::{BlockKind, BlockKinds, SpecKind};
use crate::cty::internal::CollectVec;
use crate::spec::Spec;

impl SpecKind<Spec> {
    /// Returns a documented kind of blocks, without some groups of fields of their content.
    const fn of_blocks(
        name: &'static str,
        docs: &'static str,
        lacks: &'static [&'static [&'static str]],
    ) -> Self {
        Self::of::<BlocksContent>(name).part(docs, lacks).requiring("labels")
    }
}

/// All kinds, in the order in which messages list them.
pub(super) static KINDS: [SpecKind<Spec>; 23] = [
    SpecKind::of::<object::Object>("object"),
    SpecKind::of::<object::Array>("array"),
    SpecKind::of::<attr::Attr>("attr"),
    SpecKind::of_blocks("block", "The one block of a type.", &[KEY, COUNTS, VALUE, TYPES]),
    SpecKind::of_blocks(
        "block_list",
        "A list of the blocks of a type.",
        &[KEY, REQUIRED, MERGE, VALUE, TYPES],
    ),
    SpecKind::of_blocks(
        "block_tuple",
        "A tuple of the blocks of a type, which may differ in their value types.",
        &[KEY, REQUIRED, MERGE, VALUE, TYPES],
    ),
    SpecKind::of_blocks(
        "block_set",
        "A set of the blocks of a type.",
        &[KEY, REQUIRED, MERGE, VALUE, TYPES],
    ),
    SpecKind::of_blocks(
        "block_map",
        "A map of the blocks of a type by their labels.",
        &[REQUIRED, VALUE, TYPES],
    ),
    SpecKind::of_blocks(
        "block_object",
        "An object of the blocks of a type by their labels, which may differ in their value types.",
        &[REQUIRED, VALUE, TYPES],
    ),
    SpecKind::of_blocks(
        "block_attrs",
        "A map of the attributes in the one block of a type.",
        &[KEY, COUNTS, NESTED, TYPES],
    ),
    SpecKind::of_blocks(
        "block_of",
        "The one block of several types.",
        &[ONE_TYPE, MERGE, KEY, COUNTS, VALUE],
    ),
    SpecKind::of_blocks(
        "blocks_of",
        "A tuple of the blocks of several types.",
        &[ONE_TYPE, MERGE, KEY, REQUIRED, VALUE],
    ),
    SpecKind::of::<label::Label>("label"),
    SpecKind::of::<label::OneOf>("one_of"),
    SpecKind::of::<constant::Remaining>("remain"),
    SpecKind::of::<constant::RemainingAttributes>("remain_attrs"),
    SpecKind::of::<constant::Remaining>("open_body"),
    SpecKind::of::<constant::Remaining>("any"),
    SpecKind::of::<constant::Literal>("literal"),
    SpecKind::of::<constant::Expr>("expr"),
    SpecKind::of::<default::FirstOf>("default"),
    SpecKind::of::<default::Transform>("transform"),
    SpecKind::of::<use_spec::Use>("use"),
];

/// Spec blocks without labels.
pub(super) struct Specs;

impl BlockKinds for Specs {
    fn kinds() -> Vec<BlockKind> {
        KINDS.iter().map(|kind| kind.block).collect_vec()
    }
}

/// Spec blocks with a label, which names the item to decode.
pub(super) struct NamedSpecs;

impl BlockKinds for NamedSpecs {
    const LABEL: Option<&'static str> = Some("name");

    fn kinds() -> Vec<BlockKind> {
        Specs::kinds()
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::ValueBlocks;
    use super::*;

    #[test]
    fn the_fields_that_a_kind_lacks_exist() {
        for kind in Specs::kinds().into_iter().chain(ValueBlocks::kinds()) {
            let Spec::Object(object) = (kind.content)() else { continue };
            for field in kind.lacks.iter().copied().flatten() {
                assert!(object.shape.position(field).is_some(), "{}: {field}", kind.name);
            }
        }
    }
}
