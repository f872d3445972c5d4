//! Rules of a field that is decoded from a body.

use hcldyn_syntax::lexer::is_name;

use super::NOT_A_NAME;
use crate::ast::{Container, Data, Field};
use crate::attr::FieldKind;
use crate::ctxt::Ctxt;
use crate::symbol::{
    ALIAS, CONFLICTS_WITH, DEFAULT, DEPRECATED, DYNAMIC, FORMER_NAME, FROM_STR, MAX_ITEMS,
    MIN_ITEMS, NAME, OPTIONAL, REQUIRES, SENSITIVE, SERDE, Symbol, VALIDATE, WITH, list,
};
use crate::ty::{innermost, is_called, last_name};

/// Checks every rule.
pub(super) fn check(ctxt: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    check_goes_with_kind(ctxt, field);
    check_names(ctxt, field);
    check_left_out(ctxt, field);
    check_counts(ctxt, field);
    check_captured_type(ctxt, field);
    check_one_of_each(ctxt, field);
    check_owned(ctxt, field);
    check_not_recursive(ctxt, container, field);
}

/// Returns the kinds of fields that allow an option.
fn kinds_of(symbol: Symbol) -> &'static [FieldKind] {
    use FieldKind::{Attr, Attrs, Block, Blocks, Expr, ExprClosure, Label};
    match symbol {
        NAME => &[Attr, Label, Block, Attrs, Expr, ExprClosure],
        ALIAS | FORMER_NAME | DEPRECATED => &[Attr, Block, Attrs, Expr, ExprClosure],
        CONFLICTS_WITH | REQUIRES => &[Attr, Block, Attrs, Expr, ExprClosure],
        DEFAULT | WITH | FROM_STR | SERDE | SENSITIVE => &[Attr],
        OPTIONAL => &[Attr, Block, Blocks, Attrs],
        DYNAMIC => &[Block, Blocks, Attrs],
        MIN_ITEMS | MAX_ITEMS => &[Block, Blocks],
        VALIDATE => &[Attr, Label, Block, Blocks, Attrs],
        _ => &[],
    }
}

/// Rejects options that the kind of the field does not allow.
fn check_goes_with_kind(ctxt: &Ctxt, field: &Field<'_>) {
    let kind = field.attrs.kind();
    for (symbol, path) in &field.attrs.given {
        let kinds = kinds_of(*symbol);
        if !kinds.contains(&kind) {
            let kinds: Vec<_> = kinds.iter().map(|kind| kind.symbol()).collect();
            let message = format!(
                "{symbol} is only allowed with {}, but this field is {}",
                list(&kinds),
                kind.symbol()
            );
            ctxt.error_at(path, message);
        }
    }
}

/// Checks that every name is a valid identifier.
fn check_names(ctxt: &Ctxt, field: &Field<'_>) {
    let name = field.attrs.name.as_ref().map(|(_, name)| name);
    let names = name.into_iter().chain(&field.attrs.aliases).chain(&field.attrs.former_names);
    for name in names.filter(|name| !is_name(&name.value())) {
        ctxt.error_at(name, NOT_A_NAME);
    }
}

/// Rejects several options that all make the field optional.
pub(super) fn check_left_out(ctxt: &Ctxt, field: &Field<'_>) {
    let is_option = is_called(field.ty, "Option");
    if let Some((tokens, _)) = &field.attrs.default
        && is_option
    {
        let message = "an `Option` is `None` when not set; remove the `Option` or the `default`";
        ctxt.error_at(tokens, message);
    }
    let Some((tokens, ())) = &field.attrs.optional else { return };
    let is_vec = field.attrs.kind() != FieldKind::Attr && is_called(field.ty, "Vec");
    if field.attrs.default.is_some() {
        ctxt.error_at(
            tokens,
            "an attribute with a `default` is already optional; remove `optional`",
        );
    } else if is_option {
        ctxt.error_at(tokens, "an `Option` is already optional; remove `optional`");
    } else if is_vec {
        ctxt.error_at(tokens, "a `Vec` of blocks can already be empty; remove `optional`");
    }
}

/// Checks that the minimum is not greater than the maximum.
fn check_counts(ctxt: &Ctxt, field: &Field<'_>) {
    let (Some((_, min)), Some((_, max))) = (&field.attrs.min_items, &field.attrs.max_items) else {
        return;
    };
    if let (Ok(least), Ok(most)) = (min.base10_parse::<usize>(), max.base10_parse::<usize>())
        && least > most
    {
        let message = format!("`max_items` must be at least `min_items`, which is {least}");
        ctxt.error_at(max, message);
    }
}

/// Rejects captured expressions of well-known other types. An alias may hide the right type, so other types only
/// fail to compile at the field.
fn check_captured_type(ctxt: &Ctxt, field: &Field<'_>) {
    const NEVER: [&str; 12] =
        ["String", "bool", "char", "f32", "f64", "i32", "i64", "u16", "u32", "u64", "usize", "Vec"];
    let kind = field.attrs.kind();
    let wanted = match kind {
        FieldKind::Expr => "Expression",
        FieldKind::ExprClosure => "ExpressionClosure",
        FieldKind::Remain => "Body",
        _ => return,
    };
    let named = [field.ty, innermost(field.ty)].map(last_name);
    if named.into_iter().flatten().any(|name| NEVER.iter().any(|never| name == never)) {
        let message = format!("{} requires a field of type `hcldyn::{wanted}`", kind.symbol());
        ctxt.error_at(field.ty, message);
    }
}

/// Rejects `Option` and collections for labels and flattened fields, which are always present.
fn check_one_of_each(ctxt: &Ctxt, field: &Field<'_>) {
    let is_option = is_called(field.ty, "Option");
    match field.attrs.kind() {
        FieldKind::Label if is_option => {
            ctxt.error_at(field.ty, "a label is always set; remove the `Option`");
        }
        FieldKind::Flatten if is_option || is_called(field.ty, "Vec") => {
            let message = "`flatten` requires a struct, not an `Option` or a `Vec`; make the fields of the struct optional instead";
            ctxt.error_at(field.ty, message);
        }
        _ => {}
    }
}

/// Rejects borrowed fields: decoding creates the values.
fn check_owned(ctxt: &Ctxt, field: &Field<'_>) {
    let syn::Type::Reference(reference) = innermost(field.ty) else { return };
    if field.attrs.kind() == FieldKind::Skip {
        return;
    }
    let message = match &*reference.elem {
        syn::Type::Slice(slice) => {
            let element = &slice.elem;
            format!("a field must own its value; write `Vec<{}>`", quote::quote!(#element))
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

/// Rejects types that contain themselves in the same body. A block may contain its own type, because the spec of
/// its body is built on first use.
fn check_not_recursive(ctxt: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let is_of_same_body = match (field.attrs.kind(), &container.data) {
        (FieldKind::Flatten, _) => true,
        // The field of a newtype variant has no attributes of its own. It is in a block if block types select the
        // variant.
        (FieldKind::Attr, Data::Enum(_)) => field.ident.is_none() && container.attrs.tag.is_some(),
        _ => false,
    };
    if is_of_same_body && let Some(own) = own_type(container, field) {
        ctxt.error_at(own, "a body cannot contain itself; put it in a block");
    }
}

/// Returns the derived type if a field contains it. A type with a path is a different one with the same name.
pub(super) fn own_type<'f>(
    container: &Container<'_>,
    field: &'f Field<'_>,
) -> Option<&'f syn::Type> {
    let inner = innermost(field.ty);
    let syn::Type::Path(path) = inner else { return None };
    let name = path.path.segments.last().filter(|_| path.path.segments.len() == 1)?;
    (name.ident == container.input.ident || name.ident == "Self").then_some(inner)
}
