//! Conversion and unification compared with the reference: `tests/vectors/conversions.json`.

use hcldyn::cty::convert::{
    ConversionError, can_convert, can_convert_safely, convert, convert_safely, unify, unify_safely,
};
use hcldyn::cty::{Kind, Type, Value};
use hcldyn_tests::vectors::{cases, read, same, type_from_notation, value_from_notation};
use serde_json::Value as Json;

/// Deliberate differences from the reference: value, target type, and our result.
///
/// The specification describes the conversion of a list or set to a tuple with the same number of elements,
/// which the reference lacks.
const DELIBERATE: [[&str; 3]; 14] = [
    ["null(list(number))", "tuple([])", "null(tuple([]))"],
    ["unknown(list(number))", "tuple([])", "unknown(tuple([]))"],
    ["unknown(set(string)) not null", "tuple([])", "unknown(tuple([])) not null"],
    [r#"list(["3", "4"])"#, "tuple([])", "error"],
    ["list([])", "tuple([])", "[]"],
    [r#"set(["y", "z"])"#, "tuple([])", "error"],
    ["set([9, 10])", "tuple([])", "error"],
    ["null(list(number))", "tuple([string, number])", "null(tuple([string, number]))"],
    ["unknown(list(number))", "tuple([string, number])", "unknown(tuple([string, number]))"],
    [
        "unknown(set(string)) not null",
        "tuple([string, number])",
        "unknown(tuple([string, number])) not null",
    ],
    [r#"list(["3", "4"])"#, "tuple([string, number])", r#"["3", 4]"#],
    ["list([])", "tuple([string, number])", "error"],
    [r#"set(["y", "z"])"#, "tuple([string, number])", "error"],
    ["set([9, 10])", "tuple([string, number])", r#"["9", 10]"#],
];

#[test]
fn conversions_equal_those_of_the_reference() {
    let file = read("conversions.json");
    let differences: Vec<_> =
        cases(&file, "conversions", 900).iter().filter_map(conversion_difference).collect();
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn unifications_equal_those_of_the_reference() {
    let file = read("conversions.json");
    let differences: Vec<_> =
        cases(&file, "unifications", 200).iter().filter_map(unification_difference).collect();
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn safe_conversions_equal_those_of_the_reference() {
    let file = read("conversions.json");
    let cases = cases(&file, "conversions", 900);
    let differences: Vec<_> = cases.iter().filter_map(safety_difference).collect();
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}

fn safety_difference(case: &Json) -> Option<String> {
    let value = value_from_notation(&case["value"]).unwrap();
    let wanted = type_from_notation(&case["to"]);
    let given = value.ty();
    let expected = case["safe"] == true;
    let found = [
        given == wanted || can_convert_safely(&given, &wanted),
        convert_safely(value.clone(), &wanted).is_ok(),
    ];
    (found != [expected; 2]).then(|| format!("{value:?} to {wanted}: found {found:?}"))
}

fn conversion_difference(case: &Json) -> Option<String> {
    let value = value_from_notation(&case["value"]).unwrap();
    let wanted = type_from_notation(&case["to"]);
    let expected = value_from_notation(&case["result"]);
    let found = convert(value.clone(), &wanted);
    if found.is_ok() && !can_convert(&value.ty(), &wanted) {
        return Some(format!("{value:?} converts to {wanted}, but its type is said not to"));
    }
    if case["defect"] == true {
        return undocumented_difference(&value, &wanted, &found);
    }
    let agrees = match (&found, &expected) {
        (Ok(found), Some(expected)) => same(found, expected),
        (Err(_), None) => true,
        _ => false,
    };
    (!agrees).then(|| format!("{value:?} to {wanted}: found {found:?}, expected {expected:?}"))
}

fn undocumented_difference(
    value: &Value,
    wanted: &Type,
    found: &Result<Value, ConversionError>,
) -> Option<String> {
    let found = found.as_ref().map_or("error".to_owned(), show);
    let case = [show(value), wanted.to_string(), found];
    let expected = DELIBERATE.iter().any(|row| case == *row);
    (!expected).then(|| format!("not in the table: {case:?}"))
}

fn show(value: &Value) -> String {
    match value.kind() {
        Kind::Unknown(ty, Some(known)) if known.not_null => format!("unknown({ty}) not null"),
        _ => format!("{value:?}"),
    }
}

fn unification_difference(case: &Json) -> Option<String> {
    let types: Vec<Type> =
        case["types"].as_array().unwrap().iter().map(type_from_notation).collect();
    let expected =
        |name: &str| Some(&case[name]).filter(|ty| !ty.is_null()).map(type_from_notation);
    let expected = [expected("unified"), expected("unified_unsafe")];
    let found = [unify_safely(&types), unify(&types)];
    (found != expected).then(|| format!("{types:?}: found {found:?}, expected {expected:?}"))
}
