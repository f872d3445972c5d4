//! The types inside of types.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::Type;
use super::type_size::TypeSize;

/// The type of the elements of a list, set or map, to which it dereferences. Cloning copies a pointer.
///
/// [`Type::list`] and its kin make it. One that is [`Value::MAX_DEPTH`](super::Value::MAX_DEPTH) levels deep already,
/// so that the collection would be deeper, is [`Type::Dynamic`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ElementType(Arc<Inner<Type>>);

/// The types of the elements of a tuple, in order; it dereferences to a slice of them. Cloning copies a pointer.
///
/// [`Type::tuple`] makes it. A type that is [`Value::MAX_DEPTH`](super::Value::MAX_DEPTH) levels deep already, so that
/// the tuple would be deeper, is [`Type::Dynamic`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TupleType(Arc<Inner<Vec<Type>>>);

/// What is inside, and how deep and large the type around it is.
// That of equal types is equal, and compared first.
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

    /// How deep and large the collection is.
    pub(super) fn size(&self) -> TypeSize {
        self.0.size
    }
}

impl TupleType {
    pub(super) fn new(mut elements: Vec<Type>) -> Self {
        let size = TypeSize::around(&mut elements);
        Self(Arc::new(Inner { size, types: elements }))
    }

    /// How deep and large the tuple is.
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
