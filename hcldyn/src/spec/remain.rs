//! The rest of a body as a value.

use std::sync::LazyLock;

use crate::body::Body;
use crate::cty::{CapsuleType, Type, Value};

static BODY: LazyLock<CapsuleType> = LazyLock::new(|| CapsuleType::new("body"));

/// Returns the type of the values that [`Rest::Body`](super::Rest::Body) decodes to. They hold a [`Body`].
pub fn body_type() -> Type {
    Type::Capsule(BODY.clone())
}

pub(crate) fn body_value(body: Body) -> Value {
    Value::capsule(&BODY, body)
}
