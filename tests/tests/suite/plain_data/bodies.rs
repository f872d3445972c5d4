//! `Spec::any()`: bodies as plain data, in the shape that `hcl-rs` gives them.

use hcldyn::body::Body;
use hcldyn::cty::json::to_plain_json;
use hcldyn::cty::{Mark, Path, Type, Value};
use hcldyn::ext::dynblock;
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode_with_origin, variables};
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, EvalContext, Limits, parse_body};
use serde_json::{Value as Json, json};

fn parse(text: &str) -> Body {
    parse_body(&Source::new("t", text), &mut Diagnostics::new())
}

/// Returns the data of a body as JSON, or the diagnostics.
fn data_of(body: &Body, ctx: &EvalContext) -> Result<Json, String> {
    let mut diags = Diagnostics::new();
    let value = decode_with_origin(body, &Spec::any(), ctx, &mut diags).value;
    diags.sort();
    if diags.is_empty() {
        Ok(serde_json::from_str(&to_plain_json(&value).unwrap()).unwrap())
    } else {
        let shown = diags.iter().map(|diag| {
            let related = diag.related.iter().map(|it| format!(" [{}: {}]", it.place, it.message));
            format!("{diag}{}", related.collect::<String>())
        });
        Err(shown.collect::<Vec<_>>().join("\n"))
    }
}

fn data(text: &str) -> Result<Json, String> {
    data_of(&parse(text), &EvalContext::new())
}

#[test]
fn the_shape_is_that_of_hcl_rs() {
    let table = [
        ("", json!({})),
        (
            "a = 1\nb = \"x\"\nc = [1, null]\nd = { e = true }\n",
            json!({"a": 1, "b": "x", "c": [1, null], "d": {"e": true}}),
        ),
        ("a {}\n", json!({"a": {}})),
        ("a {}\na {}\n", json!({"a": [{}, {}]})),
        ("a {\n  b = 1\n}\nc {}\na {\n  b = 2\n}\n", json!({"a": [{"b": 1}, {"b": 2}], "c": {}})),
        ("a \"x\" {\n  b = 1\n}\n", json!({"a": {"x": {"b": 1}}})),
        ("a x {\n  b = 1\n}\n", json!({"a": {"x": {"b": 1}}})),
        ("a \"x\" {}\na \"y\" {}\n", json!({"a": {"x": {}, "y": {}}})),
        ("a \"x\" {}\na \"x\" {}\n", json!({"a": {"x": [{}, {}]}})),
        ("a \"x\" \"y\" {}\na \"x\" \"z\" {}\n", json!({"a": {"x": {"y": {}, "z": {}}}})),
        (
            "a \"x\" \"y\" {}\na \"w\" {}\na \"x\" \"y\" {\n  b = 1\n}\n",
            json!({"a": {"x": {"y": [{}, {"b": 1}]}, "w": {}}}),
        ),
        (
            "a {\n  b \"x\" {\n    c {}\n    c {}\n  }\n  b \"y\" {}\n}\n",
            json!({"a": {"b": {"x": {"c": [{}, {}]}, "y": {}}}}),
        ),
        ("a \"\" {}\n", json!({"a": {"": {}}})),
    ];
    for (text, expected) in table {
        assert_eq!(hcl::from_str::<Json>(text).unwrap(), expected, "{text}");
        assert_eq!(data(text), Ok(expected), "{text}");
    }
}

/// `hcl-rs` keeps one of the two items.
#[test]
fn contradictions_are_errors_with_both_locations() {
    let table = [
        (
            "a = 1\nb {\n  a {}\n  a = 2\n}\n",
            "t:3:3: error: Attribute and block; \"a\" is both an attribute and a block here. Write only one of them. \
             [t:4:3: the attribute]",
        ),
        (
            "a \"x\" {}\na = 2\n",
            "t:1:1: error: Attribute and block; \"a\" is both an attribute and a block here. Write only one of them. \
             [t:2:1: the attribute]",
        ),
        (
            "a \"x\" {}\na {\n  x = 1\n}\n",
            "t:2:1: error: Mismatched labels; Another block of type \"a\" has more or fewer labels. Give all \"a\" blocks the \
             same number of labels. [t:1:1: the other block]",
        ),
        (
            "a \"x\" {}\na \"x\" \"y\" {}\n",
            "t:2:1: error: Mismatched labels; Another block of type \"a\" has more or fewer labels. Give all \"a\" blocks the \
             same number of labels. [t:1:1: the other block]",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(data(text), Err(expected.to_owned()), "{text}");
    }
}

#[test]
fn names_are_in_source_order() {
    let text = r#"z = 1
b "y" {}
a = 2
b "x" {}
a0 {}
"#;
    let (ctx, mut diags) = (EvalContext::new(), Diagnostics::new());
    let value = decode_with_origin(&parse(text), &Spec::any(), &ctx, &mut diags).value;
    let names = |value: &Value| value.as_object().unwrap().shape().names().to_vec();
    assert_eq!(names(&value), ["z", "a", "b", "a0"]);
    assert_eq!(names(value.get("b").unwrap()), ["y", "x"]);
}

#[test]
fn each_part_has_its_location() {
    let text = r#"a = { b = [1, 2] }
s "x" {
  p = 1
}
s "y" {
  p = 2
}
s "y" {
  p = 3
}
"#;
    let (ctx, mut diags) = (EvalContext::new(), Diagnostics::new());
    let decoded = decode_with_origin(&parse(text), &Spec::any(), &ctx, &mut diags);
    let y = Path::root().attr("s").attr("y");
    let table = [
        (Path::root().attr("a").attr("b").index(1), "t:1:15"),
        (Path::root().attr("s"), "t:2:1"),
        (Path::root().attr("s").attr("x").attr("p"), "t:3:7"),
        (y.clone(), "t:5:1"),
        (y.clone().index(1), "t:8:1"),
        (y.index(1).attr("p"), "t:9:7"),
    ];
    for (path, place) in table {
        assert_eq!(decoded.origin_of(&path).unwrap().place.to_string(), place, "{path}");
    }
}

#[test]
fn json_bodies_are_the_data_they_are() {
    let text = r#"{"a": "${1 + 1}", "//": "comment", "s": {"x": [{"p": 1}, {"p": null}]}}"#;
    let mut diags = Diagnostics::new();
    let body = parse_json_body(&Source::new("t.json", text), &mut diags);
    let decoded = decode_with_origin(&body, &Spec::any(), &EvalContext::new(), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    let expected = r#"{"a":2,"s":{"x":[{"p":1},{"p":null}]}}"#;
    assert_eq!(to_plain_json(&decoded.value).unwrap(), expected);
    let second = Path::root().attr("s").attr("x").index(1).attr("p");
    assert_eq!(decoded.origin_of(&second).unwrap().place.text(), "null");

    let twice = parse_json_body(&Source::new("t.json", r#"{"a": 1, "a": 2}"#), &mut diags);
    let expected = "t.json:1:10: error: Duplicate setting; \"a\" is already set in this body. Remove one of the two. \
                    [t.json:1:2: first set here]";
    assert_eq!(data_of(&twice, &EvalContext::new()), Err(expected.to_owned()));
}

/// A schema reads blocks of one name in several objects of an array in the same way as an array of them.
#[test]
fn names_in_several_objects_of_a_json_array_are_arrays() {
    let data = |text: &str| {
        let mut diags = Diagnostics::new();
        let body = parse_json_body(&Source::new("t.json", text), &mut diags);
        data_of(&body, &EvalContext::new())
    };
    let text = r#"[{"r": {"x": "${1 + 1}"}, "s": {}, "//": 1}, {"r": [{}, {"x": 3}], "//": 2}]"#;
    assert_eq!(data(text), Ok(json!({"r": [{"x": 2}, {}, {"x": 3}], "s": {}})));
    let problem = |text: &str| data(text).unwrap_err();
    assert!(problem(r#"[{"a": 1}, {"a": 2}]"#).starts_with("t.json:1:13: error: Duplicate"));
    assert!(problem(r#"[{"a": {}}, {"a": 2}]"#).starts_with("t.json:1:14: error: Duplicate"));
    assert!(problem(r#"[{"a": {}, "a": {}}]"#).starts_with("t.json:1:12: error: Duplicate"));
    let text = r#"[{"a": {}}, {"a": {"b": "${c}"}}]"#;
    assert!(problem(text).starts_with("t.json:1:28: error: Variables not available"));
}

#[test]
fn dynamic_blocks_are_expanded_in_an_expanded_body() {
    let text = r#"dynamic "s" {
  for_each = ["x", "y"]
  labels = [s.value]
  content {
    p = s.key
  }
}
"#;
    let ctx = EvalContext::new();
    let expected = json!({"s": {"x": {"p": 0}, "y": {"p": 1}}});
    assert_eq!(data_of(&dynblock::expand(&parse(text), &ctx), &ctx), Ok(expected));
    assert_eq!(variables(&parse("a = v1\nb \"x\" {\n  c = [v2]\n}\n"), &Spec::any()).len(), 2);
}

#[test]
fn unknown_collections_and_values_are_unknown_data() {
    let text = r#"a = list
s "x" {}
dynamic "s" {
  for_each = list
  labels = ["y"]
  content {}
}
"#;
    let list = Value::unknown(Type::list(Type::String));
    let ctx = EvalContext::new().with_variable("list", list.clone());
    let mut diags = Diagnostics::new();
    let body = dynblock::expand(&parse(text), &ctx);
    let value = decode_with_origin(&body, &Spec::any(), &ctx, &mut diags).value;
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(value, Value::object([("a", list), ("s", Value::dynamic())]));
}

#[test]
fn generated_blocks_have_the_marks_of_their_collection() {
    let list = Value::list(Type::Bool, vec![true.into()]).mark(Mark::sensitive());
    let text = r#"dynamic "s" {
  for_each = list
  labels = ["x"]
  content {}
}
"#;
    let ctx = EvalContext::new().with_variable("list", list);
    let body = dynblock::expand(&parse(text), &ctx);
    let value = decode_with_origin(&body, &Spec::any(), &ctx, &mut Diagnostics::new()).value;
    assert!(value.get("s").unwrap().get("x").unwrap().is_marked());
}

#[test]
fn any_takes_the_items_that_no_other_spec_names() {
    let nested =
        Spec::object([("p", AttrSpec::new("p", Type::Number).into()), ("rest", Spec::any())]);
    let spec = Spec::from(BlocksSpec::new("s", nested).list());
    let text = r#"s {
  p = 1
  q = 2
  r "x" {}
}
"#;
    let mut diags = Diagnostics::new();
    let value = decode_with_origin(&parse(text), &spec, &EvalContext::new(), &mut diags).value;
    assert!(diags.is_empty(), "{diags}");
    assert_eq!((Spec::any().implied_type(), Spec::any().check().is_ok()), (Type::Dynamic, true));
    assert_eq!(to_plain_json(&value).unwrap(), r#"[{"p":1,"rest":{"q":2,"r":{"x":{}}}}]"#);
}

#[test]
fn mistakes_in_expressions_are_reported_once_each() {
    let text = r"a = missing
s {
  b = 1 + true
}
";
    let error = data(text).unwrap_err();
    assert_eq!(error.lines().count(), 2, "{error}");
}

#[test]
fn warnings_go_to_the_context() {
    let (sender, warnings) = std::sync::mpsc::channel();
    let ctx = EvalContext::new().with_warnings(move |it| sender.send(it.to_string()).unwrap());
    let data: Json = hcldyn::decode::serde::from_str("a = { x = 1, x = 2 }\n", &ctx).unwrap();
    assert_eq!(data, json!({ "a": { "x": 2 } }));
    drop(ctx);
    let warnings: Vec<_> = warnings.iter().collect();
    assert_eq!(warnings.len(), 1);
    assert!(warnings[0].starts_with("<text>:1:14: warning: "), "{warnings:?}");
}

#[test]
fn deep_labels_are_an_error_without_a_stack_overflow() {
    let text = format!("s{} {{}}\n", " \"x\"".repeat(100_000));
    assert!(data(&text).unwrap_err().starts_with("t:1:1: error: Value too large; "));
    let text = format!("s{} {{}}\n", " \"x\"".repeat(Value::MAX_DEPTH));
    assert!(data(&text).unwrap_err().contains("Value too large; "));
}

/// Takes quadratic time if each block is compared with all earlier ones.
#[test]
fn each_of_many_blocks_is_in_the_data() {
    let blocks = (0..20_000).map(|i| format!("s \"{i}\" {{ p = {i} }}\n"));
    let value = data(&blocks.collect::<String>()).unwrap();
    assert_eq!(value["s"].as_object().unwrap().len(), 20_000);
    assert_eq!(value["s"]["19999"]["p"], 19_999);
}

#[test]
fn generated_blocks_are_limited_by_the_work() {
    let ctx = EvalContext::new().with_limits(Limits::default().with_work(1_000));
    let text = r#"dynamic "s" {
  for_each = range
  content {
    p = s.key
  }
}
"#;
    let ctx = ctx.with_variable("range", Value::list(Type::Bool, vec![true.into(); 10_000]));
    let error = data_of(&dynblock::expand(&parse(text), &ctx), &ctx).unwrap_err();
    assert!(error.contains("error: Too much work; "), "{error}");
    assert!(error.contains("exceed the limit of 1,000 steps"), "{error}");
}
