//! Specs around other specs.

use super::{BodyParts, Encoding};
use crate::cty::Value;
use crate::spec::WrappedSpec;
use crate::syntax::native::NewExpr;

impl<E: NewExpr> Encoding<E> {
    pub(super) fn wrapped(&mut self, spec: &WrappedSpec, value: &Value, body: &mut BodyParts<E>) {
        if spec.step.keeps_type() {
            self.spec(&spec.spec, value, body);
        } else {
            self.fail("the spec transforms the value, which can't be undone");
        }
    }
}
