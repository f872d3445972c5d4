//! Conversions to lists, sets and maps.

use super::error::{nothing_in_common, required};
use super::types::{common_type, replace_dynamic};
use super::{ConversionError, can_convert, convert};
use crate::collect::CollectVec;
use crate::{Kind, Refinement, Step, Type, Value};

/// Converts a list, set or tuple to a list or set.
pub(super) fn from_sequence(value: Value, wanted: &Type) -> Result<Value, ConversionError> {
    let (Type::List(element) | Type::Set(element)) = wanted else {
        return Err(required(wanted, &value.ty()));
    };
    let is_list = matches!(wanted, Type::List(_));
    if is_list && may_coalesce(&value) {
        return unknown_list(&value, wanted);
    }
    let given = match value.kind() {
        Kind::List(list) => list.element_type().clone(),
        Kind::Set(set) => set.element_type().clone(),
        _ => Type::Dynamic,
    };
    let elements = value.into_elements();
    let step = |index: usize| Step::Index(Value::from(index));
    let collection = if is_list { "list" } else { "set" };
    let (ty, elements) = to_one_type(elements, &given, element, collection, step)?;
    Ok(if is_list { Value::list(ty, elements) } else { Value::set(ty, elements) })
}

/// Converts a map or object to a map.
pub(super) fn from_mapping(value: &Value, wanted: &Type) -> Result<Value, ConversionError> {
    let Type::Map(element) = wanted else {
        return Err(required(wanted, &value.ty()));
    };
    let (given, (keys, elements)) = match value.kind() {
        Kind::Map(map) => {
            (map.element_type().clone(), (map.keys().to_vec(), map.values().to_vec()))
        }
        Kind::Object(object) => (
            Type::Dynamic,
            object.iter().map(|(name, value)| (name.clone(), value.clone())).unzip_vec(),
        ),
        _ => (Type::Dynamic, Default::default()),
    };
    let step = |index: usize| Step::Index(Value::from(keys[index].clone()));
    let (ty, elements) = to_one_type(elements, &given, element, "map", step)?;
    Ok(Value::map(ty, keys.into_iter().zip(elements).collect_vec()))
}

/// Returns `true` if a set may have fewer elements than it shows, because unknown ones may be equal.
fn may_coalesce(value: &Value) -> bool {
    matches!(value.kind(), Kind::Set(_))
        && value.elements().len() > 1
        && !value.elements().iter().all(Value::is_wholly_known)
}

fn unknown_list(value: &Value, wanted: &Type) -> Result<Value, ConversionError> {
    let given = value.ty();
    if !can_convert(&given, wanted) {
        return Err(required(wanted, &given));
    }
    let length = Refinement::not_null().with_length(1, Some(value.elements().len() as u64));
    Ok(Value::unknown_refined(replace_dynamic(&given, wanted), length))
}

/// Converts the elements of a collection to the wanted element type, and returns that type too. Dynamic parts of it
/// become the common type of the elements. `given` is the element type of the original value, which
/// is used for an empty collection.
fn to_one_type(
    elements: Vec<Value>,
    given: &Type,
    wanted: &Type,
    collection: &str,
    step: impl Fn(usize) -> Step,
) -> Result<(Type, Vec<Value>), ConversionError> {
    if elements.is_empty() {
        return if can_convert(given, wanted) {
            Ok((replace_dynamic(given, wanted), elements))
        } else {
            Err(required(wanted, given))
        };
    }
    let elements = convert_each(elements, wanted, &step)?;
    if !wanted.has_dynamic() {
        return Ok((wanted.without_optional(), elements));
    }
    let types: Vec<Type> = elements.iter().map(Value::ty).collect_vec();
    let common = common_type(&types).ok_or_else(|| nothing_in_common(collection))?;
    let elements = convert_each(elements, &common, &step)?;
    Ok((common, elements))
}

fn convert_each(
    mut elements: Vec<Value>,
    wanted: &Type,
    step: impl Fn(usize) -> Step,
) -> Result<Vec<Value>, ConversionError> {
    let mut size = 0;
    for (index, element) in elements.iter_mut().enumerate() {
        let given = std::mem::replace(element, Value::dynamic());
        *element = convert(given, wanted).map_err(|error| error.under(step(index)))?;
        // A number can become a string that is many times as large.
        size += element.size();
        if size > Value::MAX_SIZE {
            return Err(ConversionError::new("the converted value is too large"));
        }
    }
    Ok(elements)
}
