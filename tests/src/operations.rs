//! Operations by their names in the vectors.

use hcldyn::cty::{Value, ops};

/// The result of an operation on one or two values, `None` after an error.
pub fn operate(name: &str, a: &Value, b: Option<&Value>) -> Option<Value> {
    match (name, b) {
        ("negate", _) => ops::negate(a).ok(),
        ("not", _) => ops::not(a).ok(),
        ("length", _) => a.length(),
        ("add", Some(b)) => ops::add(a, b).ok(),
        ("subtract", Some(b)) => ops::subtract(a, b).ok(),
        ("multiply", Some(b)) => ops::multiply(a, b).ok(),
        ("divide", Some(b)) => ops::divide(a, b).ok(),
        ("modulo", Some(b)) => ops::modulo(a, b).ok(),
        ("less_than", Some(b)) => ops::less_than(a, b).ok(),
        ("greater_than", Some(b)) => ops::greater_than(a, b).ok(),
        ("less_than_or_equal", Some(b)) => ops::less_than_or_equal(a, b).ok(),
        ("greater_than_or_equal", Some(b)) => ops::greater_than_or_equal(a, b).ok(),
        ("equals", Some(b)) => Some(a.equals(b)),
        ("not_equal", Some(b)) => Some(ops::not_equal(a, b)),
        ("and", Some(b)) => ops::and(a, b).ok(),
        ("or", Some(b)) => ops::or(a, b).ok(),
        _ => panic!("{name} is no operation"),
    }
}
