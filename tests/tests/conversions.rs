//! Conversion and unification against the reference: `tests/vectors/conversions.json`.

use hcldyn::Type;
use hcldyn::cty::convert::{convert, unify};
use hcldyn_tests::vectors::{cases, read, same, type_from_notation, value_from_notation};
use serde_json::Value as Json;

#[test]
fn conversions_are_those_of_the_reference() {
    let file = read("conversions.json");
    let differences: Vec<_> =
        cases(&file, "conversions", 900).iter().filter_map(conversion_difference).collect();
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn unifications_are_those_of_the_reference() {
    let file = read("conversions.json");
    let differences: Vec<_> =
        cases(&file, "unifications", 200).iter().filter_map(unification_difference).collect();
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}

fn conversion_difference(case: &Json) -> Option<String> {
    if case["defect"] == true {
        return None;
    }
    let value = value_from_notation(&case["value"]).unwrap();
    let wanted = type_from_notation(&case["to"]);
    let expected = value_from_notation(&case["result"]);
    let found = convert(value.clone(), &wanted);
    let agrees = match (&found, &expected) {
        (Ok(found), Some(expected)) => same(found, expected),
        (Err(_), None) => true,
        _ => false,
    };
    (!agrees).then(|| format!("{value:?} to {wanted}: found {found:?}, expected {expected:?}"))
}

fn unification_difference(case: &Json) -> Option<String> {
    let types: Vec<Type> =
        case["types"].as_array().unwrap().iter().map(type_from_notation).collect();
    let expected = Some(&case["unified_unsafe"]).filter(|ty| !ty.is_null()).map(type_from_notation);
    let found = unify(&types);
    (found != expected).then(|| format!("{types:?}: found {found:?}, expected {expected:?}"))
}
