//! Evaluation compared with the reference: `tests/vectors/expressions.json`.

use hcldyn::cty::Value;
use hcldyn::diag::Severity;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_expression};
use hcldyn_tests::vectors::{cases, context, read, same, type_from_notation, value_from_notation};
use serde_json::Value as Json;

const AT_NAME: &str =
    "an error of a call as a whole points at the function's name, without the parenthesis";
const AT_ARGUMENT: &str = "an error of an argument points at the whole of it, quotes included";
const TERRAFORM: &str =
    "the function is Terraform's, which accepts this or says which argument is wrong";
const NOT_NULL: &str = "what can gives is never null, and says so while it is unknown";
const MARKED: &str = "what can gives is drawn from the value, so it carries its marks";
const NULLNESS: &str = "whether a list is null does not depend on the marks of its elements";
const INFINITE: &str = "an unknown number may be infinite";
const BOUND: &str = "what is taken out of a marked collection carries its marks";

/// Expressions with a deliberately different answer, and the reason. The group `defects` of the vectors is
/// excluded too, since the reference's answers there are wrong.
const DELIBERATE: &[(&str, &str)] = &[
    (r#"join(",")"#, AT_NAME),
    ("min()", AT_NAME),
    ("max([]...)", AT_NAME),
    (r#"format("%s %s", "x")"#, AT_NAME),
    ("try(missing, gone)", AT_NAME),
    ("try()", AT_NAME),
    (r#"upper("a", "b")"#, AT_ARGUMENT),
    (r#"max(1, "x")"#, AT_ARGUMENT),
    (r#"max("x")"#, AT_ARGUMENT),
    (r#"lookup(tags, "a")"#, TERRAFORM),
    ("length(obj)", TERRAFORM),
    ("length(5)", TERRAFORM),
    (r#"length("abc")"#, TERRAFORM),
    (r#"format("%d", "x")"#, TERRAFORM),
    ("can(unk_str)", NOT_NULL),
    ("can(unk.a)", NOT_NULL),
    ("can(secret)", MARKED),
    ("secret_elem == null", NULLNESS),
    ("1 / 0 == unk_num", INFINITE),
    ("-1 / 0 != unk_num", INFINITE),
    ("secret_list.*", BOUND),
    ("secret_list[*]", BOUND),
    ("[for x in secret_list : x]", BOUND),
    ("[for i, x in secret_list : i]", BOUND),
    ("{for x in secret_list : x => x}", BOUND),
    ("[for v in secret_list : v]", BOUND),
    ("[for v in secret_map : v]", BOUND),
    ("[for v in secret_obj : v]", BOUND),
    ("{for k, v in secret_list : k => v}", BOUND),
    ("{for k, v in secret_map : k => v}", BOUND),
    ("{for k, v in secret_obj : k => v}", BOUND),
];

/// The result of evaluating a case.
struct CaseResult {
    value: Option<Value>,
    diags: Diagnostics,
}

#[test]
fn expressions_evaluate_as_in_the_reference() {
    let file = read("expressions.json");
    let context = context(&file["variables"]);
    let differences: Vec<_> = cases(&file, "cases", 1_900)
        .iter()
        .filter(|case| is_deliberate(case).is_none())
        .filter_map(|case| Some((case, difference(case, &evaluate(case, &context))?)))
        .map(|(case, difference)| {
            format!("[{}] {}: {difference}", case["group"].as_str().unwrap(), text(case))
        })
        .collect();
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn deliberate_differences_are_differences() {
    let file = read("expressions.json");
    let context = context(&file["variables"]);
    let stale: Vec<_> = cases(&file, "cases", 1_900)
        .iter()
        .filter(|case| case["group"] != "defects" && is_deliberate(case).is_some())
        .filter(|case| difference(case, &evaluate(case, &context)).is_none())
        .map(text)
        .collect();
    assert!(stale.is_empty(), "not different any more: {stale:?}");
}

fn is_deliberate(case: &Json) -> Option<&'static str> {
    if case["group"] == "defects" {
        return Some("a defect of the reference");
    }
    DELIBERATE.iter().find(|(expr, _)| *expr == text(case)).map(|(_, reason)| *reason)
}

fn text(case: &Json) -> &str {
    case["expr"].as_str().unwrap()
}

fn evaluate(case: &Json, context: &EvalContext) -> CaseResult {
    let mut diags = Diagnostics::new();
    let expression = parse_expression(&Source::new("case", text(case)), &mut diags);
    let value = expression.map(|expression| expression.value(context, &mut diags));
    CaseResult { value, diags }
}

/// Describes the difference, if there is one.
fn difference(case: &Json, found: &CaseResult) -> Option<String> {
    let expected = value_from_notation(&case["value"]);
    match (expected, found.diags.has_errors()) {
        (Some(expected), false) => {
            let value = found.value.as_ref()?;
            let ty = type_from_notation(&case["type"]);
            (!same(value, &expected) || value.ty() != ty)
                .then(|| format!("gives {value:?} of {}, not {expected:?} of {ty}", value.ty()))
        }
        (Some(expected), true) => Some(format!("fails, should be {expected:?}: {}", found.diags)),
        (None, false) => Some(format!("gives {:?}, should fail at {}", found.value, case["error"])),
        (None, true) => place_difference(case, found),
    }
}

/// Returns the difference between the spans of errors of evaluation. Errors of parsing have their own tests.
fn place_difference(case: &Json, found: &CaseResult) -> Option<String> {
    let error = &case["error"];
    if error["stage"] == "parse" {
        return None;
    }
    let offset = |name: &str| error[name].as_u64().unwrap() as usize;
    let wanted = offset("start")..offset("end");
    let first = found.diags.iter().find(|diag| diag.severity == Severity::Error)?;
    let span = first.place()?.span().range();
    let shown = |range: std::ops::Range<usize>| text(case).get(range).unwrap_or("?").to_owned();
    (span != wanted).then(|| {
        format!("fails at {:?}, not at {:?}: {first}", shown(span.clone()), shown(wanted.clone()))
    })
}
