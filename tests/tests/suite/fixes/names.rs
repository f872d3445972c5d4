//! Misspelled names.

use hcldyn::diag::apply_fixes;
use hcldyn::spec::Spec;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, HclDecode, HclValue, from_body, parse_body};

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
    let wrong = r#"server "a" {
  protocol = "tpc"
}
"#;
    let right = r#"server "a" {
  protocol = "tcp"
}
"#;
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
fn old_values() {
    #[derive(Debug, HclDecode)]
    struct Server {
        mode: Mode,
    }

    #[derive(Debug, PartialEq, HclValue)]
    enum Mode {
        #[hcl(former_name = "fast")]
        Quick,
    }

    let decode = |text: &str| {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t.hcl", text), &mut diags);
        let server = from_body::<Server>(&body, &EvalContext::new(), &mut diags);
        (server.unwrap().mode, diags)
    };
    let (old, diags) = decode("mode = \"fast\" # here\n");
    assert_eq!(diags.iter().next().unwrap().code, "deprecated-value");
    let fixed = apply_fixes(diags.iter().flat_map(|it| &it.fixes)).remove(0).1;
    let (new, diags) = decode(&fixed);
    assert!(diags.is_empty() && fixed.ends_with(" # here\n"), "{fixed}: {diags}");
    assert_eq!((old, new), (Mode::Quick, Mode::Quick));
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
