//! The JSON wire form against the reference: `tests/vectors/json.json`.

#![allow(clippy::unwrap_used, reason = "a vector file that cannot be read fails the test")]

use hcldyn::cty::{WireError, json};
use hcldyn::{Type, Value};
use hcldyn_tests::vectors::{cases, read, same, type_from_notation, value_from_notation};
use serde_json::Value as Json;

#[test]
fn values_are_written_as_by_the_reference() {
    let file = read("json.json");
    let differences: Vec<_> =
        cases(&file, "marshal", 800).iter().filter_map(marshal_difference).collect();
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn values_are_read_as_by_the_reference() {
    let file = read("json.json");
    let differences: Vec<_> =
        cases(&file, "unmarshal", 1_000).iter().filter_map(unmarshal_difference).collect();
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn types_are_read_and_written_as_by_the_reference() {
    let file = read("json.json");
    let differences: Vec<_> = cases(&file, "types", 30)
        .iter()
        .filter_map(|case| type_difference(case, |text| Type::from_json(text)))
        .collect();
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn types_are_implied_as_by_the_reference() {
    let file = read("json.json");
    let differences: Vec<_> = cases(&file, "implied", 20)
        .iter()
        .filter_map(|case| type_difference(case, |text| json::implied_type(text)))
        .collect();
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}

fn marshal_difference(case: &Json) -> Option<String> {
    let value = value_from_notation(&case["value"]).unwrap();
    let ty = type_from_notation(&case["type"]);
    let found = json::to_json(&value, &ty);
    let expected = case["json"].as_str();
    (found.as_deref().ok() != expected)
        .then(|| format!("{value:?} as {ty}: found {found:?}, expected {expected:?}"))
}

fn unmarshal_difference(case: &Json) -> Option<String> {
    let text = case["json"].as_str().unwrap();
    let ty = type_from_notation(&case["type"]);
    let found = json::from_json(text, &ty);
    let expected = value_from_notation(&case["value"]);
    let agrees = match (&found, &expected) {
        (Ok(found), Some(expected)) => same(found, expected),
        (Err(_), None) => case["defect"] != true,
        _ => false,
    };
    (!agrees).then(|| format!("{text} as {ty}: found {found:?}, expected {expected:?}"))
}

fn type_difference(case: &Json, read: impl Fn(&str) -> Result<Type, WireError>) -> Option<String> {
    let text = case["json"].as_str().unwrap();
    let found = read(text);
    let expected = (!case["type"].is_null()).then(|| case["type"].to_string());
    let written = found.as_ref().ok().map(|ty| ty.to_json().unwrap());
    (written != expected).then(|| format!("{text}: found {found:?}, expected {expected:?}"))
}
