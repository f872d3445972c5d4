//! The types of objects, and their shapes.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::name_index::{InlineCache, NameIndex};
use super::name_map::NameMap;
use super::sort::sort_positions;
use super::type_size::TypeSize;
use super::{Str, Type};
use crate::collect::CollectVec;
use crate::work;

/// The work of making the shape of an object, apart from its names.
const MAKING_STEPS: usize = 3;

/// The attribute names of an object in their order, and their sorted order.
///
/// All objects of one spec or one constructor share a shape, which makes decoded objects positional: attribute `i`
/// of the spec is value `i` of the object.
///
/// ```
/// use hcldyn::cty::{Shape, Value};
///
/// let shape = Shape::new(["port".into(), "host".into()]);
/// assert_eq!(shape.names(), ["port", "host"]);
/// assert_eq!((shape.len(), shape.is_empty()), (2, false));
/// assert_eq!(shape.position("host"), Some(1));
/// assert_eq!(shape.in_name_order().collect::<Vec<_>>(), [1, 0]);
///
/// let server = Value::object_of_shape(shape, vec![80.into(), "a".into()]);
/// assert_eq!(server.get("port"), Some(&80.into()));
/// ```
pub struct Shape {
    names: NameIndex,
    /// Positions in `names`, sorted by name. It is empty if the names are already sorted.
    sorted: Box<[u32]>,
}

/// The type of an object: names, types, and the attributes that may be left out. The type of an attribute that is
/// already [`Value::MAX_DEPTH`](super::Value::MAX_DEPTH) levels deep becomes [`Type::Dynamic`], so that the object
/// is not too deep.
///
/// ```
/// use hcldyn::cty::{ObjectType, Shape, Type};
///
/// let server = ObjectType::new([("port".into(), Type::Number, false), ("host".into(), Type::String, true)]);
/// assert_eq!(server.attribute("port"), Some(&Type::Number));
/// assert_eq!(server.shape().names(), ["host", "port"]);
/// assert!(server.is_optional(0));
/// assert_eq!(server.types(), [Type::String, Type::Number]);
/// assert_eq!(server.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["host", "port"]);
///
/// // The attributes of a shape keep its order.
/// let point = ObjectType::of_shape(Shape::new(["y".into(), "x".into()]), [Type::Number, Type::Number]);
/// assert_eq!(point.shape().names(), ["y", "x"]);
/// ```
pub struct ObjectType {
    shape: Arc<Shape>,
    types: Box<[Type]>,
    optional: Box<[bool]>,
    size: TypeSize,
}

/// The positions of the attributes of a shape, sorted by name. Closures would be compiled for each use.
struct NameOrder<'a> {
    shape: &'a Shape,
    rank: usize,
}

impl Iterator for NameOrder<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let rank = self.rank;
        if rank == self.shape.len() {
            return None;
        }
        self.rank += 1;
        Some(self.shape.at_rank(rank))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.shape.len() - self.rank;
        (left, Some(left))
    }
}

impl ExactSizeIterator for NameOrder<'_> {}

impl Shape {
    /// Returns the shape of these names in the given order. They must be distinct; otherwise a lookup by name finds
    /// one of them.
    pub fn new(names: impl IntoIterator<Item = Str>) -> Arc<Self> {
        let mut all = Vec::new();
        names.into_iter().for_each(|name| all.push(name));
        Self::of(all)
    }

    /// Returns the shape of names, which must be distinct.
    #[doc(hidden)]
    pub fn of(names: Vec<Str>) -> Arc<Self> {
        let names = NameIndex::of(names);
        work::spend(MAKING_STEPS + 2 * names.len());
        if names.is_sorted() {
            return Arc::new(Self { names, sorted: Box::default() });
        }
        let mut sorted: Vec<u32> = (0..names.len() as u32).collect();
        sort_positions(&mut sorted, &|a, b| names[a as usize].cmp(&names[b as usize]));
        Arc::new(Self { names, sorted: sorted.into() })
    }

    /// Returns the names in their order.
    pub fn names(&self) -> &[Str] {
        &self.names
    }

    /// Returns the number of attributes.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns `true` if the shape has no attributes.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the position of an attribute.
    #[inline]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.names.position(name)
    }

    /// Returns the position of a name, using and filling an inline cache.
    #[inline]
    pub(crate) fn position_from(&self, cache: &InlineCache, name: &Str) -> Option<usize> {
        self.names.position_from(cache, name)
    }

    /// Returns the positions of the attributes, sorted by name.
    pub fn in_name_order(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        NameOrder { shape: self, rank: 0 }
    }

    /// Returns the position of the attribute with a rank by name, which is less than [`Shape::len`].
    pub(crate) fn at_rank(&self, rank: usize) -> usize {
        if self.sorted.is_empty() { rank } else { self.sorted[rank] as usize }
    }
}

impl ObjectType {
    /// Returns an object type of attributes with name, type and `true` if the attribute may be left out. Attributes
    /// are sorted by name. If one is repeated, the last wins.
    pub fn new(attributes: impl IntoIterator<Item = (Str, Type, bool)>) -> Self {
        let mut all = NameMap::default();
        for (name, ty, optional) in attributes {
            all.insert(name, (ty, optional));
        }
        Self::of(all)
    }

    fn of(attributes: NameMap<(Type, bool)>) -> Self {
        let (mut names, mut types, mut optional) = (Vec::new(), Vec::new(), Vec::new());
        for (name, (ty, is_optional)) in attributes.into_sorted() {
            names.push(name);
            types.push(ty);
            optional.push(is_optional);
        }
        let shape = Shape::of(names);
        let size = TypeSize::around(&mut types).with_optional(&optional);
        Self { shape, types: types.into(), optional: optional.into(), size }
    }

    /// Returns an object type of attributes in the given order.
    pub(crate) fn in_order(attributes: impl IntoIterator<Item = (Str, Type, bool)>) -> Self {
        let (mut names, mut types, mut optional) = (Vec::new(), Vec::new(), Vec::new());
        for (name, ty, is_optional) in attributes {
            names.push(name);
            types.push(ty);
            optional.push(is_optional);
        }
        let ty = Self::of_shape(Shape::of(names), types);
        Self { size: ty.size.with_optional(&optional), optional: optional.into(), ..ty }
    }

    /// Returns an object type of a shape and the types of its attributes, in the shape's order. Missing types are
    /// dynamic, additional ones are dropped.
    pub fn of_shape(shape: Arc<Shape>, types: impl IntoIterator<Item = Type>) -> Self {
        let mut types: Vec<_> = types.into_iter().collect_vec();
        types.resize(shape.len(), Type::Dynamic);
        let (size, optional) = (TypeSize::around(&mut types), vec![false; types.len()]);
        Self { shape, types: types.into(), optional: optional.into(), size }
    }

    /// Returns the attribute names.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// Returns the type of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&Type> {
        self.shape.position(name).map(|position| &self.types[position])
    }

    /// Returns the attribute types, in the shape's order.
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// Returns `true` if the attribute at a position of the shape may be left out.
    pub fn is_optional(&self, position: usize) -> bool {
        self.optional.get(position).copied().unwrap_or(false)
    }

    /// Returns the type with all attributes required, and other types of them.
    pub(super) fn required(&self, ty: impl FnMut(&Type) -> Type) -> Self {
        Self {
            shape: Arc::clone(&self.shape),
            types: self.types.iter().map(ty).collect_vec().into(),
            optional: vec![false; self.optional.len()].into(),
            size: self.size.without_optional(),
        }
    }

    /// Returns the depth and size of the type.
    pub(super) fn size(&self) -> TypeSize {
        self.size
    }

    /// Returns names and types, sorted by name.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Str, &Type)> + '_ {
        self.shape.in_name_order().map(|i| (&self.shape.names[i], &self.types[i]))
    }
}

impl PartialEq for Shape {
    /// Shapes are equal if they have the same names, in any order.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
            || self.len() == other.len()
                && (0..self.len())
                    .all(|rank| self.names[self.at_rank(rank)] == other.names[other.at_rank(rank)])
    }
}

impl Eq for Shape {}

impl PartialEq for ObjectType {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape
            && (0..self.types.len()).all(|rank| {
                let (a, b) = (self.shape.at_rank(rank), other.shape.at_rank(rank));
                self.types[a] == other.types[b] && self.optional[a] == other.optional[b]
            })
    }
}

impl Eq for ObjectType {}

impl Hash for ObjectType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for position in self.shape.in_name_order() {
            (&self.shape.names[position], &self.types[position], self.optional[position])
                .hash(state);
        }
        self.shape.len().hash(state);
    }
}

impl fmt::Display for ObjectType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("object({")?;
        for (rank, position) in self.shape.in_name_order().enumerate() {
            let comma = if rank > 0 { ", " } else { "" };
            let (name, ty) = (&self.shape.names[position], &self.types[position]);
            if self.optional[position] {
                write!(f, "{comma}{name} = optional({ty})")?;
            } else {
                write!(f, "{comma}{name} = {ty}")?;
            }
        }
        f.write_str("})")
    }
}

impl fmt::Debug for ObjectType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attribute_order_does_not_matter_to_equality() {
        let kept = Shape::new(["b".into(), "a".into()]);
        let one = ObjectType::of_shape(kept, [Type::String, Type::Number]);
        let other = Type::object([("a", Type::Number), ("b", Type::String)]);
        assert_eq!(Type::Object(Arc::new(one)), other);
    }

    #[test]
    fn a_shape_finds_its_names() {
        let shape = Shape::new(["b".into(), "a".into(), "c".into()]);
        assert_eq!(shape.position("a"), Some(1));
        assert_eq!(shape.position("c"), Some(2));
        assert_eq!(shape.position("d"), None);
        assert_eq!(shape.in_name_order().collect::<Vec<_>>(), [1, 0, 2]);
    }
}
