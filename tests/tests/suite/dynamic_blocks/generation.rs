//! The blocks that `dynamic` blocks generate.

use hcldyn::body::{BlockSchema, Body, BodySchema};
use hcldyn::cty::{Mark, Type, Value};
use hcldyn::ext::customdecode::closure_type;
use hcldyn::ext::dynblock;
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Rest, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, ExpressionClosure, parse_body};
use hcldyn_tests::text::body;

use super::{names, rules, run};

#[test]
fn labels_reach_the_body_and_the_key() {
    let text = r#"
dynamic "rule" {
  for_each = { a = 1, b = 2 }
  labels   = [rule.key, "l${rule.value}"]
  content {}
}
"#;
    let label = LabelSpec::new(0, "second").into();
    let spec = BlocksSpec::new("rule", label).map("first").dynamic().into();
    let (value, problems) = run(text, &spec, &EvalContext::new());
    assert_eq!(problems, "");
    let wanted = vec![("a".into(), "l1".into()), ("b".into(), "l2".into())];
    assert_eq!(value, Value::map(Type::String, wanted));
}

/// Includes the generated blocks.
#[test]
fn blocks_of_a_type_are_in_source_order() {
    let text = r#"
a "1" {}
b {}
dynamic "a" {
  for_each = [2, 3]
  labels   = [a.value]
  content {}
}
a "4" {}
"#;
    let block = |ty: &str, labels| BlockSchema { ty: ty.into(), labels };
    let blocks = vec![block("a", vec!["name".into()]), block("b", Vec::new())];
    let schema = BodySchema { blocks, ..BodySchema::default() };
    let mut diags = Diagnostics::new();
    let content = dynblock::expand(&body(text), &EvalContext::new()).content(&schema, &mut diags);
    assert!(diags.is_empty(), "{diags}");
    let labels: Vec<_> =
        content.blocks_of_type("a").map(|it| it.labels[0].value.to_string()).collect();
    assert_eq!(labels, ["1", "2", "3", "4"]);
    assert_eq!(content.blocks_of_type("b").count(), 1);
    assert_eq!(content.blocks_of_type("c").count(), 0);
}

#[test]
fn free_attributes_can_be_generated() {
    let text = r#"dynamic "tags" {
for_each = ["x"]
content {
a = tags.value
}
}
"#;
    let spec = BlocksSpec::attributes("tags", Type::String).dynamic().into();
    let (value, problems) = run(text, &spec, &EvalContext::new());
    assert_eq!(problems, "");
    assert_eq!(value, Value::map(Type::String, vec![("a".into(), "x".into())]));
}

#[test]
fn marks_of_a_collection_reach_everything_inside() {
    let text = r#"
dynamic "rule" {
  for_each = all
  content {
    inner {
      name = "constant"
    }
  }
}
"#;
    let leaf = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let inner = BlocksSpec::new("inner", leaf).into();
    let spec = BlocksSpec::new("rule", Spec::object([("inner", inner)])).dynamic().into();
    let collection = Value::tuple(vec![1.into()]).mark(Mark::sensitive());
    let (value, problems) = run(text, &spec, &EvalContext::new().with_variable("all", collection));
    assert_eq!(problems, "");
    let inner = &value.as_object().unwrap().values()[0];
    let name = &inner.as_object().unwrap().values()[0];
    assert_eq!(name, &Value::from("constant").mark(Mark::sensitive()));
}

#[test]
fn a_captured_expression_sees_iterators_and_keeps_marks() {
    let text = r#"
dynamic "rule" {
  for_each = all
  content {
    when = "${rule.key}-${rule.value}-${later}"
  }
}
"#;
    let rule = AttrSpec::new("when", closure_type()).into();
    let spec = Spec::from(BlocksSpec::new("rule", rule).tuple().dynamic());
    let all = Value::tuple(vec!["a".into(), "b".into()]);
    let mut diags = Diagnostics::new();
    let mut captured = |all: Value| {
        let ctx = EvalContext::new().with_variable("all", all);
        let rules = decode(&body(text), &spec, &ctx, &mut diags);
        let second = rules.elements()[1].unmarked();
        let closure: &ExpressionClosure = second.as_capsule().unwrap();
        closure.value_with(&[("later", Value::from("x"))], &mut diags)
    };
    assert_eq!(captured(all.clone()), Value::from("1-b-x"));
    let secret = Mark::sensitive();
    assert_eq!(captured(all.mark(secret.clone())), Value::from("1-b-x").mark(secret));
    assert!(diags.is_empty(), "{diags}");
}

#[test]
fn the_rest_of_a_body_keeps_dynamic_blocks() {
    let rule = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let spec = |ty: &str| {
        let blocks = BlocksSpec::new(ty, rule.clone()).dynamic();
        Spec::tuple([Spec::from(blocks.list()), Spec::Rest(Rest::Body)])
    };
    let text = r#"
dynamic "first" {
  for_each = [1]
  content {}
}
dynamic "second" {
  for_each = [1, 2]
  content {}
}
other = 1
"#;
    let ctx = EvalContext::new();
    let (first, problems) = run(text, &spec("first"), &ctx);
    assert_eq!((first.elements()[0].elements().len(), &*problems), (1, ""));
    let rest: &Body = first.elements()[1].as_capsule().unwrap();

    let mut diags = Diagnostics::new();
    let second = decode(rest, &spec("second"), &ctx, &mut diags);
    assert_eq!(second.elements()[0].elements().len(), 2);
    assert!(diags.is_empty());

    let rest: &Body = second.elements()[1].as_capsule().unwrap();
    let other = AttrSpec::new("other", Type::Number).into();
    assert_eq!(decode(rest, &other, &ctx, &mut diags), Value::from(1));
    assert!(diags.is_empty(), "{diags}");
}

#[test]
fn the_rest_of_a_generated_body_keeps_marks_and_iterators() {
    let collection = Value::tuple(vec!["x".into()]).mark(Mark::sensitive());
    let ctx = EvalContext::new().with_variable("all", collection);
    let text = r#"dynamic "rule" {
for_each = all
content {
name = rule.value
}
}
"#;
    let spec = BlocksSpec::new("rule", Spec::Rest(Rest::Body)).dynamic().into();
    let (value, problems) = run(text, &spec, &ctx);
    assert_eq!(problems, "");
    let rest: &Body = value.as_capsule().unwrap();
    let name = AttrSpec::new("name", Type::String).into();
    let name = decode(rest, &name, &ctx, &mut Diagnostics::new());
    assert_eq!(name, Value::from("x").mark(Mark::sensitive()));
}

#[test]
fn an_expanded_body_can_be_read_in_two_steps() {
    let text = r#"
dynamic "first" {
  for_each = [1, 2]
  content {}
}
second {}
dynamic "second" {
  for_each = [1]
  content {}
}
dynamic "third" {
  for_each = [1]
  content {}
}
"#;
    let schema = |ty: &str| BodySchema {
        blocks: vec![BlockSchema { ty: ty.into(), labels: Vec::new() }],
        ..BodySchema::default()
    };
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let body = dynblock::expand(&body, &EvalContext::new());
    let (content, rest) = body.partial_content(&schema("first"), &mut diags);
    assert_eq!((content.blocks.len(), diags.to_string()), (2, String::new()));
    assert_eq!(rest.content(&schema("second"), &mut diags).blocks.len(), 2);
    assert_eq!(
        diags.to_string(),
        "t.hcl:11:9: error: Unexpected dynamic block; A block of type \"third\" is not expected here, so it can't be generated. Can be generated here: \"second\"."
    );
}

#[test]
fn expanding_twice_changes_nothing() {
    let text = r#"
dynamic "rule" {
  for_each = ["a", "b"]
  content {
    name = rule.value
  }
}
"#;
    let ctx = EvalContext::new();
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let once = decode(&dynblock::expand(&body, &ctx), &rules(), &ctx, &mut diags);
    let twice = dynblock::expand(&dynblock::expand(&body, &ctx), &ctx);
    assert_eq!(decode(&twice, &rules(), &ctx, &mut diags), once);
    assert_eq!(names(&once, "rules"), ["\"a\"", "\"b\""]);
    assert!(diags.is_empty(), "{diags}");
}
