//! Numbers against the reference: `tests/peer/numbers` records what go-cty computes.

#![allow(clippy::unwrap_used, reason = "a test or benchmark may stop")]

use std::hash::{DefaultHasher, Hash, Hasher};

use hcldyn_cty::number::{ArithmeticError, Number};
use serde_json::Value;

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/numbers.json");
/// Longer strings are recorded as their length and hash.
const MAX_TEXT: usize = 180;

#[test]
fn numbers_are_those_of_the_reference() {
    let cases: Vec<[Value; 5]> =
        serde_json::from_str(&std::fs::read_to_string(VECTORS).unwrap()).unwrap();
    assert!(cases.len() > 5000, "only {} cases", cases.len());
    let failures: Vec<String> = cases.iter().filter_map(difference).collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

fn difference(case: &[Value; 5]) -> Option<String> {
    let [operation, left, right, text, precision] = case;
    let (operation, left, right) = (string(operation), string(left), string(right));
    let expected = match (operation, precision.as_u64().unwrap()) {
        // The reference multiplies where an operand is infinite; the language has an error there.
        ("mod", _) if [left, right].iter().any(|operand| operand.starts_with(['+', '-'])) => {
            "!".to_owned()
        }
        (_, 0) => string(text).to_owned(),
        (_, precision) => format!("{} at {precision}", string(text)),
    };
    let found = compute(operation, left, right);
    (found != expected)
        .then(|| format!("{operation} {left} {right}: found {found}, expected {expected}"))
}

fn compute(operation: &str, left: &str, right: &str) -> String {
    if operation == "parse" {
        return Number::parse(left).map_or_else(|_| "!".to_owned(), |number| describe(&number));
    }
    let a = operand(left);
    let b = || operand(right);
    match operation {
        "text" => describe(&a),
        "f64" => format!("{:x}", a.to_f64().to_bits()),
        "neg" => describe(&a.neg()),
        "abs" => describe(&a.abs()),
        "trunc" => describe(&a.trunc()),
        "ceil" => describe(&a.ceil()),
        "floor" => describe(&a.floor()),
        "add" => result(a.add(&b())),
        "sub" => result(a.sub(&b())),
        "mul" => result(a.mul(&b())),
        "div" => result(a.div(&b())),
        "mod" => result(a.modulo(&b())),
        "cmp" => (a.cmp(&b()) as i8).to_string(),
        "eq" => equal(&a, &b()),
        _ => panic!("unknown operation {operation}"),
    }
}

fn operand(text: &str) -> Number {
    let rest = &text[1..];
    match text.as_bytes()[0] {
        b'd' => rest.parse().unwrap(),
        b'i' => rest.parse::<i64>().unwrap().into(),
        b'u' => rest.parse::<u64>().unwrap().into(),
        b'f' => Number::from_f64(f64::from_bits(u64::from_str_radix(rest, 16).unwrap())).unwrap(),
        b'z' => Number::ZERO,
        b'+' => Number::INFINITY,
        _ => Number::NEG_INFINITY,
    }
}

fn result(number: Result<Number, ArithmeticError>) -> String {
    number.map_or_else(|_| "!".to_owned(), |number| describe(&number))
}

/// Equality as the language has it, checked together with the order that has to agree with it, and
/// with the equality, order and hash of exact values.
fn equal(a: &Number, b: &Number) -> String {
    let equal = a.text_eq(b);
    assert_eq!(equal, b.text_eq(a), "{a} and {b}");
    assert_eq!(equal, a.text_cmp(b).is_eq(), "{a} and {b}");
    assert_eq!(a == b, a.cmp(b).is_eq(), "{a} and {b}");
    assert!(a != b || equal && hash(a) == hash(b), "{a} and {b}");
    equal.to_string()
}

fn hash(number: &Number) -> u64 {
    let mut hasher = DefaultHasher::new();
    number.hash(&mut hasher);
    hasher.finish()
}

fn describe(number: &Number) -> String {
    let text = number.to_string();
    let text = if text.len() <= MAX_TEXT {
        text
    } else {
        format!("#{} {:x}", text.len(), fnv(text.as_bytes()))
    };
    match number.precision() {
        0 => text,
        precision => format!("{text} at {precision}"),
    }
}

/// The 64-bit FNV-1a hash.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap()
}
