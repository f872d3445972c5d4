//! Blocks and attributes in the wrong form, labels, and old names.

use hcldyn::spec::Spec;

use super::{assert_fixed, assert_fixed_in, assert_fixed_perhaps, decoded, spec};

fn forms() -> Spec {
    spec(
        r#"
object {
  block "tls" {
    object {
      attr "cert" { type = string }
      attr "key" { type = string }
    }
  }
  attr "tags" { type = map(string) }
  attr "nested" { type = any }
  block_list "server" {
    object {
      label "name" {}
      attr "port" {
        type         = number
        former_names = ["listen_port"]
      }
    }
  }
}
"#,
    )
}

const WRONG: &str = "unexpected-attribute";

#[test]
fn an_attribute_becomes_a_block() {
    let spec = forms();
    assert_fixed(&spec, WRONG, "tls = {}\n", "tls {}\n");
    assert_fixed(&spec, WRONG, "tls = { cert = \"a\" }\n", "tls { cert = \"a\" }\n");
    assert_fixed(
        &spec,
        WRONG,
        "  tls = { cert = \"a\", \"key\" : \"b\" } # both\n",
        "  tls {\n    cert = \"a\"\n    key = \"b\"\n  } # both\n",
    );
    assert_fixed(
        &spec,
        WRONG,
        "tls = {\n  cert : \"a\", # the first\n  key  = \"b\",\n}\n",
        "tls {\n  cert = \"a\" # the first\n  key  = \"b\"\n}\n",
    );
    let right = r#"tls {
  cert = "a"
  key = "b"
}
"#;
    assert_fixed(&spec, WRONG, "tls = {\n  cert = \"a\",\n  key = \"b\" }\n", right);
    assert_fixed(&spec, WRONG, "tls = { cert = \"a\",\n  key = \"b\",\n}\n", right);
    assert_fixed(&spec, WRONG, "tls = { cert = \"a\", }\n", "tls { cert = \"a\" }\n");
}

#[test]
fn no_fix_drops_a_comment_or_a_block() {
    let spec = forms();
    for text in [
        "tls = { cert = \"a\", /* why */ key = \"b\" }\n",
        "tls = {\n  cert = \"a\", /* why\n */ key = \"b\"\n}\n",
        "tls /* why */ = {}\n",
        "nested {\n  a {\n  }\n  a {\n  }\n}\n",
    ] {
        let (_, diags) = decoded("t.hcl", text, &spec);
        let fixes: Vec<_> = diags.iter().map(|diagnostic| diagnostic.fixes.len()).collect();
        assert_eq!(fixes, [0], "{text}\n{diags}");
    }
}

#[test]
fn a_block_becomes_an_attribute() {
    let spec = forms();
    let wrong = "unexpected-block";
    assert_fixed(&spec, wrong, "tags {\n  a = \"b\"\n}\n", "tags = {\n  a = \"b\"\n}\n");
    assert_fixed(
        &spec,
        wrong,
        "nested {\n  a {\n    b = 1\n  }\n}\n",
        "nested = {\n  a = {\n    b = 1\n  }\n}\n",
    );
}

#[test]
fn labels() {
    let spec = forms();
    let (missing, extra) = ("missing-label", "too-many-labels");
    assert_fixed_perhaps(&spec, missing, "server {\n}\n", "server \"name\" {\n}\n");
    assert_fixed_perhaps(&spec, extra, "server \"a\" \"b\" c {\n}\n", "server \"a\" {\n}\n");
    assert_fixed_perhaps(&spec, extra, "tls \"a\" {\n}\n", "tls {\n}\n");
    // The rest of the line is not another label.
    let (wrong, right) = ("server a\" {\n}\n", "server \"a\" {\n}\n");
    assert_fixed_perhaps(&spec, "unclosed-string", wrong, right);
}

#[test]
fn old_names() {
    let spec = forms();
    let (wrong, right) =
        ("server \"a\" {\n  listen_port = 1\n}\n", "server \"a\" {\n  port = 1\n}\n");
    assert_fixed(&spec, "deprecated-attribute", wrong, right);
    let (wrong, right) =
        (r#"{"server": {"a": {"listen_port": 1}}}"#, r#"{"server": {"a": {"port": 1}}}"#);
    assert_fixed_in("t.json", &spec, "deprecated-attribute", wrong, right);
}

#[test]
fn old_types_of_blocks() {
    let spec = spec(
        "block_list {\n  block_type = \"rule\"\n  former_names = [\"ingress\"]\n  attr { name = \"port\" }\n}\n",
    );
    let (wrong, right) = ("ingress {\n  port = 80\n}\n", "rule {\n  port = 80\n}\n");
    assert_fixed(&spec, "deprecated-block", wrong, right);
}

#[test]
fn a_missing_attribute_gets_a_placeholder() {
    let spec = spec(
        r#"
object {
  block "tls" {
    object {
      attr "min" {
        type     = number
        required = true
      }
      attr "comment" { type = string }
    }
  }
}
"#,
    );
    let missing = "missing-attribute";
    for (wrong, right) in [
        ("tls {}\n", "tls { min = 0 }\n"),
        ("tls {\n}\n", "tls {\n  min = 0\n}\n"),
        (
            "  tls { # versions\n    comment = \"a\"\n  }\n",
            "  tls { # versions\n    min = 0\n    comment = \"a\"\n  }\n",
        ),
    ] {
        assert_fixed_perhaps(&spec, missing, wrong, right);
    }
    for (wrong, right) in [
        (r#"{"tls": {}}"#, r#"{"tls": {"min": 0}}"#),
        (r#"{"tls": {"comment": "a" }}"#, r#"{"tls": {"comment": "a", "min": 0 }}"#),
    ] {
        assert_fixed_in("t.json", &spec, missing, wrong, right);
    }
}

#[test]
fn placeholders_meet_the_types_and_rules() {
    let required = |rest: &str| {
        spec(&format!("object {{\n attr \"a\" {{\n required = true\n {rest}\n }}\n}}\n"))
    };
    for (rest, value) in [
        ("type = string", "\"\""),
        ("type = bool", "false"),
        ("type = list(string)", "[]"),
        ("type = map(string)", "{}"),
        ("type = tuple([number, bool])", "[0, false]"),
        ("type = object({ b = number, c = optional(string) })", "{\"b\": 0}"),
        ("type = string\n one_of = [\"x\", \"y\"]", "\"x\""),
        ("type = number\n min = 5", "5"),
        ("type = number\n max = -5", "-5"),
    ] {
        let right = format!("# first\na = {value}\n");
        assert_fixed_perhaps(&required(rest), "missing-attribute", "# first\n", &right);
        assert_fixed_perhaps(&required(rest), "missing-attribute", "# first", &right);
    }
    // There is no placeholder for a pattern, a non-empty list or any type.
    for rest in
        ["type = string\n pattern = \"^x\"", "type = list(string)\n min_length = 1", "type = any"]
    {
        let (_, diags) = decoded("t.hcl", "", &required(rest));
        assert_eq!(
            diags.iter().map(|diagnostic| diagnostic.fixes.len()).collect::<Vec<_>>(),
            [0],
            "{rest}"
        );
    }
}
