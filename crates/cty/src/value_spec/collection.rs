//! The specs of collections and tuples.

use super::{ValueHint, ValueSpec};
use crate::Type;
use crate::collect::CollectVec;

/// The spec of a list, a set or a map.
///
/// ```
/// use hcldyn::cty::FromValue;
/// use hcldyn::cty::value_spec::ValueSpec;
///
/// let ValueSpec::List(list) = <[u16; 2]>::value_spec() else { unreachable!() };
/// assert_eq!(list.count(), Some(2));
/// assert_eq!(list.element(), &u16::value_spec());
/// assert!(list.keys().is_none());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CollectionValueSpec {
    element: ValueSpec,
    keys: Option<ValueHint>,
    count: Option<usize>,
    ty: Type,
    is_plain: bool,
}

/// The spec of a tuple.
///
/// ```
/// use hcldyn::cty::FromValue;
/// use hcldyn::cty::value_spec::ValueSpec;
///
/// let ValueSpec::Tuple(pair) = <(String, u16)>::value_spec() else { unreachable!() };
/// assert_eq!(pair.elements().len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TupleValueSpec {
    elements: Box<[ValueSpec]>,
    ty: Type,
    is_plain: bool,
}

impl CollectionValueSpec {
    /// Creates the spec of a collection, whose type `of_type` returns by the type of its elements.
    pub(super) fn new(element: ValueSpec, of_type: fn(Type) -> Type) -> Self {
        let (ty, is_plain) = (of_type(element.ty()), element.plain_ty().is_some());
        Self { element, keys: None, count: None, ty, is_plain }
    }

    /// Returns the spec with the spec of its elements replaced. Its type must not change.
    pub(super) fn map(&self, spec: impl Fn(&ValueSpec) -> ValueSpec) -> Self {
        Self { element: spec(&self.element), ..self.clone() }
    }

    /// Sets the number of elements.
    pub(super) fn of_count(self, count: usize) -> Self {
        Self { count: Some(count).filter(|_| self.is_plain), ..self }
    }

    /// Sets the hint about the keys.
    pub(super) fn with_keys(self, keys: Option<&ValueHint>) -> Self {
        Self { keys: keys.filter(|_| self.is_plain).cloned(), ..self }
    }

    /// Returns the spec of each element.
    pub fn element(&self) -> &ValueSpec {
        &self.element
    }

    /// Returns the hint about each key of a map.
    pub fn keys(&self) -> Option<&ValueHint> {
        self.keys.as_ref()
    }

    /// Returns the number of elements, if it is fixed.
    pub fn count(&self) -> Option<usize> {
        self.count
    }

    pub(super) fn ty(&self) -> &Type {
        &self.ty
    }

    pub(super) fn plain_ty(&self) -> Option<&Type> {
        self.is_plain.then_some(&self.ty)
    }
}

impl TupleValueSpec {
    pub(super) fn new(elements: impl IntoIterator<Item = ValueSpec>) -> Self {
        let elements: Box<[ValueSpec]> = elements.into_iter().collect_vec().into();
        let ty = Type::tuple(elements.iter().map(ValueSpec::ty));
        let is_plain = elements.iter().all(|element| element.plain_ty().is_some());
        Self { elements, ty, is_plain }
    }

    /// Returns the spec with the specs of its elements replaced. Their types must not change.
    pub(super) fn map(&self, spec: impl Fn(&ValueSpec) -> ValueSpec) -> Self {
        Self { elements: self.elements.iter().map(spec).collect_vec().into(), ..self.clone() }
    }

    /// Returns the spec of each element.
    pub fn elements(&self) -> &[ValueSpec] {
        &self.elements
    }

    pub(super) fn ty(&self) -> &Type {
        &self.ty
    }

    pub(super) fn plain_ty(&self) -> Option<&Type> {
        self.is_plain.then_some(&self.ty)
    }
}
