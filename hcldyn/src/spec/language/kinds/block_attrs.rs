//! `block_attrs`: the attributes of a block, with any names.

use super::block::BLOCK_TYPE;
use super::forms;
use super::item::with_item;
use crate::cty::{Str, Type};
use crate::ext::typeexpr::TypeConstraint;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::{SpecKind, argument, required};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::{BlockAttrsSpec, ObjectSpec};

pub(super) const BLOCK_ATTRS: SpecKind = SpecKind { name: "block_attrs", body, read };

fn body() -> ObjectSpec {
    ObjectSpec::new(
        with_item([
            argument::<Str>(BLOCK_TYPE),
            required::<TypeConstraint>("element_type"),
            argument::<bool>("required"),
            argument::<bool>("dynamic"),
        ])
        .chain(forms::arguments(forms::OF_BLOCK_ATTRS)),
    )
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let ty = reader.name(BLOCK_TYPE, block)?;
    let element = block.get::<TypeConstraint>("element_type", reader);
    let mut spec = BlockAttrsSpec::new(ty, element.map_or(Type::Dynamic, |element| element.ty));
    reader.describe(&mut spec.item, block);
    spec.required = block.is_set("required", reader);
    spec.dynamic = block.is_set("dynamic", reader);
    spec.other_forms = reader.other_forms(block, forms::OF_BLOCK_ATTRS);
    Some(Read::new(spec, block.place.clone()))
}
