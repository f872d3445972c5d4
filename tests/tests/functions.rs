//! Functions against the reference: `tests/vectors/functions.json`.

use hcldyn::Value;
use hcldyn::cty::Function;
use hcldyn::functions;
use hcldyn_tests::vectors::{cases, read, same, value_from_notation};
use serde_json::Value as Json;

/// Calls that are answered differently on purpose: the call, the answer, and why.
const DIFFERENT: &[(&str, &str, &str)] = &[
    (r#"length([object{"a": 1}])"#, "1", "Terraform counts attributes"),
    (r#"length(["abc"])"#, "3", "Terraform counts characters"),
    (r#"replace(["/abc/", "/b/", "x"])"#, r#""/axc/""#, "in Terraform slashes make a pattern"),
    ("signum([0.5])", "1", "a fraction has a sign"),
    ("signum([-0.5])", "-1", "a fraction has a sign"),
    (r#"format(["%.0s", "abc"])"#, r#""""#, "a precision of 0 is one"),
    (r#"substr(["window", -2, 0])"#, r#""""#, "a length of 0 is one"),
    (r#"substr(["window", -9, 0])"#, r#""""#, "a length of 0 is one"),
];

/// Functions of the reference's library that are not among ours.
const ABSENT: &[&str] = &["csvdecode"];

#[test]
fn calls_give_what_they_give_in_the_reference() {
    let file = read("functions.json");
    let mut differences: Vec<_> = cases(&file, "cases", 800)
        .iter()
        .filter(|case| !ABSENT.contains(&case["fn"].as_str().unwrap()))
        .filter_map(difference)
        .collect();
    for (call, answer, reason) in DIFFERENT {
        let expected = (String::from(*call), format!("Ok({answer})"));
        let place = differences.iter().position(|found| *found == expected);
        let place = place.unwrap_or_else(|| panic!("{call} no longer gives {answer}: {reason}"));
        differences.remove(place);
    }
    assert!(differences.is_empty(), "{}: {differences:#?}", differences.len());
}

/// The call and its answer, if that is not the reference's.
fn difference(case: &Json) -> Option<(String, String)> {
    let name = case["fn"].as_str().unwrap();
    let args: Vec<_> = case["args"].as_array().unwrap().iter().map(value).collect();
    let call = format!("{name}({args:?})");
    let found = function(name).call(args);
    let agrees = match (&found, value_from_notation(&case["value"])) {
        (Ok(found), Some(expected)) => same(found, &expected),
        (Err(_), None) => true,
        _ => false,
    };
    (!agrees).then(|| (call, format!("{found:?}")))
}

fn value(node: &Json) -> Value {
    value_from_notation(node).unwrap()
}

fn function(name: &str) -> Function {
    functions::all().find(|(other, _)| *other == name).unwrap_or_else(|| panic!("no {name}")).1
}
