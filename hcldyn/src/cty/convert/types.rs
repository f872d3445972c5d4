//! What types alone tell of a conversion.

use super::unify::unify;
use crate::cty::{ObjectType, Type};

/// Whether some value of one type converts to another type.
pub fn can_convert(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (_, Type::Dynamic) | (Type::Dynamic, _) => true,
        (Type::String, Type::Bool | Type::Number) | (Type::Bool | Type::Number, Type::String) => {
            true
        }
        (Type::List(a) | Type::Set(a), Type::List(b) | Type::Set(b))
        | (Type::Map(a), Type::Map(b)) => can_convert(a, b),
        (Type::Tuple(types), Type::List(element) | Type::Set(element)) => all_can(types, element),
        (Type::Object(object), Type::Map(element)) => all_can(object.types(), element),
        (Type::Tuple(a), Type::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| can_convert(a, b))
        }
        (Type::List(element) | Type::Set(element), Type::Tuple(types)) => {
            types.iter().all(|ty| can_convert(element, ty))
        }
        (Type::Object(_) | Type::Map(_), Type::Object(wanted)) => can_become(from, wanted),
        _ => from == to,
    }
}

fn all_can(types: &[Type], element: &Type) -> bool {
    match element {
        Type::Dynamic => common_type(types).is_some(),
        _ => types.iter().all(|ty| can_convert(ty, element)),
    }
}

fn can_become(from: &Type, wanted: &ObjectType) -> bool {
    let may_lack = |position| matches!(from, Type::Map(_)) && wanted.is_optional(position);
    let attributes = wanted.shape().names().iter().zip(wanted.types()).enumerate();
    attributes.into_iter().all(|(position, (name, ty))| match attribute_of(from, name) {
        None => wanted.is_optional(position),
        Some(given) => can_convert(given, ty) || may_lack(position),
    })
}

/// The one type that elements of these types convert to. Elements whose type is not known, such as a
/// plain null, do not count unless there are no others.
pub(super) fn common_type(types: &[Type]) -> Option<Type> {
    let known: Vec<&Type> = types.iter().filter(|ty| **ty != Type::Dynamic).collect();
    match known.is_empty() {
        true => Some(Type::Dynamic),
        false => unify(known),
    }
}

/// The type that a conversion gives: `wanted` with no attribute optional and with what is dynamic in
/// it taken from the type that is converted.
pub(super) fn replace_dynamic(given: &Type, wanted: &Type) -> Type {
    if *given == Type::Dynamic || !wanted.has_dynamic() {
        return wanted.without_optional();
    }
    match wanted {
        Type::Dynamic => given.without_optional(),
        Type::List(element) => Type::list(replace_element(given, element)),
        Type::Set(element) => Type::set(replace_element(given, element)),
        Type::Map(element) => Type::map(replace_element(given, element)),
        Type::Tuple(types) => Type::tuple(types.iter().enumerate().map(|(index, wanted)| {
            let given = match given {
                Type::Tuple(given) => given.get(index),
                _ => given.element(),
            };
            replace_dynamic(given.unwrap_or(&Type::Dynamic), wanted)
        })),
        Type::Object(object) => {
            let types = object.shape().names().iter().zip(object.types()).map(|(name, wanted)| {
                replace_dynamic(attribute_of(given, name).unwrap_or(&Type::Dynamic), wanted)
            });
            Type::Object(ObjectType::of_shape(object.shape().clone(), types).into())
        }
        Type::Bool | Type::Number | Type::String | Type::Capsule(_) => wanted.clone(),
    }
}

fn replace_element(given: &Type, wanted: &Type) -> Type {
    let given = match given {
        Type::Tuple(types) => common_type(types),
        Type::Object(object) => common_type(object.types()),
        _ => given.element().cloned(),
    };
    replace_dynamic(&given.unwrap_or(Type::Dynamic), wanted)
}

fn attribute_of<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    match ty {
        Type::Object(object) => object.attribute(name),
        _ => ty.element(),
    }
}
