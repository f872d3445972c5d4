//! Several bodies as one: their common content, and errors about missing and repeated items.

use hcldyn::body::{AttributeSchema, BlockSchema, Body, BodySchema};
use hcldyn::cty::{Type, Value};
use hcldyn::ext::dynblock;
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode, expand_variables, variables};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

/// Returns the merged body of several files, and the diagnostics of parsing them.
fn merged<const N: usize>(files: [(&str, &str); N]) -> (Body, Diagnostics) {
    let mut diags = Diagnostics::new();
    let bodies = files.map(|(name, text)| parse_body(&Source::new(name, text), &mut diags));
    (Body::merge(bodies).unwrap(), diags)
}

/// Returns a spec of a required attribute `port` and of `rule` blocks with a `name`, which may be generated.
fn spec() -> Spec {
    let rule = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    Spec::object([
        ("port", AttrSpec::new("port", Type::Number).required().into()),
        ("rules", Spec::from(BlocksSpec::new("rule", rule).list().dynamic())),
    ])
}

fn schema(attributes: &[&str], blocks: &[&str]) -> BodySchema {
    let attribute = |name: &&str| AttributeSchema { name: (*name).into(), required: true };
    let block = |ty: &&str| BlockSchema { ty: (*ty).into(), labels: Vec::new() };
    BodySchema {
        attributes: attributes.iter().map(attribute).collect(),
        blocks: blocks.iter().map(block).collect(),
        ..BodySchema::default()
    }
}

#[test]
fn blocks_are_in_the_order_of_the_bodies() {
    let dynamic = r#"dynamic "rule" {
  for_each = ["c", "d"]
  content {
    name = rule.value
  }
}
"#;
    let (body, mut diags) = merged([
        ("1.hcl", "rule {\n  name = \"a\"\n}\n"),
        ("2.hcl", "port = 1\nrule {\n  name = \"b\"\n}\n"),
        ("3.hcl", dynamic),
        ("4.hcl", "rule {\n  name = \"e\"\n}\n"),
    ]);
    let rules = ["a", "b", "c", "d", "e"].map(|name| Value::object([("name", Value::from(name))]));
    let rule = Type::object([("name", Type::String)]);
    let expected =
        Value::object([("port", 1.into()), ("rules", Value::list(rule, rules.to_vec()))]);
    let ctx = EvalContext::new();
    assert_eq!(decode(&body, &spec(), &ctx, &mut diags), expected);
    assert_eq!(decode(&dynblock::expand(&body, &ctx), &spec(), &ctx, &mut diags), expected);
    assert!(diags.is_empty(), "{diags}");
}

#[test]
fn an_attribute_set_in_two_bodies_is_reported() {
    let (body, mut diags) =
        merged([("1.hcl", "port = 1\n"), ("2.hcl", "\nport = 2\n"), ("3.hcl", "  port = 3\n")]);
    let value = decode(&body, &spec(), &EvalContext::new(), &mut diags);
    assert_eq!(value.as_object().unwrap().get("port"), Some(&Value::from(1)));
    let problem = "Duplicate attribute; The attribute \"port\" is already set at 1.hcl:1:1. Set it \
                   in one place only.";
    assert_eq!(
        diags.to_string(),
        format!("2.hcl:2:1: error: {problem}\n3.hcl:1:3: error: {problem}")
    );
    for diagnostic in &diags {
        assert_eq!(diagnostic.related[0].place.to_string(), "1.hcl:1:1");
    }
}

#[test]
fn an_item_missing_in_all_bodies_is_reported_once() {
    let (body, mut diags) = merged([("1.hcl", "rule {}\n"), ("2.hcl", ""), ("3.hcl", "")]);
    decode(&body, &spec(), &EvalContext::new(), &mut diags);
    assert_eq!(
        diags.to_string(),
        "1.hcl:1:1: error: Missing attribute; The required attribute \"port\" is not set in any of the 3 merged bodies. This is the first one."
    );

    let block = BlocksSpec::new("rule", Spec::object::<&str>([])).required().into();
    let (body, mut diags) = merged([("1.hcl", ""), ("2.hcl", "")]);
    decode(&body, &block, &EvalContext::new(), &mut diags);
    assert_eq!(
        diags.to_string(),
        "1.hcl:1:1: error: Missing block; A block of type \"rule\" is required here."
    );
}

#[test]
fn unreadable_items_of_one_body_are_not_missing() {
    let (body, mut diags) = merged([("1.hcl", "rule {}\n"), ("2.hcl", "port = = 1\n")]);
    decode(&body, &spec(), &EvalContext::new(), &mut diags);
    assert_eq!(diags.len(), 1, "{diags}");
    assert!(diags.to_string().starts_with("2.hcl:1:8: error: "), "{diags}");

    // A block with too many labels was parsed, so it does not hide missing items.
    let (body, mut diags) = merged([("1.hcl", ""), ("2.hcl", "rule \"x\" {}\n")]);
    decode(&body, &spec(), &EvalContext::new(), &mut diags);
    let summaries: Vec<_> = diags.iter().map(|diagnostic| &*diagnostic.summary).collect();
    assert_eq!(summaries, ["Too many labels", "Missing attribute"]);
}

#[test]
fn every_body_is_checked_for_unexpected_items() {
    let (body, mut diags) = merged([("1.hcl", "prot = 1\n"), ("2.hcl", "port = 1\nrul {}\n")]);
    decode(&body, &spec(), &EvalContext::new(), &mut diags);
    assert_eq!(
        diags.to_string(),
        "1.hcl:1:1: error: Unexpected attribute; The attribute \"prot\" is not expected here. Did you mean \"port\"?\n2.hcl:2:1: error: Unexpected block; A block of type \"rul\" is not expected here. Did you mean \"rule\"?"
    );
}

#[test]
fn single_blocks_and_labels_count_in_all_bodies() {
    let named = |name: &str| format!("rule {{\n  name = \"{name}\"\n}}\n");
    let name = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let single: Spec = BlocksSpec::new("rule", name.clone()).into();
    let (body, mut diags) = merged([("1.hcl", &named("a")), ("2.hcl", &named("b"))]);
    decode(&body, &single, &EvalContext::new(), &mut diags);
    let [second] = diags.iter().collect::<Vec<_>>()[..] else { panic!("{diags}") };
    assert_eq!(second.place().unwrap().to_string(), "2.hcl:1:1");
    assert_eq!(second.related[0].place.to_string(), "1.hcl:1:1");

    let by_label: Spec = BlocksSpec::new("rule", name).map("key").into();
    let (body, mut diags) = merged([("1.hcl", "rule \"a\" {}\n"), ("2.hcl", "rule \"a\" {}\n")]);
    decode(&body, &by_label, &EvalContext::new(), &mut diags);
    let [second] = diags.iter().collect::<Vec<_>>()[..] else { panic!("{diags}") };
    assert_eq!(&*second.summary, "Duplicate block");
    assert_eq!(second.related[0].place.to_string(), "1.hcl:1:1");
}

#[test]
fn the_remaining_items_of_merged_bodies_are_merged() {
    let (body, mut diags) =
        merged([("1.hcl", "a = 1\nx = 2\none {}\n"), ("2.hcl", "b = 3\nx = 4\none {}\ntwo {}\n")]);
    let (content, rest) = body.partial_content(&schema(&["a", "b"], &["one"]), &mut diags);
    assert_eq!((content.attributes.len(), content.blocks.len()), (2, 2));
    assert!(diags.is_empty(), "{diags}");

    let content = rest.content(&schema(&["x"], &["two"]), &mut diags);
    assert_eq!((content.attributes.len(), content.blocks.len()), (1, 1));
    assert_eq!(diags.len(), 1);
    assert!(diags.to_string().starts_with("2.hcl:2:1: error: Duplicate attribute"), "{diags}");
}

#[test]
fn merged_bodies_of_merged_bodies_are_flat() {
    let (first, _) = merged([("1.hcl", "a = 1\n"), ("2.hcl", "b = 2\n")]);
    let (second, _) = merged([("3.hcl", "a = 3\n")]);
    let body = Body::merge([first, second, Body::empty("4")]).unwrap();
    let mut diags = Diagnostics::new();
    assert_eq!(body.just_attributes(&mut diags).len(), 2);
    assert!(diags.to_string().starts_with("3.hcl:1:1: error: Duplicate attribute"), "{diags}");
    body.content(&schema(&["a", "b", "c"], &[]), &mut diags);
    assert!(diags.to_string().contains("not set in any of the 4 merged bodies"), "{diags}");

    // Merging one by one creates no nesting, so dropping the result does not recurse.
    let one = || parse_body(&Source::new("t", ""), &mut Diagnostics::new());
    let all = (0..2_000).fold(one(), |all, _| Body::merge([all, one()]).unwrap());
    assert_eq!(all.missing_item_place().to_string(), "t:1:1");
}

#[test]
fn the_variables_of_all_bodies_are_found() {
    let dynamic = r#"dynamic "rule" {
  for_each = b
  content {
    name = c
  }
}
"#;
    let (body, _) = merged([("1.hcl", "port = a\n"), ("2.hcl", dynamic)]);
    let written = |all: Vec<hcldyn::Traversal>| {
        all.iter().map(|variable| variable.place().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(written(variables(&body, &spec())), ["1.hcl:1:8", "2.hcl:2:14", "2.hcl:4:12"]);
    assert_eq!(written(expand_variables(&body, &spec())), ["2.hcl:2:14"]);
}

#[test]
fn an_empty_body_has_a_name_and_no_location() {
    assert!(Body::merge([]).is_none());
    let body = Body::empty("conf.d");
    let mut diags = Diagnostics::new();
    decode(&body, &spec(), &EvalContext::new(), &mut diags);
    let [missing] = diags.iter().collect::<Vec<_>>()[..] else { panic!("{diags}") };
    assert_eq!((missing.subject.to_string().as_str(), missing.place()), ("conf.d", None));
    assert_eq!(body.missing_item_place().to_string(), "conf.d");
}
