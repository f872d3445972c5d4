//! Misspelled names.

use hcldyn::spec::Spec;

use super::{assert_fixed, assert_fixed_in, assert_fixed_perhaps, spec};

fn servers() -> Spec {
    spec(
        r#"
object {
  attr "name" { type = string }
  block_map "server" {
    labels = ["name"]
    object {
      attr "port" { type = number }
      attr "protocol" {
        type = string
        one_of = ["tcp", "udp"]
      }
    }
  }
}
"#,
    )
}

#[test]
fn attributes_and_blocks() {
    let spec = servers();
    assert_fixed(&spec, "unexpected-attribute", "nmae = \"a\"\n", "name = \"a\"\n");
    assert_fixed(&spec, "unexpected-block", "sever \"a\" {\n}\n", "server \"a\" {\n}\n");
    assert_fixed(
        &spec,
        "unexpected-attribute",
        "server \"a\" {\n  # the port\n  prot = 80 # here\n}\n",
        "server \"a\" {\n  # the port\n  port = 80 # here\n}\n",
    );
}

#[test]
fn properties() {
    let (wrong, right) = (r#"{"nmae": "a"}"#, r#"{"name": "a"}"#);
    assert_fixed_in("t.json", &servers(), "unexpected-property", wrong, right);
    let wrong = r#"{"server": {"a": {"prot": 80}}}"#;
    let right = r#"{"server": {"a": {"port": 80}}}"#;
    assert_fixed_in("t.json", &servers(), "unexpected-property", wrong, right);
}

#[test]
fn values() {
    let wrong = "server \"a\" {\n  protocol = \"tpc\"\n}\n";
    let right = "server \"a\" {\n  protocol = \"tcp\"\n}\n";
    assert_fixed(&servers(), "invalid-value", wrong, right);
}

#[test]
fn variables_and_functions() {
    let spec = servers();
    assert_fixed(&spec, "undefined-variable", "name = regoin\n", "name = region\n");
    assert_fixed(
        &spec,
        "undefined-variable",
        "name = \"a-${regoin}\"\n",
        "name = \"a-${region}\"\n",
    );
    assert_fixed(&spec, "unknown-function", "name = uper(\"a\")\n", "name = upper(\"a\")\n");
    assert_fixed(&spec, "unknown-attribute", "name = server.hots\n", "name = server.host\n");
    assert_fixed(
        &spec,
        "unknown-attribute",
        "name = server[\"hots\"]\n",
        "name = server[\"host\"]\n",
    );
}

#[test]
fn template_directives() {
    let wrong = "name = \"%{ fi true }a%{ endif }\"\n";
    let right = "name = \"%{ if true }a%{ endif }\"\n";
    assert_fixed(&servers(), "invalid-template-directive", wrong, right);
}

#[test]
fn strings_without_quotes() {
    let spec = servers();
    assert_fixed_perhaps(&spec, "undefined-variable", "name = north\n", "name = \"north\"\n");
    let wrong = "name = upper( north ) # here\n";
    let right = "name = upper( \"north\" ) # here\n";
    assert_fixed_perhaps(&spec, "undefined-variable", wrong, right);
}
