//! The spec of a value with a default.

use super::depth_around;
use crate::spec::Spec;

/// The spec of a value with a default: two specs for the same body. [`Spec::or`] makes it.
#[derive(Clone, Debug)]
pub struct DefaultSpec {
    pub(in crate::spec) primary: Spec,
    pub(in crate::spec) default: Spec,
    pub(in crate::spec) depth: usize,
}

impl DefaultSpec {
    /// What `primary` gives or, where that is null, what `default` gives.
    pub fn new(mut primary: Spec, mut default: Spec) -> Self {
        let depth = depth_around([&mut primary, &mut default]);
        Self { primary, default, depth }
    }

    /// The spec whose value goes first.
    pub fn primary(&self) -> &Spec {
        &self.primary
    }

    /// The spec of what stands for null.
    pub fn default(&self) -> &Spec {
        &self.default
    }
}
