//! The variables that a body needs by a spec: those that the reference finds, and our additions.

use hcldyn::body::{AttributeSchema, BlockSchema, Body, BodySchema};
use hcldyn::cty::Type;
use hcldyn::ext::customdecode::{closure_type, expression_type};
use hcldyn::ext::dynblock;
use hcldyn::ext::typeexpr::type_constraint_type;
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, expand_variables, variables};
use hcldyn::syntax::{Source, Span};
use hcldyn::{Diagnostics, EvalContext, Traversal, parse_body};
use hcldyn_tests::specs::{Dynamic, spec_from_notation};
use hcldyn_tests::vectors::{cases, read};
use serde_json::Value as Json;

/// Deliberate differences from the reference: the case and the reason.
const DIFFERENCES: &[(&str, &str)] = &[
    ("a generated block of attributes", FREE_ATTRIBUTES),
    ("a generated block of attributes with constants", FREE_ATTRIBUTES),
    (
        "a block of attributes with a block inside",
        "a block among free attributes is an error, but the attributes are decoded and count",
    ),
];

const FREE_ATTRIBUTES: &str = "free attributes count in the content of a dynamic block too";

#[test]
fn variables_equal_those_of_the_reference() {
    // The reference has two functions. One ignores dynamic blocks, the other free attributes; together they
    // find all variables.
    check(variables, &["all", "plain"]);
}

#[test]
fn variables_of_expansion_equal_those_of_the_reference() {
    check(expand_variables, &["expand"]);
}

#[test]
fn an_expanded_body_needs_the_same_variables() {
    let text = r#"
dynamic "rule" {
  for_each = [1, 2]
  content {
    name = "${rule.value}${a}"
  }
}
rule {
  name = b
}
"#;
    let rule = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let spec = Spec::from(BlocksSpec::new("rule", rule).list());
    let body = parse(text);
    assert_eq!(written(variables(&body, &spec)), ["a", "b"]);
    let expanded = dynblock::expand(&body, &EvalContext::new());
    assert_eq!(written(variables(&expanded, &spec)), ["a", "b"]);
    assert_eq!(written(expand_variables(&expanded, &spec)), [""; 0]);
}

#[test]
fn names_of_loops_and_iterators_are_not_variables() {
    let spec = Spec::tuple([
        AttrSpec::new("name", Type::String).into(),
        Spec::from(
            BlocksSpec::new("rule", AttrSpec::new("from", Type::String).into()).tuple().dynamic(),
        ),
    ]);
    let text = r#"name = "%{ for k, v in var.m }${k}${v[local.i]}%{ endfor }${f(data.x)}"
dynamic "rule" {
  for_each = var.rules
  content { from = "${rule.value}${[for r in rule.key : r + var.n][0]}" }
}
other = never.asked
"#;
    let body = parse(text);
    let all = ["var.m", "local.i", "data.x", "var.rules", "var.n"];
    assert_eq!(written(variables(&body, &spec)), all);
    assert_eq!(written(expand_variables(&body, &spec)), ["var.rules"]);
}

#[test]
fn names_in_expressions_captured_without_context_are_not_variables() {
    let spec = Spec::object([
        ("type", AttrSpec::new("type", type_constraint_type()).into()),
        ("what", AttrSpec::new("what", expression_type()).into()),
        ("when", AttrSpec::new("when", closure_type()).into()),
    ]);
    let body = parse("type = list(string)\nwhat = a\nwhen = b\n");
    assert_eq!(written(variables(&body, &spec)), ["b"]);

    // Another spec evaluates the same attribute.
    let text = AttrSpec::new("what", Type::String).into();
    assert_eq!(written(variables(&body, &Spec::tuple([spec, text]))), ["a", "b"]);
}

#[test]
fn iterators_are_not_variables_of_a_generated_body() {
    let text = r#"
dynamic "rule" {
  for_each = [1]
  content {
    name = "${rule.value}${a}"
  }
}
"#;
    let rule = BlockSchema { ty: "rule".into(), labels: Vec::new() };
    let schema = BodySchema { blocks: vec![rule], ..BodySchema::default() };
    let mut diags = Diagnostics::new();
    let content = dynblock::expand(&parse(text), &EvalContext::new()).content(&schema, &mut diags);
    let name = AttrSpec::new("name", Type::String).into();
    assert_eq!(written(variables(&content.blocks[0].body, &name)), ["a"]);
}

#[test]
fn a_walk_takes_any_schema_at_each_body() {
    let text = r#"
a = one
dynamic "rule" {
  for_each = [a, rule]
  labels   = [rule.key, two]
  iterator = it
  content {
    a = it.value + three
    b = four
    rule "x" {
      a = it.key + five
    }
  }
}
"#;
    let attribute = AttributeSchema { name: "a".into(), required: true };
    let rule = BlockSchema { ty: "rule".into(), labels: vec!["name".into()] };
    let schema =
        BodySchema { attributes: vec![attribute], blocks: vec![rule], ..BodySchema::default() };

    let outside = dynblock::walk_variables(&parse(text));
    assert_eq!(outside.block_type(), None);
    let outside = outside.visit(&schema);
    assert_eq!(written(outside.variables), ["one", "a", "rule", "rule.key", "two"]);
    let [content] = &outside.children[..] else { panic!() };
    assert_eq!(content.block_type(), Some("rule"));
    let inside = content.visit(&schema);
    assert_eq!(written(inside.variables), ["three"]);
    assert_eq!(written(content.visit_attributes()), ["three", "four"]);
    assert_eq!(written(inside.children[0].visit(&schema).variables), ["five"]);

    let expansion = dynblock::walk_expand_variables(&parse(text)).visit(&schema);
    assert_eq!(written(expansion.variables), ["a", "rule", "rule.key", "two"]);
    assert_eq!(written(expansion.children[0].visit(&schema).variables), [""; 0]);
    assert_eq!(written(expansion.children[0].visit_attributes()), [""; 0]);
}

/// Compares the locations that `find` returns with those that the reference records under any of the names.
fn check(find: fn(&Body, &Spec) -> Vec<Traversal>, names: &[&str]) {
    let file = read("variables.json");
    let mut failures = Vec::new();
    for case in cases(&file, "cases", 220) {
        let name = case["name"].as_str().unwrap();
        let mut expected: Vec<_> = names.iter().flat_map(|name| spans(&case[*name])).collect();
        expected.sort();
        expected.dedup();
        for dynamic in [Dynamic::Allowed, Dynamic::Refused] {
            let spec = spec_from_notation(&case["spec"], dynamic);
            let found = find(&parse(case["body"].as_str().unwrap()), &spec);
            let mut places: Vec<_> = found.iter().map(|it| it.place().span()).collect();
            places.sort();
            let is_known = DIFFERENCES.iter().any(|(known, _)| *known == name);
            match places == expected {
                false if !is_known => failures.push(format!("{name}: {:?}", written(found))),
                true if is_known && names.contains(&"all") => {
                    failures.push(format!("{name}: no longer a difference"));
                }
                _ => {}
            }
        }
    }
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n"), failures.len());
}

fn spans(places: &Json) -> Vec<Span> {
    let offset = |node: &Json| node.as_u64().unwrap() as u32;
    let span = |place: &Json| Span::new(offset(&place["start"]), offset(&place["end"]));
    places.as_array().unwrap().iter().map(span).collect()
}

fn parse(text: &str) -> Body {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    body
}

fn written(variables: Vec<Traversal>) -> Vec<String> {
    variables.iter().map(ToString::to_string).collect()
}
