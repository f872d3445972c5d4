//! Values in their wire forms.

use hcldyn::cty::{Descend, Number, Type, Value, json, msgpack};

/// Reads a value in each wire form, by a type that the first byte chooses, and writes it again.
pub fn wire(bytes: &[u8]) {
    let Some((choice, bytes)) = bytes.split_first() else { return };
    let ty = ty(*choice);
    if let Ok(value) = msgpack::from_msgpack(bytes, &ty) {
        let written = msgpack::to_msgpack(&value, &ty).expect("what was read can be written");
        let again = msgpack::from_msgpack(&written, &ty).expect("what was written can be read");
        assert!(again == value || has_long_number(&written), "{value:?} became {again:?}");
    }
    if let Ok(value) = json::from_json(bytes, &ty) {
        match json::to_json(&value, &ty) {
            Ok(written) => {
                let again = json::from_json(&written, &ty).expect("what was written can be read");
                assert!(again == value || has_long_number(written.as_bytes()), "{written}");
            }
            Err(error) => assert!(has_infinity(&value), "{error}"),
        }
    }
    if let Ok(value) = json::from_plain_json(bytes) {
        json::to_plain_json(&value).expect("what was read can be written");
    }
    json::implied_type(bytes).ok();
    serde_json::from_slice::<Value>(bytes).ok();
}

/// Returns `true` if a part of the value is infinite, like the number converted from "inf". JSON has no form
/// for it.
fn has_infinity(value: &Value) -> bool {
    let mut has_infinity = false;
    value.walk(|_, part| {
        has_infinity |= part.as_number().is_some_and(Number::is_infinite);
        Descend::Into
    });
    has_infinity
}

/// Returns `true` if the output contains a long number. Some written powers of two beyond 2^512 read back
/// as the number below, here and in the reference implementation (hashicorp/hcl).
fn has_long_number(written: &[u8]) -> bool {
    written.windows(150).any(|digits| digits.iter().all(u8::is_ascii_digit))
}

fn ty(choice: u8) -> Type {
    match choice % 9 {
        0 => Type::Number,
        1 => Type::String,
        2 => Type::Bool,
        3 => Type::list(Type::Dynamic),
        4 => Type::map(Type::Number),
        5 => Type::set(Type::String),
        6 => Type::object([("a", Type::Number), ("b", Type::list(Type::String))]),
        7 => Type::tuple([Type::Bool, Type::Dynamic]),
        _ => Type::Dynamic,
    }
}
