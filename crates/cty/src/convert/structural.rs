//! Conversions to tuples and objects.

use std::sync::Arc;

use super::error::{missing_attribute, wrong_length};
use super::{ConversionError, convert};
use crate::collect::CollectVec;
use crate::{Kind, ObjectType, Step, Type, Value};

/// Converts a tuple, list or set to a tuple of the same length.
///
/// The specification describes the conversion of lists and sets; the reference lacks it.
pub(super) fn to_tuple(value: Value, types: &[Type]) -> Result<Value, ConversionError> {
    let elements = value.into_elements();
    if elements.len() != types.len() {
        return Err(wrong_length(types.len(), elements.len()));
    }
    let converted =
        elements.into_iter().zip(types).enumerate().map(|(index, (element, wanted))| {
            convert(element, wanted).map_err(|error| error.under_index(index))
        });
    Ok(Value::tuple(converted.try_collect_vec()?))
}

/// Converts an object or map to an object with the attributes in the order of the wanted type. Other attributes are
/// dropped.
pub(super) fn to_object(value: &Value, wanted: &ObjectType) -> Result<Value, ConversionError> {
    let get = |name: &str| match value.kind() {
        Kind::Map(map) => map.get(name),
        Kind::Object(object) => object.get(name),
        _ => None,
    };
    let shape = wanted.shape();
    let mut values = Vec::with_capacity(shape.len());
    for (position, (name, ty)) in shape.names().iter().zip(wanted.types()).enumerate() {
        values.push(match get(name) {
            Some(value) => {
                convert(value.clone(), ty).map_err(|error| error.under(Step::Attr(name.clone())))?
            }
            None if wanted.is_optional(position) => Value::null(ty.without_optional()),
            None => return Err(missing_attribute(name)),
        });
    }
    Ok(Value::object_of_shape(Arc::clone(shape), values))
}
