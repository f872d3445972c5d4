//! Literals of Rust for values.

use hcldyn_core::cty::{Kind, Number, Value};

/// Returns a string literal.
pub(super) fn string(text: &str) -> String {
    format!("{text:?}")
}

/// Returns the literal of a string, a whole number from 0 or a bool.
pub(super) fn plain(value: &Value) -> Option<String> {
    match value.kind() {
        Kind::String(text) => Some(string(text)),
        Kind::Bool(is_true) => Some(is_true.to_string()),
        Kind::Number(number) => number.to_u64().map(|number| number.to_string()),
        _ => None,
    }
}

/// Returns the literal of a number with exactly its value: a whole number or one with a point.
pub(super) fn number(number: &Number) -> Option<String> {
    match number.to_i64() {
        Some(whole) => Some(whole.to_string()),
        None => float(number),
    }
}

/// Returns the literal of an `f64` with exactly the value of a number.
fn float(number: &Number) -> Option<String> {
    let float = number.to_f64();
    let is_exact = Number::from_f64(float).is_some_and(|exact| exact == *number);
    is_exact.then(|| format!("{float:?}"))
}

/// Returns the default of a field of a type that holds the value.
pub(super) fn default_of(ty: &str, value: &Value) -> Option<String> {
    match (ty, value.kind()) {
        ("f64", Kind::Number(number)) => float(number),
        ("String", Kind::String(text)) if text.is_empty() || text.contains([' ', '/', '.']) => {
            Some(string(text))
        }
        // The name of a function, as serde takes it, is an error of the derive.
        ("String", Kind::String(text)) if is_like_function(text) => {
            Some(format!("String::from({})", string(text)))
        }
        (_, Kind::String(text)) => Some(string(text)),
        ("bool", Kind::Bool(is_true)) => Some(is_true.to_string()),
        ("Vec<String>", Kind::List(_) | Kind::Set(_) | Kind::Tuple(_)) => {
            let all: Option<Vec<_>> = value.elements().iter().map(text_of).collect();
            all.map(|all| format!("[{}]", all.join(", ")))
        }
        ("BTreeMap<String, String>", Kind::Map(map)) => {
            let pairs = map.keys().iter().zip(value.elements());
            let all: Option<Vec<_>> = pairs
                .map(|(key, value)| Some(format!("({}, {})", string(key), text_of(value)?)))
                .collect();
            all.map(|all| format!("[{}]", all.join(", ")))
        }
        (_, Kind::Number(number)) => number.to_i64().map(|number| number.to_string()),
        _ => None,
    }
}

fn text_of(value: &Value) -> Option<String> {
    value.as_str().map(string)
}

fn is_like_function(text: &str) -> bool {
    text.starts_with("default_") || text.contains("::")
}
