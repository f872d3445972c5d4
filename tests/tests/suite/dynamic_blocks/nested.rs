//! `dynamic` blocks in `dynamic` blocks.

use hcldyn::cty::{Type, Value};
use hcldyn::diag::Diagnostic;
use hcldyn::ext::dynblock;
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, decode};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_tests::text::body;

use super::{names, run};

/// A `group` block for each zone, with one `rule` block.
const RULES_OF_ZONES: &str = r#"
dynamic "group" {
  for_each = zones
  iterator = zone
  content {
    dynamic "rule" {
      for_each = { x = 1 }
      labels   = ["r-${rule.key}"]
      content {
        from = "${zone.value}${rule.value}"
      }
    }
  }
}
"#;

/// Returns a spec of a body with `rule` blocks, which may be generated.
fn rules() -> Spec {
    let from = AttrSpec::new("from", Type::String).into();
    let rule = Spec::tuple([LabelSpec::new(0, "name").into(), from]);
    Spec::from(BlocksSpec::new("rule", rule).tuple().dynamic())
}

/// Returns a spec of `group` blocks, which may be generated.
fn groups() -> Spec {
    Spec::from(BlocksSpec::new("group", rules()).tuple().dynamic())
}

fn context() -> EvalContext {
    EvalContext::new()
        .with_variable("unknown", Value::dynamic())
        .with_variable("zones", Value::tuple(vec!["a".into(), "b".into()]))
}

#[test]
fn content_and_labels_see_the_iterators_of_all_levels() {
    let (value, problems) = run(RULES_OF_ZONES, &groups(), &context());
    assert_eq!(problems, "");
    let group = |from: &str| Value::tuple(vec![Value::tuple(vec!["r-x".into(), from.into()])]);
    assert_eq!(value.elements(), [group("a1"), group("b1")]);
}

#[test]
fn the_content_is_checked_if_the_number_of_blocks_is_unknown_or_zero() {
    let text = |collection: &str, attribute: &str| {
        format!(
            r#"
dynamic "group" {{
  for_each = {collection}
  content {{
    rule "x" {{
      {attribute} = group.value
    }}
  }}
}}
"#
        )
    };
    // The minimum of an unknown number of blocks is not checked.
    let counted = BlocksSpec::new("group", rules()).min_items(3).dynamic();
    let counted = Spec::from(counted.tuple());
    let (value, problems) = run(&text("unknown", "from"), &counted, &context());
    assert_eq!((value.is_known(), &*problems), (false, ""));

    for collection in ["unknown", "[]"] {
        let (_, problems) = run(&text(collection, "form"), &groups(), &context());
        assert!(
            problems.starts_with("t.hcl:6:7: error: ") && problems.contains("\"from\""),
            "{problems}"
        );
    }
    let (_, problems) = run(&text("null", "from"), &groups(), &context());
    assert!(problems.starts_with("t.hcl:3:14: error: "), "{problems}");
}

#[test]
fn a_spec_and_a_program_can_deny_blocks() {
    let written = Spec::from(BlocksSpec::new("group", rules()).tuple());
    let (_, problems) = run(RULES_OF_ZONES, &written, &context());
    assert!(problems.starts_with("t.hcl:2:1: error: "), "{problems}");
    assert!(problems.contains("they can't be generated here"), "{problems}");

    let body = dynblock::check_for_each(&body(RULES_OF_ZONES), |_, expr, _, diags| {
        diags.push(Diagnostic::error(expr.place(), "Refused", "Not today."));
    });
    let mut diags = Diagnostics::new();
    decode(&body, &groups(), &context(), &mut diags);
    assert_eq!(diags.to_string(), "t.hcl:3:14: error: Refused; Not today.");
}

#[test]
fn inner_iterators_shadow_outer_ones() {
    let leaf = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    let inner = Spec::from(BlocksSpec::new("inner", leaf).list().dynamic());
    let spec =
        Spec::from(BlocksSpec::new("outer", Spec::object([("inner", inner)])).list().dynamic());
    let text = r#"
dynamic "outer" {
  for_each = { x = ["a"], y = ["b", "c"] }
  iterator = it
  content {
    dynamic "inner" {
      for_each = it.value
      content {
        name = "${it.key}${inner.key}${inner.value}"
      }
    }
    dynamic "inner" {
      for_each = it.value
      iterator = it
      content {
        name = it.value
      }
    }
    inner {
      name = it.key
    }
  }
}
"#;
    let (value, problems) = run(text, &spec, &EvalContext::new());
    assert_eq!(problems, "");
    let all: Vec<_> = value.elements().iter().flat_map(|outer| names(outer, "inner")).collect();
    assert_eq!(all.join(" "), r#""x0a" "a" "x" "y0b" "y1c" "b" "c" "y""#);
}
