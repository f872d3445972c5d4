//! Attributes that are written as blocks.

use hcldyn::cty::{Type, Value};
use hcldyn::spec::{AttrSpec, ObjectSpec, Spec, decode_with_origin, variables};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

use super::{problems, run_in};

fn tags() -> AttrSpec {
    AttrSpec::new("tags", Type::map(Type::String)).or_block()
}

/// Returns the value of a valid source.
fn value(text: &str, spec: &Spec) -> Value {
    let ctx = EvalContext::new().with_variable("x", "y").with_variable("unknown", Value::dynamic());
    let (value, problems) = run_in(text, spec, &ctx);
    assert_eq!(problems, "", "{text}");
    value
}

fn map(entries: &[(&str, &str)]) -> Value {
    let entries = entries.iter().map(|(name, value)| ((*name).into(), Value::from(*value)));
    Value::map(Type::String, entries.collect())
}

#[test]
fn a_map() {
    let spec = tags().into();
    let expected = map(&[("a", "1"), ("b", "y")]);
    for text in [
        "tags {\n  b = x\n  a = 1\n}\n",
        "tags = { a = 1, b = x }\n",
        r#"{"tags": {"a": 1, "b": "${x}"}}"#,
    ] {
        assert_eq!(value(text, &spec), expected, "{text}");
    }
    assert_eq!(value("tags {}\n", &spec), map(&[]));
    assert!(value("", &spec).is_null());
    assert!(!value("tags {\n  a = unknown\n}\n", &spec).is_wholly_known());
}

#[test]
fn nested_blocks_and_labels_are_objects() {
    let spec = AttrSpec::new("x", Type::Dynamic).or_block().into();
    let n = |n: u32| Value::object([("n", Value::from(n))]);
    let text = r#"x {
  one {
    n = 1
  }
  two {
    n = 1
  }
  two {
    n = 2
  }
  three "a" {
    n = 3
  }
}
"#;
    let expected = Value::object([
        ("one", n(1)),
        ("two", Value::tuple(vec![n(1), n(2)])),
        ("three", Value::object([("a", n(3))])),
    ]);
    assert_eq!(value(text, &spec), expected);
    assert_eq!(
        value("x \"a\" \"b\" {\n  n = 4\n}\n", &spec),
        Value::object([("a", Value::object([("b", n(4))]))])
    );
    assert_eq!(value("x {\n  n = 1\n}\nx {\n  n = 2\n}\n", &spec), Value::tuple(vec![n(1), n(2)]));
}

#[test]
fn lists_have_an_element_for_each_block() {
    let spec = AttrSpec::new("x", Type::list(Type::map(Type::Number))).or_block().into();
    let list = |numbers: &[u32]| {
        let maps =
            numbers.iter().map(|n| Value::map(Type::Number, vec![("n".into(), (*n).into())]));
        Value::list(Type::map(Type::Number), maps.collect())
    };
    assert_eq!(value("x {\n  n = 1\n}\n", &spec), list(&[1]));
    assert_eq!(value("x {\n  n = 1\n}\nx {\n  n = 2\n}\n", &spec), list(&[1, 2]));
}

#[test]
fn repeats_are_merged_on_request() {
    let twice = r"tags {
  a = 1
}
tags {
  b = 2
}
";
    assert_eq!(value(twice, &tags().merge().into()), map(&[("a", "1"), ("b", "2")]));
    assert_eq!(
        problems(twice, &tags().into()),
        "t.hcl:4:1: error: Second block; At most one block of type \"tags\" is allowed here."
    );
    assert_eq!(
        problems("tags {\n  a = 1\n}\ntags {\n  a = 2\n}\n", &tags().merge().into()),
        "t.hcl:5:3: error: Duplicate setting; \"a\" is already set in this body. Remove one of the two."
    );
    let nested = AttrSpec::new("x", Type::map(Type::map(Type::Number))).or_block().merge().into();
    let found = value("x \"a\" {\n  n = 1\n}\nx \"b\" {\n  n = 2\n}\n", &nested);
    assert_eq!(found.entries().len(), 2);
}

#[test]
fn an_attribute_and_a_block() {
    assert_eq!(
        problems("tags = {}\ntags {\n  a = 1\n}\n", &tags().into()),
        "t.hcl:2:1: error: Attribute and block; \"tags\" is both an attribute and a block here. Write only one of them."
    );
}

#[test]
fn errors_have_the_locations_of_the_parts() {
    let cases = [
        ("tags {\n  a = 1\n  b = []\n}\n", "t.hcl:3:7: error: Wrong type"),
        ("tags {\n  a = x\n}\n", "t.hcl:2:7: error: Variables not available"),
        ("tags {\n  a {\n  }\n}\n", "t.hcl:2:3: error: Wrong type"),
        ("tags \"x\" {\n  a = 1\n}\n", "t.hcl:1:6: error: Wrong type"),
    ];
    for (text, problem) in cases {
        let found = problems(text, &tags().into());
        assert!(found.starts_with(problem) && !found.contains('\n'), "{text}: {found}");
    }
    let text = r"tags {
  a = 1
  b = 2
}
";
    let body = parse_body(&Source::new("t.hcl", text), &mut Diagnostics::new());
    let spec = tags().locating_parts().into();
    let decoded = decode_with_origin(&body, &spec, &EvalContext::new(), &mut Diagnostics::new());
    let places: Vec<_> = decoded.origin.parts.iter().map(|it| it.place.to_string()).collect();
    assert_eq!(places, ["t.hcl:2:7", "t.hcl:3:7"]);
}

#[test]
fn secrets_are_not_shown() {
    let spec: Spec = tags().sensitive().into();
    for text in ["tags {\n  a = [\"hunter2\"]\n}\n", "tags {\n  a = \"hunter2\" + 1\n}\n"] {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", text), &mut diags);
        let value = hcldyn::spec::decode(&body, &spec, &EvalContext::new(), &mut diags);
        let report =
            hcldyn::diag::Report::new(&diags).style(hcldyn::diag::Style::Plain).to_string();
        assert!(!diags.is_empty() && value.contains_marked(), "{text}");
        assert!(!report.contains("hunter2"), "{text}:\n{report}");
    }
    assert!(value("tags {\n  a = 1\n}\n", &spec).contains_marked());
}

#[test]
fn variables_are_found() {
    let text = r"tags {
  a = x
  b {
    c = y
  }
}
";
    let body = parse_body(&Source::new("t.hcl", text), &mut Diagnostics::new());
    let found: Vec<_> = variables(&body, &tags().into()).iter().map(ToString::to_string).collect();
    assert_eq!(found, ["x", "y"]);
}

#[test]
fn a_required_attribute_and_a_whole_object() {
    let tags = AttrSpec::new("tags", Type::map(Type::String)).former_name("labels").required();
    let spec = ObjectSpec::new([("tags", Spec::from(tags))]).or_block().into();
    assert_eq!(value("tags {\n  a = 1\n}\n", &spec).get("tags"), Some(&map(&[("a", "1")])));
    assert!(problems("", &spec).contains("Missing attribute"));
    let warning = problems("labels {\n  a = 1\n}\n", &spec);
    assert!(warning.starts_with("t.hcl:1:1: warning: Deprecated attribute"), "{warning}");
    let required = AttrSpec::new("tags", Type::map(Type::String)).required().or_block().into();
    assert_eq!(value("tags {}\n", &required), map(&[]));
}
