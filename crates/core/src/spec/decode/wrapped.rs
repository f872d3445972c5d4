//! Operations on decoded values.

use super::{BodyContent, Decoded, Decoder};
use crate::cty::Value;
use crate::spec::{Presence, ValueStep, WrappedSpec, WrappedStep, diags};

impl Decoder<'_> {
    /// Decodes a wrapped spec and applies its operation. An invalid value is not passed on, since that would only
    /// lead to more errors.
    pub(super) fn wrapped(&mut self, wrapped: &WrappedSpec, content: &BodyContent<'_>) -> Decoded {
        #[cfg_attr(
            not(feature = "specfile"),
            expect(
                clippy::infallible_destructuring_match,
                reason = "only specs of files have others"
            )
        )]
        let step = match &wrapped.step {
            WrappedStep::Value(step) => step,
            // The body of a block has the effects of its attributes before its content is read.
            #[cfg(feature = "specfile")]
            WrappedStep::Block(_) => {
                return self.spec(wrapped.value_of_block().unwrap_or(&wrapped.spec), content);
            }
        };
        let errors = self.diags.error_count();
        let mut decoded = self.spec(&wrapped.spec, content);
        let result =
            if self.diags.error_count() > errors { None } else { self.step(step, &decoded) };
        if !step.keeps_type() || result.is_none() {
            decoded.origin = decoded.origin.without_parts();
        }
        if self.diags.error_count() > errors {
            decoded.origin.presence = Presence::Failed;
        }
        decoded.value = result.unwrap_or_else(|| {
            Value::unknown(step.implied_type(wrapped.spec.implied_type()).without_optional())
        });
        decoded
    }

    /// Applies an operation to a value. Returns `None` if it fails, which is reported.
    fn step(&mut self, step: &ValueStep, decoded: &Decoded) -> Option<Value> {
        let (value, place) = (decoded.value.clone(), &decoded.origin.place);
        match step {
            ValueStep::Evaluate { expr, ctx, variable } => {
                let ctx = ctx.child().with_variable(variable.clone(), value);
                Some(expr.value(&ctx, self.diags))
            }
            ValueStep::Call(function) => match function.call(vec![value]) {
                Ok(result) => Some(result),
                Err(error) => self.diags.fail(diags::transform_failed(place.clone(), &error)),
            },
            ValueStep::Refine(refine) => match refine(value.refine()).finish() {
                Ok(refined) => Some(refined),
                Err(error) => self.diags.fail(diags::not_as_refined(place.clone(), &error)),
            },
            ValueStep::Validate(validate, _) => {
                validate(decoded, self.diags);
                Some(value)
            }
        }
    }
}
