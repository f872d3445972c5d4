//! Values of the wrong type.

use hcldyn::diag::{Applicability, apply_fixes};
use hcldyn::spec::Spec;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_expression};

use super::{assert_fixed, assert_fixed_in, assert_fixed_perhaps, decoded, spec};

const WRONG: &str = "wrong-type";

fn of_type(ty: &str) -> Spec {
    spec(&format!("object {{\n  attr \"a\" {{ type = {ty} }}\n}}\n"))
}

#[test]
fn bools() {
    let spec = of_type("bool");
    for (wrong, right) in [("\"True\"", "true"), ("\"FALSE\"", "false"), ("\" true \"", "true")] {
        assert_fixed(&spec, WRONG, &format!("a = {wrong} # b\n"), &format!("a = {right} # b\n"));
    }
    for (wrong, right) in [("\"yes\"", "true"), ("\"Off\"", "false")] {
        assert_fixed_perhaps(&spec, WRONG, &format!("a = {wrong}\n"), &format!("a = {right}\n"));
    }
    let in_json = assert_fixed_in("t.json", &spec, WRONG, r#"{"a": "True"}"#, r#"{"a": true}"#);
    assert_eq!(in_json, Applicability::Safe);
}

#[test]
fn lists() {
    assert_fixed(&of_type("list(string)"), WRONG, "a = \"b\"\n", "a = [\"b\"]\n");
    assert_fixed(&of_type("set(number)"), WRONG, "a = 1\n", "a = [1]\n");
    let ports = of_type("list(number)");
    assert_fixed_in("t.json", &ports, WRONG, r#"{"a": 80}"#, r#"{"a": [80]}"#);
    assert_fixed_perhaps(&of_type("string"), WRONG, "a = [ \"b\" ]\n", "a = \"b\"\n");
}

#[test]
fn numbers_in_quotes() {
    let spec = of_type("number");
    assert_fixed(&spec, WRONG, "a = \" 80 \" # b\n", "a = 80 # b\n");
    let in_json = assert_fixed_in("t.json", &spec, WRONG, r#"{"a": "80 "}"#, r#"{"a": 80}"#);
    assert_eq!(in_json, Applicability::Safe);
}

#[test]
fn null_collections() {
    let spec = spec(
        "block_list {\n  block_type = \"rule\"\n  dynamic = true\n  attr { name = \"a\" }\n}\n",
    );
    let text = r#"dynamic "rule" {
  for_each = null
  content {
  }
}
"#;
    let right = text.replace("null", "[]");
    assert_fixed_perhaps(&spec, "null-collection", text, &right);
}

#[test]
fn the_attribute_of_all_elements() {
    let spec = of_type("list(number)");
    let (wrong, right) = ("a = [{ b = 1 }].b\n", "a = [{ b = 1 }][*].b\n");
    assert_fixed_perhaps(&spec, "unknown-attribute", wrong, right);
}

#[test]
fn other_values_have_no_fix() {
    for (ty, value) in [
        ("bool", "\"maybe\""),
        ("bool", "[]"),
        ("number", "\"x\""),
        ("list(number)", "\"x\""),
        ("list(number)", "upper(\"x\")"),
        ("map(string)", "\"x\""),
        ("string", "[\"b\", \"c\"]"),
    ] {
        let (_, diags) = decoded("t.hcl", &format!("a = {value}\n"), &of_type(ty));
        assert_eq!(diags.len(), 1, "{ty} {value}: {diags}");
        assert!(diags.iter().all(|it| it.fixes.is_empty()), "{ty} {value}: {diags:?}");
    }
}

/// The functions are not available, so the call is undefined whatever its argument is.
#[test]
fn the_operator_replaces_the_name_of_a_function() {
    let mut diags = Diagnostics::new();
    let source = Source::new("t.hcl", "not(true)");
    let expr = parse_expression(&source, &mut diags).unwrap();
    expr.value(&EvalContext::new(), &mut diags);
    let fixes = diags.iter().flat_map(|diagnostic| &diagnostic.fixes);
    assert_eq!(apply_fixes(fixes)[0].1, "!(true)");
}
