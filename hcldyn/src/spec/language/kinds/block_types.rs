//! `block_of` and `blocks_of`: blocks of several types.

use super::block::BLOCK_TYPE;
use super::choices::Choices;
use super::docs::docs;
use super::forms;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::{SpecKind, argument};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::{BlockTypesSpec, ObjectSpec, Spec, SpecStep};

pub(super) const BLOCK_OF: SpecKind =
    SpecKind { name: "block_of", body: body_of_one, read: read_one };

pub(super) const BLOCKS_OF: SpecKind =
    SpecKind { name: "blocks_of", body: body_of_many, read: read_many };

const TYPES: Choices =
    Choices { ty: BLOCK_TYPE, label: "type", what: "block type", step: SpecStep::Block };

fn body_of_one() -> ObjectSpec {
    let arguments = [argument::<bool>("required"), argument::<bool>("dynamic")];
    let forms = forms::arguments(forms::OF_BLOCKS);
    ObjectSpec::new(arguments.into_iter().chain(docs()).chain([TYPES.part()]).chain(forms))
}

fn read_one(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let (mut spec, site) = types(reader, block);
    spec.min_items = usize::from(block.is_set("required", reader));
    Some(Read { spec: Spec::BlockOf(spec.into()), site })
}

fn body_of_many() -> ObjectSpec {
    let arguments = [
        argument::<usize>("min_items"),
        argument::<usize>("max_items"),
        argument::<bool>("dynamic"),
        TYPES.part(),
    ];
    let forms = forms::arguments(forms::OF_BLOCKS);
    ObjectSpec::new(arguments.into_iter().chain(docs()).chain(forms))
}

fn read_many(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let (mut spec, site) = types(reader, block);
    (spec.min_items, spec.max_items) = reader.item_counts(block);
    Some(Read { spec: Spec::BlocksOf(spec.into()), site })
}

fn types(reader: &mut SpecReader<'_>, block: &BlockBody) -> (BlockTypesSpec, SpecSite) {
    let (types, site) = reader.choices(block, &TYPES, SpecReader::block_body);
    let mut spec = BlockTypesSpec::with(types.into_iter());
    spec.dynamic = block.is_set("dynamic", reader);
    spec.other_forms = reader.other_forms(block, forms::OF_BLOCKS);
    spec.docs = reader.docs(block);
    (spec, site)
}
