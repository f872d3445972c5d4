//! JSON expressions compared with the reference: `tests/vectors/json_expressions.json`.

use hcldyn::syntax::{Source, parse_json_expression};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_tests::analysis::forms;
use hcldyn_tests::vectors::{cases, context, read, same, type_from_notation, value_from_notation};
use serde_json::Value as Json;

/// Deliberate differences from the reference: the expression and the reason.
const DIFFERENCES: &[(&str, &str)] = &[
    (r#"{"${secret_unk}": 1}"#, MARKED_KEY),
    (r#"{"k-${secret_unk}": "${secret_unk}"}"#, MARKED_KEY),
    (r#""e\u0301""#, "names are normalised as all texts are"),
    (
        r#"{"a": 1, "${\"a\"}": 2}"#,
        "equal keys that evaluation finds are warned of, as in native syntax",
    ),
    (r#""foo.0""#, "a reference may have an index without brackets, as in native syntax"),
    (r#""foo(1, a.b, \"c\")""#, ESCAPES),
    (r#""foo(\n1\n)""#, ESCAPES),
];

const MARKED_KEY: &str = "the marks of a key are those of the object";
const ESCAPES: &str = "places behind escapes are right";

#[test]
fn json_expressions_are_as_in_the_reference() {
    let file = read("json_expressions.json");
    let ctx = context(&file["variables"]);
    let mut wrong = Vec::new();
    for case in cases(&file, "cases", 400) {
        let text = case["expr"].as_str().unwrap();
        let is_known = DIFFERENCES.iter().any(|(known, _)| *known == text);
        match (difference(case, &ctx), is_known) {
            (Some(difference), false) => wrong.push(format!("{text}: {difference}")),
            (None, true) => wrong.push(format!("{text}: no longer a difference")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Describes the difference, if there is one.
fn difference(case: &Json, ctx: &EvalContext) -> Option<String> {
    let mut diags = Diagnostics::new();
    let expr =
        parse_json_expression(&Source::new("case", case["expr"].as_str().unwrap()), &mut diags);
    let value = expr.as_ref().map(|expr| expr.value(ctx, &mut diags));
    let expected = value_from_notation(&case["value"]);
    let evaluated = match (expected, diags.has_errors()) {
        (Some(expected), false) => {
            let (value, ty) = (value?, type_from_notation(&case["type"]));
            (!same(&value, &expected) || value.ty() != ty)
                .then(|| format!("gives {value:?}, not {expected:?}"))
        }
        (Some(expected), true) => Some(format!("fails, should be {expected:?}: {diags}")),
        // A marked key; hcldyn puts its marks on the object.
        (None, false) if case["error"]["stage"] == "panic" => None,
        (None, false) => Some(format!("gives {value:?}, should fail at {}", case["error"])),
        (None, true) => None,
    };
    evaluated.or_else(|| {
        let (found, wanted) = (forms(&expr?), case["analysis"].as_object()?);
        let names = found.keys().chain(wanted.keys()).filter(|name| *name != "expr");
        let mut different = names.filter(|name| found.get(*name) != wanted.get(*name));
        different.next().map(|name| {
            format!("{name} is {:?} instead of {:?}", found.get(name), wanted.get(name))
        })
    })
}
