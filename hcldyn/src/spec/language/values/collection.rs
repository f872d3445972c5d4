//! `list`, `set`, `map` and `tuple`: the parts of a value, each with its own spec.

use std::sync::LazyLock;

use super::{TYPE, ValueKind, arguments};
use crate::cty::value_spec::ValueSpec;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::body_of;
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::{BlocksSpec, ObjectSpec, Spec, SpecStep};

pub(super) const LIST: ValueKind = ValueKind {
    name: "list",
    body: || ObjectSpec::new(arguments(TYPE)),
    read: |reader, block| read(reader, block, ValueSpec::list),
};

pub(super) const SET: ValueKind = ValueKind {
    name: "set",
    body: || ObjectSpec::new(arguments(TYPE)),
    read: |reader, block| read(reader, block, ValueSpec::set),
};

pub(super) const MAP: ValueKind = ValueKind {
    name: "map",
    body: || ObjectSpec::new(arguments(TYPE)),
    read: |reader, block| read(reader, block, ValueSpec::map),
};

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
    ObjectSpec::new([(
        ELEMENT,
        Spec::BlockTuple(BlocksSpec::new(ELEMENT, body_of(ELEMENT)).into()),
    )])
}

fn read_tuple(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read<ValueSpec>> {
    static BODY: LazyLock<Spec> = LazyLock::new(|| ObjectSpec::new(arguments(TYPE)).into());
    let mut site = SpecSite::new(block.place.clone());
    let mut elements = Vec::new();
    for (index, element) in block.blocks(ELEMENT).iter().enumerate() {
        let (title, place) = ("A block of type \"element\"", element.place.clone());
        let element = BlockBody::open(&element.body, &BODY, title, place, reader);
        let Read { spec, site: inside } = reader.value(TYPE, &element);
        elements.push(spec);
        site.add(SpecStep::Element(index), inside);
    }
    Some(Read { spec: ValueSpec::tuple(elements), site })
}
