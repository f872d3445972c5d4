//! Rules of enums that derive `HclValue`.

use syn::Type;

use super::container::{check_tag_name, check_variants_are_distinct};
use super::names::written;
use super::value::{check_object, check_options};
use super::{body, forms, types};
use crate::ast::{Container, FieldsShape, Variant};
use crate::attr::VariantTag;
use crate::ctxt::Ctxt;
use crate::symbol::Symbol;
use crate::ty::{content, is_collection, is_map, is_number, is_scalar, text};

const CONTENT_NEEDS_SELECTOR: &str = "a variant with content needs a rule that selects it: \
    `tag = \"type\"` for an attribute with its name, or `untagged` for its form, on the enum";

/// Checks every rule.
pub(super) fn check_enum(ctxt: &Ctxt, container: &Container<'_>, variants: &[Variant<'_>]) {
    check_has_variants(ctxt, container, variants);
    let attrs = &container.attrs;
    if let Some((tokens, VariantTag::Label)) = &attrs.tag {
        let message = "a value has no labels; write the name of an attribute, `tag = \"type\"`";
        ctxt.error_at(tokens, message);
        container.is_broken.set(true);
    }
    if let (Some((_, VariantTag::Attribute(_))), Some((tokens, ()))) = (&attrs.tag, &attrs.untagged)
    {
        ctxt.error_at(tokens, "`tag` and `untagged` both select the variant; remove one of them");
    }
    if let (Some((tokens, ())), true) =
        (&attrs.ignore_case, attrs.tag.is_some() || attrs.untagged.is_some())
    {
        ctxt.error_at(tokens, "`ignore_case` is only allowed on enums of keywords");
    }
    let is_keyword = attrs.tag.is_none() && attrs.untagged.is_none();
    for variant in variants {
        check_variant(ctxt, container, variant, is_keyword);
    }
    check_variants_are_distinct(ctxt, container, variants);
    check_tag_name(ctxt, container);
    check_tag_is_distinct(ctxt, container);
    if attrs.untagged.is_some() {
        for variant in variants {
            check_formed(ctxt, variant);
        }
        forms::check(ctxt, variants);
    }
    let mut others = variants.iter().filter_map(|variant| variant.attrs.other.as_ref());
    if let Some((second, ())) = others.nth(1) {
        ctxt.error_at(second, "only one variant can be `other`");
    }
}

/// Rejects the content of a tagged variant that is not an object, which contains the tag.
fn check_tagged(ctxt: &Ctxt, variant: &Variant<'_>, ty: &Type) {
    let content = content(ty);
    if is_scalar(content) || (is_collection(content) && !is_map(content)) {
        let (ident, ty) = (variant.ident, text(ty));
        let message = format!(
            "`tag` is an attribute of an object, but `{ty}` has no attributes; write `{ident} {{ value: {ty} }}`"
        );
        ctxt.error_at(variant.ident, message);
    }
}

/// Rejects a field for any other keyword whose type is not made from every string.
fn check_other(ctxt: &Ctxt, variant: &Variant<'_>, ty: &Type) {
    let content = content(ty);
    if is_number(content) || is_collection(content) {
        let (ident, shown) = (variant.ident, text(ty));
        let message = format!(
            "`other` takes every other string, but `{shown}` does not; write `{ident}(String)`"
        );
        ctxt.error_at(ty, message);
    }
}

/// Rejects an enum without variants, or whose variants no value selects.
pub(super) fn check_has_variants(ctxt: &Ctxt, container: &Container<'_>, variants: &[Variant<'_>]) {
    if variants.is_empty() {
        ctxt.error_at(&container.input.ident, "an enum without variants cannot have a value");
        container.is_broken.set(true);
    } else if variants.iter().all(|variant| variant.attrs.skip.is_some()) {
        let message = "no value selects a variant, because every variant has `skip`; remove it from one of them";
        ctxt.error_at(&container.input.ident, message);
    }
}

/// Rejects a field of a variant with the name of the attribute that selects the variant, which no field gets.
fn check_tag_is_distinct(ctxt: &Ctxt, container: &Container<'_>) {
    let Some((_, VariantTag::Attribute(tag))) = &container.attrs.tag else { return };
    let tag = tag.value();
    for field in container.fields().filter(|field| body::is_named(field)) {
        let others = field.attrs.aliases.iter().chain(&field.attrs.former_names);
        let message =
            format!("the name `{tag}` is already used by the tag, which selects the variant");
        if let Some(other) = others.into_iter().find(|other| other.value() == tag) {
            ctxt.error_at(other, &message);
        }
        if field.name == tag {
            let literal = field.attrs.name.as_ref().map(|(_, literal)| literal);
            ctxt.error_at(written(literal, &field.ident), message);
        }
    }
}

/// Rejects names of variants that are selected by their form.
fn check_formed(ctxt: &Ctxt, variant: &Variant<'_>) {
    let attrs = &variant.attrs;
    if attrs.skip.is_some() {
        return;
    }
    if let Some((tokens, ())) = &attrs.other {
        let message = "`other` is not allowed with `untagged`; a variant with a `String` takes all other strings";
        ctxt.error_at(tokens, message);
    }
    if matches!(variant.shape, FieldsShape::Unit) {
        return;
    }
    for (symbol, path) in &attrs.given {
        if let Symbol::Name | Symbol::Alias | Symbol::FormerName | Symbol::Deprecated = symbol {
            let message = format!(
                "{symbol} is not allowed here, because the form of the value selects the variant"
            );
            ctxt.error_at(path, message);
        }
    }
}

fn check_variant(ctxt: &Ctxt, container: &Container<'_>, variant: &Variant<'_>, is_keyword: bool) {
    let attrs = &variant.attrs;
    if let Some((tokens, ())) = &attrs.skip {
        let given = [
            attrs.name.as_ref().map(|(tokens, _)| tokens),
            attrs.deprecated.as_ref().map(|(tokens, _)| tokens),
            attrs.other.as_ref().map(|(tokens, ())| tokens),
        ];
        if given.iter().any(Option::is_some) || attrs.other_names().next().is_some() {
            ctxt.error_at(
                tokens,
                "no value selects a variant with `skip`; remove its other options",
            );
        }
        return;
    }
    if let FieldsShape::Named(fields) = &variant.shape {
        check_object(ctxt, fields);
    }
    let errors = ctxt.count();
    match &variant.shape {
        FieldsShape::Unit => {}
        FieldsShape::Newtype(field) => {
            check_options(ctxt, field, &[]);
            types::check_owned(ctxt, field);
            match &attrs.other {
                None if is_keyword => ctxt.error_at(variant.ident, CONTENT_NEEDS_SELECTOR),
                Some(_) if is_keyword => check_other(ctxt, variant, field.ty),
                _ => {}
            }
            let selectors = (&container.attrs.tag, &container.attrs.untagged);
            if let (Some((_, VariantTag::Attribute(_))), None) = selectors {
                check_tagged(ctxt, variant, field.ty);
            }
        }
        FieldsShape::Named(_) if is_keyword => {
            ctxt.error_at(variant.ident, CONTENT_NEEDS_SELECTOR);
        }
        FieldsShape::Named(_) => {}
        FieldsShape::Tuple => {
            let message = "a variant must have named fields, one unnamed field, or none";
            ctxt.error_at(variant.ident, message);
        }
    }
    if ctxt.count() > errors {
        container.is_broken.set(true);
    }
}
