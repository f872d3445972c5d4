//! Specs around other specs.

use super::{BodyParts, Encoding};
use crate::cty::Value;
use crate::spec::WrappedSpec;

impl Encoding {
    pub(super) fn wrapped(&mut self, spec: &WrappedSpec, value: &Value, body: &mut BodyParts) {
        if spec.step.keeps_type() {
            self.spec(&spec.spec, value, body);
        } else {
            self.fail("the spec transforms the value, which can't be undone");
        }
    }
}
