//! Rules of enums that derive `HclValue`.

use super::container::{check_tag_name, check_variants_are_distinct};
use super::names::written;
use super::value::{check_object, check_options};
use super::{body, forms, types};
use crate::ast::{Container, FieldsShape, Variant};
use crate::attr::VariantTag;
use crate::ctxt::Ctxt;
use crate::symbol::Symbol;

const CONTENT_NEEDS_SELECTOR: &str = "a variant with content needs a rule that selects it: \
    `tag = \"type\"` for an attribute with its name, or `untagged` for its form, on the enum";

/// Checks every rule.
pub(super) fn check_enum(ctxt: &Ctxt, container: &Container<'_>, variants: &[Variant<'_>]) {
    if variants.is_empty() {
        ctxt.error_at(&container.input.ident, "an enum without variants cannot have a value");
    }
    let attrs = &container.attrs;
    if let Some((tokens, VariantTag::Label)) = &attrs.tag {
        let message = "a value has no labels; write the name of an attribute, `tag = \"type\"`";
        ctxt.error_at(tokens, message);
    }
    if let (Some(_), Some((tokens, ()))) = (&attrs.tag, &attrs.untagged) {
        ctxt.error_at(tokens, "`tag` and `untagged` both select the variant; remove one of them");
    }
    if let (Some((tokens, ())), true) =
        (&attrs.ignore_case, attrs.tag.is_some() || attrs.untagged.is_some())
    {
        ctxt.error_at(tokens, "`ignore_case` is only allowed on enums of keywords");
    }
    let is_keyword = attrs.tag.is_none() && attrs.untagged.is_none();
    for variant in variants {
        check_variant(ctxt, variant, is_keyword);
    }
    check_variants_are_distinct(ctxt, variants);
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

fn check_variant(ctxt: &Ctxt, variant: &Variant<'_>, is_keyword: bool) {
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
    match &variant.shape {
        FieldsShape::Unit => {}
        FieldsShape::Newtype(field) => {
            check_options(ctxt, field, &[]);
            types::check_owned(ctxt, field);
            if is_keyword && attrs.other.is_none() {
                ctxt.error_at(variant.ident, CONTENT_NEEDS_SELECTOR);
            }
        }
        FieldsShape::Named(fields) => {
            check_object(ctxt, fields);
            if is_keyword {
                ctxt.error_at(variant.ident, CONTENT_NEEDS_SELECTOR);
            }
        }
        FieldsShape::Tuple => {
            let message = "a variant must have named fields, one unnamed field, or none";
            ctxt.error_at(variant.ident, message);
        }
    }
}
