//! Rules of structs and enums that derive `HclDecode`.

use hcldyn_syntax::lexer::is_name;

use super::{NOT_A_NAME, body, field};
use crate::ast::{Container, Data, FieldsShape, Variant};
use crate::attr::VariantTag;
use crate::ctxt::Ctxt;

/// Checks every rule.
pub(crate) fn check_decode(ctxt: &Ctxt, container: &Container<'_>) {
    if let Some((tokens, _)) = &container.attrs.try_from {
        ctxt.error_at(
            tokens,
            "`try_from` is only allowed with `HclValue`; a block is decoded field by field",
        );
    }
    match &container.data {
        Data::Struct(shape) => check_struct(ctxt, container, shape),
        Data::Enum(variants) => check_enum(ctxt, container, variants),
    }
    for each in container.fields() {
        field::check(ctxt, container, each);
    }
}

fn check_struct(ctxt: &Ctxt, container: &Container<'_>, shape: &FieldsShape<'_>) {
    if let Some((tokens, _)) = &container.attrs.tag {
        ctxt.error_at(tokens, "`tag` is only allowed on enums; a struct has only one form");
    }
    match shape {
        FieldsShape::Named(fields) => body::check(ctxt, fields),
        FieldsShape::Unit => {}
        FieldsShape::Newtype(_) | FieldsShape::Tuple => {
            let message =
                "`HclDecode` requires named fields; derive `HclValue` for the type of a value";
            ctxt.error_at(&container.input.ident, message);
        }
    }
}

fn check_enum(ctxt: &Ctxt, container: &Container<'_>, variants: &[Variant<'_>]) {
    if variants.is_empty() {
        ctxt.error_at(&container.input.ident, "an enum without variants cannot be decoded");
    }
    let is_value = container.attrs.tag.is_none()
        && !variants.is_empty()
        && variants.iter().all(|variant| matches!(variant.shape, FieldsShape::Unit));
    if is_value {
        let message = "a variant without content is a keyword; derive `HclValue`, or write `Variant {}` for a block without content";
        ctxt.error_at(&container.input.ident, message);
    }
    check_tag_name(ctxt, container);
    check_variants_are_distinct(ctxt, variants);
    for variant in variants {
        check_variant(ctxt, container, variant);
    }
}

fn check_tag_name(ctxt: &Ctxt, container: &Container<'_>) {
    match &container.attrs.tag {
        Some((_, VariantTag::Attribute(name))) if !is_name(&name.value()) => {
            ctxt.error_at(name, NOT_A_NAME);
        }
        _ => {}
    }
}

fn check_variant(ctxt: &Ctxt, container: &Container<'_>, variant: &Variant<'_>) {
    match &variant.shape {
        FieldsShape::Named(fields) => body::check(ctxt, fields),
        FieldsShape::Newtype(field) => {
            if let Some(tokens) = field.attrs.any_tokens() {
                let message =
                    "the content of a variant takes no options; it is decoded from the whole body";
                ctxt.error_at(tokens, message);
            }
        }
        FieldsShape::Tuple => {
            let message = "a variant must have one struct, `Variant(Struct)`, or named fields";
            ctxt.error_at(variant.ident, message);
        }
        FieldsShape::Unit => {}
    }
    // Block types are identifiers; labels and values are quoted.
    if let (None, Some((_, name))) = (&container.attrs.tag, &variant.attrs.name)
        && !is_name(&name.value())
    {
        ctxt.error_at(name, NOT_A_NAME);
    }
}

/// Rejects two variants with one name.
pub(super) fn check_variants_are_distinct(ctxt: &Ctxt, variants: &[Variant<'_>]) {
    for (index, variant) in variants.iter().enumerate() {
        let is_same = |other: &&Variant<'_>| other.name == variant.name;
        if let Some(other) = variants[..index].iter().find(is_same) {
            let message = format!(
                "the name `{}` is already used by the variant `{}`",
                other.name, other.ident
            );
            match &variant.attrs.name {
                Some((_, literal)) => ctxt.error_at(literal, message),
                None => ctxt.error_at(variant.ident, message),
            }
        }
    }
}
