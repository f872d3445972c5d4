//! The types inside of types.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::Type;
use super::type_size::TypeSize;

/// The type of the elements of a list, set or map. It dereferences to a [`Type`]. Cloning copies a pointer.
///
/// [`Type::list`], [`Type::set`] and [`Type::map`] make it. An element type that is already
/// [`Value::MAX_DEPTH`](super::Value::MAX_DEPTH) levels deep becomes [`Type::Dynamic`], so that the collection is
/// not too deep.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ElementType(Arc<Inner<Type>>);

/// The types of the elements of a tuple, in order. It dereferences to a slice of them. Cloning copies a pointer.
///
/// [`Type::tuple`] makes it. An element type that is already [`Value::MAX_DEPTH`](super::Value::MAX_DEPTH) levels
/// deep becomes [`Type::Dynamic`], so that the tuple is not too deep.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TupleType(Arc<Inner<Vec<Type>>>);

/// The inner types, with the depth and size of the type around them.
// Equality compares the size first. Equal types have equal sizes.
#[derive(PartialEq, Eq, Hash)]
struct Inner<T> {
    size: TypeSize,
    types: T,
}

impl ElementType {
    pub(super) fn new(mut element: Type) -> Self {
        let size = TypeSize::around(std::slice::from_mut(&mut element));
        Self(Arc::new(Inner { size, types: element }))
    }

    /// Returns an address that clones share.
    pub(super) fn address(&self) -> *const () {
        Arc::as_ptr(&self.0).cast()
    }

    /// Returns the depth and size of the collection type.
    pub(super) fn size(&self) -> TypeSize {
        self.0.size
    }
}

impl TupleType {
    pub(super) fn new(mut elements: Vec<Type>) -> Self {
        let size = TypeSize::around(&mut elements);
        Self(Arc::new(Inner { size, types: elements }))
    }

    /// Returns an address that clones share.
    pub(super) fn address(&self) -> *const () {
        Arc::as_ptr(&self.0).cast()
    }

    /// Returns the depth and size of the tuple type.
    pub(super) fn size(&self) -> TypeSize {
        self.0.size
    }
}

impl Deref for ElementType {
    type Target = Type;

    fn deref(&self) -> &Type {
        &self.0.types
    }
}

impl Deref for TupleType {
    type Target = [Type];

    fn deref(&self) -> &[Type] {
        &self.0.types
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl fmt::Debug for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Debug for TupleType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
