//! Rules between the fields of one body.

use std::collections::HashMap;

use syn::LitStr;
use syn::ext::IdentExt;

use super::names::Names;
use crate::ast::Field;
use crate::attr::{FieldKind, Group};
use crate::ctxt::Ctxt;
use crate::symbol::{Derive, Symbol, nearest};
use crate::ty::{content, is_map, text};

/// Checks every rule.
pub(super) fn check(ctxt: &Ctxt, fields: &[Field<'_>]) {
    check_one_remain(ctxt, fields);
    check_flattened_once(ctxt, fields);
    check_labels(ctxt, fields);
    check_names_are_distinct(ctxt, fields);
    for field in fields {
        check_named_fields(ctxt, Symbol::ConflictsWith, &field.attrs.conflicts_with, field, fields);
        check_named_fields(ctxt, Symbol::Requires, &field.attrs.requires, field, fields);
    }
}

/// Rejects more than one field for the remaining items of the body.
fn check_one_remain(ctxt: &Ctxt, fields: &[Field<'_>]) {
    let remains = fields.iter().filter(|field| match field.attrs.kind() {
        FieldKind::Remain => true,
        FieldKind::Flatten => is_map(field.ty),
        FieldKind::Attr
        | FieldKind::Label
        | FieldKind::Labels
        | FieldKind::Key
        | FieldKind::Range
        | FieldKind::Block
        | FieldKind::Blocks
        | FieldKind::Attrs
        | FieldKind::Expr
        | FieldKind::ExprClosure
        | FieldKind::Skip => false,
    });
    let remains: Vec<_> = remains.collect();
    let is_flatten = remains.iter().any(|field| field.attrs.kind() == FieldKind::Flatten);
    for second in remains.iter().skip(1) {
        let message = if is_flatten {
            "only one field can be `remain` or a flattened map, because the remaining items are decoded once"
        } else {
            "only one field can be `remain`, because the remaining items are decoded once"
        };
        ctxt.error_at(second.attrs.kind_tokens(), message);
    }
}

/// Rejects a type that is flattened twice with one prefix, which would decode each of its items twice.
fn check_flattened_once(ctxt: &Ctxt, fields: &[Field<'_>]) {
    let is_flattened =
        |field: &&Field<'_>| field.attrs.kind() == FieldKind::Flatten && !is_map(field.ty);
    let mut first = HashMap::new();
    for field in fields.iter().filter(is_flattened) {
        let ty = text(content(field.ty));
        let prefix = field.attrs.prefix.as_ref().map(|(_, prefix)| prefix.value());
        if let Some(other) = first.get(&(ty.clone(), prefix.clone())) {
            let cure = match ctxt.derive() {
                Derive::Value => "put one of them into a block",
                Derive::Decode | Derive::Encode => {
                    "give one of them a `prefix`, put it into a block"
                }
            };
            let message = format!(
                "`{ty}` is already flattened by the field `{other}`, and each item is decoded once; {cure}, or remove it"
            );
            ctxt.error_at(field.ty, message);
        } else if let Some(ident) = field.ident {
            first.insert((ty, prefix), ident);
        }
    }
}

/// Rejects labels after the field with all remaining ones, and several fields for the same labels.
fn check_labels(ctxt: &Ctxt, fields: &[Field<'_>]) {
    let of_kind = |kind| fields.iter().filter(move |field| field.attrs.kind() == kind);
    for second in of_kind(FieldKind::Labels).skip(1) {
        let message = "only one field can be `labels`, because it takes all remaining labels";
        ctxt.error_at(second.attrs.kind_tokens(), message);
    }
    for second in of_kind(FieldKind::Key).skip(1) {
        let message = "only one field can be `key`; for further labels, write `label`";
        ctxt.error_at(second.attrs.kind_tokens(), message);
    }
    let after = fields.iter().skip_while(|field| field.attrs.kind() != FieldKind::Labels);
    for label in after.filter(|field| field.attrs.kind() == FieldKind::Label) {
        let message = "the field with `labels` takes all remaining labels; write it after this one";
        ctxt.error_at(label.attrs.kind_tokens(), message);
    }
}

/// Rejects two fields with one name. In JSON syntax, an attribute and a block type of one name are
/// indistinguishable.
fn check_names_are_distinct(ctxt: &Ctxt, fields: &[Field<'_>]) {
    let mut names = Names::new("field");
    for field in fields.iter().filter(|field| is_named(field)) {
        let Some(ident) = field.ident else { continue };
        let literal = field.attrs.name.as_ref().map(|(_, literal)| literal);
        names.add(ctxt, field.name.clone(), ident, literal);
        for alias in field.attrs.aliases.iter().chain(&field.attrs.former_names) {
            names.add(ctxt, alias.value(), ident, Some(alias));
        }
    }
}

/// Returns `true` if the field has a name in HCL. Labels and fields without a single item have none.
pub(super) fn is_named(field: &Field<'_>) -> bool {
    match field.attrs.kind() {
        FieldKind::Attr
        | FieldKind::Block
        | FieldKind::Attrs
        | FieldKind::Expr
        | FieldKind::ExprClosure => true,
        FieldKind::Label
        | FieldKind::Labels
        | FieldKind::Key
        | FieldKind::Range
        | FieldKind::Blocks
        | FieldKind::Flatten
        | FieldKind::Remain
        | FieldKind::Skip => false,
    }
}

/// Checks that a rule names other fields of the same body.
fn check_named_fields(
    ctxt: &Ctxt,
    symbol: Symbol,
    named: &[LitStr],
    field: &Field<'_>,
    fields: &[Field<'_>],
) {
    for literal in named {
        let name = literal.value();
        let is_known = fields.iter().any(|other| is_named(other) && other.name == name);
        if field.name == name {
            ctxt.error_at(
                literal,
                format!("{symbol} must name another field, not `{name}` itself"),
            );
        } else if !is_known {
            ctxt.error_at(literal, no_such_field(&name, fields));
        }
    }
}

/// Checks that the rules of a struct name its fields.
pub(super) fn check_groups(ctxt: &Ctxt, groups: &[Group], fields: &[Field<'_>]) {
    for group in groups {
        if !fields.iter().any(is_named) {
            let tokens = &group.tokens;
            let message =
                format!("`{tokens}` requires fields with names in HCL, but this struct has none");
            ctxt.error_at(tokens, message);
            continue;
        }
        let mut seen = Vec::new();
        for literal in group.all_names() {
            let name = literal.value();
            if !fields.iter().any(|field| is_named(field) && field.name == name) {
                ctxt.error_at(literal, no_such_field(&name, fields));
            } else if seen.contains(&name) {
                ctxt.error_at(literal, format!("the field `{name}` occurs twice"));
            }
            seen.push(name);
        }
    }
}

fn no_such_field(name: &str, fields: &[Field<'_>]) -> String {
    let named = || fields.iter().filter(|field| is_named(field));
    let is_rust_name = |field: &&Field<'_>| field.ident.is_some_and(|ident| ident.unraw() == name);
    if let Some(field) = named().find(is_rust_name) {
        return format!(
            "the field `{name}` has the name \"{}\" in HCL; write that name",
            field.name
        );
    }
    let near = nearest(name, named().map(|field| field.name.as_str()));
    let is_flatten = |field: &Field<'_>| field.attrs.kind() == FieldKind::Flatten;
    match (near, fields.iter().any(is_flatten)) {
        (Some(near), _) => format!("unknown field `{name}`, did you mean \"{near}\"?"),
        (None, false) => format!("unknown field `{name}`"),
        (None, true) => format!(
            "unknown field `{name}` in this struct; for fields of a flattened struct, write the rule in that \
             struct, or use `validate` on this one"
        ),
    }
}
