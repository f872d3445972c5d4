//! Functions compared with the reference: `tests/vectors/functions.json`.

use hcldyn::cty::{CapsuleType, Function, Mark, Number, Type, Value};
use hcldyn::functions;
use hcldyn_tests::vectors::{cases, read, revealed, same, value_from_notation};
use serde_json::Value as Json;

/// Calls with a deliberately different answer: the call, the answer and the reason.
const DIFFERENT: &[(&str, &str, &str)] = &[
    (r#"length([object{"a": 1}])"#, "1", "Terraform counts attributes"),
    (r#"length(["abc"])"#, "3", "Terraform counts characters"),
    (
        r#"tolist([[marked("a", {Mark(secret)}), "b"]])"#,
        r#"list([marked("a", {Mark(secret)}), "b"])"#,
        "Terraform keeps the marks of the elements",
    ),
    (
        r#"tomap([object{"a": marked("x", {Mark(secret)}), "b": "y"}])"#,
        r#"{"a": marked("x", {Mark(secret)}), "b": "y"}"#,
        "Terraform keeps the marks of the elements",
    ),
    (r#"replace(["/abc/", "/b/", "x"])"#, r#""/axc/""#, "in Terraform slashes make a pattern"),
    ("signum([0.5])", "1", "a fraction has a sign"),
    ("signum([-0.5])", "-1", "a fraction has a sign"),
    (r#"format(["%.0s", "abc"])"#, r#""""#, "a precision of 0 is one"),
    (r#"substr(["window", -2, 0])"#, r#""""#, "a length of 0 is one"),
    (r#"substr(["window", -9, 0])"#, r#""""#, "a length of 0 is one"),
    (r#"length([object{"x": [1]}])"#, "1", "Terraform counts attributes"),
    (r#"lookup([object{"a": 1}, "a"])"#, "1", "in Terraform the default may be left out"),
    (r#"lookup([object{"a": 1}, "a", null(number)])"#, "1", "Terraform takes a null default"),
    (r#"lookup([object{"a": 1}, "a", null(any)])"#, "1", "Terraform takes a null default"),
    (r#"lookup([{}, "a", null(any)])"#, "null(string)", "Terraform takes a null default"),
    (r#"lookup([object{"a": 1}, "a", unknown(number)])"#, "1", "the default is not needed"),
    (r#"lookup([object{"a": 1}, "a", unknown(any)])"#, "1", "the default is not needed"),
    (r#"coalesce(["", "a"])"#, r#""a""#, "in Terraform an empty string is like null"),
    (r#"contains([["a"], null(any)])"#, "false", "null is a value"),
    ("contains([[null(any)], null(any)])", "true", "null is a value"),
    (
        r#"contains([["a"], unknown(any)])"#,
        UNKNOWN_BOOL,
        "the result is a bool whatever the argument is",
    ),
    ("chomp([unknown(any)])", UNKNOWN_STRING, "the result is a string whatever the argument is"),
    ("title([unknown(any)])", UNKNOWN_STRING, "the result is a string whatever the argument is"),
    (
        "trimspace([unknown(any)])",
        UNKNOWN_STRING,
        "the result is a string whatever the argument is",
    ),
    (r#"setintersection([unknown(any), set(["a", "b"])])"#, UNKNOWN_SET, "the reference panics"),
    (r#"setintersection([set(["a"]), unknown(any)])"#, UNKNOWN_SET, "the reference panics"),
    (r#"setsubtract([unknown(any), set(["b"])])"#, UNKNOWN_SET, "the reference panics"),
    (r#"setsubtract([set(["a"]), unknown(any)])"#, UNKNOWN_SET, "the reference panics"),
    (r#"setunion([unknown(any), set(["b"])])"#, UNKNOWN_SET, "the reference panics"),
    (r#"setunion([set(["a"]), unknown(any)])"#, UNKNOWN_SET, "the reference panics"),
    (r#"timeadd([unknown(string), "1h"])"#, UNKNOWN_STRING, "a timestamp is never null"),
    (
        r#"timeadd(["2006-01-02T15:04:05Z", unknown(string)])"#,
        UNKNOWN_STRING,
        "a timestamp is never null",
    ),
    ("yamlencode([unknown(list(string))])", UNKNOWN_STRING, "a YAML text is never null"),
    ("yamlencode([unknown(any)])", UNKNOWN_STRING, "a YAML text is never null"),
    (r#"yamldecode(["a:\t1"])"#, "an error", "the parser knows no tabs behind colons"),
    (
        "yamlencode([marked([unknown(string)], {Mark(secret)})])",
        MARKED_UNKNOWN_STRING,
        "a YAML text is never null",
    ),
    ("yamlencode([[unknown(string)]])", UNKNOWN_STRING, "a YAML text is never null"),
    ("yamlencode([+Inf])", r#"".inf\n...\n""#, "what YAML reads as infinite"),
    ("yamlencode([[+Inf]])", r#""- .inf\n""#, "what YAML reads as infinite"),
    ("yamlencode([-Inf])", r#""-.inf\n...\n""#, "what YAML reads as infinite"),
    ("yamldecode([\"\\ta: 1\"])", r#"object{"a": 1}"#, "the parser allows tabs in front of keys"),
];

/// Functions that Terraform has, but cty lacks or defines differently (`index`).
const NOT_IN_CTY: &[&str] = &[
    "alltrue",
    "anytrue",
    "base64decode",
    "basename",
    "dirname",
    "uuidv5",
    "base64encode",
    "base64gunzip",
    "base64gzip",
    "base64sha256",
    "base64sha512",
    "cidrcontains",
    "cidrhost",
    "cidrnetmask",
    "cidrsubnet",
    "cidrsubnets",
    "endswith",
    "ephemeralasnull",
    "index",
    "issensitive",
    "matchkeys",
    "md5",
    "nonsensitive",
    "one",
    "sensitive",
    "sha1",
    "sha256",
    "sha512",
    "startswith",
    "strcontains",
    "sum",
    "textdecodebase64",
    "textencodebase64",
    "timecmp",
    "transpose",
    "urldecode",
    "urlencode",
];

const UNKNOWN_BOOL: &str = "unknown(bool, Refinement { not_null: true, lower: None, upper: None, \
                            prefix: None, min_length: 0, max_length: None })";
const UNKNOWN_STRING: &str = "unknown(string, Refinement { not_null: true, lower: None, \
                              upper: None, prefix: None, min_length: 0, max_length: None })";
const MARKED_UNKNOWN_STRING: &str = "marked(unknown(string, Refinement { not_null: true, lower: None, upper: None, prefix: None, \
     min_length: 0, max_length: None }), {Mark(secret)})";
const UNKNOWN_SET: &str = "unknown(set(string), Refinement { not_null: true, lower: None, \
                           upper: None, prefix: None, min_length: 0, max_length: None })";

#[test]
fn calls_have_the_results_of_the_reference() {
    let file = read("functions.json");
    let mut differences: Vec<_> =
        cases(&file, "cases", 800).iter().filter_map(difference).collect();
    for (call, answer, reason) in DIFFERENT {
        let count = differences.len();
        differences.retain(|found| (found.0.as_str(), found.1.as_str()) != (*call, *answer));
        assert!(differences.len() < count, "{call} no longer gives {answer}: {reason}");
    }
    assert!(differences.is_empty(), "{}: {differences:#?}", differences.len());
}

/// Returns the call and its answer, if it differs from the reference's.
fn difference(case: &Json) -> Option<(String, String)> {
    let name = case["fn"].as_str().unwrap();
    let args: Vec<_> = case["args"].as_array().unwrap().iter().map(value).collect();
    let shown: Vec<_> = args.iter().map(revealed).collect();
    let call = format!("{name}([{}])", shown.join(", "));
    let found = function(name).call(args);
    let agrees = match (&found, value_from_notation(&case["value"])) {
        (Ok(found), Some(expected)) => same(found, &expected),
        (Err(_), None) => true,
        _ => false,
    };
    let answer = found.map_or("an error".to_owned(), |found| revealed(&found));
    (!agrees).then_some((call, answer))
}

#[test]
fn every_function_is_compared_with_arguments_of_all_kinds() {
    let file = read("functions.json");
    let cases = cases(&file, "cases", 2000);
    let mut lacking = Vec::new();
    for name in functions::all().map(|(name, _)| name).filter(|name| !NOT_IN_CTY.contains(name)) {
        let of_it: Vec<_> = cases.iter().filter(|case| case["fn"] == *name).collect();
        let any = |holds: fn(&Json) -> bool| {
            of_it.iter().any(|case| case["args"].as_array().unwrap().iter().any(holds))
        };
        let kinds = [
            ("null", any(|arg| arg["t"] == "null")),
            ("unknown", any(|arg| arg["t"] == "unknown")),
            ("marked", any(|arg| !arg["marks"].is_null())),
            ("wrong", takes_anything(name) || of_it.iter().any(|case| case["error"] == true)),
        ];
        let missing = kinds.into_iter().filter(|(_, is_there)| !is_there);
        lacking.extend(missing.map(|(kind, _)| format!("{name}: {kind} arguments")));
    }
    assert!(lacking.is_empty(), "{lacking:#?}");
}

#[test]
fn functions_that_cty_lacks_follow_terraform() {
    let library = crate::support::sources::read("crates/functions/src/docs/library.md");
    for name in NOT_IN_CTY {
        let row = library.lines().find(|line| line.starts_with(&format!("| `{name}("))).unwrap();
        assert!(row.ends_with("| Terraform |"), "{row}");
    }
}

fn takes_anything(name: &str) -> bool {
    matches!(name, "jsonencode" | "yamlencode")
}

fn value(node: &Json) -> Value {
    value_from_notation(node).unwrap()
}

fn function(name: &str) -> Function {
    functions::all().find(|(other, _)| *other == name).unwrap_or_else(|| panic!("no {name}")).1
}

#[test]
fn no_argument_makes_a_function_panic_or_return_a_wrong_type() {
    let values = odd_values();
    let mut calls = vec![Vec::new()];
    for first in &values {
        calls.push(vec![first.clone()]);
        for second in &values {
            calls.push(vec![first.clone(), second.clone()]);
            // Every eighth value is enough here.
            let third = values.iter().skip(calls.len() % 8).step_by(8);
            calls.extend(third.map(|third| vec![first.clone(), second.clone(), third.clone()]));
        }
    }
    for (name, function) in functions::all() {
        for args in &calls {
            if let Err(error) = function.call(args.clone()) {
                let broken = error.to_string().starts_with("the function returned");
                assert!(!broken, "{name}({args:?}): {error}");
            }
        }
    }
}

#[test]
fn no_error_shows_a_sensitive_value() {
    let secret = || Value::from("hunter2").mark(Mark::sensitive());
    let list = |elements| Value::list(Type::String, elements);
    let secrets = [
        secret(),
        list(vec![secret()]),
        list(vec!["hunter2".into()]).mark(Mark::sensitive()),
        Value::tuple(vec![secret(), 1.into()]),
        Value::map(Type::String, vec![("k".into(), secret())]),
        Value::object([("k", secret())]),
    ];
    let others = [
        Value::from("k"),
        1.into(),
        list(vec!["k".into()]),
        Value::list(Type::Number, vec![1.into()]),
        Value::map(Type::Number, vec![("x".into(), 1.into())]),
        Value::object([("x", Value::from(1))]),
    ];
    let all: Vec<_> = secrets.into_iter().chain(others).collect();
    for (name, function) in functions::all() {
        let check = |args: &[&Value]| {
            let result = function.call(args.iter().copied().cloned().collect());
            let message = result.err().map(|error| error.to_string()).unwrap_or_default();
            assert!(!message.contains("hunter2"), "{name}: {message}");
        };
        for a in &all {
            check(&[a]);
            for b in &all {
                check(&[a, b]);
                for c in &all {
                    check(&[a, b, c]);
                }
            }
        }
    }
}

/// Returns values of all kinds: large, empty, null, unknown, marked and nested ones.
fn odd_values() -> Vec<Value> {
    let numbers = ["0", "-0", "0.5", "-1", "3", "36", "9223372036854775807", "1e300", "-1e7000"];
    let numbers = numbers.map(|text| Value::number(Number::parse(text).unwrap()));
    let texts = ["", "a", "%s", "%-1000.999f%[2]v", "/(a|b)*/", "[1,null]", "é👩‍👩‍👧\n\n", "(?P<n>a)?"];
    let texts = texts.map(Value::from);
    let strings = |elements: Vec<Value>| Value::list(Type::String, elements);
    let map = Value::map(Type::list(Type::String), vec![("k".into(), strings(vec!["v".into()]))]);
    let set = Value::set(Type::Number, vec![1.into(), Value::unknown(Type::Number)]);
    let object = Value::object([("a", Value::null(Type::Dynamic)), ("b", set.clone())]);
    let others = [
        Value::number(Number::INFINITY),
        true.into(),
        strings(vec![]),
        strings(vec!["b".into(), "a".into(), "b".into()]),
        strings(vec![Value::null(Type::String), Value::unknown(Type::String)]),
        Value::tuple(vec![Value::tuple(vec![1.into()]), "x".into(), Value::dynamic()]),
        Value::set(Type::Dynamic, vec![]),
        Value::object([("a", Value::from(1).mark(Mark::sensitive()))]).mark(Mark::new("m")),
        Value::null(Type::Dynamic),
        Value::null(Type::list(Type::String)),
        Value::unknown(Type::String),
        Value::unknown(Type::Number).mark(Mark::sensitive()),
        Value::unknown(Type::map(Type::Bool)),
        Value::unknown(Type::tuple([Type::String, Type::Number])),
        Value::dynamic(),
        Value::capsule(&CapsuleType::new("handle"), 7u8),
        map,
        set,
        object,
    ];
    numbers.into_iter().chain(texts).chain(others).collect()
}
