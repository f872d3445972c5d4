//! Properties of all specs and bodies: nothing panics, values have the implied type, and origins have as many
//! parts as values have elements.

use hcldyn::cty::value_spec::Unexpected;
use hcldyn::cty::{Type, Value};
use hcldyn::spec::{
    AttrSpec, BlocksSpec, LabelSpec, ObjectSpec, OneOfSpec, Origin, Rest, Spec, decode_with_origin,
};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};
use proptest::prelude::*;

/// Few names, so that specs and bodies often match.
fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b", "c"])
}

fn ty() -> impl Strategy<Value = Type> {
    prop::sample::select(vec![Type::Dynamic, Type::Number, Type::String, Type::list(Type::String)])
}

fn leaf() -> impl Strategy<Value = Spec> {
    prop_oneof![
        (name(), ty()).prop_map(|(name, ty)| AttrSpec::new(name, ty).into()),
        (name(), ty()).prop_map(|(name, ty)| AttrSpec::new(name, ty).required().alias("d").into()),
        (name(), ty()).prop_map(|(name, ty)| BlocksSpec::attributes(name, ty).dynamic().into()),
        (0..3_usize).prop_map(|index| LabelSpec::new(index, "name").into()),
        Just(Spec::Literal(1.into())),
        Just(Spec::Rest(Rest::Body)),
    ]
}

fn spec() -> impl Strategy<Value = Spec> {
    leaf().prop_recursive(3, 24, 3, |inner| {
        let blocks = || (name(), inner.clone()).prop_map(|(ty, spec)| BlocksSpec::new(ty, spec));
        let map =
            || (name(), inner.clone()).prop_map(|(ty, spec)| BlocksSpec::new(ty, spec).map("k"));
        let types = || {
            let types = prop::collection::vec((name(), inner.clone()), 1..3);
            types.prop_map(|types| BlocksSpec::of_types(types).dynamic())
        };
        let forms = || prop::collection::vec((name(), inner.clone()), 0..3);
        prop_oneof![
            prop::collection::vec((name(), inner.clone()), 0..4).prop_map(|attributes| {
                let object = ObjectSpec::new(attributes).unexpected(Unexpected::Warn);
                object.exactly_one_of(["a", "b"]).requires("c", ["a"]).into()
            }),
            prop::collection::vec((name(), inner.clone()), 0..4).prop_map(|attributes| {
                let object = ObjectSpec::new(attributes).or_attr().or_block();
                object.labels_as_blocks().merge().into()
            }),
            prop::collection::vec(inner.clone(), 0..4).prop_map(Spec::tuple),
            (inner.clone(), inner.clone()).prop_map(|(primary, default)| primary.or(default)),
            (name(), inner.clone()).prop_map(|(ty, spec)| BlocksSpec::new(ty, spec).into()),
            blocks().prop_map(|blocks| Spec::from(blocks.dynamic().list())),
            blocks().prop_map(|blocks| Spec::from(blocks.former_name("e").tuple())),
            blocks().prop_map(|blocks| Spec::from(blocks.max_items(1).set())),
            map().prop_map(|map| map.then_by("l").into()),
            map().prop_map(|map| Spec::from(map.object("k").dynamic())),
            types().prop_map(Spec::from),
            types().prop_map(|types| Spec::from(types.tuple())),
            forms().prop_map(|forms| OneOfSpec::by_attribute("a", forms).into()),
            forms().prop_map(|forms| OneOfSpec::by_label(0, "kind", forms).into()),
            inner.clone().prop_map(|spec| spec.refine(hcldyn::cty::Refiner::not_null)),
            inner.prop_map(|spec| spec.validate(|_, _| ())),
        ]
    })
}

fn body() -> impl Strategy<Value = String> {
    let values = ["1", "\"a\"", "\"b\"", "[\"x\"]", "null", "unknown"];
    let objects = ["{ a = 1 }", "[{ b = unknown }]", "{ a = { b = [{}] } }", "{ c = unknown }"];
    let value = prop::sample::select([values.as_slice(), objects.as_slice()].concat());
    let attribute = (name(), value).prop_map(|(name, value)| format!("{name} = {value}\n"));
    let item = attribute.prop_recursive(3, 24, 4, |inner| {
        let inside = prop::collection::vec(inner, 0..3).prop_map(|items| items.concat());
        let labels = prop::sample::select(vec!["", " a", " b", " a b", " a b c"]);
        let for_each = prop::sample::select(vec!["[]", "[1, 2]", "unknown"]);
        prop_oneof![
            (name(), labels, inside.clone())
                .prop_map(|(ty, labels, inside)| { format!("{ty}{labels} {{\n{inside}}}\n") }),
            (name(), for_each, inside.clone()).prop_map(|(ty, for_each, inside)| {
                format!("dynamic {ty} {{\nfor_each = {for_each}\ncontent {{\n{inside}}}\n}}\n")
            }),
            inside,
        ]
    });
    prop::collection::vec(item, 0..4).prop_map(|items| items.concat())
}

/// Returns `true` if every origin with parts has one for each element.
fn parts_fit(value: &Value, origin: &Origin) -> bool {
    let elements = value.unmarked().elements();
    origin.parts.is_empty()
        || origin.parts.len() == elements.len()
            && elements.iter().zip(&*origin.parts).all(|(value, part)| parts_fit(value, part))
}

proptest! {
    #[test]
    fn values_are_of_the_implied_type(spec in spec(), text in body()) {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", text), &mut diags);
        let ctx = EvalContext::new().with_variable("unknown", Value::dynamic());
        let decoded = decode_with_origin(&body, &spec, &ctx, &mut diags);
        let (value, constraint) = (&decoded.value, spec.implied_type());
        // A failed value may have an unknown type, and a default of an unknown type may have another one.
        let has_default = format!("{spec:?}").contains("Default(");
        let has_twins = spec.check().is_err_and(|error| error.to_string().contains("has two"));
        if !has_default && !has_twins && !diags.has_errors() {
            let ty = value.ty();
            prop_assert!(ty.conforms_to(&constraint) || ty == Type::Dynamic, "{ty}, not {constraint}");
        }
        prop_assert!(parts_fit(value, &decoded.origin), "{:?} of {value:?}", decoded.origin);
    }
}
