//! The elements of collections with a known type and an unknown value.

use crate::cty::{Type, Value};

/// Returns an unknown key and an unknown value, with the types that the entries of a collection have.
#[cfg_attr(not(feature = "kit"), expect(unreachable_pub, reason = "only companions use it"))]
pub fn unknown_entry(collection: &Type) -> (Value, Value) {
    let element = |element: &Type| Value::unknown(element.without_optional());
    match collection {
        Type::List(of) => (Value::unknown(Type::Number), element(of)),
        Type::Set(of) => (element(of), element(of)),
        Type::Map(of) => (Value::unknown(Type::String), element(of)),
        Type::Tuple(_) => (Value::unknown(Type::Number), Value::dynamic()),
        Type::Object(_) => (Value::unknown(Type::String), Value::dynamic()),
        _ => (Value::dynamic(), Value::dynamic()),
    }
}
