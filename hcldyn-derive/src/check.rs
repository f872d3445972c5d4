//! The rules between attributes, one function each.

use std::collections::HashMap;

use crate::ast::{Container, Field};
use crate::attr::Kind;
use crate::ctxt::Ctxt;
use crate::ty::{Shape, last_name};

/// Checks every rule.
pub(crate) fn check(ctxt: &Ctxt, container: &Container<'_>) {
    check_one_remain(ctxt, container);
    check_names_are_distinct(ctxt, container);
    for field in &container.fields {
        check_dynamic_repeats(ctxt, field);
        check_default_fits(ctxt, field);
        check_name_fits(ctxt, field);
        check_captured_type(ctxt, field);
        check_owned(ctxt, field);
        check_not_recursive(ctxt, container, field);
    }
}

/// What one field took as the rest of the body is not there for a second one.
fn check_one_remain(ctxt: &Ctxt, container: &Container<'_>) {
    let remains = container.fields.iter().filter(|field| field.attrs.kind() == Kind::Remain);
    for second in remains.skip(1) {
        let message = "only one field can be `remain`, the rest of the body is taken once";
        ctxt.error_at(second.attrs.kind_tokens(), message);
    }
}

/// An attribute and a block type of one name could not be told apart in JSON syntax, and two fields
/// of one name are a slip in either syntax. Labels have no name in the text.
fn check_names_are_distinct(ctxt: &Ctxt, container: &Container<'_>) {
    let mut first = HashMap::new();
    let is_named = |field: &&Field<'_>| !matches!(field.attrs.kind(), Kind::Remain | Kind::Label);
    for field in container.fields.iter().filter(is_named) {
        let name = field.hcl_name();
        match first.get(&name) {
            None => {
                first.insert(name, field.ident);
            }
            Some(other) => {
                let message = format!("the name `{name}` is already that of the field `{other}`");
                match &field.attrs.name {
                    Some((_, literal)) => ctxt.error_at(literal, message),
                    None => ctxt.error_at(field.ident, message),
                }
            }
        }
    }
}

/// A `dynamic` block may generate any number of blocks.
fn check_dynamic_repeats(ctxt: &Ctxt, field: &Field<'_>) {
    let Some(tokens) = &field.attrs.dynamic else { return };
    let kind = field.attrs.kind();
    if kind != Kind::Block {
        let message = format!("`dynamic` is for blocks, but this field is {}", kind.symbol());
        ctxt.error_at(tokens, message);
    } else if !matches!(Shape::of(field.ty), Shape::Vec(_)) {
        let message = "`dynamic` may generate any number of blocks, so the field must be a `Vec`";
        ctxt.error_at(tokens, message);
    }
}

/// Only an attribute's value has a default, and `None` already is that of an `Option`.
fn check_default_fits(ctxt: &Ctxt, field: &Field<'_>) {
    let Some((tokens, _)) = &field.attrs.default else { return };
    let kind = field.attrs.kind();
    if kind != Kind::Attr {
        let message = format!("`default` is for attributes, but this field is {}", kind.symbol());
        ctxt.error_at(tokens, message);
    } else if matches!(Shape::of(field.ty), Shape::Option(_)) {
        let message = "an `Option` is `None` when not set; with `default`, drop the `Option`";
        ctxt.error_at(tokens, message);
    }
}

/// The rest of a body has no name, and every other name must be one that can be written.
fn check_name_fits(ctxt: &Ctxt, field: &Field<'_>) {
    let Some((tokens, name)) = &field.attrs.name else { return };
    if field.attrs.kind() == Kind::Remain {
        ctxt.error_at(tokens, "`remain` takes what has no field of its own, it has no name");
    } else if !is_identifier(&name.value()) {
        let message = "not a name in HCL: write letters, digits, `_` and `-`, a letter first";
        ctxt.error_at(name, message);
    }
}

/// A captured expression is not a value of any other type. An alias may hide the right type, so only
/// well-known wrong ones are found here; others fail to compile at the field.
fn check_captured_type(ctxt: &Ctxt, field: &Field<'_>) {
    const NEVER: [&str; 12] =
        ["String", "bool", "char", "f32", "f64", "i32", "i64", "u16", "u32", "u64", "usize", "Vec"];
    let kind = field.attrs.kind();
    let wanted = match kind {
        Kind::Expr => "Expression",
        Kind::ExprClosure => "ExpressionClosure",
        Kind::Remain => "Body",
        Kind::Attr | Kind::Label | Kind::Block => return,
    };
    let inner = match kind {
        Kind::Remain => field.ty,
        _ => Shape::of(field.ty).inner(),
    };
    if last_name(inner).is_some_and(|name| NEVER.iter().any(|never| name == never)) {
        let message = format!("{} needs a field of type `hcldyn::{wanted}`", kind.symbol());
        ctxt.error_at(field.ty, message);
    }
}

/// Values are made while decoding, so a field cannot borrow them.
fn check_owned(ctxt: &Ctxt, field: &Field<'_>) {
    let syn::Type::Reference(reference) = Shape::of(field.ty).inner() else { return };
    let message = match last_name(&reference.elem) {
        Some(name) if name == "str" => "a field owns its value, write `String`",
        _ => "a field owns its value, it cannot borrow",
    };
    ctxt.error_at(reference, message);
}

/// The spec of a struct holds the specs of its blocks, so a struct cannot be a block of its own.
fn check_not_recursive(ctxt: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let inner = Shape::of(field.ty).inner();
    let is_own = |name: &syn::Ident| *name == container.input.ident || name == "Self";
    if field.attrs.kind() == Kind::Block && last_name(inner).is_some_and(is_own) {
        ctxt.error_at(inner, "a struct cannot be a block of itself; take it as `remain`");
    }
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    let starts = |c: char| c.is_alphabetic() || c == '_';
    chars.next().is_some_and(starts) && chars.all(|c| starts(c) || c.is_alphanumeric() || c == '-')
}
