//! `list`, `set`, `map` and `tuple`: the parts of a value, each with its own spec.

use std::sync::LazyLock;

use super::{TYPE, ValueKind, arguments};
use crate::cty::value_spec::ValueSpec;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::{argument, body_of};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::{BlocksSpec, ObjectSpec, Spec, SpecStep};

pub(super) const LIST: ValueKind = ValueKind {
    name: "list",
    body: || ObjectSpec::new(arguments(TYPE).into_iter().chain([argument::<usize>(COUNT)])),
    read: |reader, block| {
        let Read { spec, site } = read(reader, block, ValueSpec::list)?;
        let spec = match block.get(COUNT, reader) {
            Some(count) => spec.of_count(count),
            None => spec,
        };
        Some(Read { spec, site })
    },
};

pub(super) const SET: ValueKind = ValueKind {
    name: "set",
    body: || ObjectSpec::new(arguments(TYPE)),
    read: |reader, block| read(reader, block, ValueSpec::set),
};

pub(super) const MAP: ValueKind = ValueKind {
    name: "map",
    body: || ObjectSpec::new(arguments(TYPE).into_iter().chain([(KEYS, keys())])),
    read: |reader, block| {
        let Read { spec, site } = read(reader, block, ValueSpec::map)?;
        let spec = match block.blocks(KEYS).first() {
            Some(keys) => {
                let keys = keys.open(&PART, reader);
                spec.with_keys(&reader.value(TYPE, &keys).spec)
            }
            None => spec,
        };
        Some(Read { spec, site })
    },
};

/// The argument for a fixed number of elements, and the block for the keys of a map, both for documents.
pub(in crate::spec::language) const COUNT: &str = "count";
pub(in crate::spec::language) const KEYS: &str = "keys";

/// The body of a block for a part of a value.
static PART: LazyLock<Spec> = LazyLock::new(|| ObjectSpec::new(arguments(TYPE)).into());

fn keys() -> Spec {
    BlocksSpec::new(KEYS, body_of(KEYS)).tuple().max_items(1).into()
}

pub(super) const TUPLE: ValueKind =
    ValueKind { name: "tuple", body: body_of_tuple, read: read_tuple };

/// The type of the blocks for the elements of a tuple.
const ELEMENT: &str = "element";

fn read(
    reader: &mut SpecReader<'_>,
    block: &BlockBody,
    of: fn(ValueSpec) -> ValueSpec,
) -> Option<Read<ValueSpec>> {
    let Read { spec, site } = reader.value(TYPE, block);
    Some(Read { spec: of(spec), site })
}

fn body_of_tuple() -> ObjectSpec {
    ObjectSpec::new([(ELEMENT, BlocksSpec::new(ELEMENT, body_of(ELEMENT)).tuple().into())])
}

fn read_tuple(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read<ValueSpec>> {
    let mut site = SpecSite::new(block.place.clone());
    let mut elements = Vec::new();
    for (index, element) in block.blocks(ELEMENT).iter().enumerate() {
        let element = element.open(&PART, reader);
        let Read { spec, site: inside } = reader.value(TYPE, &element);
        elements.push(spec);
        site.add(SpecStep::Element(index), inside);
    }
    Some(Read { spec: ValueSpec::tuple(elements), site })
}
