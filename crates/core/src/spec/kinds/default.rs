//! The spec of a value with a default.

use crate::spec::Spec;

/// The spec of a value with a default: two specs for the same body. [`Spec::or`] makes it.
#[derive(Clone, Debug)]
pub struct DefaultSpec {
    pub(in crate::spec) primary: Spec,
    pub(in crate::spec) default: Spec,
}

impl DefaultSpec {
    /// Returns a spec that gives the value of `primary` or, if that is null, of `default`.
    pub fn new(primary: Spec, default: Spec) -> Self {
        Self { primary, default }
    }

    /// Returns the spec whose value comes first.
    pub fn primary(&self) -> &Spec {
        &self.primary
    }

    /// Returns the spec of the default.
    pub fn default(&self) -> &Spec {
        &self.default
    }
}
