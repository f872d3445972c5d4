//! Rules of types that are written.

use crate::ast::{Container, Field, part_of};
use crate::attr::{Conversion, FunctionScope, TypeWith};
use crate::ctxt::Ctxt;
use crate::ty::text;

/// Checks every rule of a type that derives `HclEncode`. `HclDecode` reports all other mistakes in its attributes.
pub(crate) fn check_encode(ctxt: &Ctxt, container: &Container<'_>) {
    for field in container.fields() {
        check_inverse(ctxt, field);
    }
    check_type_inverses(ctxt, container);
}

/// Checks that each function for all fields of a type has an inverse, if such a field needs it.
pub(super) fn check_type_inverses(ctxt: &Ctxt, container: &Container<'_>) {
    for TypeWith { tokens, ty, .. } in &container.attrs.with {
        let needs_inverse = |field: &Field<'_>| match &field.attrs.source {
            Some((_, Conversion::With(function))) => {
                function.scope != FunctionScope::Field
                    && field.attrs.encode_with.is_none()
                    && part_of(field.ty, ty).is_some()
            }
            _ => false,
        };
        if container.fields().any(needs_inverse) {
            let message = format!(
                "fields with `{tokens}` are written by the inverse function; add `encode_with({} = path::to::function)`",
                text(ty)
            );
            ctxt.error_at(tokens, message);
        }
    }
}

/// Checks that a field converted by a function of its own names the function for the inverse.
pub(super) fn check_inverse(ctxt: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    let Some((tokens, Conversion::With(function))) = &attrs.source else { return };
    if function.scope == FunctionScope::Field && attrs.encode_with.is_none() {
        let message = "a field with `with` is written by the inverse function; add `encode_with = path::to::function`";
        ctxt.error_at(tokens, message);
    }
}
