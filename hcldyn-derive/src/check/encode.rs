//! Rules of types that are written.

use crate::ast::{Container, Field};
use crate::attr::Conversion;
use crate::ctxt::Ctxt;

/// Checks every rule of a type that derives `HclEncode`. `HclDecode` reports all other mistakes in its attributes.
pub(crate) fn check_encode(ctxt: &Ctxt, container: &Container<'_>) {
    for field in container.fields() {
        check_inverse(ctxt, field);
    }
}

/// Checks that a field converted by a function names the function for the inverse.
pub(super) fn check_inverse(ctxt: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let Some((tokens, Conversion::With(_))) = &attrs.source else { return };
    if attrs.encode_with.is_none() {
        let message = "a field with `with` is written by the inverse function; add `encode_with = path::to::function`";
        ctxt.error_at(tokens, message);
    }
}
