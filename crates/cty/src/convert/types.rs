//! Conversions as far as types alone determine them.

use super::unify::unify;
use crate::collect::CollectVec;
use crate::{ObjectType, Type};

/// A selection of conversions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Conversions {
    /// Conversions that succeed for every value.
    Safe,
    /// All conversions except from lists and sets to tuples, because few values have the right length.
    Usual,
    /// Conversions that succeed for at least one value.
    Possible,
}

/// Returns `true` if at least one value of one type converts to another type.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::cty::convert::can_convert;
///
/// assert!(can_convert(&Type::String, &Type::Number));
/// assert!(!can_convert(&Type::list(Type::String), &Type::Number));
/// ```
pub fn can_convert(from: &Type, to: &Type) -> bool {
    Conversions::Possible.exist(from, to)
}

/// Returns `true` if every value of one type converts to another type without loss (reference:
/// `convert.GetConversion`).
///
/// ```
/// use hcldyn::cty::{Type, convert::can_convert_safely};
///
/// assert!(can_convert_safely(&Type::Number, &Type::String));
/// assert!(!can_convert_safely(&Type::String, &Type::Number));
/// ```
pub fn can_convert_safely(from: &Type, to: &Type) -> bool {
    Conversions::Safe.exist(from, to)
}

impl Conversions {
    pub(super) fn exist(self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (_, Type::Dynamic) | (Type::Bool | Type::Number, Type::String) => true,
            (Type::Dynamic, _) | (Type::String, Type::Bool | Type::Number) if self.may_fail() => {
                true
            }
            (Type::List(_), Type::Set(_)) if !self.may_fail() => false,
            (Type::List(a) | Type::Set(a), Type::List(b) | Type::Set(b))
            | (Type::Map(a), Type::Map(b)) => self.exist(a, b),
            (Type::Tuple(types), Type::List(element) | Type::Set(element)) => {
                self.exist_for_all(types, element)
            }
            (Type::Object(object), Type::Map(element)) => {
                self.exist_for_all(object.types(), element)
            }
            (Type::Tuple(a), Type::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| self.exist(a, b))
            }
            (Type::List(element) | Type::Set(element), Type::Tuple(types)) => {
                self == Self::Possible && types.iter().all(|ty| self.exist(element, ty))
            }
            (Type::Map(_), Type::Object(_)) if !self.may_fail() => false,
            (Type::Object(_) | Type::Map(_), Type::Object(wanted)) => self.exist_to(from, wanted),
            (Type::Capsule(capsule), _) if capsule.converts_to(to) => true,
            (_, Type::Capsule(capsule)) if capsule.converts_from(from) => true,
            _ => from == to,
        }
    }

    /// Returns `true` if the selection has conversions that fail for some values.
    fn may_fail(self) -> bool {
        self != Self::Safe
    }

    fn exist_for_all(self, types: &[Type], element: &Type) -> bool {
        match element {
            Type::Dynamic if self.may_fail() => common_type(types).is_some(),
            // An element of unknown type may not fit the others.
            Type::Dynamic => {
                types.iter().all(|ty| *ty == Type::Dynamic)
                    || self.unify(types).is_some_and(|common| common != Type::Dynamic)
            }
            _ => types.iter().all(|ty| self.exist(ty, element)),
        }
    }

    fn exist_to(self, from: &Type, wanted: &ObjectType) -> bool {
        let may_lack = |position| matches!(from, Type::Map(_)) && wanted.is_optional(position);
        let attributes = wanted.shape().names().iter().zip(wanted.types()).enumerate();
        attributes.into_iter().all(|(position, (name, ty))| match attribute_of(from, name) {
            None => wanted.is_optional(position),
            Some(given) => self.exist(given, ty) || may_lack(position),
        })
    }
}

/// Returns the common type that elements of these types convert to. Elements of unknown type, such as a plain null,
/// only count if all elements have an unknown type. Parts of unknown type count in the same way.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::cty::convert::common_type;
///
/// assert_eq!(common_type(&[Type::Number, Type::Dynamic]), Some(Type::Number));
/// ```
pub fn common_type<'a>(types: impl IntoIterator<Item = &'a Type>) -> Option<Type> {
    let known: Vec<_> = types.into_iter().filter(|ty| **ty != Type::Dynamic).collect_vec();
    match known[..] {
        [] => Some(Type::Dynamic),
        _ => {
            let mut common = unify(known.iter().copied())?;
            for given in known {
                if common.has_dynamic() {
                    common = replace_dynamic(given, &common);
                }
            }
            Some(common)
        }
    }
}

/// Returns the type of a converted value: `wanted` without optional attributes, and with dynamic parts taken from
/// the given type.
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
        Type::Tuple(types) => common_type(types.iter()),
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
