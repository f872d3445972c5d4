//! Specs of values.

use hcldyn::cty::Type;
use hcldyn::cty::value_spec::{
    LazyValueSpec, ObjectAttribute, ObjectValueSpec, Unexpected, ValueSpec, ValueVariant,
    VariantSelector, VariantsSpec,
};

use super::Generator;

/// Returns the spec of a value with parts inside each other at most `depth` times.
pub(super) fn value(generator: &mut Generator, depth: usize) -> ValueSpec {
    if depth == 0 {
        return match generator.random.below(5) {
            0 => ValueSpec::integer(-10, -1),
            1 => ValueSpec::text("time", "10:15"),
            2 => Type::Bool.into(),
            3 => Type::Dynamic.into(),
            _ => Type::String.into(),
        };
    }
    match generator.random.below(11) {
        0 => ValueSpec::list(value(generator, depth - 1)),
        1 => ValueSpec::set(value(generator, depth - 1)),
        2 => ValueSpec::map(value(generator, depth - 1)),
        3 => ValueSpec::tuple([value(generator, depth - 1), value(generator, 0)]),
        4 => Type::object([("x", Type::String), ("y", Type::Number)]).into(),
        5 | 6 => object(generator, depth - 1),
        7 => variants(generator, VariantSelector::Keyword { ignore_case: true }, depth),
        8 => variants(generator, VariantSelector::Attribute("kind".into()), depth),
        9 => variants(generator, VariantSelector::Form, depth),
        _ => tree(),
    }
}

fn object(generator: &mut Generator, depth: usize) -> ValueSpec {
    let mut attributes = Vec::new();
    for _ in 0..generator.random.below(4) {
        let name = generator.name("part");
        let mut attribute = ObjectAttribute::new(name, value(generator, depth));
        attribute.docs = generator.docs();
        attribute.optional = generator.random.percent(50);
        attribute.sensitive = generator.random.percent(5);
        attribute.docs.is_hidden = attribute.optional && generator.random.percent(5);
        attributes.push(attribute);
    }
    let unknown = match generator.random.below(3) {
        0 => Unexpected::Ignore,
        _ => Unexpected::Deny,
    };
    ValueSpec::Object(ObjectValueSpec::new(attributes).with_unexpected(unknown).into())
}

fn variants(generator: &mut Generator, selector: VariantSelector, depth: usize) -> ValueSpec {
    let mut variants = Vec::new();
    for index in 0..1 + generator.random.below(3) {
        let name = generator.name("variant");
        let is_keyword = match selector {
            VariantSelector::Keyword { .. } => true,
            VariantSelector::Attribute(_) => false,
            _ => index == 0,
        };
        let spec = match (&selector, is_keyword, index) {
            (_, true, _) => Type::String.into(),
            (VariantSelector::Attribute(_), ..) => object(generator, depth - 1),
            (_, _, 1) => ValueSpec::integer(1, 5),
            _ => object(generator, depth - 1),
        };
        let mut variant = ValueVariant::new(name, spec);
        variant.keyword = is_keyword;
        variant.docs = generator.docs();
        variants.push(variant);
    }
    ValueSpec::Variants(VariantsSpec::new(selector, variants).into())
}

/// A spec that contains itself.
fn tree() -> ValueSpec {
    let label = ObjectAttribute::new("label", Type::String);
    let children = ValueSpec::list(ValueSpec::Lazy(LazyValueSpec::new(tree)));
    let children = ObjectAttribute::new("children", children).optional();
    ValueSpec::Object(ObjectValueSpec::new([label, children]).into())
}
