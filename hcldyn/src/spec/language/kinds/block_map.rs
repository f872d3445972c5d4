//! `block_map` and `block_object`: the blocks of a type by their labels.

use super::block::BLOCK_TYPE;
use super::forms;
use super::item::{layers, with_item};
use crate::cty::Str;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::diags;
use crate::spec::language::grammar::{SpecKind, argument, children, required};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::{BlockMapSpec, ObjectSpec, Spec};

pub(super) const BLOCK_MAP: SpecKind =
    SpecKind { name: "block_map", body, read: |reader, block| read(reader, block, Spec::from) };

pub(super) const BLOCK_OBJECT: SpecKind = SpecKind {
    name: "block_object",
    body,
    read: |reader, block| read(reader, block, |spec| Spec::BlockObject(spec.into())),
};

fn body() -> ObjectSpec {
    ObjectSpec::new(
        with_item([
            argument::<Str>(BLOCK_TYPE),
            required::<Vec<Str>>("labels"),
            argument::<usize>("min_items"),
            argument::<usize>("max_items"),
            argument::<bool>("dynamic"),
            argument::<bool>("grouped"),
            layers(),
            children(),
        ])
        .chain(forms::arguments(forms::OF_BLOCK)),
    )
}

fn read(
    reader: &mut SpecReader<'_>,
    block: &BlockBody,
    collect: fn(BlockMapSpec) -> Spec,
) -> Option<Read> {
    let ty = reader.name(BLOCK_TYPE, block);
    let labels = block.get::<Vec<Str>>("labels", reader);
    let levels = labels.as_ref().map_or(1, Vec::len);
    reader.deeper(levels, &block.place, |reader| {
        let nested = reader.block_body(block);
        let (ty, labels) = (ty?, labels?);
        let [first, more @ ..] = labels.as_slice() else {
            return reader.diags.fail(diags::no_labels(block.place_of("labels")));
        };
        let spec = BlockMapSpec::with(ty.clone(), first.clone(), nested.spec);
        let mut spec = more.iter().fold(spec, |spec, label| spec.then_by(label.clone()));
        reader.describe(&mut spec.item, block);
        spec.layering = reader.layering(block);
        (spec.min_items, spec.max_items) = reader.item_counts(block);
        spec.dynamic = block.is_set("dynamic", reader);
        spec.other_forms = reader.other_forms(block, forms::OF_BLOCK);
        spec.grouped = block.is_set("grouped", reader);
        Some(Read::of_blocks(collect(spec), block.place.clone(), ty, nested.site))
    })
}
