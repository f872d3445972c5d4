//! `attr`: the value of an attribute.

use super::item::item;
use super::{forms, value_rules};
use crate::cty::value_spec::ValueSpec;
use crate::cty::{Str, Value};
use crate::ext::typeexpr::TypeConstraint;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::diags;
use crate::spec::language::grammar::{SpecKind, argument};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::language::values::{self, AttributeValue, TYPE};
use crate::spec::{AttrSpec, ObjectSpec, Spec, SpecStep};

pub(super) const ATTR: SpecKind = SpecKind { name: "attr", body, read };

fn body() -> ObjectSpec {
    let arguments = [
        argument::<Str>("name"),
        argument::<bool>("required"),
        argument::<Value>("default"),
        argument::<bool>("sensitive"),
    ];
    ObjectSpec::new(
        arguments
            .into_iter()
            .chain(item())
            .chain(values::arguments(TYPE))
            .chain(forms::arguments(forms::OF_ATTR))
            .chain(value_rules::arguments()),
    )
    .at_most_one_of(["required", "default"])
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let name = reader.name("name", block)?;
    let AttributeValue { spec: value, defaults, site } = reader.attribute_value(TYPE, block);
    let mut site = site.at(block.place.clone());
    let mut attr = AttrSpec::new(name, value.bind(&reader.value_specs));
    attr.defaults = defaults;
    reader.describe(&mut attr.names, block);
    attr.docs = reader.docs(block);
    attr.required = block.is_set("required", reader);
    if block.is_set("sensitive", reader) {
        attr = attr.sensitive();
    }
    attr.forms = reader.other_forms(block, forms::OF_ATTR);
    attr.rules = reader.value_rules(block, &attr.ty);
    let default = default(&attr, block, reader);
    let mut spec = Spec::from(attr);
    if let Some(default) = default {
        spec = spec.or(Spec::Literal(default));
        site.add(SpecStep::Default, SpecSite::new(block.place_of("default")));
    }
    Some(Read { spec, site })
}

/// Returns the default of the attribute, in its type.
fn default(attr: &AttrSpec, block: &BlockBody, reader: &mut SpecReader<'_>) -> Option<Value> {
    let value = block.get::<Value>("default", reader)?;
    let (ty, defaults) = (attr.ty.clone(), attr.defaults.clone());
    let converted = if attr.value == ValueSpec::from(ty.clone()) {
        TypeConstraint { ty, defaults }.convert(value).map_err(|error| error.to_string())
    } else {
        attr.value.try_convert(value).map_err(|error| error.to_string())
    };
    let wrong = |error: String| diags::wrong_default(block.place_of("default"), &error);
    converted.map_err(|error| reader.diags.push(wrong(error))).ok()
}
