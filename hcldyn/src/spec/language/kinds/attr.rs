//! `attr`: the value of an attribute.

use super::item::with_item;
use super::{forms, value_rules};
use crate::cty::{Str, Type, Value};
use crate::ext::typeexpr::TypeConstraint;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::diags;
use crate::spec::language::grammar::{SpecKind, argument};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::{AttrSpec, ObjectSpec, Spec, SpecStep};

pub(super) const ATTR: SpecKind = SpecKind { name: "attr", body, read };

fn body() -> ObjectSpec {
    let arguments = [
        argument::<Str>("name"),
        argument::<TypeConstraint>("type"),
        argument::<bool>("required"),
        argument::<Value>("default"),
        argument::<bool>("sensitive"),
    ];
    ObjectSpec::new(
        with_item(arguments)
            .chain(forms::arguments(forms::OF_ATTR))
            .chain(value_rules::arguments()),
    )
    .at_most_one_of(["required", "default"])
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let name = reader.name("name", block)?;
    let constraint = block.get("type", reader).unwrap_or(TypeConstraint::from(Type::Dynamic));
    let mut attr = AttrSpec::new(name, constraint.ty.clone());
    reader.describe(&mut attr.item, block);
    attr.required = block.is_set("required", reader);
    attr.sensitive = block.is_set("sensitive", reader);
    attr.other_forms = reader.other_forms(block, forms::OF_ATTR);
    attr.rules = reader.value_rules(block, &constraint.ty);
    if let Some(defaults) = constraint.defaults.clone() {
        attr = attr.decode_with(move |expr, ctx, diags| defaults.apply(expr.value(ctx, diags)));
    }
    let mut site = SpecSite::new(block.place.clone());
    let mut spec = Spec::from(attr);
    if let Some(default) = default(&constraint, block, reader) {
        spec = spec.or(Spec::Literal(default));
        site.add(SpecStep::Default, SpecSite::new(block.place_of("default")));
    }
    Some(Read { spec, site })
}

/// Returns the default of the attribute, in its type.
fn default(
    constraint: &TypeConstraint,
    block: &BlockBody,
    reader: &mut SpecReader<'_>,
) -> Option<Value> {
    match constraint.convert(block.get("default", reader)?) {
        Ok(default) => Some(default),
        Err(error) => reader.diags.fail(diags::wrong_default(block.place_of("default"), &error)),
    }
}
