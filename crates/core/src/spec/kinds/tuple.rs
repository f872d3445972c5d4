//! The spec of a tuple.

use crate::cty::internal::CollectVec;
use crate::spec::Spec;

/// The spec of a tuple: a spec for each element, in order, all for the same body. [`Spec::tuple`] makes it.
#[derive(Clone, Debug)]
pub struct TupleSpec {
    pub(in crate::spec) specs: Vec<Spec>,
}

impl TupleSpec {
    /// Returns the spec of a tuple of these elements.
    pub fn new(elements: impl IntoIterator<Item = Spec>) -> Self {
        Self { specs: elements.into_iter().collect_vec() }
    }

    /// Returns the specs of the elements.
    pub fn specs(&self) -> &[Spec] {
        &self.specs
    }
}
