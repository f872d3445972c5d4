//! `block_attrs`: the attributes of a block, with any names.

use super::block::BLOCK_TYPE;
use super::forms;
use super::item::{layers, with_item};
use crate::cty::Str;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::diags;
use crate::spec::language::grammar::{SpecKind, argument};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::values;
use crate::spec::{BlockAttrsSpec, ObjectSpec};

/// The argument for the type of each attribute.
pub(super) const ELEMENT_TYPE: &str = "element_type";

pub(super) const BLOCK_ATTRS: SpecKind = SpecKind { name: "block_attrs", body, read };

fn body() -> ObjectSpec {
    ObjectSpec::new(
        with_item([
            argument::<Str>(BLOCK_TYPE),
            argument::<bool>("required"),
            argument::<bool>("dynamic"),
        ])
        .chain(values::arguments(ELEMENT_TYPE))
        .chain([layers()])
        .chain(forms::arguments(forms::OF_BLOCK_ATTRS)),
    )
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let ty = reader.name(BLOCK_TYPE, block)?;
    if !block.has_value(ELEMENT_TYPE) && block.is_complete {
        reader.diags.push(diags::missing_value(block, ELEMENT_TYPE));
    }
    let Read { spec: element, site } = reader.value(ELEMENT_TYPE, block);
    let mut spec = BlockAttrsSpec::new(ty, element.bind(&reader.value_specs));
    reader.describe(&mut spec.item, block);
    spec.required = block.is_set("required", reader);
    spec.dynamic = block.is_set("dynamic", reader);
    spec.other_forms = reader.other_forms(block, forms::OF_BLOCK_ATTRS);
    spec.layering = reader.layering(block);
    Some(Read { spec: spec.into(), site: site.at(block.place.clone()) })
}
