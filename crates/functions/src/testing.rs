//! Calls of functions by name, for the tests of this crate.

use super::all;
use hcldyn_cty::{Type, Value};

/// Returns the result of a call that must succeed.
pub(super) fn call(name: &str, args: impl Into<Vec<Value>>) -> Value {
    try_call(name, args.into()).unwrap_or_else(|message| panic!("{name}: {message}"))
}

/// Returns the message of a call that must fail.
pub(super) fn error(name: &str, args: impl Into<Vec<Value>>) -> String {
    match try_call(name, args.into()) {
        Ok(value) => panic!("{name} gave {value:?}"),
        Err(message) => message,
    }
}

/// Returns a list of strings.
pub(super) fn strings(texts: impl IntoIterator<Item = &'static str>) -> Value {
    Value::list(Type::String, texts.into_iter().map(Value::from).collect())
}

/// Returns a list of whole numbers.
pub(super) fn numbers(numbers: impl IntoIterator<Item = i64>) -> Value {
    Value::list(Type::Number, numbers.into_iter().map(Value::from).collect())
}

fn try_call(name: &str, args: Vec<Value>) -> Result<Value, String> {
    let (_, function) = all().find(|(other, _)| *other == name).expect("a function of this name");
    function.call(args).map_err(|error| error.to_string())
}
