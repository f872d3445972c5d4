//! Expressions that are evaluated later to a Rust type.

use std::collections::HashMap;

use hcldyn::cty::function::Function;
use hcldyn::cty::{FromValue, Mark, MaybeUnknown, Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Deferred, Diagnostics, EvalContext, HclDecode, parse_body, parse_expression};

#[derive(Debug, HclDecode)]
struct Rule {
    when: Deferred<bool>,
    unless: Option<Deferred<bool>>,
    #[hcl(default = 100.into())]
    weight: Deferred<u8>,
    #[hcl(default)]
    tags: Deferred<Vec<String>>,
}

#[derive(Debug, HclDecode)]
struct Rules {
    #[hcl(dynamic)]
    rule: Vec<Rule>,
}

fn rule(text: &str) -> Rule {
    hcldyn::from_str(text, &EvalContext::new().with_variable("limit", 10)).unwrap()
}

fn mistakes(text: &str) -> String {
    hcldyn::from_str::<Rule>(text, &EvalContext::new()).unwrap_err().to_string()
}

fn problem<T: std::fmt::Debug>(result: Result<T, Diagnostics>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn an_expression_is_evaluated_with_more_variables() {
    let rule = rule("when = size > limit");
    assert!(!rule.when.evaluate(&[("size", 5.into())]).unwrap());
    assert!(rule.when.evaluate(&[("size", 50.into())]).unwrap());
    // They take precedence over those of the context. Of two with the same name, the last one wins.
    let variables = [("size", 5.into()), ("limit", 7.into()), ("limit", 1.into())];
    assert!(rule.when.evaluate(&variables).unwrap());
    assert_eq!(rule.when.closure().expression.text(), "size > limit");
    assert_eq!(format!("{:?}", rule.when.clone()), "Deferred(size > limit)");
}

#[test]
fn an_unset_attribute_is_none_or_the_default() {
    for text in ["when = true", "when = true\nunless = null\nweight = null\ntags = (null)"] {
        let rule = rule(text);
        assert!(rule.unless.is_none());
        assert_eq!(rule.weight.evaluate(&[]).unwrap(), 100);
        assert_eq!(rule.tags.evaluate(&[]).unwrap(), Vec::<String>::new());
    }
    let rule = rule(
        r#"when = true
unless = x
weight = 1 + x
tags = ["a", x]"#,
    );
    assert!(rule.unless.unwrap().evaluate(&[("x", false.into())]).is_ok_and(|it| !it));
    assert_eq!(rule.weight.evaluate(&[("x", 4.into())]).unwrap(), 5);
    assert_eq!(rule.tags.evaluate(&[("x", 4.into())]).unwrap(), ["a", "4"]);
    assert!(mistakes("").contains("\"when\""));
}

/// A null found by evaluation is an ordinary value.
#[test]
fn null_is_accepted_if_the_type_allows_it() {
    #[derive(HclDecode)]
    struct Config {
        name: Deferred<Option<String>>,
    }
    let name = |text: &str| {
        let config: Config = hcldyn::from_str(text, &EvalContext::new()).unwrap();
        config.name.evaluate(&[("x", Value::null(Type::String))])
    };
    assert_eq!(name("name = null").unwrap(), None);
    assert_eq!(name("name = x").unwrap(), None);
    assert_eq!(name("name = \"a\"").unwrap().as_deref(), Some("a"));
    let when = rule("when = x").when.evaluate(&[("x", Value::null(Type::Bool))]);
    assert_eq!(
        problem(when),
        "<text>:1:8: error: Invalid value; Invalid result of the expression: true or false is required, not null."
    );
}

#[test]
fn errors_have_the_location_of_the_expression() {
    let rule = rule("\nwhen = size * 2");
    assert_eq!(
        problem(rule.when.evaluate(&[("size", 4.into())])),
        "<text>:2:8: error: Invalid value; Invalid result of the expression: a bool is required, not a number."
    );
    let missing = problem(rule.when.evaluate(&[]));
    assert!(missing.starts_with("<text>:2:8: error: Undefined variable; "), "{missing}");
    let size = problem(rule.when.evaluate(&[("size", "big".into())]));
    assert!(size.starts_with("<text>:2:8: error: "), "{size}");
}

#[test]
fn an_error_shows_the_values_in_the_expression() {
    let rule = rule("when = true\nweight = size * limit");
    let problems = rule.weight.evaluate(&[("size", 30.into())]).unwrap_err();
    assert_eq!(
        problems.to_string(),
        "<text>:2:10: error: Invalid value; Invalid result of the expression: a whole number from 0 to 255 is required, not 300."
    );
    let values = &problems.iter().next().unwrap().values;
    assert_eq!(values, &["size is 30", "limit is 10"]);
}

#[test]
fn errors_common_to_all_evaluations_are_reported_while_decoding() {
    assert_eq!(
        mistakes("when = \"yes\""),
        "<text>:1:8: error: Invalid value for \"when\": a bool is required."
    );
    assert_eq!(
        mistakes("when = true\nweight = 200 + 100"),
        "<text>:2:10: error: Invalid value for \"weight\": a whole number from 0 to 255 is required, not 300."
    );
    assert_eq!(
        mistakes("when = null"),
        "<text>:1:8: error: Invalid value for \"when\": true or false is required, not null."
    );
    let inner = mistakes("when = [1, !5] == []");
    assert!(inner.starts_with("<text>:1:13: error: ") && inner.lines().count() == 1, "{inner}");
    // These need variables, functions or time, so they are evaluated only on request.
    for text in ["when = x ? 1 : 2", "when = f()", "when = [for v in [1] : v]", "when = [1][*]"] {
        rule(text);
    }
}

#[test]
fn closures_of_generated_blocks_see_their_iterators() {
    let text = r#"dynamic "rule" {
  for_each = list
  content {
    when = size > rule.value
    weight = 7
  }
}
"#;
    let rules = |list: Value| {
        let ctx = EvalContext::new().with_variable("list", list);
        hcldyn::from_str::<Rules>(text, &ctx).unwrap().rule
    };
    let list = Value::list(Type::Number, vec![1.into(), 9.into()]);
    let found: Vec<_> = rules(list.clone())
        .iter()
        .map(|rule| rule.when.evaluate(&[("size", 5.into())]).unwrap())
        .collect();
    assert_eq!(found, [true, false]);
    // A value that is marked or unknown because of its block is reported on evaluation.
    let secret = rules(list.mark(Mark::sensitive()));
    assert!(problem(secret[0].weight.evaluate(&[])).contains("is sensitive"));
}

#[test]
fn maybe_unknown_accepts_unknown_values() {
    #[derive(HclDecode)]
    struct Config {
        a: Deferred<u8>,
        b: Deferred<MaybeUnknown<u8>>,
    }
    let config: Config = hcldyn::from_str("a = x + 1\nb = x + 1", &EvalContext::new()).unwrap();
    let unknown = [("x", Value::unknown(Type::Number))];
    assert!(problem(config.a.evaluate(&unknown)).contains("not known yet"));
    assert_eq!(config.b.evaluate(&unknown).unwrap(), MaybeUnknown::Unknown);
    assert_eq!(config.b.evaluate(&[("x", 1.into())]).unwrap(), MaybeUnknown::Known(2));
}

#[test]
fn a_function_takes_its_argument_unevaluated() {
    let count = |condition: Deferred<bool>, numbers: Vec<i32>| {
        let holds = |n: &i32| condition.evaluate(&[("n", (*n).into())]);
        let found = numbers.iter().map(holds).collect::<Result<Vec<_>, _>>();
        found.map(|found| found.into_iter().filter(|it| *it).count()).map_err(|it| it.to_string())
    };
    let ctx = EvalContext::new()
        .with_function("count", Function::from_fn("", ["condition", "numbers"], count));
    let evaluate = |text: &str| {
        let mut diags = Diagnostics::new();
        let expr = parse_expression(&Source::new("t", text), &mut diags).unwrap();
        (expr.value(&ctx, &mut diags), diags.to_string())
    };
    let (value, problems) = evaluate("[for low in [1, 3] : count(n > low, [1, 2, 3, 4])]");
    assert_eq!((value, &*problems), (Value::tuple(vec![3.into(), 1.into()]), ""));
    let (_, problems) = evaluate("count(\"maybe\", [])");
    assert!(problems.contains("a bool is required"), "{problems}");
}

#[test]
fn specs_built_by_hand_can_contain_them() {
    let spec = Spec::object([
        ("when", AttrSpec::new("when", Deferred::<bool>::ty()).into()),
        ("checks", BlocksSpec::attributes("checks", Deferred::<bool>::ty()).into()),
    ]);
    let text = "when = x
checks {
  small = x < 10
  even = x % 2 == 0
}
";
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t", text), &mut diags);
    let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
    let [when, checks] = value.elements() else { panic!("{value:?}") };
    assert!(diags.is_empty(), "{diags}");
    let when = Deferred::<bool>::from_value(&when.clone()).unwrap();
    assert!(when.evaluate(&[("x", true.into())]).unwrap());
    let checks = HashMap::<String, Deferred<bool>>::from_value(&checks.clone()).unwrap();
    assert!(checks["small"].evaluate(&[("x", 7.into())]).unwrap());
    assert!(!checks["even"].evaluate(&[("x", 7.into())]).unwrap());
}
