//! Rules of structs and enums that derive `HclDecode`.

use super::names::Names;
use super::{body, endless, field, names, relation};
use crate::ast::{Container, Data, Field, FieldsShape, Variant, part_of};
use crate::attr::{FieldKind, VariantTag};
use crate::ctxt::Ctxt;
use crate::symbol::Symbol;
use crate::ty::{content, innermost, is_number, is_scalar, text};

/// Checks every rule.
pub(crate) fn check_decode(ctxt: &Ctxt, container: &Container<'_>) {
    check_default(ctxt, container);
    check_rename_all_fields(ctxt, container);
    match &container.data {
        Data::Struct(shape) => check_struct(ctxt, container, shape),
        Data::Enum(variants) => check_enum(ctxt, container, variants),
    }
    check_with(ctxt, container);
    check_forms(ctxt, container);
    endless::check(ctxt, container);
    #[cfg(any(test, feature = "examples"))]
    super::example::check_of_body(ctxt, &container.attrs.docs);
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
    let mut fields = container.fields().peekable();
    if let Some((tokens, ())) = &attrs.default
        && fields.peek().is_some()
        && !fields.any(Field::takes_default)
    {
        let message = "`default` sets attributes and blocks that are left out, but this struct has none without a default \
                       of its own; remove it";
        ctxt.error_at(tokens, message);
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
            relation::check(ctxt, &container.attrs.groups, fields);
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
    check_tag_is_no_label(ctxt, container);
    check_tag_is_a_string(ctxt, container);
    check_variants_are_distinct(ctxt, container, variants);
    for variant in variants {
        check_variant(ctxt, container, variant);
    }
}

/// Rejects the name of an attribute that was meant as the label of the block.
fn check_tag_is_no_label(ctxt: &Ctxt, container: &Container<'_>) {
    if let Some((_, VariantTag::Attribute(name))) = &container.attrs.tag
        && name.value() == Symbol::Label.name()
    {
        let message = "expected the label of the block or the name of an attribute, but `\"label\"` could be both; write \
                       `tag = label` for the label, or another name such as `tag = \"type\"`";
        ctxt.error_at(name, message);
    }
}

/// Rejects a field of the tag's name that is not a string. A string takes the name of the variant.
fn check_tag_is_a_string(ctxt: &Ctxt, container: &Container<'_>) {
    let Some((_, VariantTag::Attribute(tag))) = &container.attrs.tag else { return };
    let tag = tag.value();
    for field in container.fields().filter(|field| body::is_named(field) && field.name == tag) {
        let is_text = field.attrs.kind() == FieldKind::Attr && !is_number(content(field.ty));
        if !is_text {
            let message = format!(
                "the attribute `{tag}` is the tag, a string, but this field is not; rename the field, or write `String`"
            );
            ctxt.error_at(field.ty, message);
        }
    }
}

/// Rejects other forms of fields that the type does not have.
fn check_forms(ctxt: &Ctxt, container: &Container<'_>) {
    let forms = container.attrs.forms.given();
    let dynamic = container.attrs.dynamic.iter().map(|(tokens, ())| (Symbol::Dynamic, tokens));
    // The fields of another type are not visible.
    let is_open =
        |field: &Field<'_>| field.ident.is_none() || field.attrs.kind() == FieldKind::Flatten;
    if container.fields().next().is_none() || container.fields().any(is_open) {
        return;
    }
    for (form, tokens) in forms.chain(dynamic) {
        let kinds = field::kinds_of(form);
        if !container.fields().any(|field| kinds.contains(&field.attrs.kind())) {
            let kinds: Vec<_> = kinds.iter().map(|kind| kind.symbol().to_string()).collect();
            let message = format!(
                "{form} requires a field with {}, but this type has none; remove it",
                kinds.join(" or ")
            );
            ctxt.error_at(tokens, message);
        }
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
            relation::check(ctxt, &[], fields);
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
    #[cfg(any(test, feature = "examples"))]
    super::example::check_of_body(ctxt, &variant.attrs.docs);
    // Block types are identifiers; labels and values are quoted.
    if let (None, Some((_, name))) = (&container.attrs.tag, &variant.attrs.name) {
        names::check(ctxt, name);
    }
}

/// Rejects two variants with one name, and a name that a variant has twice.
pub(super) fn check_variants_are_distinct(
    ctxt: &Ctxt,
    container: &Container<'_>,
    variants: &[Variant<'_>],
) {
    let mut names = match container.attrs.ignore_case {
        Some(_) => Names::ignoring_case("variant"),
        None => Names::new("variant"),
    };
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
