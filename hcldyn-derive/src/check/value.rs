//! Rules of types that derive `HclValue`.

use hcldyn_syntax::lexer::is_name;

use super::NOT_A_NAME;
use super::container::check_variants_are_distinct;
use super::field::{check_left_out, own_type};
use crate::ast::{Container, Data, Field, FieldsShape, Variant};
use crate::attr::FieldKind;
use crate::ctxt::Ctxt;
use crate::symbol::{DEFAULT, NAME, OPTIONAL, SKIP, Symbol};

/// Checks every rule.
pub(crate) fn check_value(ctxt: &Ctxt, container: &Container<'_>) {
    check_container(ctxt, container);
    if container.attrs.try_from.is_some() {
        return check_nothing_said(ctxt, container);
    }
    for field in container.fields().filter(|field| field.attrs.kind() != FieldKind::Skip) {
        check_not_recursive(ctxt, container, field);
    }
    match &container.data {
        Data::Struct(FieldsShape::Named(fields)) => check_fields(ctxt, fields),
        Data::Struct(FieldsShape::Newtype(field)) => check_newtype(ctxt, container, field),
        Data::Struct(FieldsShape::Unit | FieldsShape::Tuple) => {
            let message = "`HclValue` requires named fields, the attributes of an object, or one unnamed field";
            ctxt.error_at(&container.input.ident, message);
        }
        Data::Enum(variants) => check_enum(ctxt, container, variants),
    }
}

/// Rejects types whose values contain themselves.
fn check_not_recursive(ctxt: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    if let Some(own) = own_type(container, field) {
        ctxt.error_at(own, "a value cannot contain itself; use `hcldyn::Value` for the inner one");
    }
}

/// Rejects options that only apply to blocks.
fn check_container(ctxt: &Ctxt, container: &Container<'_>) {
    let attrs = &container.attrs;
    let of_blocks = [
        attrs.dynamic.as_ref().map(|(tokens, ())| tokens),
        attrs.tag.as_ref().map(|(tokens, _)| tokens),
        attrs.unknown.as_ref().map(|(tokens, _)| tokens),
    ];
    for tokens in of_blocks.into_iter().flatten() {
        ctxt.error_at(
            tokens,
            format!("`{tokens}` is only allowed with `HclDecode`, because a value is not a block"),
        );
    }
}

fn check_enum(ctxt: &Ctxt, container: &Container<'_>, variants: &[Variant<'_>]) {
    if variants.is_empty() {
        ctxt.error_at(&container.input.ident, "an enum without variants cannot have a value");
    }
    for variant in variants.iter().filter(|variant| !matches!(variant.shape, FieldsShape::Unit)) {
        let message = "a variant of a value must be a keyword without content; derive `HclDecode` for an enum of blocks";
        ctxt.error_at(variant.ident, message);
    }
    check_variants_are_distinct(ctxt, variants);
}

/// Rejects options of fields and variants with `try_from`, which ignores them.
fn check_nothing_said(ctxt: &Ctxt, container: &Container<'_>) {
    let of_fields = container.fields().filter_map(|field| field.attrs.any_tokens());
    let names = match &container.data {
        Data::Struct(_) => &[],
        Data::Enum(variants) => variants.as_slice(),
    };
    let of_variants = names.iter().filter_map(|variant| variant.attrs.name.as_ref());
    let of_variants = of_variants.map(|(tokens, _)| tokens.clone());
    let of_all = container.attrs.rename_all.iter().map(|(tokens, _)| tokens.clone());
    for tokens in of_all.chain(of_fields).chain(of_variants) {
        let message =
            format!("`{tokens}` is not allowed with `try_from`, which converts the whole value");
        ctxt.error_at(tokens, message);
    }
}

fn check_newtype(ctxt: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    if let Some((tokens, _)) = &container.attrs.rename_all {
        let message = "`rename_all` requires named fields";
        ctxt.error_at(tokens, message);
    }
    check_said(ctxt, field, &[]);
    if field.attrs.kind() == FieldKind::Skip {
        let message = "`skip` is not allowed on the only field";
        ctxt.error_at(field.attrs.kind_tokens(), message);
    }
}

fn check_fields(ctxt: &Ctxt, fields: &[Field<'_>]) {
    let (skipped, taken): (Vec<_>, Vec<_>) =
        fields.iter().partition(|field| field.attrs.kind() == FieldKind::Skip);
    for (symbol, path) in skipped.iter().flat_map(|field| &field.attrs.given) {
        let message =
            format!("{symbol} is not allowed with {SKIP}, which sets the field to its `Default`");
        ctxt.error_at(path, message);
    }
    for (index, field) in taken.iter().enumerate() {
        check_said(ctxt, field, &[NAME, DEFAULT, OPTIONAL]);
        check_left_out(ctxt, field);
        let name = field.attrs.name.as_ref().map(|(_, name)| name);
        if let Some(name) = name.filter(|name| !is_name(&name.value())) {
            ctxt.error_at(name, NOT_A_NAME);
        }
        if let Some(first) = taken[..index].iter().find(|first| first.name == field.name)
            && let (Some(ident), Some(other)) = (field.ident, first.ident)
        {
            let message =
                format!("the name `{}` is already used by the field `{other}`", field.name);
            ctxt.error_at(ident, message);
        }
    }
}

fn check_said(ctxt: &Ctxt, field: &Field<'_>, allowed: &[Symbol]) {
    if !matches!(field.attrs.kind(), FieldKind::Attr | FieldKind::Skip)
        && let Some(tokens) = field.attrs.kind_tokens()
    {
        ctxt.error_at(
            tokens,
            format!("`{tokens}` is only allowed with `HclDecode`, because a value is not a block"),
        );
    }
    for (symbol, path) in &field.attrs.given {
        if !allowed.contains(symbol) {
            ctxt.error_at(path, format!("{symbol} is not allowed here with `HclValue`"));
        }
    }
}
