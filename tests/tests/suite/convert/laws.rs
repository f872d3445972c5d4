//! A converted source decodes to the same value, and in the native syntax it stays the same when it is converted twice.

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
use hcldyn::{Diagnostics, EvalContext, functions};
use proptest::prelude::*;

use super::{body, json, native};

fn string() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "a",
        " ",
        "é",
        "\\n",
        "\\\"",
        "\\\\",
        "$",
        "%",
        "$${",
        "%%{",
        "{",
        "}",
        "~",
        "${v}",
        "${ v }",
        "${~ v ~}",
        "${\"x\"}",
        "%{ if t }",
        "%{ else }",
        "%{ endif }",
        "\\u001b",
        "${\"a${v}\"}",
        "%{ for x in [1, 2] ~} ${x} %{ endfor }",
    ]);
    prop::collection::vec(part, 0..6).prop_map(|parts| format!("\"{}\"", parts.concat()))
}

fn heredoc() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "",
        "  a",
        "b ${v}",
        "    ${~ v ~}  c",
        "$${x}",
        "\"q\" \\n",
        "$",
    ]);
    (prop::collection::vec(line, 0..4), any::<bool>()).prop_map(|(lines, flush)| {
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        format!("<<{}EOT\n{lines}EOT\n", if flush { "-" } else { "" })
    })
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop::sample::select(vec![
            "null",
            "true",
            "1",
            "-2.5",
            "1e3",
            "v",
            "o.a",
            "o[\"a\"]",
            "(1)",
            "!t",
            "-v2",
            "v == \"x\" ? 1 : 2",
            "[for x in [1]: x + 1]",
            "upper(v)",
            "[1, 2][*]",
            "o[v]",
            "(1 +\n 2)",
            "[# c\n 1]",
        ])
        .prop_map(str::to_owned),
        string(),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let key = prop_oneof![
            Just("a".to_owned()),
            Just("\"b c\"".to_owned()),
            Just("(v)".to_owned()),
            Just("\"${v}x\"".to_owned()),
            Just("1".to_owned()),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3)
                .prop_map(|all| format!("[{}]", all.join(", "))),
            prop::collection::vec((key, inner), 0..3).prop_map(|all| {
                let all: Vec<_> =
                    all.iter().map(|(key, value)| format!("{key} = {value}")).collect();
                format!("{{ {} }}", all.join(", "))
            }),
        ]
    })
}

fn spec() -> Spec {
    let attr = |name: &str| Spec::from(AttrSpec::new(name, Type::Dynamic));
    let inner = Spec::object([
        ("a", attr("a")),
        ("all", Spec::from(BlocksSpec::of_types([("p", attr("a")), ("q", attr("a"))]).tuple())),
    ]);
    Spec::object([
        ("a", attr("a")),
        ("b", attr("b")),
        ("blocks", Spec::from(BlocksSpec::new("x", inner.clone()).tuple().dynamic())),
        ("map", Spec::from(BlocksSpec::new("m", inner).object("k").then_by("l").grouped())),
        ("tags", BlocksSpec::attributes("tags", Type::Dynamic).into()),
    ])
}

fn source() -> impl Strategy<Value = String> {
    let value = || prop_oneof![4 => expression(), 1 => heredoc()];
    let inner =
        (value(), prop::collection::vec((any::<bool>(), value()), 0..4)).prop_map(|(a, steps)| {
            let steps = steps
                .iter()
                .map(|(is_p, a)| format!("{} {{\na = {a}\n}}\n", if *is_p { "p" } else { "q" }));
            format!("a = {a}\n{}", steps.collect::<String>())
        });
    let label = || prop::sample::select(vec!["k", "$${l}", "\\\"//\\\"", "é"]);
    let block = prop_oneof![
        inner.clone().prop_map(|inner| format!("x {{\n{inner}}}\n")),
        inner.clone().prop_map(|inner| {
            format!("dynamic \"x\" {{\nfor_each = [1, 2]\ncontent {{\n{inner}}}\n}}\n")
        }),
        (label(), label(), inner)
            .prop_map(|(k, l, inner)| format!("m \"{k}\" \"{l}\" {{\n{inner}}}\n")),
    ];
    let blocks = prop::collection::vec(block, 0..5).prop_map(|blocks| blocks.concat());
    (value(), value(), blocks, value()).prop_map(|(a, b, blocks, tag)| {
        format!("a = {a}\n{blocks}b = {b}\ntags {{\nt = {tag}\n}}\n")
    })
}

fn context() -> EvalContext {
    EvalContext::new()
        .with_functions(functions::all())
        .with_variable("v", "x")
        .with_variable("v2", 5)
        .with_variable("t", Value::bool(true).mark(Mark::new("origin")))
        .with_variable("o", Value::object([("a", 1), ("x", 2)].map(|(n, v)| (n, Value::from(v)))))
}

fn value(name: &str, text: &str, diags: &mut Diagnostics) -> Value {
    decode(&body(name, text), &spec(), &context(), diags)
}

proptest! {
    #[test]
    fn a_converted_source_has_the_same_value(text in source()) {
        let text = hcldyn::syntax::format::format(&text);
        let mut unparsed = Diagnostics::new();
        hcldyn::parse_body(&hcldyn::syntax::Source::new("t.hcl", &text), &mut unparsed);
        prop_assume!(!unparsed.has_errors());
        let mut diags = Diagnostics::new();
        let expected = value("t.hcl", &text, &mut diags);
        prop_assume!(!diags.has_errors());

        let json = json(&text);
        let mut diags = Diagnostics::new();
        let of_json = value("t.json", &json, &mut diags);
        prop_assert!(!diags.has_errors(), "{text}\n{json}\n{diags}");
        prop_assert_eq!(&of_json, &expected, "{}\n{}", text, json);

        let native = native(&json, Some(&spec()));
        let of_native = value("t.hcl", &native, &mut diags);
        prop_assert!(!diags.has_errors(), "{json}\n{native}\n{diags}");
        prop_assert_eq!(&of_native, &expected, "{}\n{}", json, native);
        let again = super::native(&super::json(&native), Some(&spec()));
        prop_assert_eq!(&again, &native);
    }
}
