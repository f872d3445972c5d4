//! Comparison with the reference: `tests/vectors/msgpack.json`.

use std::collections::BTreeSet;

use hcldyn::cty::WireError;
use hcldyn::cty::msgpack::{from_msgpack, implied_type, to_msgpack};
use hcldyn_tests::vectors::{
    agrees, cases, read, revealed, type_from_notation, value_from_notation,
};
use serde_json::Value as Json;

use super::{hex, unhex};

/// Deliberate differences from the reference: the reason, and the inputs with our results.
const DELIBERATE: [(&str, &[&str]); 11] = [
    (
        "the elements of a set are in the model's own order",
        &["set([list([2]), list([10])]) as set(list(number)): 929102910a"],
    ),
    (
        "nothing may follow the value",
        &[
            "0101 as number: error",
            "8000 as map(number): error",
            "9000 as list(string): error",
            "910100 as list(number): error",
            "92c408226e756d626572220100 as any: error",
            "a16100 as string: error",
            "c000 as string: error",
            "c7030c8101c200 as string: error",
            "d4000000 as string: error",
        ],
    ),
    (
        "an empty array or map is not a tuple with elements or an object with attributes",
        &["80 as object({a = number}): error", "90 as tuple([number]): error"],
    ),
    (
        "keys are texts",
        &["810101 as map(number): error", "81c001 as map(number): error", "81c001: error"],
    ),
    (
        "a key is given once",
        &[
            "82a16101a16102 as map(number): error",
            "82a16101a16102 as object({a = number, b = number}): error",
            "82a16101a16102: error",
            "82a16101a161c3: error",
            "82a365cc8101a2c3a902: error",
        ],
    ),
    (
        "texts are UTF-8",
        &[
            "81a1ff01 as map(number): error",
            "a1ff as string: error",
            "a1ff: error",
            "a2c328 as string: error",
        ],
    ),
    (
        "attribute names are normalised like all texts",
        &["81a365cc8101 as object({é = number}): object{\"é\": 1}"],
    ),
    (
        "NaN and elements of several types are refused, where the reference panics",
        &[
            "82a16192c40822737472696e6722a161a16292c408226e756d6265722201 as map(any): error",
            "929192c408226e756d62657222019192c40822737472696e6722a161 as list(list(any)): error",
            "9292c40822737472696e6722a16192c408226e756d6265722201 as list(any): error",
            "9292c40822737472696e6722a16192c408226e756d6265722201 as set(any): error",
            "92c4125b226c697374222c2264796e616d6963225d\
         9292c40822737472696e6722a16192c408226e756d6265722201 as any: error",
            "ca7fc00000 as number: error",
            "cb7ff8000000000000 as number: error",
        ],
    ),
    (
        "what is empty or null takes its type from the elements beside it, where the reference panics",
        &[
            "9281a161c081a16192c408226e756d6265722201 as list(object({a = any})): \
         list([object{\"a\": null(number)}, object{\"a\": 1}])",
            "92909192c40822737472696e6722a161 as list(list(any)): list([list([]), list([\"a\"])])",
            "92c09192c40822737472696e6722a161 as list(list(any)): \
         list([null(list(string)), list([\"a\"])])",
        ],
    ),
    (
        "no attribute of a value's type is optional",
        &[
            "c0 as object({a = optional(number)}): null(object({a = number}))",
            "d40000 as object({a = optional(number)}): unknown(object({a = number}))",
        ],
    ),
    (
        "what is known of an unknown value is told once, in full and without contradiction",
        &[
            "c7030c8101c0 as string: error",
            "c7030c810390 as number: error",
            "c7030c8105c0 as list(string): error",
            "c7030c8105ff as list(string): error",
            "c7030c8106ff as list(string): error",
            "c7050c8201c201c2 as string: error",
            "c7050c8201c201c3 as string: error",
            "c7050c8201c301c2 as string: error",
            "c7050c8205020601 as list(string): error",
            "c7050c8207c201c2 as string: unknown(string, Refinement { not_null: true, lower: None, \
         upper: None, prefix: None, min_length: 0, max_length: None })",
            "c7090c82039201c3039205c3 as number: error",
            "c7090c82039205c2049205c2 as number: error",
            "c7090c82039205c2049205c3 as number: error",
            "c7090c82039205c3049201c3 as number: error",
        ],
    ),
];

#[test]
fn values_are_written_as_in_the_reference() {
    check("write", 300, |case| {
        let ty = type_from_notation(&case["type"]);
        let value = value_from_notation(&case["value"]).unwrap();
        let written = to_msgpack(&value, &ty);
        let agrees = match (&written, case["bytes"].as_str()) {
            (Ok(bytes), expected) => expected == Some(&*hex(bytes)),
            (Err(_), expected) => expected.is_none(),
        };
        (agrees, format!("{value:?} as {ty}: {}", show(written, |bytes| hex(&bytes))))
    });
}

#[test]
fn values_are_read_as_in_the_reference() {
    check("read", 1_000, |case| {
        let bytes = case["bytes"].as_str().unwrap();
        let ty = type_from_notation(&case["type"]);
        let read = from_msgpack(unhex(bytes), &ty);
        let agrees = agrees(read.as_ref().ok(), &case["value"]) && case["defect"] != true;
        (agrees, format!("{bytes} as {ty}: {}", show(read, |value| revealed(&value))))
    });
}

#[test]
fn types_are_implied_as_in_the_reference() {
    check("implied", 200, |case| {
        let bytes = case["bytes"].as_str().unwrap();
        let implied = implied_type(&unhex(bytes));
        let expected = Some(&case["type"]).filter(|ty| !ty.is_null()).map(type_from_notation);
        let agrees = implied.as_ref().ok() == expected.as_ref();
        (agrees, format!("{bytes}: {}", show(implied, |ty| ty.to_string())))
    });
}

/// Checks the cases of a section. `answer` returns our answer, and `true` if it agrees with the recorded one.
/// The answers that do not agree must be exactly those in the table.
fn check(section: &str, least: usize, answer: impl Fn(&Json) -> (bool, String)) {
    let file = read("msgpack.json");
    let answers: Vec<_> = cases(&file, section, least).iter().map(answer).collect();
    let expected = |answer: &str| DELIBERATE.iter().any(|(_, rows)| rows.contains(&answer));
    let wrong: BTreeSet<_> = answers
        .iter()
        .filter(|(agrees, answer)| *agrees == expected(answer))
        .map(|(_, answer)| answer.as_str())
        .collect();
    let wrong: Vec<_> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

fn show<T>(answer: Result<T, WireError>, show: impl Fn(T) -> String) -> String {
    answer.map_or_else(|_| "error".to_owned(), show)
}
