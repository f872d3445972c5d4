//! `dynamic` blocks with an unknown collection.

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::ext::dynblock;
use hcldyn::ext::typeexpr::{TypeConstraint, type_constraint_type};
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};
use hcldyn_tests::text::body;

use super::run;

/// Returns a spec of at most one `group` block, with `rule` blocks by their label and at most one `single`
/// block.
fn groups() -> Spec {
    let name = || AttrSpec::new("name", Type::String).into();
    let inner: Spec = BlocksSpec::new("rule", Spec::object([("name", name())])).map("key").into();
    let single = BlocksSpec::new("single", Spec::object([("name", name())])).into();
    let outer = Spec::object([("rules", inner), ("single", single)]);
    Spec::from(BlocksSpec::new("group", outer).list().max_items(1))
}

fn run_expanded(text: &str) -> (Value, String) {
    let ctx = EvalContext::new().with_variable("unknown", Value::unknown(Type::list(Type::String)));
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let value = decode(&dynblock::expand(&body, &ctx), &groups(), &ctx, &mut diags);
    (value, diags.to_string())
}

#[test]
fn an_unknown_collection_gives_an_unknown_list_and_the_content_is_checked() {
    let text = r#"
dynamic "rule" {
  for_each = all
  content {
    nam = 1
  }
}
"#;
    let nested = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let spec = Spec::from(BlocksSpec::new("rule", nested).list().min_items(5).dynamic());
    let ctx = EvalContext::new()
        .with_variable("all", Value::unknown(Type::list(Type::String)).mark(Mark::sensitive()));
    let (value, problems) = run(text, &spec, &ctx);
    let element = Type::object([("name", Type::String)]);
    assert_eq!(value, Value::unknown(Type::list(element)).mark(Mark::sensitive()));
    assert_eq!(
        problems,
        "t.hcl:5:5: error: Unexpected attribute; The attribute \"nam\" is not expected here. Did you mean \"name\"?"
    );
}

#[test]
fn a_known_collection_inside_an_unknown_one_gives_known_labels() {
    let text = r#"dynamic "group" {
  for_each = unknown
  content {
    dynamic "rule" {
      for_each = ["a", "b"]
      labels = [rule.value]
      content {}
    }
  }
}
"#;
    let (value, problems) = run_expanded(text);
    assert_eq!(problems, "");
    assert!(!value.is_known());
}

#[test]
fn blocks_inside_and_beside_unknown_ones_are_counted() {
    let twice = |text: &str| run_expanded(text).1.matches("Second block").count();
    let dynamic = |block: &str, inside: &str| {
        format!("dynamic \"{block}\" {{\nfor_each = unknown\ncontent {{\n{inside}}}\n}}\n")
    };
    assert_eq!(twice(&dynamic("group", "single {}\nsingle {}\n")), 1);
    let beside = format!("group {{\n{}single {{}}\n}}\n", dynamic("single", ""));
    assert_eq!(twice(&beside), 0, "there may be none");
    let around = format!("group {{\nsingle {{}}\n{}single {{}}\n}}\n", dynamic("single", ""));
    assert_eq!(twice(&around), 1);
}

#[test]
fn too_many_blocks_are_reported_beside_an_invalid_one() {
    let (_, problems) = run_expanded("group {}\ngroup {}\ngroup \"label\" {}\n");
    assert_eq!(problems.matches("Too many blocks").count(), 1, "{problems}");
}

#[test]
fn types_in_the_content_of_an_unknown_collection_are_decoded() {
    let text = r#"dynamic "rule" {
for_each = all
content {
type = list(string)
}
}
"#;
    let rule = AttrSpec::new("type", type_constraint_type()).into();
    let spec = BlocksSpec::new("rule", rule).dynamic().into();
    let ctx = EvalContext::new().with_variable("all", Value::unknown(Type::Dynamic));
    let mut diags = Diagnostics::new();
    let value = decode(&body(text), &spec, &ctx, &mut diags);
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(value.as_capsule::<TypeConstraint>().unwrap().ty, Type::list(Type::String));
}
