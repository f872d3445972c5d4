//! The fields of a struct, which become the attributes of a value.

use super::{EncodeError, Encoded};
use crate::cty::{Kind, PathError, Shape, Step, Str, Value};
use crate::into_value::too_deep;
use crate::spec::{Written, is_same, written};

/// The encoded fields of a struct, in the order of its spec.
#[derive(Debug)]
pub struct EncodedFields {
    names: Vec<Str>,
    values: Vec<Value>,
    errors: Vec<PathError>,
}

impl EncodedFields {
    /// Creates a struct without fields.
    pub fn new(capacity: usize) -> Self {
        let (names, values) = (Vec::with_capacity(capacity), Vec::with_capacity(capacity));
        Self { names, values, errors: Vec::new() }
    }

    /// Adds a field. Keeps its errors.
    pub fn add(&mut self, name: &'static str, field: Result<Value, EncodeError>) {
        match field {
            Ok(value) => {
                self.names.push(name.into());
                self.values.push(value);
            }
            Err(error) => {
                let step = || Step::Attr(name.into());
                self.errors.extend(error.errors().map(|error| error.clone().under(step())));
            }
        }
    }

    /// Returns the struct.
    ///
    /// # Errors
    ///
    /// Returns the errors of all fields.
    pub fn finish(self) -> Result<Encoded, EncodeError> {
        if let Some(error) = EncodeError::of(self.errors) {
            return Err(error);
        }
        let value = Value::object_of_shape(Shape::new(self.names), self.values);
        within_limits(value).map(Encoded)
    }
}

/// Returns a variant of an enum.
///
/// # Errors
///
/// Returns the errors of its content.
pub fn of_variant(
    index: usize,
    content: Result<Encoded, EncodeError>,
) -> Result<Encoded, EncodeError> {
    let Encoded(content) = content?;
    within_limits(Value::tuple(vec![index.into(), content])).map(Encoded)
}

/// Returns a field that gets the default if it is left out. An attribute with its default may be left out, and any
/// other field must be written.
///
/// # Errors
///
/// Fails if the field is left out, but the default is not.
pub fn left_out_by(
    field: Result<Value, EncodeError>,
    default: impl FnOnce() -> Result<Value, EncodeError>,
) -> Result<Value, EncodeError> {
    let field = field?;
    // A default that can't be written is never equal.
    let Ok(default) = default() else { return Ok(field) };
    let own = field.as_capsule::<Written>();
    match (own, default.as_capsule::<Written>()) {
        (Some(own), Some(default)) if is_same(&own.value, &default.value) => {
            Ok(written(Written { value: own.value.clone(), is_default: true }))
        }
        _ if is_left_out(&field) && !is_left_out(&default) => {
            let message = "the field would get its default, because its value is left out; write another value, or remove the default";
            Err(PathError::new(message).into())
        }
        _ => Ok(field),
    }
}

fn is_left_out(value: &Value) -> bool {
    match value.kind() {
        Kind::Null(_) => true,
        Kind::Tuple(_) | Kind::Object(_) => value.elements().is_empty(),
        _ => false,
    }
}

/// Returns a value, unless it is unknown because it was too large to be made.
pub(super) fn within_limits(value: Value) -> Result<Value, EncodeError> {
    if value.is_known() { Ok(value) } else { Err(too_deep().into()) }
}
