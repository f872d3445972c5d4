//! Checks by a program of the collections of `dynamic` blocks.

use std::sync::{Arc, Mutex};

use hcldyn::body::Body;
use hcldyn::cty::{Mark, Type, Value};
use hcldyn::diag::Diagnostic;
use hcldyn::ext::dynblock;
use hcldyn::spec::{AttrSpec, Rest, Spec, decode};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_tests::text::body as parse;

use super::rules_with_inner;

/// Returns the errors of decoding, which must be equal for a spec that opts in and for an expanded body.
fn problems(body: &Body, spec: &Spec, ctx: &EvalContext) -> String {
    let [mut opted_in, mut expanded] = [Diagnostics::new(), Diagnostics::new()];
    decode(body, spec, ctx, &mut opted_in);
    decode(&dynblock::expand(body, ctx), spec, ctx, &mut expanded);
    assert_eq!(opted_in.to_string(), expanded.to_string());
    opted_in.to_string()
}

#[test]
fn a_check_sees_every_value_before_errors_about_it() {
    let mut text = String::new();
    for value in ["null", "5", "unknown", "secret", "[1]"] {
        text += &format!("dynamic \"rule\" {{\nfor_each = {value}\ncontent {{}}\n}}\n");
    }
    let ctx = EvalContext::new()
        .with_variable("unknown", Value::unknown(Type::list(Type::String)))
        .with_variable("secret", Value::tuple(vec![1.into()]).mark(Mark::sensitive()));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&seen);
    let body = dynblock::check_for_each(&parse(&text), move |value, expr, _, diags| {
        shared.lock().unwrap().push((expr.text().to_owned(), value.clone()));
        diags.push(Diagnostic::error(expr.place(), "Refused", "No."));
    });
    let mut diags = Diagnostics::new();
    decode(&body, &rules_with_inner(), &ctx, &mut diags);
    let places = [2, 6, 10, 14, 18].map(|line| format!("t.hcl:{line}:12: error: Refused; No."));
    assert_eq!(diags.to_string(), places.join("\n"));
    let expected = [
        ("null", Value::null(Type::Dynamic)),
        ("5", Value::from(5)),
        ("unknown", Value::unknown(Type::list(Type::String))),
        ("secret", Value::tuple(vec![1.into()]).mark(Mark::sensitive())),
        ("[1]", Value::tuple(vec![1.into()])),
    ];
    assert_eq!(*seen.lock().unwrap(), expected.map(|(text, value)| (text.to_owned(), value)));
}

#[test]
fn a_failed_collection_is_not_checked() {
    let body = parse("dynamic \"rule\" {\nfor_each = missing\ncontent {}\n}\n");
    let body = dynblock::check_for_each(&body, |_, expr, _, diags| {
        diags.push(Diagnostic::error(expr.place(), "Refused", "No."));
    });
    let problems = problems(&body, &rules_with_inner(), &EvalContext::new().with_variable("a", 1));
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert!(!problems.contains("Refused"), "{problems}");
}

#[test]
fn a_warning_stops_nothing() {
    let body = parse("dynamic \"rule\" {\nfor_each = [1, 2]\ncontent {}\n}\n");
    let body = dynblock::check_for_each(&body, |_, expr, _, diags| {
        diags.push(Diagnostic::warning(expr.place(), "Two", "These are two."));
    });
    let mut diags = Diagnostics::new();
    let value = decode(&body, &rules_with_inner(), &EvalContext::new(), &mut diags);
    assert_eq!(value.elements().len(), 2);
    assert_eq!(diags.to_string(), "t.hcl:2:12: warning: Two; These are two.");
}

#[test]
fn nested_collections_are_checked_in_their_own_scope() {
    let text = r#"
dynamic "rule" {
  for_each = [[1], [1, 2, 3]]
  content {
    dynamic "inner" {
      for_each = rule.value
      content {}
    }
  }
}
rule {
  dynamic "inner" {
    for_each = [1, 2, 3, 4]
    content {}
  }
}
"#;
    // In the context of the check, the expression evaluates to the same value.
    let body = dynblock::check_for_each(&parse(text), |value, expr, ctx, diags| {
        assert_eq!(expr.value(ctx, diags), *value);
        let (count, limit) = (value.elements().len(), ctx.variable("limit").unwrap());
        if *limit == Value::from(count as i64) {
            let detail = format!("There are {count}.");
            diags.push(Diagnostic::error(expr.place(), "Too many", detail));
        }
    });
    let with_limit = |limit: i64| EvalContext::new().with_variable("limit", limit);
    assert_eq!(
        problems(&body, &rules_with_inner(), &with_limit(3)),
        "t.hcl:6:18: error: Too many; There are 3."
    );
    assert_eq!(
        problems(&body, &rules_with_inner(), &with_limit(4)),
        "t.hcl:13:16: error: Too many; There are 4."
    );
}

#[test]
fn checks_run_from_the_innermost_until_one_fails() {
    let refuse = |body: &Body, length: usize, summary: &'static str| {
        dynblock::check_for_each(body, move |value, expr, _, diags| {
            if value.elements().len() >= length {
                diags.push(Diagnostic::error(expr.place(), summary, "No."));
            }
        })
    };
    let text = |list: &str| format!("dynamic \"rule\" {{\nfor_each = {list}\ncontent {{}}\n}}\n");
    let problems_with = |list: &str| {
        let body = refuse(&refuse(&parse(&text(list)), 2, "Two"), 1, "One");
        problems(&body, &rules_with_inner(), &EvalContext::new())
    };
    assert_eq!(problems_with("[]"), "");
    assert_eq!(problems_with("[1]"), "t.hcl:2:12: error: One; No.");
    assert_eq!(problems_with("[1, 2]"), "t.hcl:2:12: error: Two; No.");
}

#[test]
fn a_check_applies_to_remaining_and_merged_bodies() {
    let body = parse("a = 1\ndynamic \"rule\" {\nfor_each = [1]\ncontent {}\n}\n");
    let checked = dynblock::check_for_each(&body, |_, expr, _, diags| {
        diags.push(Diagnostic::error(expr.place(), "Refused", "No."));
    });
    let refused = "t.hcl:3:12: error: Refused; No.";
    let ctx = EvalContext::new();
    let mut diags = Diagnostics::new();
    let a = Spec::tuple([AttrSpec::new("a", Type::Number).into(), Spec::Rest(Rest::Body)]);
    let value = decode(&checked, &a, &ctx, &mut diags);
    let rest: &Body = value.elements()[1].as_capsule().unwrap();
    assert_eq!(problems(rest, &rules_with_inner(), &ctx), refused);

    let all = Body::merge([parse(""), rest.clone(), parse("rule {}\n")]).unwrap();
    assert_eq!(problems(&all, &rules_with_inner(), &ctx), refused);
}
