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

/// What goes with which kinds.
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

/// Most of what can be said only makes sense of some kinds of fields.
fn check_goes_with_kind(ctxt: &Ctxt, field: &Field<'_>) {
    let kind = field.attrs.kind();
    for (symbol, path) in &field.attrs.given {
        let kinds = kinds_of(*symbol);
        if !kinds.contains(&kind) {
            let kinds: Vec<_> = kinds.iter().map(|kind| kind.symbol()).collect();
            let message =
                format!("{symbol} goes with {}, but this field is {}", list(&kinds), kind.symbol());
            ctxt.error_at(path, message);
        }
    }
}

/// Every name must be one that can be written.
fn check_names(ctxt: &Ctxt, field: &Field<'_>) {
    let name = field.attrs.name.as_ref().map(|(_, name)| name);
    let names = name.into_iter().chain(&field.attrs.aliases).chain(&field.attrs.former_names);
    for name in names.filter(|name| !is_name(&name.value())) {
        ctxt.error_at(name, NOT_A_NAME);
    }
}

/// There is one way to say that something may be left out.
pub(super) fn check_left_out(ctxt: &Ctxt, field: &Field<'_>) {
    let is_option = is_called(field.ty, "Option");
    if let Some((tokens, _)) = &field.attrs.default
        && is_option
    {
        let message = "an `Option` is `None` when not set; with `default`, drop the `Option`";
        ctxt.error_at(tokens, message);
    }
    let Some((tokens, ())) = &field.attrs.optional else { return };
    let is_vec = field.attrs.kind() != FieldKind::Attr && is_called(field.ty, "Vec");
    if field.attrs.default.is_some() {
        ctxt.error_at(tokens, "an attribute with a `default` may be left out, drop `optional`");
    } else if is_option {
        ctxt.error_at(tokens, "an `Option` may be left out, drop `optional`");
    } else if is_vec {
        ctxt.error_at(tokens, "a `Vec` of blocks may be empty, drop `optional`");
    }
}

/// There are numbers between the least and the most.
fn check_counts(ctxt: &Ctxt, field: &Field<'_>) {
    let (Some((_, min)), Some((_, max))) = (&field.attrs.min_items, &field.attrs.max_items) else {
        return;
    };
    if let (Ok(least), Ok(most)) = (min.base10_parse::<usize>(), max.base10_parse::<usize>())
        && least > most
    {
        let message = format!("`max_items` is less than `min_items`, which is {least}");
        ctxt.error_at(max, message);
    }
}

/// A captured expression is not a value of any other type. An alias may hide the right type, so only
/// well-known wrong ones are found here; others fail to compile at the field.
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
        let message = format!("{} needs a field of type `hcldyn::{wanted}`", kind.symbol());
        ctxt.error_at(field.ty, message);
    }
}

/// A label is always there, and what is flattened always has the body to be decoded from.
fn check_one_of_each(ctxt: &Ctxt, field: &Field<'_>) {
    let is_option = is_called(field.ty, "Option");
    match field.attrs.kind() {
        FieldKind::Label if is_option => {
            ctxt.error_at(field.ty, "a label is always there, drop the `Option`");
        }
        FieldKind::Flatten if is_option || is_called(field.ty, "Vec") => {
            let message = "`flatten` takes a struct from the same body, where it is once; the fields \
                           of that struct may be `Option` or `Vec`";
            ctxt.error_at(field.ty, message);
        }
        _ => {}
    }
}

/// Values are made while decoding, so a field cannot borrow them.
fn check_owned(ctxt: &Ctxt, field: &Field<'_>) {
    let syn::Type::Reference(reference) = innermost(field.ty) else { return };
    if field.attrs.kind() == FieldKind::Skip {
        return;
    }
    let message = match &*reference.elem {
        syn::Type::Slice(slice) => {
            let element = &slice.elem;
            format!("a field owns its value, write `Vec<{}>`", quote::quote!(#element))
        }
        other => match last_name(other).map(ToString::to_string).as_deref() {
            Some("str") => "a field owns its value, write `String`".to_owned(),
            Some("Path") => "a field owns its value, write `PathBuf`".to_owned(),
            Some(name) => format!("a field owns its value, write `{name}`"),
            None => "a field owns its value, it cannot borrow".to_owned(),
        },
    };
    ctxt.error_at(reference, message);
}

/// A body has an end. A block in it may be of the same type, for the spec of its body is made when it is needed.
fn check_not_recursive(ctxt: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let is_of_same_body = match (field.attrs.kind(), &container.data) {
        (FieldKind::Flatten, _) => true,
        // What a variant holds has no attributes of its own. Where block types tell the variants apart, it is in a block.
        (FieldKind::Attr, Data::Enum(_)) => field.ident.is_none() && container.attrs.tag.is_some(),
        _ => false,
    };
    if is_of_same_body && let Some(own) = own_type(container, field) {
        ctxt.error_at(own, "a body cannot be a part of itself; put it into a block");
    }
}

/// The type that is derived for, where a field holds it. With a path in front of it, it is another one of
/// the same name.
pub(super) fn own_type<'f>(
    container: &Container<'_>,
    field: &'f Field<'_>,
) -> Option<&'f syn::Type> {
    let inner = innermost(field.ty);
    let syn::Type::Path(path) = inner else { return None };
    let name = path.path.segments.last().filter(|_| path.path.segments.len() == 1)?;
    (name.ident == container.input.ident || name.ident == "Self").then_some(inner)
}
