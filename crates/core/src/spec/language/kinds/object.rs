//! `object` and `array`: the results of several specs of one body.

use super::docs::docs;
use super::forms;
use crate::body::Unexpected;
use crate::spec::language::argument::Word;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::{
    CHILDREN, SpecKind, argument, body_of, children, named_children,
};
use crate::spec::language::read::{Read, SpecReader, UniqueNames};
use crate::spec::language::site::SpecSite;
use crate::spec::{BlocksSpec, ObjectSpec, Spec, SpecStep};

pub(super) const OBJECT: SpecKind =
    SpecKind { name: "object", body: object_body, read: read_object };

pub(super) const ARRAY: SpecKind =
    SpecKind { name: "array", body: || ObjectSpec::new([children()]), read: read_array };

const RULE: &str = "rule";
pub(in crate::spec::language) const UNEXPECTED: &str = "unexpected";

fn object_body() -> ObjectSpec {
    let parts = [
        argument::<Word<Unexpected>>(UNEXPECTED),
        (RULE, BlocksSpec::new(RULE, body_of(RULE)).tuple().into()),
        named_children(),
    ];
    ObjectSpec::new(docs().into_iter().chain(parts).chain(forms::arguments(forms::OF_OBJECT)))
}

fn read_object(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let mut site = SpecSite::new(block.place.clone());
    let mut names = UniqueNames::new("attribute");
    let mut attributes = Vec::new();
    for child in block.blocks(CHILDREN) {
        let Some((name, place)) = &child.label else { continue };
        let read = reader.child(&child, Some(name));
        if names.add(name, place.clone(), reader) {
            attributes.push((name.clone(), read.spec));
            site.add(SpecStep::Attribute(name.clone()), read.site);
        }
    }
    let mut object = ObjectSpec::new(attributes);
    object.forms = reader.other_forms(block, forms::OF_OBJECT);
    object.docs = reader.docs(block);
    if let Some(Word(unexpected)) = block.get(UNEXPECTED, reader) {
        object.unexpected = unexpected;
    }
    for rule in block.blocks(RULE) {
        object.rules.extend(reader.rule(&rule, &object));
    }
    Some(Read { spec: object.into(), site })
}

fn read_array(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let mut site = SpecSite::new(block.place.clone());
    let mut elements = Vec::new();
    for (index, child) in block.blocks(CHILDREN).iter().enumerate() {
        let read = reader.child(child, None);
        elements.push(read.spec);
        site.add(SpecStep::Element(index), read.site);
    }
    Some(Read { spec: Spec::tuple(elements), site })
}
