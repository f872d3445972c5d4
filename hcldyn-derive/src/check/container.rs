//! Rules of structs and enums that derive `HclDecode`.

use super::names::Names;
use super::{body, field, names};
use crate::ast::{Container, Data, Field, FieldsShape, Variant, part_of};
use crate::attr::{FieldKind, VariantTag};
use crate::ctxt::Ctxt;
use crate::ty::{innermost, is_scalar, text};

/// Checks every rule.
pub(crate) fn check_decode(ctxt: &Ctxt, container: &Container<'_>) {
    check_default(ctxt, container);
    check_rename_all_fields(ctxt, container);
    match &container.data {
        Data::Struct(shape) => check_struct(ctxt, container, shape),
        Data::Enum(variants) => check_enum(ctxt, container, variants),
    }
    check_with(ctxt, container);
    for each in container.fields() {
        let errors = ctxt.count();
        field::check(ctxt, container, each);
        if ctxt.count() > errors {
            each.is_broken.set(true);
        }
    }
}

/// Checks the options for the `Default` of the struct.
fn check_default(ctxt: &Ctxt, container: &Container<'_>) {
    let attrs = &container.attrs;
    if matches!(container.data, Data::Enum(_)) {
        for (tokens, ()) in attrs.default.iter().chain(&attrs.derive_default) {
            ctxt.error_at(tokens, format!("`{tokens}` is only allowed on structs"));
        }
        return;
    }
    if attrs.derive_default.is_none() {
        return;
    }
    if let Some((tokens, ())) = &attrs.default {
        let message = "`default` takes values from `Default`, which `derive_default` implements; remove one of them";
        ctxt.error_at(tokens, message);
    }
    for field in container.fields().filter(|field| field.ident.is_some()) {
        let is_required = field.attrs.can_be_left_out() && is_scalar(field.ty);
        let message = match field.attrs.kind() {
            FieldKind::Label | FieldKind::Labels | FieldKind::Key => {
                "a struct with `derive_default` can't have labels, because an empty body has none"
            }
            FieldKind::Attr if is_required => {
                "an empty body has no value for this attribute, which `derive_default` requires; write a `default` or an `Option`"
            }
            FieldKind::Attr
            | FieldKind::Range
            | FieldKind::Block
            | FieldKind::Blocks
            | FieldKind::Attrs
            | FieldKind::Expr
            | FieldKind::ExprClosure
            | FieldKind::Flatten
            | FieldKind::Remain
            | FieldKind::Skip => continue,
        };
        ctxt.error_at(field.ident, message);
    }
}

/// Checks that `rename_all_fields` renames fields of variants.
pub(super) fn check_rename_all_fields(ctxt: &Ctxt, container: &Container<'_>) {
    let Some((tokens, _)) = &container.attrs.rename_all_fields else { return };
    let message = match container.data {
        Data::Struct(_) => "`rename_all_fields` is only allowed on enums; write `rename_all`",
        Data::Enum(_) if container.fields().all(|field| field.ident.is_none()) => {
            "`rename_all_fields` requires a variant with named fields"
        }
        Data::Enum(_) => return,
    };
    ctxt.error_at(tokens, message);
}

/// Checks that each function for all fields of a type has a field.
pub(super) fn check_with(ctxt: &Ctxt, container: &Container<'_>) {
    for with in container.attrs.with.iter().chain(&container.attrs.encode_with) {
        let mut fields = container.fields().filter(|field| field.ident.is_some());
        if !fields.any(|field| part_of(field.ty, &with.ty).is_some()) {
            let (tokens, ty) = (&with.tokens, text(&with.ty));
            let message = format!(
                "`{tokens}({ty} = …)` has no field: no named field has the type `{ty}`, or is an `Option`, a list or a map of it"
            );
            ctxt.error_at(&with.ty, message);
        }
    }
}

fn check_struct(ctxt: &Ctxt, container: &Container<'_>, shape: &FieldsShape<'_>) {
    if let Some((tokens, _)) = &container.attrs.tag {
        ctxt.error_at(tokens, "`tag` is only allowed on enums; a struct has only one form");
    }
    match shape {
        FieldsShape::Named(fields) => {
            body::check(ctxt, fields);
            body::check_groups(ctxt, &container.attrs.groups, fields);
        }
        FieldsShape::Unit => body::check_groups(ctxt, &container.attrs.groups, &[]),
        FieldsShape::Newtype(_) | FieldsShape::Tuple => {
            let message = "`HclDecode` requires named fields, because a block has named items; derive `HclValue` for the type of a value";
            ctxt.error_at(&container.input.ident, message);
            container.is_broken.set(true);
        }
    }
}

fn check_enum(ctxt: &Ctxt, container: &Container<'_>, variants: &[Variant<'_>]) {
    for group in &container.attrs.groups {
        let tokens = &group.tokens;
        let message = format!(
            "`{tokens}` is only allowed on structs; put the fields of the variant into a struct"
        );
        ctxt.error_at(tokens, message);
    }
    if variants.is_empty() {
        ctxt.error_at(&container.input.ident, "an enum without variants cannot be decoded");
        container.is_broken.set(true);
    }
    if container.attrs.tag.is_none() && container.is_keyword() {
        let message = "a variant without content is a keyword; derive `HclValue`, or write `Variant {}` for a block without content";
        ctxt.error_at(&container.input.ident, message);
        container.is_broken.set(true);
    }
    check_tag_name(ctxt, container);
    check_variants_are_distinct(ctxt, variants);
    for variant in variants {
        check_variant(ctxt, container, variant);
    }
}

pub(super) fn check_tag_name(ctxt: &Ctxt, container: &Container<'_>) {
    if let Some((_, VariantTag::Attribute(name))) = &container.attrs.tag {
        names::check(ctxt, name);
    }
}

fn check_variant(ctxt: &Ctxt, container: &Container<'_>, variant: &Variant<'_>) {
    match &variant.shape {
        FieldsShape::Named(fields) => {
            body::check(ctxt, fields);
            let is_labels = |field: &&Field<'_>| field.attrs.kind() == FieldKind::Labels;
            for field in fields.iter().filter(is_labels).filter(|_| container.attrs.tag.is_some()) {
                let message = "`labels` is not allowed with `tag`, because every variant has its own labels; write `label` for each label";
                ctxt.error_at(field.attrs.kind_tokens(), message);
            }
        }
        FieldsShape::Newtype(field) => {
            if let Some(tokens) = field.attrs.any_tokens() {
                let message =
                    "the content of a variant takes no options; it is decoded from the whole body";
                ctxt.error_at(tokens, message);
                container.is_broken.set(true);
            } else if is_scalar(innermost(field.ty)) {
                let (ident, ty) = (variant.ident, text(field.ty));
                let message = format!(
                    "a variant contains a struct that derives `HclDecode`; for an attribute, write `{ident} {{ value: {ty} }}`"
                );
                ctxt.error_at(field.ty, message);
                container.is_broken.set(true);
            }
        }
        FieldsShape::Tuple => {
            let message = "a variant must have one struct, `Variant(Struct)`, or named fields";
            ctxt.error_at(variant.ident, message);
            container.is_broken.set(true);
        }
        FieldsShape::Unit => {}
    }
    // Block types are identifiers; labels and values are quoted.
    if let (None, Some((_, name))) = (&container.attrs.tag, &variant.attrs.name) {
        names::check(ctxt, name);
    }
}

/// Rejects two variants with one name, and a name that a variant has twice.
pub(super) fn check_variants_are_distinct(ctxt: &Ctxt, variants: &[Variant<'_>]) {
    let mut names = Names::new("variant");
    for variant in variants.iter().filter(|variant| variant.attrs.skip.is_none()) {
        // The values of this variant are those without another one.
        if variant.attrs.other.is_none() {
            let literal = variant.attrs.name.as_ref().map(|(_, literal)| literal);
            names.add(ctxt, variant.name.clone(), variant.ident, literal);
        }
        for name in variant.attrs.other_names() {
            names.add(ctxt, name.value(), variant.ident, Some(name));
        }
    }
}
