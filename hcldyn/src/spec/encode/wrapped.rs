//! Specs around other specs.

use super::{BodyParts, Encoding};
use crate::cty::Value;
use crate::spec::{WrappedSpec, WrappedStep};

impl Encoding {
    pub(super) fn wrapped(&mut self, spec: &WrappedSpec, value: &Value, body: &mut BodyParts) {
        if is_writable(spec) {
            self.spec(&spec.spec, value, body);
        } else {
            self.fail("the spec transforms the value, which can't be undone");
        }
    }
}

/// Returns `true` if the operation of the spec leaves the value as it is.
pub(super) fn is_writable(spec: &WrappedSpec) -> bool {
    match spec.step {
        WrappedStep::Refine(_) | WrappedStep::Validate(..) => true,
        WrappedStep::Evaluate { .. } | WrappedStep::Call(_) => false,
    }
}
