//! The common type of several types.

use std::cmp::Ordering;

use super::types::Conversions;
use crate::collect::{CollectVec, PushAll};
use crate::key_map::KeySet;
use crate::{ObjectType, Type, work};

/// The number of pairs of types that are compared in one step.
const COMPARISONS_PER_STEP: usize = 16;

/// Returns the type that values of all these types can be converted to, if there is one.
///
/// Numbers and bools unify with strings. Lists, sets and maps unify by their elements. Objects with the same
/// attributes and tuples of the same length unify part by part. Other objects become a map, other tuples a list.
/// Next to lists and maps, tuples and objects become a list or map too. A dynamic type yields to a primitive type.
/// With types that have parts, the result is dynamic.
///
/// ```
/// use hcldyn::cty::{Type, convert::unify};
///
/// assert_eq!(unify(&[Type::Number, Type::String]), Some(Type::String));
/// assert_eq!(unify(&[Type::Number, Type::Bool]), None);
/// ```
pub fn unify<'a>(types: impl IntoIterator<Item = &'a Type>) -> Option<Type> {
    Conversions::Usual.unify(types)
}

/// Returns the type that values of all these types can be safely converted to (reference: `convert.Unify`). Unlike
/// with [`unify`], a dynamic type never yields.
///
/// ```
/// use hcldyn::cty::{Type, convert::unify_safely};
///
/// assert_eq!(unify_safely(&[Type::Number, Type::String]), Some(Type::String));
/// assert_eq!(unify_safely(&[Type::Number, Type::Dynamic]), Some(Type::Dynamic));
/// ```
pub fn unify_safely<'a>(types: impl IntoIterator<Item = &'a Type>) -> Option<Type> {
    Conversions::Safe.unify(types)
}

impl Conversions {
    pub(super) fn unify<'a>(self, types: impl IntoIterator<Item = &'a Type>) -> Option<Type> {
        self.unify_all(&types.into_iter().collect_vec())
    }

    fn unify_all(self, types: &[&Type]) -> Option<Type> {
        let types = without_repetition(types);
        if let [only] = types[..] {
            return Some(only.clone());
        }
        let is_of = |class: &Class| types.iter().any(|ty| Class::of(ty) == Some(*class));
        let classes = Class::ALL.into_iter().filter(is_of).collect_vec();
        let dynamic = types.iter().any(|ty| **ty == Type::Dynamic);
        match classes[..] {
            [Class::Other] => self.preferred(&types),
            [_] if dynamic => Some(Type::Dynamic),
            [Class::List] => self.unify_elements(&types).map(Type::list),
            [Class::Set] => self.unify_elements(&types).map(Type::set),
            [Class::Map] => self.unify_elements(&types).map(Type::map),
            [Class::Tuple] => self.unify_tuples(&types),
            [Class::Object] => self.unify_objects(&types),
            [Class::List, Class::Tuple] | [Class::Map, Class::Object] if !dynamic => {
                self.unify_as_collections(&types).or_else(|| self.preferred(&types))
            }
            _ if classes.contains(&Class::Tuple) && classes.contains(&Class::Object) => None,
            _ => self.preferred(&types),
        }
    }

    fn unify_elements(self, types: &[&Type]) -> Option<Type> {
        let mut elements = Vec::with_capacity(types.len());
        for ty in types {
            if let Some(element) = ty.element() {
                elements.push(element);
            }
        }
        self.unify_all(&elements)
    }

    /// Unifies tuples of the same length element by element. If a pair of elements does not unify, a list is not
    /// tried. Other tuples become a list.
    fn unify_tuples(self, types: &[&Type]) -> Option<Type> {
        let tuples: Vec<&[Type]> = types.iter().map(|ty| parts(ty)).collect_vec();
        let length = tuples.first()?.len();
        if tuples.iter().any(|tuple| tuple.len() != length) {
            return self.collection_of_all(types, Type::list);
        }
        let mut unified = Vec::with_capacity(length);
        for index in 0..length {
            unified.push(self.unify(tuples.iter().map(|tuple| &tuple[index]))?);
        }
        Some(Type::tuple(unified))
    }

    /// Unifies objects with the same attributes one by one. Others become a map.
    fn unify_objects(self, types: &[&Type]) -> Option<Type> {
        let objects: Vec<&ObjectType> = types.iter().filter_map(|ty| object(ty)).collect_vec();
        let (first, others) = objects.split_first()?;
        if others.iter().any(|object| object.shape() != first.shape()) {
            return self.collection_of_all(types, Type::map);
        }
        let mut types = Vec::with_capacity(first.types().len());
        for name in first.shape().names() {
            types.push(self.unify(objects.iter().filter_map(|object| object.attribute(name)))?);
        }
        Some(Type::Object(ObjectType::of_shape(first.shape().clone(), types).into()))
    }

    /// Returns the list or map of the common type of all parts of the tuples or objects.
    fn collection_of_all(self, types: &[&Type], collection: fn(Type) -> Type) -> Option<Type> {
        let mut all = Vec::new();
        for ty in types {
            all.push_all(parts(ty));
        }
        let unified = collection(self.unify_all(&all)?);
        types.iter().all(|ty| self.exist(ty, &unified)).then_some(unified)
    }

    /// Unifies lists and tuples to a list, or maps and objects to a map.
    fn unify_as_collections(self, types: &[&Type]) -> Option<Type> {
        let (mut collections, mut structures) = (Vec::new(), Vec::new());
        for ty in types {
            if ty.is_collection() { collections.push(*ty) } else { structures.push(*ty) }
        }
        let structure = match structures.first()? {
            Type::Tuple(_) => self.collection_of_all(&structures, Type::list)?,
            _ => self.collection_of_all(&structures, Type::map)?,
        };
        collections.push(&structure);
        let unified = self.unify_all(&collections)?;
        structures.iter().all(|ty| self.exist(ty, &unified)).then_some(unified)
    }

    /// Returns the first of the types, in order of preference, that all others convert to.
    fn preferred(self, types: &[&Type]) -> Option<Type> {
        // All types are compared with each other.
        work::spend(types.len().saturating_mul(types.len()) / COMPARISONS_PER_STEP);
        if work::is_exceeded_in_evaluation() {
            return None;
        }
        let suits = |wanted: &Type| types.iter().all(|given| self.exist(given, wanted));
        let suitable: Vec<usize> =
            (0..types.len()).filter(|index| suits(types[*index])).collect_vec();
        let preferred = match suitable[..] {
            [] => None,
            [only] => Some(only),
            _ => in_preference_order(types).into_iter().find(|index| suitable.contains(index)),
        };
        preferred.map(|index| types[index].clone())
    }
}

/// The classes of types for unification. A dynamic type has none.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    List,
    Set,
    Tuple,
    Map,
    Object,
    Other,
}

impl Class {
    const ALL: [Self; 6] =
        [Self::List, Self::Set, Self::Tuple, Self::Map, Self::Object, Self::Other];

    fn of(ty: &Type) -> Option<Self> {
        Some(match ty {
            Type::Dynamic => return None,
            Type::List(_) => Self::List,
            Type::Set(_) => Self::Set,
            Type::Tuple(_) => Self::Tuple,
            Type::Map(_) => Self::Map,
            Type::Object(_) => Self::Object,
            Type::Bool | Type::Number | Type::String | Type::Capsule(_) => Self::Other,
        })
    }
}

/// Drops repeated types, since large collections have few different ones.
fn without_repetition<'a>(types: &[&'a Type]) -> Vec<&'a Type> {
    let mut kept: Vec<&Type> = Vec::new();
    let mut seen = KeySet::default();
    for &ty in types {
        // Most types equal the one before, which needs no hash.
        if kept.last() != Some(&ty) && seen.insert(ty) {
            kept.push(ty);
        }
    }
    kept
}

/// Sorts topologically, since preference is a partial order.
fn in_preference_order(types: &[&Type]) -> Vec<usize> {
    let better = |a: usize, b: usize| compare(types[a], types[b]) == Ordering::Less;
    let mut better_ones = vec![0; types.len()];
    for (worse, count) in better_ones.iter_mut().enumerate() {
        for other in 0..types.len() {
            *count += usize::from(better(other, worse));
        }
    }
    // The types whose better ones are all before them, in turn.
    let mut order = (0..types.len()).filter(|index| better_ones[*index] == 0).collect_vec();
    let mut next = 0;
    while next < order.len() {
        for (worse, count) in better_ones.iter_mut().enumerate() {
            if better(order[next], worse) {
                *count -= 1;
                if *count == 0 {
                    order.push(worse);
                }
            }
        }
        next += 1;
    }
    order
}

/// Returns `Less` if the first type is preferred as the common one: string before other primitive types, lists
/// before tuples before sets, maps before objects, anything before dynamic.
fn compare(a: &Type, b: &Type) -> Ordering {
    match (a, b) {
        (Type::Dynamic, Type::Dynamic) => Ordering::Equal,
        (Type::Dynamic, _) => Ordering::Greater,
        (_, Type::Dynamic) => Ordering::Less,
        (Type::String, Type::Bool | Type::Number)
        | (Type::List(_), Type::Tuple(_) | Type::Set(_))
        | (Type::Tuple(_), Type::Set(_))
        | (Type::Map(_), Type::Object(_)) => Ordering::Less,
        (Type::Bool | Type::Number, Type::String)
        | (Type::Tuple(_) | Type::Set(_), Type::List(_))
        | (Type::Set(_), Type::Tuple(_))
        | (Type::Object(_), Type::Map(_)) => Ordering::Greater,
        (Type::List(a), Type::List(b))
        | (Type::Set(a), Type::Set(b))
        | (Type::Map(a), Type::Map(b)) => compare(a, b),
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
            compare_parts(a.iter().zip(b.iter()))
        }
        (Type::Object(a), Type::Object(b)) if a.shape() == b.shape() => {
            compare_parts(a.iter().map(|(_, ty)| ty).zip(b.iter().map(|(_, ty)| ty)))
        }
        _ => Ordering::Equal,
    }
}

/// Compares types by their parts. If each has a better part, neither type is preferred.
fn compare_parts<'a>(pairs: impl Iterator<Item = (&'a Type, &'a Type)>) -> Ordering {
    let mut result = Ordering::Equal;
    for (a, b) in pairs {
        match (compare(a, b), result) {
            (Ordering::Equal, _) => {}
            (part, Ordering::Equal) => result = part,
            (part, so_far) if part != so_far => return Ordering::Equal,
            _ => {}
        }
    }
    result
}

fn parts(ty: &Type) -> &[Type] {
    match ty {
        Type::Tuple(types) => types,
        Type::Object(object) => object.types(),
        _ => &[],
    }
}

fn object(ty: &Type) -> Option<&ObjectType> {
    match ty {
        Type::Object(object) => Some(object),
        _ => None,
    }
}
