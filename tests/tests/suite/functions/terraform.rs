//! Functions compared with the console of `OpenTofu`: `tests/vectors/terraform.json`.

use std::collections::BTreeSet;
use std::path::Path;

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::functions::effects::{Folder, abspath, bcrypt, pathexpand, uuid};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, ext, functions, parse_expression};
use hcldyn_tests::vectors::{cases, read};
use serde_json::Value as Json;

/// Expressions with a deliberately different answer: the answer, the reason, and the expressions.
const DIFFERENT: &[(&str, &str, &[&str])] = &[
    (AN_ERROR, "the bytes are not UTF-8", &[r#"urldecode("%FF")"#]),
    ("[] (set(string))", "a bracket is a class of one character", &[r#"fileset(".", "[]]")"#]),
    ("false (bool)", "one element decides", &["alltrue([unknown(any), false])"]),
    (
        "false (bool)",
        "null is a value",
        &[
            r#"contains(["a"], null)"#,
            r#"contains(["a","b","c"], null)"#,
            r#"contains(["a","b","c"], tostring(null))"#,
        ],
    ),
    ("true (bool)", "null is a value", &["contains([null], null)"]),
    (
        "unknown (bool)",
        "the result is a bool whatever the argument is",
        &[r#"contains(["a","b","c"], unknown(any))"#],
    ),
    (AN_ERROR, "a tuple is no map, whatever comes before it", &["merge(null, [], {})"]),
    (
        AN_ERROR,
        "there is no such network",
        &[r#"cidrsubnet("10.0.0.0/8", 2, -1)"#, r#"cidrsubnet("10.0.0.0/8", -1, 0)"#],
    ),
    (
        r#"["fd00::/41"] (list(string))"#,
        "bits are not counted in 32 bits",
        &[r#"cidrsubnets("fd00::/8", 33)"#],
    ),
    (
        r#"["0.0.0.0/1"] (list(string))"#,
        "it is a network like others",
        &[r#"cidrsubnets("0.0.0.0/0", 1)"#],
    ),
];

const AN_ERROR: &str = "an error";

#[test]
fn calls_have_the_results_of_terraform() {
    let file = read("terraform.json");
    let context = context();
    let cases = cases(&file, "cases", 2800);
    let mut differences: Vec<_> =
        cases.iter().filter_map(|case| difference(case, &context)).collect();
    for (answer, reason, expressions) in DIFFERENT {
        for expression in *expressions {
            let count = differences.len();
            differences.retain(|(expr, found, _)| {
                (expr, found.as_str()) != (&expression.to_string(), *answer)
            });
            assert!(differences.len() < count, "{expression} no longer gives {answer}: {reason}");
        }
    }
    let lines: Vec<_> = differences
        .iter()
        .map(|(expr, found, expected)| format!("{expr}\n    {found}\n    {expected}\n"))
        .collect();
    assert!(lines.is_empty(), "{}:\n{}", lines.len(), lines.concat());
}

#[test]
fn every_function_is_compared_with_terraform() {
    let file = read("terraform.json");
    let compared: BTreeSet<_> =
        cases(&file, "cases", 2800).iter().map(|case| case["fn"].as_str().unwrap()).collect();
    let all = functions::all().map(|(name, _)| name);
    let effects = folder().functions().map(|(name, _)| name);
    for name in all.chain(effects).chain(["abspath", "bcrypt", "pathexpand", "uuid"]) {
        assert!(compared.contains(name), "{name}");
    }
}

/// Returns the expression, our answer and the expected one, if the answers differ.
fn difference(case: &Json, context: &EvalContext) -> Option<(String, String, String)> {
    let expression = case["expr"].as_str().unwrap();
    let text = expression.replace("unknown(", "(unknown.");
    let mut diags = Diagnostics::new();
    let value = parse_expression(&Source::new("case", text), &mut diags)
        .map(|expr| expr.value(context, &mut diags));
    let found = match value {
        Some(value) if !diags.has_errors() => answer(value),
        _ => "an error".to_owned(),
    };
    let expected = expected(case);
    (found != expected).then(|| (expression.to_owned(), found, expected))
}

fn expected(case: &Json) -> String {
    if case["error"] == true {
        return "an error".to_owned();
    }
    let value = match &case["plain"] {
        Json::String(plain) => plain.clone(),
        // The console does not show which of these are sensitive.
        _ if case["unknown"] == true => "unknown".to_owned(),
        _ if case["sensitive"] == true => format!("sensitive {}", case["value"]),
        _ => case["value"].to_string(),
    };
    let ty = case["type"].as_str().unwrap().replace(' ', "");
    let ty = ty.replace(",)", ")").replace(",]", "]").replace(",}", "}");
    format!("{value} ({ty})")
}

/// Formats a value as [`expected`] formats the recorded one.
fn answer(value: Value) -> String {
    let (value, marks) = value.unmark_deep();
    let sensitive = if marks.contains(&Mark::sensitive()) { "sensitive " } else { "" };
    let shown = match json(&value) {
        _ if !value.is_wholly_known() => "unknown".to_owned(),
        Some(json) => format!("{sensitive}{json}"),
        None => value.as_number().map_or("no JSON".to_owned(), ToString::to_string),
    };
    format!("{shown} ({})", type_name(&value.ty()))
}

fn json(value: &Value) -> Option<String> {
    let (_, jsonencode) = functions::all().find(|(name, _)| *name == "jsonencode")?;
    let text = jsonencode.call(vec![value.clone()]).ok()?;
    let json: Json = serde_json::from_str(text.as_str()?).ok()?;
    Some(json.to_string())
}

/// Formats a type like Terraform's console, without whitespace and trailing commas.
fn type_name(ty: &Type) -> String {
    match ty {
        Type::List(element) => format!("list({})", type_name(element)),
        Type::Set(element) => format!("set({})", type_name(element)),
        Type::Map(element) => format!("map({})", type_name(element)),
        Type::Tuple(types) => {
            let types: Vec<_> = types.iter().map(type_name).collect();
            format!("tuple([{}])", types.join(","))
        }
        Type::Object(object) => {
            let types = object.iter().map(|(name, ty)| format!("{name}:{}", type_name(ty)));
            format!("object({{{}}})", types.collect::<Vec<_>>().join(","))
        }
        Type::Dynamic => "dynamic".to_owned(),
        other => other.friendly_name(),
    }
}

fn context() -> EvalContext {
    let zeros = |bytes: &mut [u8]| {
        bytes.fill(0);
        Ok(())
    };
    let unknown = [
        ("any", Type::Dynamic),
        ("list", Type::list(Type::String)),
        ("map", Type::map(Type::String)),
        ("number", Type::Number),
        ("string", Type::String),
    ];
    EvalContext::new()
        .with_functions(functions::all())
        .with_functions(ext::all())
        .with_functions(folder().functions())
        .with_function("abspath", abspath("/folder"))
        .with_function("pathexpand", pathexpand("/home"))
        .with_function("bcrypt", bcrypt(zeros))
        .with_function("uuid", uuid(zeros))
        .with_variable(
            "unknown",
            Value::object(unknown.map(|(name, ty)| (name, Value::unknown(ty)))),
        )
}

/// Returns the files in the working directory of the console.
fn folder() -> Folder {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    Folder::open(tests.join("peer/terraform/files")).unwrap()
}
