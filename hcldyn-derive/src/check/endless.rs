//! Rules of types that contain themselves.

use syn::Type;

use super::field::own_type;
use crate::ast::{Container, Data, Field, FieldsShape};
use crate::attr::FieldKind;
use crate::ctxt::Ctxt;
use crate::symbol::Derive;
use crate::ty::{arguments, is_called, is_wrapper, text};

/// Rejects a type whose every value contains another one, so that no configuration ends.
pub(super) fn check(ctxt: &Ctxt, container: &Container<'_>) {
    let within = |shape: &'_ FieldsShape<'_>| {
        let endless = |field: &&Field<'_>| is_endless(ctxt.derive(), container, field);
        shape.fields().iter().find(endless).map(|field| field.ty.clone())
    };
    let ty = match &container.data {
        Data::Struct(shape) => within(shape),
        Data::Enum(variants) => {
            let mut selected = variants.iter().filter(|variant| variant.attrs.skip.is_none());
            let first = selected.clone().find_map(|variant| within(&variant.shape));
            first.filter(|_| selected.all(|variant| within(&variant.shape).is_some()))
        }
    };
    let Some(ty) = ty else { return };
    let (name, written) = (&container.input.ident, text(&ty));
    let what = match ctxt.derive() {
        Derive::Decode | Derive::Encode => "block",
        Derive::Value => "value",
    };
    let message = format!(
        "each `{name}` contains another {what} of its type, without an end; write `Option<{written}>` or `Vec<{name}>`"
    );
    ctxt.error_at(ty, message);
    // The constants of a type that only contains itself have no values.
    container.is_broken.set(true);
}

/// Returns `true` for a field with exactly one value of the type itself.
fn is_endless(derive: Derive, container: &Container<'_>, field: &Field<'_>) -> bool {
    let attrs = &field.attrs;
    let is_part = match (derive, attrs.kind()) {
        (Derive::Decode | Derive::Encode, FieldKind::Block) => true,
        // The content of a variant. A tag selects it in the same body, which is another error.
        (Derive::Decode | Derive::Encode, FieldKind::Attr) => {
            field.ident.is_none() && container.attrs.tag.is_none()
        }
        (Derive::Value, FieldKind::Attr | FieldKind::Flatten) => true,
        _ => false,
    };
    let has_default = field.takes_default() || attrs.default.is_some() || attrs.optional.is_some();
    is_part
        && !has_default
        && attrs.source.is_none()
        && is_single(field.ty)
        && own_type(container, field).is_some()
}

/// Returns `true` for a type with exactly one value inside.
fn is_single(ty: &Type) -> bool {
    const POINTERS: [&str; 4] = ["Box", "Rc", "Arc", "Spanned"];
    match arguments(ty).next() {
        Some(inner) if POINTERS.iter().any(|name| is_called(ty, name)) => is_single(inner),
        _ => !is_wrapper(ty) && !matches!(ty, Type::Slice(_) | Type::Array(_)),
    }
}
