//! Decoding a body by a spec.

use super::{Origin, Spec};
use crate::body::Body;
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;

/// A decoded value and where it comes from.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The value.
    pub value: Value,
    /// Where it and its parts stand.
    pub origin: Origin,
}

/// Decodes a body by a spec.
pub fn decode(body: &Body, spec: &Spec, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
    decode_with_origin(body, spec, ctx, diags).value
}

/// Decodes a body by a spec, and says where each part of the value stands.
pub fn decode_with_origin(
    body: &Body,
    spec: &Spec,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Decoded {
    let _ = (body, spec, ctx, diags);
    unimplemented!()
}
