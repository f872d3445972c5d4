//! Rules about the types of fields, as they are written.
//!
//! They replace long compiler errors with short ones, and reject types that compile but never decode. A type alias
//! hides a type from them.

use syn::Type;

use crate::ast::Field;
use crate::attr::FieldKind;
use crate::ctxt::Ctxt;
use crate::name::is_name;
use crate::symbol::Symbol;
use crate::ty::{
    arguments, content, element, innermost, is_called, is_captured, is_collection, is_list, is_map,
    is_scalar, last_name, text,
};

/// Checks every rule.
pub(super) fn check(ctxt: &Ctxt, field: &Field<'_>) {
    check_captured(ctxt, field);
    check_label(ctxt, field);
    check_flattened(ctxt, field);
    check_block(ctxt, field);
    check_repeated(ctxt, field);
    check_owned(ctxt, field);
}

/// Rejects types that no field can have: trait objects, and references.
pub(super) fn check_owned(ctxt: &Ctxt, field: &Field<'_>) {
    check_concrete(ctxt, field);
    check_not_borrowed(ctxt, field);
}

/// Rejects fields that capture expressions but have a type that is known to be wrong. Any other type may be an alias of
/// the right one; if it is not, the field does not compile.
fn check_captured(ctxt: &Ctxt, field: &Field<'_>) {
    let kind = field.attrs.kind();
    let wanted = match kind {
        FieldKind::Expr => "Expression",
        FieldKind::ExprClosure => "ExpressionClosure",
        FieldKind::Remain => "body::Body",
        FieldKind::Attr
        | FieldKind::Label
        | FieldKind::Labels
        | FieldKind::Key
        | FieldKind::Range
        | FieldKind::Block
        | FieldKind::Blocks
        | FieldKind::Attrs
        | FieldKind::Flatten
        | FieldKind::Skip => return,
    };
    let is_other = |ty: &Type| is_scalar(ty) || is_collection(ty);
    if kind == FieldKind::Remain && is_map(field.ty) {
        return;
    }
    if is_other(field.ty) || is_other(innermost(field.ty)) {
        let message = format!("{} requires a field of type `hcldyn::{wanted}`", kind.symbol());
        ctxt.error_at(field.ty, message);
    }
}

/// Rejects blocks of types that are not structs, and collections that do not keep the order of blocks.
fn check_block(ctxt: &Ctxt, field: &Field<'_>) {
    let attrs = &field.attrs;
    if !matches!(attrs.kind(), FieldKind::Block | FieldKind::Blocks) {
        return;
    }
    let inner = innermost(field.ty);
    let is_sequence = is_list(inner) || is_map(inner);
    if is_scalar(inner) || is_called(inner, "Value") {
        let kind = match attrs.kind_tokens() {
            Some(kind) => kind.to_string(),
            None => Symbol::Dynamic.name().to_owned(),
        };
        let message = format!(
            "a block is decoded into a struct that derives `HclDecode`, not into `{}`; for an attribute, remove `{kind}`",
            text(inner)
        );
        ctxt.error_at(inner, message);
    } else if is_collection(inner) && !is_sequence {
        let cure = match attrs.kind() {
            FieldKind::Blocks => "write a `Vec`",
            _ => "write a `Vec`, or a map for blocks with labels",
        };
        let message = format!("`{}` is not a collection of blocks; {cure}", text(inner));
        ctxt.error_at(inner, message);
    }
}

/// Rejects labels, and keys of maps of blocks, that are not one string.
fn check_label(ctxt: &Ctxt, field: &Field<'_>) {
    match field.attrs.kind() {
        FieldKind::Label | FieldKind::Key if is_called(field.ty, "Option") => {
            ctxt.error_at(field.ty, "a label is always set; remove the `Option`");
        }
        FieldKind::Label | FieldKind::Key
            if is_collection(field.ty) && field.attrs.source.is_none() =>
        {
            let message = "a label is one string; write a `String`, and a field with `label` for each further label, or `labels` for all of them";
            ctxt.error_at(field.ty, message);
        }
        FieldKind::Label | FieldKind::Key
            if is_captured(content(field.ty)) && field.attrs.source.is_none() =>
        {
            let message = "a label is a string, which is never evaluated later; write a `String`";
            ctxt.error_at(field.ty, message);
        }
        FieldKind::Labels if is_scalar(field.ty) => {
            let message =
                "`labels` requires a `Vec` for all remaining labels; for one label, write `label`";
            ctxt.error_at(field.ty, message);
        }
        FieldKind::Labels if is_called(field.ty, "Option") => {
            ctxt.error_at(field.ty, "a `Vec` of labels can already be empty; remove the `Option`");
        }
        FieldKind::Labels => {
            let label = element(field.ty).filter(|label| {
                is_collection(label) || is_called(label, "Option") || is_captured(content(label))
            });
            if let Some(label) = label {
                ctxt.error_at(label, "each label is one string; write `Vec<String>`");
            }
        }
        FieldKind::Block if is_map(field.ty) => {
            let key = arguments(field.ty).next().filter(|key| is_collection(key));
            if let Some(key) = key {
                let message = "the key of a map of blocks is a label, which is one string; for two labels, write a map of maps";
                ctxt.error_at(key, message);
            }
        }
        _ => {}
    }
}

/// Rejects flattened types without fields.
fn check_flattened(ctxt: &Ctxt, field: &Field<'_>) {
    if field.attrs.kind() != FieldKind::Flatten {
        return;
    }
    check_prefix(ctxt, field);
    let is_optional = is_called(field.ty, "Option");
    let ty = element(field.ty).filter(|_| is_optional).unwrap_or(field.ty);
    let is_called = |name| is_called(ty, name);
    let message = if is_called("Vec") {
        "`flatten` requires a struct, not a `Vec`, because it decodes the same body once; make the fields of the struct `Vec` instead"
    } else if is_called("Option") {
        "a group of fields is either set or not; remove one `Option`"
    } else if is_map(ty) && is_optional {
        "a flattened map can already be empty; remove the `Option`"
    } else if is_map(ty) {
        return;
    } else if is_called("Body") || is_called("Value") {
        "`flatten` requires a struct or a map of attributes; for the remaining items of the body, write `remain` and the type `hcldyn::body::Body`"
    } else if is_scalar(ty) || is_collection(ty) {
        "`flatten` requires a struct; for an attribute, remove `flatten`"
    } else {
        return;
    };
    ctxt.error_at(field.ty, message);
}

/// Rejects a prefix that is not the beginning of a name, and a prefix of a map, which has no names of its own.
pub(super) fn check_prefix(ctxt: &Ctxt, field: &Field<'_>) {
    let Some((tokens, prefix)) = &field.attrs.prefix else { return };
    if prefix.value().is_empty() {
        ctxt.error_at(prefix, "an empty prefix changes nothing; remove `prefix`");
    } else if !is_name(&prefix.value()) {
        let message = "invalid beginning of a name in HCL; write letters, digits, `_` and `-`, starting with a letter";
        ctxt.error_at(prefix, message);
    } else if is_map(field.ty) {
        let message = "`prefix` requires a struct, because the keys of a map are the names of the attributes; remove it";
        ctxt.error_at(tokens, message);
    }
}

/// Rejects optional blocks inside an `Option` or a collection.
fn check_repeated(ctxt: &Ctxt, field: &Field<'_>) {
    if !matches!(field.attrs.kind(), FieldKind::Block | FieldKind::Blocks) {
        return;
    }
    let Some(inner) = element(field.ty) else { return };
    let outer = |name| is_called(field.ty, name);
    if outer("Option") && is_called(inner, "Option") {
        ctxt.error_at(field.ty, "a block is either written or not; remove one `Option`");
    } else if (outer("Vec") || is_map(field.ty)) && is_called(inner, "Option") {
        ctxt.error_at(inner, "each of several blocks is written; remove the `Option`");
    }
}

/// Rejects variables of an expression that is evaluated when it is loaded, or never.
pub(super) fn check_scoped(ctxt: &Ctxt, field: &Field<'_>) {
    let inner = innermost(field.ty);
    let is_other = is_scalar(inner)
        || is_collection(inner)
        || is_called(inner, "Value")
        || is_called(inner, "Expression");
    if let Some((tokens, _)) = field.attrs.scope.as_ref().filter(|_| is_other) {
        let message = format!(
            "`scope` requires an expression that is evaluated later; write `Deferred<T>` or `ExpressionClosure`, not `{}`",
            text(inner)
        );
        ctxt.error_at(tokens, message);
    }
}

/// Rejects trait objects.
fn check_concrete(ctxt: &Ctxt, field: &Field<'_>) {
    let inner = innermost(field.ty);
    let is_decoded = field.attrs.kind() != FieldKind::Skip && field.attrs.source.is_none();
    if is_decoded && matches!(inner, Type::TraitObject(_)) {
        let message = "a trait object cannot be decoded; write a concrete type, or an enum of the possible ones";
        ctxt.error_at(inner, message);
    }
}

/// Rejects borrowed fields: decoding creates the values.
fn check_not_borrowed(ctxt: &Ctxt, field: &Field<'_>) {
    if field.attrs.kind() == FieldKind::Skip {
        return;
    }
    let inner = innermost(field.ty);
    if is_called(inner, "Cow") && field.attrs.source.is_none() {
        return check_owned_cow(ctxt, inner);
    }
    let Type::Reference(reference) = inner else { return };
    let message = match &*reference.elem {
        Type::Slice(slice) => {
            let element = text(&slice.elem);
            format!("a field must own its value; write `Vec<{element}>`")
        }
        other => match last_name(other).map(ToString::to_string).as_deref() {
            Some("str") => "a field must own its value; write `String`".to_owned(),
            Some("Path") => "a field must own its value; write `PathBuf`".to_owned(),
            Some(name) => format!("a field must own its value; write `{name}`"),
            None => "a field must own its value; it cannot borrow".to_owned(),
        },
    };
    ctxt.error_at(reference, message);
}

/// Rejects a `Cow` with a lifetime other than `'static`.
fn check_owned_cow(ctxt: &Ctxt, cow: &Type) {
    let lifetime = crate::ty::lifetime(cow).filter(|lifetime| lifetime.ident != "static");
    if let (Some(lifetime), Some(inner)) = (lifetime, arguments(cow).next()) {
        let inner = text(inner);
        let message = format!("a field must own its value; write `Cow<'static, {inner}>`");
        ctxt.error_at(lifetime, message);
    }
}
