//! `block_of` and `blocks_of`: blocks of several types.

use super::block::BLOCK_TYPE;
use super::item::docs;
use crate::spec::language::grammar::{Kind, argument, named};
use crate::spec::language::read::{Names, Read, Reader};
use crate::spec::language::site::Site;
use crate::spec::language::written::Written;
use crate::spec::{BlockTypesSpec, ObjectSpec, Spec, SpecStep};

pub(super) const BLOCK_OF: Kind = Kind { name: "block_of", body: body_of_one, read: read_one };

pub(super) const BLOCKS_OF: Kind = Kind { name: "blocks_of", body: body_of_many, read: read_many };

fn body_of_one() -> ObjectSpec {
    let types = (BLOCK_TYPE, named(BLOCK_TYPE, "type"));
    ObjectSpec::new([argument::<bool>("required"), argument::<bool>("dynamic"), docs(), types])
}

fn read_one(reader: &mut Reader<'_>, block: &Written) -> Read {
    let (mut spec, site) = types(reader, block);
    spec.min_items = usize::from(block.is_set("required", reader));
    Read { spec: Spec::BlockOf(spec.into()), site }
}

fn body_of_many() -> ObjectSpec {
    ObjectSpec::new([
        argument::<usize>("min_items"),
        argument::<usize>("max_items"),
        argument::<bool>("dynamic"),
        docs(),
        (BLOCK_TYPE, named(BLOCK_TYPE, "type")),
    ])
}

fn read_many(reader: &mut Reader<'_>, block: &Written) -> Read {
    let (mut spec, site) = types(reader, block);
    (spec.min_items, spec.max_items) = reader.item_counts(block);
    Read { spec: Spec::BlocksOf(spec.into()), site }
}

fn types(reader: &mut Reader<'_>, block: &Written) -> (BlockTypesSpec, Site) {
    let mut site = Site::new(block.place.clone());
    let mut names = Names::new("a block type");
    let mut types = Vec::new();
    for nested in block.blocks(BLOCK_TYPE) {
        let Some((ty, place)) = &nested.label else { continue };
        let read = reader.under_label(&nested, Reader::block_body);
        if names.add(ty, place.clone(), reader) {
            types.push((ty.clone(), read.spec));
            site.add(SpecStep::Block(ty.clone()), read.site);
        }
    }
    reader.some_of(block, BLOCK_TYPE, &types);
    let mut spec = BlockTypesSpec::new(types);
    spec.dynamic = block.is_set("dynamic", reader);
    if let Some(docs) = reader.docs(block) {
        spec = spec.doc(docs);
    }
    (spec, site)
}
