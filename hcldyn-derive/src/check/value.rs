//! Rules of types that derive `HclValue`.

use proc_macro2::TokenStream;
use quote::ToTokens as _;

use super::container::{check_rename_all_fields, check_with};
use super::value_enum::{check_enum, check_has_variants};
use super::{body, default, encode, endless, names, relation, types};
use crate::ast::{Container, Data, Field, FieldsShape};
use crate::attr::FieldKind;
use crate::ctxt::Ctxt;
use crate::symbol::{Symbol, list};
use crate::ty::{is_called, is_collection, is_map, is_scalar};

/// Checks every rule.
pub(crate) fn check_value(ctxt: &Ctxt, container: &Container<'_>) {
    if let Some((source, _)) = &container.attrs.source {
        return check_converted_as_a_whole(ctxt, container, source);
    }
    check_unknown(ctxt, container);
    check_default(ctxt, container);
    check_rename_all_fields(ctxt, container);
    check_with(ctxt, container);
    endless::check(ctxt, container);
    match &container.data {
        Data::Struct(FieldsShape::Named(fields)) => check_object(ctxt, fields),
        Data::Struct(FieldsShape::Unit) => {}
        Data::Struct(FieldsShape::Newtype(field)) => check_newtype(ctxt, container, field),
        Data::Struct(FieldsShape::Tuple) => {
            let message = "`HclValue` requires named fields (the attributes of an object) or one unnamed field";
            ctxt.error_at(&container.input.ident, message);
            container.is_broken.set(true);
        }
        Data::Enum(variants) => check_enum(ctxt, container, variants),
    }
    if let Data::Struct(_) = &container.data {
        check_enum_only(ctxt, container);
    } else if let Some((tokens, ())) = &container.attrs.into_value
        && is_keyword(container)
    {
        ctxt.error_at(
            tokens,
            "an enum of keywords always converts into a value; remove `into_value`",
        );
    }
    if container.attrs.into_value.is_some() {
        for field in container.fields() {
            checked(ctxt, field, || encode::check_inverse(ctxt, field));
        }
        encode::check_type_inverses(ctxt, container);
    }
}

/// Returns `true` for an enum whose variants are selected by keywords.
fn is_keyword(container: &Container<'_>) -> bool {
    container.attrs.tag.is_none() && container.attrs.untagged.is_none()
}

/// Rejects options that select variants on a struct.
fn check_enum_only(ctxt: &Ctxt, container: &Container<'_>) {
    let attrs = &container.attrs;
    let of_enums = [
        attrs.tag.as_ref().map(|(tokens, _)| tokens),
        attrs.untagged.as_ref().map(|(tokens, ())| tokens),
        attrs.ignore_case.as_ref().map(|(tokens, ())| tokens),
    ];
    for tokens in of_enums.into_iter().flatten() {
        ctxt.error_at(tokens, format!("`{tokens}` is only allowed on enums"));
    }
}

/// Checks that a type with a rule for unknown attributes has attributes.
fn check_unknown(ctxt: &Ctxt, container: &Container<'_>) {
    let Some((tokens, _)) = &container.attrs.unknown else { return };
    let has_attributes = container.fields().any(|field| field.ident.is_some())
        || matches!(container.data, Data::Struct(FieldsShape::Named(_) | FieldsShape::Unit));
    if !has_attributes {
        let message = "`unknown` requires a struct or a variant with named fields (the attributes of an object)";
        ctxt.error_at(tokens, message);
    }
}

/// Checks that a type whose `Default` has values for attributes has attributes.
fn check_default(ctxt: &Ctxt, container: &Container<'_>) {
    let Some((tokens, ())) = &container.attrs.default else { return };
    match &container.data {
        Data::Struct(FieldsShape::Named(_)) => {}
        Data::Struct(_) => {
            ctxt.error_at(tokens, "`default` requires named fields, but this type has none");
        }
        Data::Enum(_) => ctxt.error_at(tokens, "`default` is only allowed on structs"),
    }
}

/// Rejects options of fields and variants with `from` or `try_from`, which ignore them.
fn check_converted_as_a_whole(ctxt: &Ctxt, container: &Container<'_>, source: &TokenStream) {
    if let Data::Enum(variants) = &container.data {
        check_has_variants(ctxt, container, variants);
    }
    let of_fields = container.fields().filter_map(|field| field.attrs.any_tokens());
    let variants = match &container.data {
        Data::Struct(_) => &[],
        Data::Enum(variants) => variants.as_slice(),
    };
    let of_variants = variants.iter().flat_map(|variant| &variant.attrs.given);
    let of_variants = of_variants.map(|(_, path)| path.to_token_stream());
    let attrs = &container.attrs;
    let of_type = [
        attrs.rename_all.as_ref().map(|(tokens, _)| tokens.clone()),
        attrs.rename_all_fields.as_ref().map(|(tokens, _)| tokens.clone()),
        attrs.default.as_ref().map(|(tokens, ())| tokens.clone()),
        attrs.tag.as_ref().map(|(tokens, _)| tokens.clone()),
        attrs.unknown.as_ref().map(|(tokens, _)| tokens.clone()),
        attrs.untagged.as_ref().map(|(tokens, ())| tokens.clone()),
        attrs.ignore_case.as_ref().map(|(tokens, ())| tokens.clone()),
    ];
    for tokens in of_type.into_iter().flatten().chain(of_fields).chain(of_variants) {
        let message =
            format!("`{tokens}` is not allowed with `{source}`, which converts the whole value");
        ctxt.error_at(tokens, message);
    }
}

fn check_newtype(ctxt: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    if let Some((tokens, _)) = &container.attrs.rename_all {
        let message = format!("`{tokens}` requires named fields, but this type has none");
        ctxt.error_at(tokens, message);
    }
    let errors = ctxt.count();
    check_options(ctxt, field, &[]);
    types::check_owned(ctxt, field);
    if field.attrs.kind() == FieldKind::Skip {
        let message = "`skip` is not allowed on the only field, because no field would be left to hold the value";
        ctxt.error_at(field.attrs.kind_tokens(), message);
    }
    if ctxt.count() > errors || field.is_broken.get() {
        container.is_broken.set(true);
    }
}

/// Checks the attributes of an object.
pub(super) fn check_object(ctxt: &Ctxt, fields: &[Field<'_>]) {
    for field in fields {
        checked(ctxt, field, || {
            let errors = ctxt.count();
            check_options(ctxt, field, allowed(field.attrs.kind()));
            // An option that the kind does not allow is one mistake, whatever its value is.
            if ctxt.count() == errors {
                default::check(ctxt, field);
                #[cfg(any(test, feature = "examples"))]
                super::example::check(ctxt, field);
            }
            names::check_of_field(ctxt, field);
            types::check_owned(ctxt, field);
            check_flattened(ctxt, field);
        });
    }
    body::check(ctxt, fields);
    relation::check(ctxt, &[], fields);
}

/// Runs a check of a field. The field is broken after an error.
fn checked(ctxt: &Ctxt, field: &Field<'_>, check: impl FnOnce()) {
    let errors = ctxt.count();
    check();
    if ctxt.count() > errors {
        field.is_broken.set(true);
    }
}

/// Rejects flattened types without attributes.
fn check_flattened(ctxt: &Ctxt, field: &Field<'_>) {
    let ty = field.ty;
    if field.attrs.kind() != FieldKind::Flatten {
        return;
    }
    types::check_prefix(ctxt, field);
    if is_called(ty, "Option") {
        let message = "`flatten` requires a struct, not an `Option`; make the fields of the struct optional instead";
        ctxt.error_at(ty, message);
    } else if is_scalar(ty) || is_called(ty, "Value") || (is_collection(ty) && !is_map(ty)) {
        let message = "`flatten` requires a struct or a map; for an attribute, remove `flatten`";
        ctxt.error_at(ty, message);
    }
}

/// Returns the options that a kind of field allows.
fn allowed(kind: FieldKind) -> &'static [Symbol] {
    match kind {
        FieldKind::Attr => &[
            Symbol::Name,
            Symbol::Alias,
            Symbol::FormerName,
            Symbol::Deprecated,
            Symbol::Default,
            Symbol::Optional,
            Symbol::With,
            Symbol::EncodeWith,
            Symbol::FromStr,
            Symbol::Serde,
            Symbol::Validate,
            Symbol::Sensitive,
            Symbol::Title,
            Symbol::Since,
            Symbol::Example,
            Symbol::Hide,
        ],
        FieldKind::Flatten => &[Symbol::Prefix],
        _ => &[],
    }
}

pub(super) fn check_options(ctxt: &Ctxt, field: &Field<'_>, allowed: &[Symbol]) {
    let kind = field.attrs.kind();
    match kind {
        FieldKind::Attr | FieldKind::Skip | FieldKind::Flatten | FieldKind::Remain => {}
        FieldKind::Label
        | FieldKind::Labels
        | FieldKind::Key
        | FieldKind::Range
        | FieldKind::Block
        | FieldKind::Blocks
        | FieldKind::Attrs
        | FieldKind::Expr
        | FieldKind::ExprClosure => {
            if let Some(tokens) = field.attrs.kind_tokens() {
                let message = format!(
                    "`{tokens}` is only allowed with `HclDecode`, because a value is not a block"
                );
                ctxt.error_at(tokens, message);
            }
            return;
        }
    }
    for (symbol, path) in &field.attrs.given {
        if allowed.contains(symbol) {
            continue;
        }
        let message = match (kind, allowed) {
            (FieldKind::Skip, _) => format!(
                "{symbol} is not allowed with `skip`, which sets the field to its `Default`"
            ),
            (FieldKind::Flatten | FieldKind::Remain, _) => {
                format!("{symbol} is not allowed with `{}`", kind.symbol().name())
            }
            (_, []) => format!("{symbol} is not allowed here with `HclValue`"),
            _ => format!("{symbol} is not allowed on attributes; allowed are {}", list(allowed)),
        };
        ctxt.error_at(path, message);
    }
}
