//! Specs around other specs.

use super::{BodyParts, Encoding};
use crate::cty::Value;
use crate::spec::WrappedSpec;
use crate::syntax::native::NewExpr;

impl<E: NewExpr> Encoding<E> {
    pub(super) fn wrapped(&mut self, spec: &WrappedSpec, value: &Value, body: &mut BodyParts<E>) {
        // A value is that of a block that is not repeated and has all its items.
        if let Some(inner) = spec.value_of_block() {
            return self.spec(inner, value, body);
        }
        if spec.step.keeps_type() {
            self.spec(&spec.spec, value, body);
        } else {
            self.fail("the spec transforms the value, which can't be undone");
        }
    }
}
