//! The spec of the bodies of blocks.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::Spec;
use super::implied::{Implied, labels_of};
use crate::cty::Str;

/// The spec of the bodies of blocks. A lazy one is made when it is first needed, so it may contain itself.
/// Cloning copies a pointer.
#[derive(Clone)]
pub(crate) struct NestedSpec(Arc<Nested>);

struct Nested {
    /// Makes the spec; `None` where it was given.
    make: Option<fn() -> Spec>,
    spec: OnceLock<Spec>,
    labels: OnceLock<Vec<Str>>,
    implied: OnceLock<Implied>,
}

impl NestedSpec {
    pub(crate) fn of(spec: Spec) -> Self {
        Self::new(None, OnceLock::from(spec))
    }

    pub(super) fn lazy(make: fn() -> Spec) -> Self {
        Self::new(Some(make), OnceLock::new())
    }

    fn new(make: Option<fn() -> Spec>, spec: OnceLock<Spec>) -> Self {
        let (labels, implied) = (OnceLock::new(), OnceLock::new());
        Self(Arc::new(Nested { make, spec, labels, implied }))
    }

    pub(super) fn spec(&self) -> &Spec {
        // A spec without `make` was given, so the default is never used.
        self.0.spec.get_or_init(|| self.0.make.map_or(Spec::Remain, |make| make()))
    }

    /// Returns an identity that is the same for all instances of one lazy spec.
    pub(super) fn id(&self) -> NestedId {
        NestedId(self.0.make.map_or(Arc::as_ptr(&self.0).addr(), |make| make as usize))
    }

    /// Returns the names of the blocks' labels.
    pub(super) fn labels(&self) -> &[Str] {
        self.0.labels.get_or_init(|| labels_of(self.spec()))
    }

    pub(super) fn implied(&self) -> &Implied {
        self.0.implied.get_or_init(|| Implied::of_body(self.spec()))
    }
}

/// The identity of a [`NestedSpec`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct NestedId(usize);

/// The specs of bodies that a walk has been through.
pub(super) type SeenSpecs = HashSet<NestedId>;

/// Shows a lazy spec as `lazy`, because it may contain itself.
impl fmt::Debug for NestedSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.make {
            Some(_) => f.write_str("lazy"),
            None => self.spec().fmt(f),
        }
    }
}
