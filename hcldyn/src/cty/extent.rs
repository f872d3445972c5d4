//! How deep and how large types are.
//!
//! A value is as deep as its type, so its own limits bound the type. Of a null, an unknown value or an empty collection
//! there is nothing but the type: `c ? null : [x, x]` has one twice as large as that of `x`, and so on from one value
//! to the next.

use super::{Type, Value};

/// How deep and how large a type is.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    /// How many types with parts stand inside each other.
    pub(super) depth: u16,
    /// How many types it is made of, itself included. What is shared counts each time.
    parts: u32,
}

impl Type {
    /// How many types the type of a null, of an unknown value or of an empty collection can be made of.
    const MAX_PARTS: u32 = 1 << 18;

    /// The type, or [`Type::Dynamic`] where it is too deep or too large for that of a value of which there is
    /// nothing but the type.
    #[inline]
    pub(crate) fn within_limits(self) -> Self {
        match self.is_iterable() && self.extent().is_none() {
            true => Self::Dynamic,
            false => self,
        }
    }

    /// `None` where it is too deep or too large.
    pub(super) fn extent(&self) -> Option<Extent> {
        let mut left = Self::MAX_PARTS;
        let depth = measure(self, Value::MAX_DEPTH as u16, &mut left)?;
        Some(Extent { depth, parts: Self::MAX_PARTS - left })
    }
}

impl Extent {
    /// That of an object, from the types of its attributes.
    pub(super) fn of_object(types: &[Type]) -> Option<Self> {
        let mut left = Type::MAX_PARTS;
        let depth = measure_around(types, Value::MAX_DEPTH as u16, &mut left)?;
        Some(Self { depth, parts: Type::MAX_PARTS - left })
    }
}

/// How deep a type is, which may be so many levels and as many parts as are left.
fn measure(ty: &Type, levels: u16, left: &mut u32) -> Option<u16> {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => {
            measure_around(std::slice::from_ref(&**element), levels, left)
        }
        Type::Tuple(elements) => measure_around(elements, levels, left),
        Type::Object(object) => {
            let Extent { depth, parts } = object.extent()?;
            *left = left.checked_sub(parts)?;
            (depth <= levels).then_some(depth)
        }
        Type::Dynamic | Type::Bool | Type::Number | Type::String | Type::Capsule(_) => {
            *left = left.checked_sub(1)?;
            Some(0)
        }
    }
}

/// The same for a type with these types in it.
fn measure_around(types: &[Type], levels: u16, left: &mut u32) -> Option<u16> {
    let levels = levels.checked_sub(1)?;
    *left = left.checked_sub(1)?;
    let mut deepest = 0;
    for ty in types {
        deepest = deepest.max(measure(ty, levels, left)?);
    }
    Some(deepest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(ty: &Type) -> Option<(u16, u32)> {
        ty.extent().map(|Extent { depth, parts }| (depth, parts))
    }

    #[test]
    fn extents() {
        let object = Type::object([("a", Type::Bool), ("b", Type::map(Type::String))]);
        assert_eq!(extent(&Type::Bool), Some((0, 1)));
        assert_eq!(extent(&Type::tuple([])), Some((1, 1)));
        assert_eq!(extent(&object), Some((2, 4)));
        assert_eq!(extent(&Type::tuple([object.clone(), Type::list(object)])), Some((4, 10)));
    }

    #[test]
    fn types_of_values_are_as_deep_as_values_and_no_deeper() {
        let wraps: [fn(Type) -> Type; 4] =
            [Type::list, Type::map, |ty| Type::tuple([ty]), |ty| Type::object([("a", ty)])];
        for wrap in wraps {
            let deepest = (0..Value::MAX_DEPTH).fold(Type::Bool, |ty, _| wrap(ty));
            assert_eq!(Value::null(deepest.clone()).ty(), deepest);
            assert_eq!(Value::unknown(deepest.clone()).depth(), Value::MAX_DEPTH);
            assert_eq!(Value::null(wrap(deepest.clone())), Value::null(Type::Dynamic));
            assert_eq!(Value::unknown(wrap(deepest.clone())), Value::dynamic());
            assert_eq!(Value::list(deepest, vec![]), Value::dynamic());
        }
    }

    #[test]
    fn types_of_values_are_as_large_as_they_may_be_and_no_larger() {
        let of = |parts: u32| Type::tuple(vec![Type::Bool; parts as usize - 1]);
        let largest = of(Type::MAX_PARTS);
        assert_eq!(Value::null(largest.clone()).ty(), largest);
        assert_eq!(Value::null(of(Type::MAX_PARTS + 1)), Value::null(Type::Dynamic));
        let doubled = |ty: Type| Type::object([("a", ty.clone()), ("b", ty)]);
        let huge = (0..100).fold(Type::Bool, |ty, _| doubled(ty));
        assert_eq!(Value::unknown(huge.clone()), Value::dynamic());
        assert_eq!(Value::map(huge, vec![]), Value::dynamic());
    }
}
