//! `block`, `block_list`, `block_tuple` and `block_set`: the blocks of a type.

use std::sync::Arc;

use super::forms;
use super::item::{layers, with_item};
use crate::cty::Str;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::{SpecKind, argument, children};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::{BlockSpec, BlocksSpec, ObjectSpec, Spec};

pub(super) const BLOCK: SpecKind = SpecKind { name: "block", body: body_of_one, read: read_one };

pub(super) const BLOCK_LIST: SpecKind = SpecKind {
    name: "block_list",
    body: body_of_many,
    read: |reader, block| read_many(reader, block, Spec::BlockList),
};

pub(super) const BLOCK_TUPLE: SpecKind = SpecKind {
    name: "block_tuple",
    body: body_of_many,
    read: |reader, block| read_many(reader, block, Spec::BlockTuple),
};

pub(super) const BLOCK_SET: SpecKind = SpecKind {
    name: "block_set",
    body: body_of_many,
    read: |reader, block| read_many(reader, block, Spec::BlockSet),
};

/// The argument that names a block type.
pub(in crate::spec::language) const BLOCK_TYPE: &str = "block_type";

fn body_of_one() -> ObjectSpec {
    ObjectSpec::new(
        with_item([
            argument::<Str>(BLOCK_TYPE),
            argument::<bool>("required"),
            argument::<bool>("dynamic"),
            layers(),
            children(),
        ])
        .chain(forms::arguments(forms::OF_BLOCK)),
    )
}

fn read_one(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let ty = reader.name(BLOCK_TYPE, block);
    let nested = reader.block_body(block);
    let ty = ty?;
    let mut spec = BlockSpec::with(ty.clone(), nested.spec);
    reader.describe(&mut spec.item, block);
    spec.layering = reader.layering(block);
    spec.required = block.is_set("required", reader);
    spec.dynamic = block.is_set("dynamic", reader);
    spec.other_forms = reader.other_forms(block, forms::OF_BLOCK);
    Some(Read::of_blocks(spec.into(), block.place.clone(), ty, nested.site))
}

fn body_of_many() -> ObjectSpec {
    ObjectSpec::new(
        with_item([
            argument::<Str>(BLOCK_TYPE),
            argument::<usize>("min_items"),
            argument::<usize>("max_items"),
            argument::<bool>("dynamic"),
            layers(),
            children(),
        ])
        .chain(forms::arguments(forms::OF_BLOCKS)),
    )
}

fn read_many(
    reader: &mut SpecReader<'_>,
    block: &BlockBody,
    collect: fn(Arc<BlocksSpec>) -> Spec,
) -> Option<Read> {
    let ty = reader.name(BLOCK_TYPE, block);
    let nested = reader.block_body(block);
    let ty = ty?;
    let mut spec = BlocksSpec::with(ty.clone(), nested.spec);
    reader.describe(&mut spec.item, block);
    spec.layering = reader.layering(block);
    (spec.min_items, spec.max_items) = reader.item_counts(block);
    spec.dynamic = block.is_set("dynamic", reader);
    spec.other_forms = reader.other_forms(block, forms::OF_BLOCKS);
    Some(Read::of_blocks(collect(spec.into()), block.place.clone(), ty, nested.site))
}

impl SpecReader<'_> {
    /// Returns the minimum and maximum number of blocks. As in the reference, a maximum of 0 has no effect.
    pub(super) fn item_counts(&mut self, block: &BlockBody) -> (usize, Option<usize>) {
        let min = block.get("min_items", self).unwrap_or(0);
        let max = block.get("max_items", self).filter(|max| *max > 0);
        (min, max)
    }
}
