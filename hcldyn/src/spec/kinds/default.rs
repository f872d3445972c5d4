//! The spec of a value with a default.

use crate::spec::Spec;

/// The spec of a value with a default: two specs for the same body. [`Spec::or`] makes it.
#[derive(Clone, Debug)]
pub struct DefaultSpec {
    pub(in crate::spec) primary: Spec,
    pub(in crate::spec) default: Spec,
}

impl DefaultSpec {
    /// What `primary` gives or, where that is null, what `default` gives.
    pub fn new(primary: Spec, default: Spec) -> Self {
        Self { primary, default }
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
