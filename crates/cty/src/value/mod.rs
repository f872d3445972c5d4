//! Values.

mod collection;
mod construct;
mod describe;
mod entries;
mod equals;
mod from;
mod marks;
mod order;
mod part;
mod refiner;
mod summary;
mod unknown;
mod walk;

use std::sync::Arc;

pub use self::collection::spend_on_sorting;
pub use self::collection::{List, Map, Object, Set, Tuple};
pub use self::entries::Entry;
pub use self::from::NotANumber;
pub use self::refiner::{RefineError, Refiner};
pub use self::walk::Descend;
use super::{CapsuleValue, Marks, Number, Refinement, Str, Type};

/// An immutable value. Cloning is cheap, since the parts of a value are shared.
///
/// A value is known, null or unknown, and may be marked. [`Value::kind`] shows its kind. The `as_*` methods
/// return `None` for a marked value: remove the marks with [`Value::unmark`] first.
///
/// `{:?}` shows it for programmers, such as `list([1])`, and `hcldyn::syntax::to_hcl` writes it as HCL.
///
/// `==` is exact equality: same type, same knownness, same refinement, same marks, numbers of the same exact value
/// (the reference's `RawEquals`). For the equality of the language, which may be unknown, see [`Value::equals`].
#[doc(alias = "Display")]
#[derive(Clone)]
pub struct Value(Repr);

/// The kind of a value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Kind<'a> {
    /// A null of this type.
    Null(&'a Type),
    /// An unknown value of this type, with its refinement.
    Unknown(&'a Type, Option<&'a Refinement>),
    /// A bool.
    Bool(bool),
    /// A number.
    Number(&'a Number),
    /// A string.
    String(&'a Str),
    /// A list.
    List(&'a List),
    /// A set.
    Set(&'a Set),
    /// A map.
    Map(&'a Map),
    /// A tuple.
    Tuple(&'a Tuple),
    /// An object.
    Object(&'a Object),
    /// A Rust value of the program.
    Capsule(&'a CapsuleValue),
    /// A marked value. The inner value is not marked itself.
    Marked(&'a Value, &'a Marks),
}

#[derive(Clone)]
enum Repr {
    Null(Type),
    Unknown(Type, Option<Arc<Refinement>>),
    Bool(bool),
    Number(Number),
    String(Str),
    List(Arc<List>),
    Set(Arc<Set>),
    Map(Arc<Map>),
    Tuple(Arc<Tuple>),
    Object(Arc<Object>),
    Capsule(Arc<CapsuleValue>),
    Marked(Arc<(Value, Marks)>),
}

impl Value {
    /// Returns the kind of the value.
    #[inline]
    pub fn kind(&self) -> Kind<'_> {
        match &self.0 {
            Repr::Null(ty) => Kind::Null(ty),
            Repr::Unknown(ty, refinement) => Kind::Unknown(ty, refinement.as_deref()),
            Repr::Bool(value) => Kind::Bool(*value),
            Repr::Number(value) => Kind::Number(value),
            Repr::String(value) => Kind::String(value),
            Repr::List(value) => Kind::List(value),
            Repr::Set(value) => Kind::Set(value),
            Repr::Map(value) => Kind::Map(value),
            Repr::Tuple(value) => Kind::Tuple(value),
            Repr::Object(value) => Kind::Object(value),
            Repr::Capsule(value) => Kind::Capsule(value),
            Repr::Marked(marked) => Kind::Marked(&marked.0, &marked.1),
        }
    }

    /// Returns the value's type. For tuples and objects, it is computed at the first call.
    pub fn ty(&self) -> Type {
        match &self.0 {
            Repr::Null(ty) | Repr::Unknown(ty, _) => ty.clone(),
            Repr::Bool(_) => Type::Bool,
            Repr::Number(_) => Type::Number,
            Repr::String(_) => Type::String,
            Repr::List(list) => Type::list(list.element_type().clone()),
            Repr::Set(set) => Type::set(set.element_type().clone()),
            Repr::Map(map) => Type::map(map.element_type().clone()),
            Repr::Tuple(tuple) => tuple.ty(),
            Repr::Object(object) => object.ty(),
            Repr::Capsule(capsule) => Type::Capsule(capsule.ty().clone()),
            Repr::Marked(marked) => marked.0.ty(),
        }
    }

    /// Returns `true` for a known bool, number or string without marks.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.0, Repr::Bool(_) | Repr::Number(_) | Repr::String(_))
    }

    /// Returns `true` if both values are plain and of one type.
    #[doc(hidden)]
    #[inline]
    pub fn is_plain_like(&self, other: &Self) -> bool {
        self.is_plain() && std::mem::discriminant(&self.0) == std::mem::discriminant(&other.0)
    }

    /// Returns `true` if the value, marked or not, has the wanted type exactly: a conversion would not change it.
    /// The attributes of an object must be in the order of the type.
    #[doc(hidden)]
    #[inline]
    pub fn is_of(&self, wanted: &Type) -> bool {
        match (&self.0, wanted) {
            (_, Type::Dynamic)
            | (Repr::Bool(_), Type::Bool)
            | (Repr::Number(_), Type::Number)
            | (Repr::String(_), Type::String) => true,
            _ => self.is_of_compound(wanted),
        }
    }

    fn is_of_compound(&self, wanted: &Type) -> bool {
        let all = |elements: &[Self], types: &[Type]| {
            elements.len() == types.len() && elements.iter().zip(types).all(|(v, ty)| v.is_of(ty))
        };
        match (&self.0, wanted) {
            (Repr::List(list), Type::List(element)) => fits(list.element_type(), element),
            (Repr::Set(set), Type::Set(element)) => fits(set.element_type(), element),
            (Repr::Map(map), Type::Map(element)) => fits(map.element_type(), element),
            (Repr::Tuple(tuple), Type::Tuple(types)) => all(tuple.elements(), types),
            (Repr::Object(object), Type::Object(ty)) => {
                let same_order = Arc::ptr_eq(object.shape(), ty.shape())
                    || object.shape().names() == ty.shape().names();
                same_order && all(object.values(), ty.types())
            }
            (Repr::Capsule(capsule), Type::Capsule(ty)) => capsule.ty() == ty,
            (Repr::Null(ty) | Repr::Unknown(ty, _), _) => ty == wanted && !ty.has_optional(),
            (Repr::Marked(marked), _) => marked.0.is_of(wanted),
            _ => false,
        }
    }

    /// Returns `true` if even the type of the value, marked or not, is unknown.
    #[doc(hidden)]
    pub fn has_dynamic_type(&self) -> bool {
        match &self.0 {
            Repr::Null(ty) | Repr::Unknown(ty, _) => *ty == Type::Dynamic,
            Repr::Marked(marked) => marked.0.has_dynamic_type(),
            _ => false,
        }
    }

    /// Returns `true` for a list, a set or a tuple, known or not, marked or not.
    #[doc(hidden)]
    pub fn is_sequence(&self) -> bool {
        match &self.0 {
            Repr::List(_) | Repr::Set(_) | Repr::Tuple(_) => true,
            Repr::Null(ty) | Repr::Unknown(ty, _) => ty.is_sequence(),
            Repr::Marked(marked) => marked.0.is_sequence(),
            _ => false,
        }
    }

    /// Returns `true` for a null, marked or not.
    #[inline]
    pub fn is_null(&self) -> bool {
        match &self.0 {
            Repr::Null(_) => true,
            Repr::Marked(marked) => marked.0.is_null(),
            _ => false,
        }
    }

    /// Returns `true` if the value itself is known, even if its parts are not. Null is known.
    #[inline]
    pub fn is_known(&self) -> bool {
        match &self.0 {
            Repr::Unknown(..) => false,
            Repr::Marked(marked) => marked.0.is_known(),
            _ => true,
        }
    }

    /// Returns `true` if the value and all its parts are known.
    pub fn is_wholly_known(&self) -> bool {
        self.summary().is_wholly_known
    }

    /// Returns the bool of a known, unmarked value.
    #[inline]
    pub fn as_bool(&self) -> Option<bool> {
        match &self.0 {
            Repr::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the number of a known, unmarked value.
    #[inline]
    pub fn as_number(&self) -> Option<&Number> {
        match &self.0 {
            Repr::Number(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the string of a known, unmarked value.
    #[inline]
    pub fn as_str(&self) -> Option<&str> {
        match &self.0 {
            Repr::String(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the object of a known, unmarked value.
    pub fn as_object(&self) -> Option<&Object> {
        match &self.0 {
            Repr::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Returns the Rust value of a known, unmarked capsule that holds a `T`.
    pub fn as_capsule<T: std::any::Any>(&self) -> Option<&T> {
        match &self.0 {
            Repr::Capsule(capsule) => capsule.downcast_ref(),
            _ => None,
        }
    }

    /// Returns the elements of a known list, set, map, tuple or object, in the order of their keys (for an object,
    /// in the order of its attributes). Any other value has none.
    #[inline]
    pub fn elements(&self) -> &[Self] {
        match &self.0 {
            Repr::List(list) => list.elements(),
            Repr::Set(set) => set.elements(),
            Repr::Map(map) => map.values(),
            Repr::Tuple(tuple) => tuple.elements(),
            Repr::Object(object) => object.values(),
            _ => &[],
        }
    }

    /// Returns the [`elements`](Self::elements). They are moved if nothing else holds the value.
    pub fn into_elements(self) -> Vec<Self> {
        match self.0 {
            Repr::List(list) => Arc::unwrap_or_clone(list).into_elements(),
            Repr::Set(set) => Arc::unwrap_or_clone(set).into_elements(),
            Repr::Map(map) => Arc::unwrap_or_clone(map).into_values(),
            Repr::Tuple(tuple) => Arc::unwrap_or_clone(tuple).into_elements(),
            Repr::Object(object) => Arc::unwrap_or_clone(object).into_values(),
            _ => Vec::new(),
        }
    }
}

fn fits(element: &Type, wanted: &Type) -> bool {
    *wanted == Type::Dynamic || element == wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_small_and_can_be_sent() {
        fn shared<T: Send + Sync>() {}
        shared::<Value>();
        assert!(size_of::<Value>() <= 32);
    }
}
