//! Comparison with the reference: `tests/vectors/json.json`.

use std::collections::BTreeSet;
use std::fmt::Debug;

use hcldyn::cty::{Type, WireError, json};
use hcldyn_tests::vectors::{cases, read, same, type_from_notation, value_from_notation};
use serde_json::Value as Json;

/// Deliberate differences from the reference: the reason, and the input and result of each case.
const DELIBERATE: [(&str, &[[&str; 2]]); 8] = [
    (
        "A tuple that is too short makes the reference panic.",
        &[
            ["[] as tuple([string, any])", "error"],
            ["[null] as tuple([string, any])", "error"],
            ["[\"x\"] as tuple([string, any])", "error"],
        ],
    ),
    (
        "Elements of different types make the reference panic, even where one of them only lacks a type.",
        &[
            [
                r#"[{"value": "a", "type": "string"}, {"value": 1, "type": "number"}] as list(any)"#,
                "error",
            ],
            [
                r#"[{"value": "a", "type": "string"}, {"value": 1, "type": "number"}] as set(any)"#,
                "error",
            ],
            [
                r#"[[], [{"value": "a", "type": "string"}]] as list(list(any))"#,
                r#"list([list([]), list(["a"])])"#,
            ],
        ],
    ),
    (
        "Of a key that is given twice the reference silently takes the last value.",
        &[
            [r#"{"a": 1, "a": 2} as map(number)"#, "error"],
            [r#"{"a": 1, "a": 2} as object({a = string, b = number})"#, "error"],
            [r#"{"a": 1, "a": 2} as object({a = string, b = optional(number)})"#, "error"],
            [r#"{"a": "x", "b": 1, "b": 2} as object({a = string, b = number})"#, "error"],
            [
                r#"{"a": "x", "b": 1, "b": 2} as object({a = string, b = optional(number)})"#,
                "error",
            ],
            [r#"{"value": 1, "value": 2, "type": "number"} as any"#, "error"],
            [r#"["object", {"a": "number", "a": "string"}] as a type"#, "error"],
            [r#"{"a": 1, "a": 2} as an implied type"#, "error"],
            [r#"{"é": 1, "e\u0301": 1} as an implied type"#, "error"],
        ],
    ),
    (
        "The reference ignores what follows the first value.",
        &[
            ["01 as number", "error"],
            ["1 2 as number", "error"],
            ["[1] [2] as list(number)", "error"],
            ["[1]] as list(number)", "error"],
        ],
    ),
    (
        "The reference takes a surrogate without its pair as U+FFFD.",
        &[[r#""\ud800" as an implied type"#, "error"]],
    ),
    (
        "Values have no optional attributes; for those of a null the reference forgets to drop them.",
        &[["null as object({a = string, b = optional(number)})", "null(object)"]],
    ),
    (
        "The reference takes null as no types, and writes a tuple of them in a way it cannot read.",
        &[[r#"["object", null] as a type"#, "error"], [r#"["tuple", null] as a type"#, "error"]],
    ),
    (
        "Sets of compound values stand in our order, and lists convert to tuples (see `conversions`).",
        &[
            [
                r#"[[], ["a"]] as set(any)"#,
                r#"[{"value":[],"type":["list","string"]},{"value":["a"],"type":["list","string"]}]"#,
            ],
            [
                r#"list([list([]), list(["a"])]) as set(any)"#,
                r#"[{"value":[],"type":["list","string"]},{"value":["a"],"type":["list","string"]}]"#,
            ],
            ["null(list(number)) as tuple([])", "null"],
            ["null(list(number)) as tuple([string, any])", "null"],
            ["list([]) as tuple([])", "[]"],
            [
                "set([false, true]) as tuple([string, any])",
                r#"["false",{"value":true,"type":"bool"}]"#,
            ],
        ],
    ),
];

#[test]
fn only_deliberate_differences_from_the_reference() {
    let file = read("json.json");
    let found: BTreeSet<[String; 2]> = [
        differences(&file, "marshal", 800, marshal),
        differences(&file, "unmarshal", 1_000, unmarshal),
        differences(&file, "types", 30, |case| {
            read_type(case, "a type", |text| Type::from_json(text))
        }),
        differences(&file, "implied", 20, |case| {
            read_type(case, "an implied type", |text| json::implied_type(text))
        }),
    ]
    .into_iter()
    .flatten()
    .collect();
    let rows = DELIBERATE.iter().flat_map(|(_, rows)| *rows);
    let deliberate: BTreeSet<_> = rows.map(|row| row.map(ToOwned::to_owned)).collect();
    let surprising: Vec<_> = found.difference(&deliberate).collect();
    let gone: Vec<_> = deliberate.difference(&found).collect();
    assert!(
        surprising.is_empty() && gone.is_empty(),
        "surprising: {surprising:#?}\ngone: {gone:#?}"
    );
}

/// The JSON that the reference wrote for a value is read back as that value.
#[test]
fn json_of_the_reference_is_read_back() {
    let file = read("json.json");
    for case in cases(&file, "marshal", 800) {
        let Some(text) = case["json"].as_str() else { continue };
        let ty = type_from_notation(&case["type"]);
        let value = json::from_json(text, &ty).unwrap();
        let again = json::from_json(json::to_json(&value, &ty).unwrap(), &ty).unwrap();
        assert!(same(&value, &again), "{text} as {ty}: {value:?}, {again:?}");
    }
}

fn differences(
    file: &Json,
    section: &str,
    least: usize,
    compare: impl Fn(&Json) -> Option<[String; 2]>,
) -> Vec<[String; 2]> {
    cases(file, section, least).iter().filter_map(compare).collect()
}

fn marshal(case: &Json) -> Option<[String; 2]> {
    let value = value_from_notation(&case["value"]).unwrap();
    let ty = type_from_notation(&case["type"]);
    let found = json::to_json(&value, &ty).ok();
    let agrees = found.as_deref() == case["json"].as_str();
    (!agrees).then(|| [format!("{value:?} as {ty}"), found.unwrap_or("error".to_owned())])
}

fn unmarshal(case: &Json) -> Option<[String; 2]> {
    let text = case["json"].as_str().unwrap();
    let ty = type_from_notation(&case["type"]);
    let found = json::from_json(text, &ty);
    let agrees = match (&found, &value_from_notation(&case["value"])) {
        (Ok(found), Some(expected)) => same(found, expected),
        (Err(_), None) => case["defect"] != true,
        _ => false,
    };
    (!agrees).then(|| [format!("{text} as {ty}"), show(&found)])
}

fn read_type(
    case: &Json,
    what: &str,
    read: impl Fn(&str) -> Result<Type, WireError>,
) -> Option<[String; 2]> {
    let text = case["json"].as_str().unwrap();
    let found = read(text);
    let agrees = match &found {
        Ok(ty) => serde_json::from_str::<Json>(&ty.to_json().unwrap()).unwrap() == case["type"],
        Err(_) => case["type"].is_null(),
    };
    (!agrees).then(|| [format!("{text} as {what}"), show(&found)])
}

fn show<T: Debug>(found: &Result<T, WireError>) -> String {
    found.as_ref().map_or("error".to_owned(), |found| format!("{found:?}"))
}
