//! The kinds of spec blocks: a struct for each, from which its spec is read and as which it is written.

mod attr;
mod blocks;
mod conditions;
mod constant;
mod default;
mod label;
mod object;
mod rule;
mod use_spec;

pub(super) use self::blocks::kind_of;
use self::blocks::{
    BlocksContent, NOT_OF_ALL, NOT_OF_ATTRS, NOT_OF_BLOCK, NOT_OF_CHOICE, NOT_OF_CHOICES,
    NOT_OF_LABELLED,
};
use super::block::{BlockKind, BlockKinds, Content, NestedBlock, OpenBlock};
use super::read::{Read, SpecReader};
use crate::cty::Str;
use crate::cty::internal::CollectVec;

/// The content of a spec block.
trait SpecBlock: Content {
    /// Reads the spec. Returns `None` after reporting an error.
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read>;
}

/// A kind of spec block.
struct SpecKind {
    block: BlockKind,
    read: fn(&mut SpecReader<'_>, &NestedBlock, Option<&Str>) -> Option<Read>,
}

impl SpecKind {
    const fn of<T: SpecBlock>(name: &'static str) -> Self {
        Self {
            block: BlockKind::of::<T>(name),
            read: |reader, written, implied_name| {
                let (content, mut block) = written.open::<T>(reader);
                block.implied_name = implied_name.cloned();
                content.read(reader, &block)
            },
        }
    }

    /// Returns a kind of blocks, without some fields of their content.
    const fn of_blocks(
        name: &'static str,
        docs: &'static str,
        lacks: &'static [&'static str],
    ) -> Self {
        let kind = Self::of::<BlocksContent>(name);
        let block = BlockKind { requires: Some("labels"), ..kind.block.part(docs, lacks) };
        Self { block, ..kind }
    }
}

/// All kinds, in the order in which messages list them.
static KINDS: [SpecKind; 23] = [
    SpecKind::of::<object::Object>("object"),
    SpecKind::of::<object::Array>("array"),
    SpecKind::of::<attr::Attr>("attr"),
    SpecKind::of_blocks("block", "The one block of a type.", NOT_OF_BLOCK),
    SpecKind::of_blocks("block_list", "A list of the blocks of a type.", NOT_OF_ALL),
    SpecKind::of_blocks(
        "block_tuple",
        "A tuple of the blocks of a type, which may differ in their value types.",
        NOT_OF_ALL,
    ),
    SpecKind::of_blocks("block_set", "A set of the blocks of a type.", NOT_OF_ALL),
    SpecKind::of_blocks(
        "block_map",
        "A map of the blocks of a type by their labels.",
        NOT_OF_LABELLED,
    ),
    SpecKind::of_blocks(
        "block_object",
        "An object of the blocks of a type by their labels, which may differ in their value types.",
        NOT_OF_LABELLED,
    ),
    SpecKind::of_blocks(
        "block_attrs",
        "A map of the attributes in the one block of a type.",
        NOT_OF_ATTRS,
    ),
    SpecKind::of_blocks("block_of", "The one block of several types.", NOT_OF_CHOICE),
    SpecKind::of_blocks("blocks_of", "A tuple of the blocks of several types.", NOT_OF_CHOICES),
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

/// Reads one spec block. `implied_name` is the name of the item to decode, if the block does not give one.
pub(super) fn read(
    reader: &mut SpecReader<'_>,
    written: &NestedBlock,
    implied_name: Option<&Str>,
) -> Option<Read> {
    let kind = KINDS.iter().find(|kind| kind.block.name == written.kind.name)?;
    (kind.read)(reader, written, implied_name)
}
