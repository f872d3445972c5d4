//! The spec of a tuple.

use super::depth_around;
use crate::spec::Spec;

/// The spec of a tuple: a spec for each element, in order, all for the same body. [`Spec::tuple`] makes it.
#[derive(Clone, Debug)]
pub struct TupleSpec {
    pub(in crate::spec) specs: Vec<Spec>,
    pub(in crate::spec) depth: usize,
}

impl TupleSpec {
    /// A tuple of these elements.
    pub fn new(elements: impl IntoIterator<Item = Spec>) -> Self {
        let mut specs: Vec<_> = elements.into_iter().collect();
        Self { depth: depth_around(&mut specs), specs }
    }

    /// The specs of the elements.
    pub fn specs(&self) -> &[Spec] {
        &self.specs
    }
}
