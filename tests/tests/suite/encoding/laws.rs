//! Properties of all specs and values: what is encoded decodes to the same value.

use hcldyn::cty::{Number, Str, Type, Value};
use hcldyn::spec::{
    AttrSpec, BlocksSpec, DataForm, Encoder, LabelSpec, OneOfSpec, Rest, Spec, decode,
};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

/// A spec, and a value that it decodes to.
type Case = (Spec, Value);

fn string() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        r#"[$%{}~"\\nEOT \t\r\x1b\x{feff}\x{202e}e\x{301}]{0,12}"#,
        r#"([$%{}~"\\EOT_ \t]{0,5}\n){0,4}"#,
    ]
}

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::from),
        any::<f64>()
            .prop_filter_map("finite", |n| Number::parse(&n.to_string()).ok())
            .prop_map(Value::number),
    ]
}

/// A value of an attribute of any type: what an expression can evaluate to.
fn dynamic() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::null(Type::Dynamic)),
        any::<bool>().prop_map(Value::from),
        number(),
        string().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::tuple),
            vec((string(), inner), 0..4).prop_map(Value::object),
        ]
    })
}

fn typed() -> impl Strategy<Value = (Type, Value)> {
    prop_oneof![
        dynamic().prop_map(|value| (Type::Dynamic, value)),
        string().prop_map(|value| (Type::String, value.into())),
        number().prop_map(|value| (Type::Number, value)),
        any::<bool>().prop_map(|value| (Type::Bool, value.into())),
        vec(string().prop_map(Value::from), 0..4)
            .prop_map(|all| { (Type::list(Type::String), Value::list(Type::String, all)) }),
        vec(number(), 0..4)
            .prop_map(|all| (Type::set(Type::Number), Value::set(Type::Number, all))),
        btree_map(string().prop_map(Str::from), number(), 0..4).prop_map(|all| {
            (Type::map(Type::Number), Value::map(Type::Number, all.into_iter().collect()))
        }),
    ]
}

/// An attribute whose name is not in use: the name of the item of the body.
fn attribute(name: Str) -> BoxedStrategy<Case> {
    let attr = move |(ty, value): (Type, Value), null: bool, required: bool| {
        let spec = AttrSpec::new(name.clone(), ty.clone());
        let value = if null { Value::null(ty) } else { value };
        (if required { spec.required() } else { spec }, value)
    };
    let plain = (typed(), any::<bool>(), any::<bool>())
        .prop_map(move |(typed, null, required)| attr(typed, null, required))
        .boxed();
    let with_default = (plain.clone(), any::<bool>()).prop_map(|((spec, value), is_default)| {
        let default = if is_default { value.clone() } else { Value::from("other") };
        (Spec::from(spec).or(Spec::Literal(default)), value)
    });
    let with_default = with_default.prop_filter("not null", |(_, value)| !value.is_null());
    prop_oneof![
        3 => plain.prop_map(|(spec, value)| (spec.into(), value)),
        1 => with_default,
    ]
    .boxed()
}

fn free_attributes() -> impl Strategy<Value = std::collections::BTreeMap<Str, Value>> {
    btree_map("[a-zé_][a-z0-9é_-]{0,4}".prop_map(Str::from), dynamic(), 0..4)
}

/// An item of a body with its name.
#[expect(clippy::too_many_lines, reason = "one strategy for each kind of block")]
fn item(name: Str, depth: u32) -> BoxedStrategy<Case> {
    if depth == 0 {
        return attribute(name);
    }
    let ty = name.clone();
    let block = body(depth - 1, true)
        .prop_map(move |(spec, value)| (BlocksSpec::new(ty.clone(), spec).into(), value));
    let ty = name.clone();
    let none = body(depth - 1, true).prop_map(move |(spec, _)| {
        let spec: Spec = BlocksSpec::new(ty.clone(), spec).into();
        let null = Value::null(spec.implied_type());
        (spec, null)
    });
    let ty = name.clone();
    // The blocks of a list have one spec, so they differ only in the values that the spec is made with.
    let several = (body(depth - 1, true), 0..4_usize, 0..3_u8).prop_map(
        move |((spec, value), count, kind)| {
            let blocks = BlocksSpec::new(ty.clone(), spec.clone());
            let all = vec![value; count];
            match kind {
                0 => (Spec::from(blocks.tuple()), Value::tuple(all)),
                1 => {
                    let spec = Spec::from(blocks.list());
                    let Type::List(element) = spec.implied_type() else { unreachable!() };
                    let element = all.first().map_or((*element).clone(), Value::ty);
                    (spec, Value::list(element.without_optional(), all))
                }
                _ => {
                    let types =
                        BlocksSpec::of_types([("none", Spec::Literal("no".into())), (&*ty, spec)]);
                    (Spec::from(types.tuple()), Value::tuple(all))
                }
            }
        },
    );
    let ty = name.clone();
    let labelled = (body(depth - 1, false), vec(string(), 0..4), any::<bool>()).prop_map(
        move |((spec, value), labels, grouped)| {
            let map = BlocksSpec::new(ty.clone(), spec).object("label");
            let value = if grouped { Value::tuple(vec![value.clone(), value]) } else { value };
            let map = if grouped { map.grouped() } else { map };
            let mut names: Vec<Str> = labels.into_iter().map(Str::from).collect();
            names.sort();
            names.dedup();
            let all = Value::object(names.into_iter().map(|name| (name, value.clone())));
            (Spec::from(map), all)
        },
    );
    let ty = name.clone();
    let free = free_attributes().prop_map(move |all| {
        let all = all.into_iter().map(|(name, value)| (name, Value::tuple(vec![value])));
        let spec = BlocksSpec::attributes(ty.clone(), Type::tuple([Type::Dynamic]));
        let all: Vec<_> = all.map(|(name, _)| (name, Value::tuple(vec![1.into()]))).collect();
        let element = if all.is_empty() { Type::Dynamic } else { Type::Number };
        (spec.into(), Value::map(Type::tuple([element]), all))
    });
    let open = free_attributes().prop_map(Value::object);
    let ty = name.clone();
    let open = (open, any::<bool>()).prop_map(move |(value, any)| {
        let spec = if any { Spec::any() } else { Spec::Rest(Rest::Data(DataForm::Tuples)) };
        (BlocksSpec::new(ty.clone(), spec).into(), value)
    });
    prop_oneof![attribute(name), block, none, several, labelled, free, open].boxed()
}

/// The spec of a body with a value; with labels if it is the body of a block without other labels.
fn body(depth: u32, has_labels: bool) -> BoxedStrategy<Case> {
    let names = ["a", "b-c", "größe"].map(Str::from);
    let items =
        names.map(|name| item(name.clone(), depth).prop_map(move |case| (name.clone(), case)));
    let labels = vec(string(), if has_labels { 0..3 } else { 0..1 });
    let items = (items, 0..4_usize, 0..3_usize, labels, 0..4_u8);
    let object = items.prop_map(|(items, count, first, labels, tag)| {
        let items = items.into_iter().cycle().skip(first).take(count.min(3));
        let (mut specs, mut values) = (Vec::new(), Vec::new());
        for (name, (spec, value)) in items {
            specs.push((name.clone(), spec));
            values.push((name, value));
        }
        let labels = labels.into_iter().enumerate().map(|(index, label)| {
            let name = Str::from(format!("label {index}"));
            let spec: Spec = LabelSpec::new(index, name.clone()).into();
            ((name.clone(), spec), (name, Value::from(label)))
        });
        let (label_specs, label_values): (Vec<_>, Vec<_>) = labels.unzip();
        specs.extend(label_specs);
        values.extend(label_values);
        let shape = hcldyn::cty::Shape::new(values.iter().map(|(name, _)| name.clone()));
        let values = values.into_iter().map(|(_, value)| value).collect();
        let (spec, value) = (Spec::object(specs), Value::object_of_shape(shape, values));
        if tag > 0 {
            return (spec, value);
        }
        // The value is that of the second form.
        let form = |index: usize, spec| Spec::tuple([Spec::Literal(index.into()), spec]);
        let forms = [("x", form(0, Spec::tuple([]))), ("y", form(1, spec))];
        (OneOfSpec::by_attribute("tag", forms).into(), Value::tuple(vec![1.into(), value]))
    });
    object.boxed()
}

proptest! {
    #[test]
    fn what_is_encoded_decodes_to_the_same_value((spec, value) in body(2, false)) {
        prop_assume!(spec.check().is_ok());
        for encoder in [Encoder::new(), Encoder::new().keep_defaults()] {
            let text = encoder.encode(&value, &spec);
            let text = text.map_err(|error| TestCaseError::fail(error.to_string()))?;
            let mut diags = Diagnostics::new();
            let body = parse_body(&Source::new("t.hcl", &text), &mut diags);
            let read = decode(&body, &spec, &EvalContext::new(), &mut diags);
            prop_assert!(diags.is_empty(), "{}\n{}", text, diags);
            prop_assert_eq!(&read, &value, "{}", text);
            prop_assert_eq!(&hcldyn::syntax::format::format(&text), &text);
        }
    }
}
