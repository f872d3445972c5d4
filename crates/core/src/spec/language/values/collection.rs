//! `list`, `set`, `map` and `tuple`: the parts of a value, each with its own spec.

use std::sync::{Arc, LazyLock};

use super::{TYPE, ValueKind, arguments};
use crate::cty::value_spec::{ValueHint, ValueSpec};
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
        let count = block.get(COUNT, reader);
        Some(Read { spec: with_elements(spec, None, count), site })
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
        let key = block.blocks(KEYS).first().and_then(|keys| {
            let keys = keys.open(&PART, reader);
            match reader.value(TYPE, &keys).spec {
                ValueSpec::Hinted(_, hint) => Some(hint),
                _ => None,
            }
        });
        Some(Read { spec: with_elements(spec, key, None), site })
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

/// Returns the spec of a collection with a hint about its keys, or about the number of its elements.
fn with_elements(spec: ValueSpec, key: Option<Arc<ValueHint>>, count: Option<usize>) -> ValueSpec {
    if key.is_none() && count.is_none() {
        return spec;
    }
    let (ty, element) = match spec {
        ValueSpec::Type(ty) => (ty, None),
        ValueSpec::Hinted(ty, hint) => match &*hint {
            ValueHint::Elements { element, .. } => (ty, element.clone()),
            _ => return ValueSpec::Hinted(ty, hint),
        },
        spec => return spec,
    };
    ValueSpec::Hinted(ty, ValueHint::Elements { key, element, count }.into())
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
