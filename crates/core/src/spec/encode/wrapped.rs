//! Specs around other specs.

use super::{BodyParts, Encoding};
use crate::cty::Value;
use crate::spec::WrappedSpec;
#[cfg(feature = "specfile")]
use crate::spec::{Spec, WrappedStep};
use crate::syntax::native::NewExpr;

impl<E: NewExpr> Encoding<E> {
    pub(super) fn wrapped(&mut self, spec: &WrappedSpec, value: &Value, body: &mut BodyParts<E>) {
        // A value is that of a block which is not repeated.
        #[cfg(feature = "specfile")]
        if let (WrappedStep::Repeat(_), Spec::Tuple(parts)) = (&spec.step, &spec.spec)
            && let Some(inner) = parts.specs.first()
        {
            return self.spec(inner, value, body);
        }
        if spec.step.keeps_type() {
            self.spec(&spec.spec, value, body);
        } else {
            self.fail("the spec transforms the value, which can't be undone");
        }
    }
}
