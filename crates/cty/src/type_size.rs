//! The depth, the size and the parts of types.
//!
//! A type is at most as deep as a value, so walks through types may be recursive. Its size is limited by the value
//! of the type. Nulls, unknown values and empty collections are the exception, since they consist only of their
//! type: `c ? null : [x, x]` has a type twice as large as the type of `x`, and so on from one value to the next. The
//! implied type of a spec is a second exception: blocks of two types can share a spec, and so can the blocks in them.

use super::{Type, Value};

/// The depth and size of a type. Every constructor computes them, so that no walk needs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TypeSize {
    /// The nesting depth of types with parts.
    depth: u16,
    /// The number of types in it, itself included. A shared type counts each time.
    parts: u32,
    /// `true` if any part is [`Type::Dynamic`].
    has_dynamic: bool,
    /// `true` if an attribute is optional, at any depth.
    has_optional: bool,
}

impl Type {
    /// The maximum size of the type of a null, an unknown value or an empty collection.
    const MAX_PARTS: u32 = 1 << 18;

    /// Returns the nesting depth of types with parts: 0 for a number, 1 for a list of numbers.
    pub(super) fn depth(&self) -> usize {
        self.size().depth.into()
    }

    /// Returns the type, or [`Type::Dynamic`] if it is too large for a value that consists only of its type.
    #[doc(hidden)]
    #[inline]
    pub fn within_limits(self) -> Self {
        if self.is_within_limits() { self } else { Self::Dynamic }
    }

    /// Returns `true` unless the type is too large for a value that consists only of its type.
    #[doc(hidden)]
    #[inline]
    pub fn is_within_limits(&self) -> bool {
        self.size().parts <= Self::MAX_PARTS
    }

    /// Returns `true` if any part is [`Type::Dynamic`].
    #[inline]
    pub fn has_dynamic(&self) -> bool {
        self.size().has_dynamic
    }

    /// Returns `true` if an attribute is optional, at any depth.
    #[inline]
    pub(crate) fn has_optional(&self) -> bool {
        self.size().has_optional
    }

    #[inline]
    pub(super) fn size(&self) -> TypeSize {
        match self {
            Self::List(element) | Self::Set(element) | Self::Map(element) => element.size(),
            Self::Tuple(elements) => elements.size(),
            Self::Object(object) => object.size(),
            Self::Dynamic => TypeSize { has_dynamic: true, ..TypeSize::LEAF },
            Self::Bool | Self::Number | Self::String | Self::Capsule(_) => TypeSize::LEAF,
        }
    }
}

impl TypeSize {
    /// The size of a type without parts.
    const LEAF: Self = Self { depth: 0, parts: 1, has_dynamic: false, has_optional: false };

    /// Returns the size of an object type whose attributes have this size together.
    pub(super) fn with_optional(self, optional: &[bool]) -> Self {
        Self { has_optional: self.has_optional || optional.contains(&true), ..self }
    }

    /// Returns the size of a type without its optional attributes.
    pub(super) fn without_optional(self) -> Self {
        Self { has_optional: false, ..self }
    }

    /// Returns the size of a type that contains `types`. A contained type with the maximum depth becomes
    /// [`Type::Dynamic`].
    pub(super) fn around(types: &mut [Type]) -> Self {
        let mut around = Self::LEAF;
        for ty in types {
            let mut size = ty.size();
            if usize::from(size.depth) >= Value::MAX_DEPTH {
                *ty = Type::Dynamic;
                size = ty.size();
            }
            around.depth = around.depth.max(size.depth);
            around.parts = around.parts.saturating_add(size.parts);
            around.has_dynamic |= size.has_dynamic;
            around.has_optional |= size.has_optional;
        }
        Self { depth: around.depth + 1, ..around }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ObjectType, Shape, Str};

    fn size(ty: &Type) -> (u16, u32) {
        let TypeSize { depth, parts, .. } = ty.size();
        (depth, parts)
    }

    #[test]
    fn depth_and_parts_are_counted() {
        let object = Type::object([("a", Type::Bool), ("b", Type::map(Type::String))]);
        assert_eq!(size(&Type::Bool), (0, 1));
        assert_eq!(size(&Type::tuple([])), (1, 1));
        assert_eq!(size(&object), (2, 4));
        assert_eq!(size(&Type::tuple([object.clone(), Type::list(object)])), (4, 10));
    }

    /// The types double at each level, so a walk through all parts would not end.
    #[test]
    fn shared_types_are_not_walked_through() {
        let doubled = |leaf: ObjectType| {
            let wraps: [fn(Type) -> Type; 3] = [
                |ty| Type::object([("a", ty.clone()), ("b", ty)]),
                |ty| Type::tuple([ty.clone(), Type::list(ty.clone()), Type::map(ty)]),
                |ty| {
                    Type::Object(
                        ObjectType::of_shape(
                            Shape::new(["b", "a"].map(Str::from)),
                            [ty.clone(), ty],
                        )
                        .into(),
                    )
                },
            ];
            (0..100).fold(Type::Object(leaf.into()), |ty, level| wraps[level % 3](ty))
        };
        let leaf = |ty, is_optional| doubled(ObjectType::new([("a".into(), ty, is_optional)]));
        let (fixed, open) = (leaf(Type::Bool, false), leaf(Type::Dynamic, false));
        assert!(!fixed.has_dynamic() && !fixed.has_optional());
        assert!(open.has_dynamic() && !open.has_optional());
        let optional = leaf(Type::Bool, true);
        assert!(optional.has_optional() && !optional.has_dynamic());
        let required = optional.without_optional();
        assert!(!required.has_optional());
        assert_eq!((required.depth(), required.size().parts), (fixed.depth(), u32::MAX));
    }

    #[test]
    fn types_have_the_depth_limit_of_values() {
        let wraps: [fn(Type) -> Type; 5] = [
            Type::list,
            Type::set,
            Type::map,
            |ty| Type::tuple([ty]),
            |ty| Type::object([("a", ty)]),
        ];
        for wrap in wraps {
            let deepest = (0..Value::MAX_DEPTH).fold(Type::Bool, |ty, _| wrap(ty));
            assert_eq!(deepest.depth(), Value::MAX_DEPTH);
            assert!(!deepest.has_dynamic());
            assert_eq!(wrap(deepest.clone()), wrap(Type::Dynamic));
            assert_eq!(Value::null(deepest.clone()).ty(), deepest);
            assert_eq!(Value::unknown(deepest.clone()).depth(), Value::MAX_DEPTH);
            assert_eq!(Value::list(deepest, vec![]), Value::dynamic());
        }
    }

    #[test]
    fn only_parts_nested_too_deep_become_dynamic() {
        let deepest = (0..Value::MAX_DEPTH).fold(Type::Bool, |ty, _| Type::list(ty));
        let tuple = Type::tuple([Type::Bool, deepest.clone(), Type::list(Type::Bool)]);
        assert_eq!(tuple.to_string(), "tuple([bool, any, list(bool)])");
        let optional = ObjectType::new([("a".into(), deepest.clone(), true)]);
        assert_eq!(optional.to_string(), "object({a = optional(any)})");
        let shaped = ObjectType::of_shape(optional.shape().clone(), [deepest]);
        assert_eq!(shaped.to_string(), "object({a = any})");
    }

    #[test]
    fn the_size_of_types_is_limited() {
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
