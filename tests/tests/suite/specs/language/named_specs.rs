//! Named specs, used several times and in themselves.

use hcldyn::Diagnostics;

use super::{json, read, value};

/// Recursive constraints, used twice, with labels that depend on the use.
const NAMED_SPECS: &str = r#"
    spec "labelled" {
      array {
        label { name = "id" }
        use { spec = "rule" }
      }
    }
    spec "rule" {
      object {
        attr "op" { type = string }
        block_tuple "and" {
          block_type = "and"
          use { spec = "rule" }
        }
      }
    }
    object {
      use "own" { spec = "rule" }
      block_tuple "check" {
        use { spec = "labelled" }
      }
      block "only" {
        use { spec = "rule" }
      }
    }
"#;

#[test]
fn a_named_spec_can_be_used_repeatedly_and_in_itself() {
    let text = r#"
        op = "a"
        and {
          and { op = "b" }
        }
        check "x" {
          and {}
        }
        only { op = "c" }
    "#;
    assert_eq!(
        json(NAMED_SPECS, text),
        concat!(
            r#"{"check":[["x",{"and":[{"and":[],"op":null}],"op":null}]],"only":{"and":[],"op":"c"},"#,
            r#""own":{"and":[{"and":[{"and":[],"op":"b"}],"op":null}],"op":"a"}}"#
        )
    );
    assert_eq!(
        json(NAMED_SPECS, "and {\n  and {\n    opp = 1\n  }\n}\n"),
        "input.hcl:3:5: error: Unexpected attribute; The attribute \"opp\" is not expected here. Did you mean \"op\"?"
    );
}

#[test]
fn a_named_spec_nests_as_deeply_as_blocks() {
    let text = format!("{}{}", "and {\n".repeat(250), "}\n".repeat(250));
    let mut diags = Diagnostics::new();
    assert!(value(NAMED_SPECS, &text, &mut diags).is_some(), "{diags}");
}

#[test]
fn a_contradiction_in_a_named_spec_is_reported_at_its_location() {
    let errors = |spec: &str| {
        let mut diags = Diagnostics::new();
        assert!(read(spec, &mut diags).is_none(), "{spec}");
        diags.sort();
        diags.to_string()
    };
    // A contradiction is reported at its own location, not where the spec is used.
    let contradiction = r#"spec "a" {
  object {
    attr "n" {}
    block "m" {
      block_type = "n"
      remain {}
    }
  }
}
block_list {
  block_type = "b"
  use { spec = "a" }
}
"#;
    assert_eq!(
        errors(contradiction),
        "spec.hcl:4:5: error: Contradiction in spec; \"n\" is both an attribute and a block type."
    );
}
