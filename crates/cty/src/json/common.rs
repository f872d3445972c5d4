//! The common type of elements that carry their types.

use crate::convert::convert;
use crate::{ObjectType, Type, Value, WireError};

/// Returns the elements of a collection as values of one type. A part that has no type of its own because it is
/// null or empty takes the type of the other elements.
pub(crate) fn of_one_type(
    element: &Type,
    values: Vec<Value>,
) -> Result<(Type, Vec<Value>), WireError> {
    if !element.has_dynamic() {
        return Ok((element.clone(), values));
    }
    let mut common = element.clone();
    for value in &values {
        common = merge(&common, &value.ty()).ok_or_else(|| {
            WireError::new("all elements of a list, set or map must have the same type")
        })?;
    }
    let values = values.into_iter().map(|value| convert(value, &common));
    let values = values.collect::<Result<_, _>>()?;
    Ok((common, values))
}

/// Returns the common type of two types that differ only where one of them is dynamic.
fn merge(a: &Type, b: &Type) -> Option<Type> {
    let all = |a: &[Type], b: &[Type]| -> Option<Vec<_>> {
        a.iter().zip(b).map(|(a, b)| merge(a, b)).collect()
    };
    match (a, b) {
        _ if a == b => Some(a.clone()),
        (Type::Dynamic, other) | (other, Type::Dynamic) => Some(other.clone()),
        (Type::List(a), Type::List(b)) => merge(a, b).map(Type::list),
        (Type::Set(a), Type::Set(b)) => merge(a, b).map(Type::set),
        (Type::Map(a), Type::Map(b)) => merge(a, b).map(Type::map),
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => all(a, b).map(Type::tuple),
        (Type::Object(a), Type::Object(b)) if a.shape() == b.shape() => merge_objects(a, b),
        _ => None,
    }
}

fn merge_objects(a: &ObjectType, b: &ObjectType) -> Option<Type> {
    let attributes = a.iter().zip(b.iter());
    let attributes = attributes.map(|((name, a), (_, b))| Some((name.clone(), merge(a, b)?)));
    attributes.collect::<Option<Vec<_>>>().map(Type::object)
}
