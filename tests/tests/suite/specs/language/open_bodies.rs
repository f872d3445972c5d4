//! `dynamic` blocks in open bodies.

use hcldyn::cty::json::to_plain_json;
use hcldyn::cty::{Mark, Value};
use hcldyn::source::Source;
use hcldyn::spec::{Spec, decode, variables};
use hcldyn::{Diagnostics, EvalContext, Limits, Type, dynblock, parse_body};

/// Decodes an expanded body as data.
fn data(text: &str, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
    let body = parse_body(&Source::new("t", text), diags);
    decode(&dynblock::expand(&body, ctx), &Spec::OpenBody, ctx, diags)
}

fn json(text: &str) -> String {
    let mut diags = Diagnostics::new();
    let value = data(text, &EvalContext::new(), &mut diags);
    diags.sort();
    if diags.is_empty() { to_plain_json(&value).unwrap() } else { diags.to_string() }
}

#[test]
fn blocks_of_any_type_are_generated() {
    let text = r#"
        image = "redis"
        mount {
          target = "/etc"
        }
        dynamic "mount" {
          for_each = ["/data", "/logs"]
          content {
            target = mount.value
            dynamic "option" {
              for_each = { size = "1G" }
              iterator = it
              labels   = [it.key, "x"]
              content {
                value = "${mount.key}:${it.value}"
              }
            }
          }
        }
        mount {
          target = "/usr"
        }
        dynamic "none" {
          for_each = []
          content {}
        }
    "#;
    let option = |key| format!(r#""option":[{{"size":{{"x":{{"value":"{key}:1G"}}}}}}]"#);
    let (first, second) = (option(0), option(1));
    assert_eq!(
        json(text),
        format!(
            r#"{{"image":"redis","mount":[{{"target":"/etc"}},{{{first},"target":"/data"}},{{{second},"target":"/logs"}},{{"target":"/usr"}}]}}"#
        )
    );
}

#[test]
fn a_static_block_may_hold_dynamic_ones() {
    let text = "a {\n  dynamic \"b\" {\n    for_each = [1]\n    content {\n      c = b.value\n    }\n  }\n}\n";
    assert_eq!(json(text), r#"{"a":[{"b":[{"c":1}]}]}"#);
}

#[test]
fn blocks_of_types_that_a_spec_names_are_not_data_too() {
    let spec = super::read(
        "object {\n  block_list \"known\" {\n    object {\n      attr \"a\" {}\n    }\n  }\n  open_body \"rest\" {}\n}\n",
        &mut Diagnostics::new(),
    );
    let dynamic = |ty: &str| {
        format!(
            "dynamic \"{ty}\" {{\n  for_each = [7]\n  content {{\n    a = {ty}.value\n  }}\n}}\n"
        )
    };
    let (ctx, mut diags) = (EvalContext::new(), Diagnostics::new());
    let text = dynamic("known") + &dynamic("other");
    let body = dynblock::expand(&parse_body(&Source::new("t", text), &mut diags), &ctx);
    let value = decode(&body, &spec.unwrap().spec, &ctx, &mut diags);
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(to_plain_json(&value).unwrap(), r#"{"known":[{"a":7}],"rest":{"other":[{"a":7}]}}"#);
}

#[test]
fn one_mistake_is_one_error_at_its_location() {
    let text = r#"
dynamic "a" {
  for_each = 5
  content {}
}
b {
  dynamic "c" {
    for_each = [1, 2]
  }
  dynamic {
    for_each = []
    content {}
  }
  dynamic "dynamic" {
    for_each = [1]
    content {}
  }
  dynamic "d" {
    for_each = [1, 2]
    content {
      e = d.value + missing
    }
  }
}
dynamic {
  for_each = []
  content {}
}
f = 1
dynamic "f" {
  for_each = [1]
  content {}
}
"#;
    let expected = r#"t:3:14: Not a collection; A dynamic block goes through the elements of a list, set, map, tuple or object, but this value is of type number.
t:7:15: Missing content; A dynamic block needs a block "content", the body of the blocks it generates: content { … }.
t:10:11: Missing label; Blocks of type "dynamic" have 1 label, but here "block type" is missing before the brace.
t:14:11: Block type cannot be generated; Blocks of type "dynamic" cannot be generated; write them out.
t:21:21: Undefined variable; No variable is named "missing". Available here: "d".
t:25:9: Missing label; Blocks of type "dynamic" have 1 label, but here "block type" is missing before the brace.
t:30:9: Set twice; "f" is set in this body already. Remove one of the two."#;
    assert_eq!(json(text), expected);
}

#[test]
fn an_unknown_collection_is_an_unknown_number_of_blocks() {
    let text = "a = 1\nb {}\ndynamic \"b\" {\n  for_each = list\n  content {\n    c = 1\n  }\n}\n";
    let list = Value::unknown(Type::list(Type::String));
    let ctx = EvalContext::new().with_variable("list", list);
    let mut diags = Diagnostics::new();
    let value = data(text, &ctx, &mut diags);
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(value, Value::object([("a", Value::from(1)), ("b", Value::dynamic())]));
}

#[test]
fn generated_blocks_have_the_marks_of_their_collection() {
    let secret = Mark::sensitive();
    let list = Value::list(Type::Bool, vec![Value::from(true)]).mark(secret.clone());
    let text = "dynamic \"b\" {\n  for_each = list\n  labels = [\"x\"]\n  content {}\n}\n";
    let ctx = EvalContext::new().with_variable("list", list);
    let mut diags = Diagnostics::new();
    let value = data(text, &ctx, &mut diags);
    assert!(diags.is_empty(), "{diags}");
    let block = Value::object([("x", Value::object::<&str>([]))]).mark(secret);
    assert_eq!(value, Value::object([("b", Value::tuple(vec![block]))]));
}

#[test]
fn generated_blocks_count_towards_the_limit() {
    let ctx = EvalContext::new().with_limits(Limits::default().with_generated_blocks(5));
    let text = "dynamic \"a\" {\n  for_each = [1, 2]\n  content {\n    dynamic \"b\" {\n      for_each = [1, 2]\n      content {}\n    }\n  }\n}\n";
    let mut diags = Diagnostics::new();
    data(text, &ctx, &mut diags);
    assert!(diags.to_string().starts_with("t:5:18: Too many generated blocks;"), "{diags}");
    assert_eq!(diags.error_count(), 1);
}

#[test]
fn an_expanded_body_needs_the_variables_of_its_dynamic_blocks() {
    let text =
        "dynamic \"b\" {\n  for_each = v1\n  content {\n    c = [b.value, v2]\n  }\n}\nd = v3\n";
    let body = parse_body(&Source::new("t", text), &mut Diagnostics::new());
    let body = dynblock::expand(&body, &EvalContext::new());
    let names: Vec<_> = variables(&body, &Spec::OpenBody).iter().map(ToString::to_string).collect();
    assert_eq!(names, ["v3", "v1", "v2"]);
}
