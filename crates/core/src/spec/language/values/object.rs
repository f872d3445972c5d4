//! `object`: an object with rules for its attributes.

use std::sync::LazyLock;

use super::{TYPE, ValueKind, arguments};
use crate::cty::value_spec::{
    AttributeDefault, AttributeKind, ObjectAttribute, ObjectValueSpec, Unexpected, ValueSpec,
};
use crate::cty::{Str, Value};
use crate::spec::language::argument::Word;
use crate::spec::language::block_body::{BlockBody, NestedBlock};
use crate::spec::language::grammar::{argument, named};
use crate::spec::language::kinds::{ALIASES, DEPRECATED, FORMER_NAMES, docs};
use crate::spec::language::read::{Read, SpecReader, UniqueNames};
use crate::spec::language::site::SpecSite;
use crate::spec::{Deprecation, ObjectSpec, Spec, SpecStep};

pub(super) const OBJECT: ValueKind = ValueKind { name: "object", body, read };

/// The type of the blocks for the attributes of an object.
const ATTRIBUTE: &str = "attribute";

static ATTRIBUTE_BODY: LazyLock<Spec> = LazyLock::new(|| {
    let own = [
        argument::<bool>("optional"),
        argument::<bool>("sensitive"),
        argument::<bool>("flattened"),
        argument::<bool>("remaining"),
        argument::<Value>("default"),
        argument::<Vec<Str>>(ALIASES),
        argument::<Vec<Str>>(FORMER_NAMES),
        argument::<Str>(DEPRECATED),
    ];
    ObjectSpec::new(own.into_iter().chain(docs()).chain(arguments(TYPE)))
        .at_most_one_of(["flattened", "remaining", "default"])
        .into()
});

fn body() -> ObjectSpec {
    let own = [argument::<Word<Unexpected>>("unexpected"), (ATTRIBUTE, named(ATTRIBUTE, "name"))];
    ObjectSpec::new(docs().into_iter().chain(own))
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read<ValueSpec>> {
    let mut site = SpecSite::new(block.place.clone());
    let mut names = UniqueNames::new("attribute");
    let mut attributes = Vec::new();
    for written in block.blocks(ATTRIBUTE) {
        let Some((name, place)) = &written.label else { continue };
        let (attribute, inside) = attribute(reader, &written, name);
        if names.add(name, place.clone(), reader) {
            attributes.push(attribute);
            site.add(SpecStep::Attribute(name.clone()), inside);
        }
    }
    let mut object = ObjectValueSpec::new(attributes).with_docs(reader.docs(block));
    if let Some(Word(unknown)) = block.get("unexpected", reader) {
        object = object.unknown(unknown);
    }
    Some(Read { spec: ValueSpec::Object(object.into()), site })
}

fn attribute(
    reader: &mut SpecReader<'_>,
    written: &NestedBlock,
    name: &Str,
) -> (ObjectAttribute, SpecSite) {
    let block = written.open(&ATTRIBUTE_BODY, reader);
    let Read { spec, mut site } = reader.value(TYPE, &block);
    let mut attribute = ObjectAttribute::new(name.clone(), spec);
    attribute.names.aliases = block.get(ALIASES, reader).unwrap_or_default();
    attribute.names.former_names = block.get(FORMER_NAMES, reader).unwrap_or_default();
    let advice = block.get::<Str>(DEPRECATED, reader);
    attribute.names.deprecation = advice.map(|advice| Deprecation::new(None, Some(advice)));
    attribute.docs = reader.docs(&block);
    attribute.optional = block.is_set("optional", reader);
    attribute.sensitive = block.is_set("sensitive", reader);
    if block.is_set("flattened", reader) {
        attribute.kind = AttributeKind::Flattened;
    } else if block.is_set("remaining", reader) {
        attribute.kind = AttributeKind::Remaining;
    }
    if let Some(value) = block.get::<Value>("default", reader) {
        attribute = attribute.or(AttributeDefault { value, check: |_| Ok(()) });
        site.add(SpecStep::Default, SpecSite::new(block.place_of("default")));
    }
    (attribute, site)
}
