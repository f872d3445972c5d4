//! Rules of a field that is decoded from a body.

use super::{constraint, default, names, types};
use crate::ast::{Container, Data, Field};
use crate::attr::{Conversion, FieldKind};
use crate::ctxt::Ctxt;
use crate::symbol::{Symbol, list};
use crate::ty::{content, innermost, is_called, is_sequence};

/// Checks every rule.
pub(super) fn check(ctxt: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let errors = ctxt.count();
    check_goes_with_kind(ctxt, field);
    check_effects(ctxt, field);
    // An option that the kind does not allow is one error, regardless of its value.
    if ctxt.count() == errors {
        check_counts(ctxt, field);
        check_merge(ctxt, field);
        default::check(ctxt, field);
        constraint::check(ctxt, field);
        check_sources(ctxt, field);
        #[cfg(any(test, feature = "examples"))]
        super::example::check(ctxt, field);
        types::check_scoped(ctxt, field);
    }
    names::check_of_field(ctxt, field);
    // The kind is unknown if the attributes are wrong.
    if !field.is_broken.get() {
        types::check(ctxt, field);
    }
    check_not_recursive(ctxt, container, field);
}

/// Returns the kinds of fields that allow an option.
pub(super) fn kinds_of(symbol: Symbol) -> &'static [FieldKind] {
    use FieldKind::{Attr, Attrs, Block, Blocks, Expr, ExprClosure, Key, Label, Labels};
    match symbol {
        Symbol::Name => &[Attr, Label, Labels, Key, Block, Attrs, Expr, ExprClosure],
        Symbol::Alias | Symbol::FormerName | Symbol::Deprecated => {
            &[Attr, Block, Attrs, Expr, ExprClosure]
        }
        Symbol::ConflictsWith | Symbol::Requires => &[Attr, Block, Attrs, Expr, ExprClosure],
        Symbol::Default | Symbol::Sensitive => &[Attr],
        Symbol::Flag | Symbol::From => &[Attr, Expr, ExprClosure],
        Symbol::Serde => &[Attr, Block],
        Symbol::Length | Symbol::Matches | Symbol::NonEmpty => &[Attr],
        Symbol::OneOf | Symbol::Range | Symbol::Unique => &[Attr],
        Symbol::EncodeWith | Symbol::With => &[Attr, Label, Key],
        Symbol::FromStr => &[Attr, Label, Labels, Key],
        Symbol::Prefix => &[FieldKind::Flatten],
        Symbol::Optional => &[Attr, Block, Blocks, Attrs],
        Symbol::Dynamic => &[Block, Blocks, Attrs],
        Symbol::Count | Symbol::ForEach | Symbol::Inherits => &[Block],
        Symbol::FirstFastest | Symbol::Matrix => &[Block],
        Symbol::OrAttr => &[Block, Blocks, Attrs],
        Symbol::OrBlock => &[Attr],
        Symbol::LabelsAsBlocks => &[Block, Blocks],
        Symbol::Merge => &[Attr, Block, Attrs],
        Symbol::MinItems | Symbol::MaxItems => &[Block, Blocks],
        Symbol::Restart => &[Attr, Block, Blocks, Attrs],
        Symbol::Scope => &[Attr, ExprClosure],
        Symbol::Example | Symbol::Hide | Symbol::Since | Symbol::Title => {
            &[Attr, Label, Labels, Key, Block, Blocks, Attrs, Expr, ExprClosure]
        }
        Symbol::Validate => &[Attr, Label, Labels, Key, Block, Blocks, Attrs],
        // The kinds themselves, and options of types.
        Symbol::Attr
        | Symbol::Attrs
        | Symbol::Block
        | Symbol::Blocks
        | Symbol::Expr
        | Symbol::ExprClosure
        | Symbol::Flatten
        | Symbol::Key
        | Symbol::Label
        | Symbol::Labels
        | Symbol::Remain
        | Symbol::Skip
        | Symbol::AtLeastOneOf
        | Symbol::Bound
        | Symbol::Crate
        | Symbol::DeriveDefault
        | Symbol::ExactlyOneOf
        | Symbol::RenameAll
        | Symbol::RenameAllFields
        | Symbol::RequiresIf
        | Symbol::Tag
        | Symbol::IgnoreCase
        | Symbol::IntoValue
        | Symbol::Other
        | Symbol::TryFrom
        | Symbol::Unknown
        | Symbol::Untagged => &[],
    }
}

/// Rejects options that the kind of the field does not allow.
fn check_goes_with_kind(ctxt: &Ctxt, field: &Field<'_>) {
    let kind = field.attrs.kind();
    for (symbol, path) in &field.attrs.given {
        let kinds = kinds_of(*symbol);
        if !kinds.contains(&kind) {
            let kinds: Vec<_> = kinds.iter().map(|kind| kind.symbol()).collect();
            let message = format!(
                "{symbol} is only allowed with {}, but this field is {}",
                list(&kinds),
                kind.symbol()
            );
            ctxt.error_at(path, message);
        }
    }
}

/// Checks that blocks that are repeated or inherit are decoded by a derive, which has their spec, and that an order is that of
/// a matrix.
fn check_effects(ctxt: &Ctxt, field: &Field<'_>) {
    if let Some((tokens, ())) = &field.attrs.first_fastest
        && field.attrs.kind() == FieldKind::Block
        && field.attrs.matrix.is_none()
    {
        ctxt.error_at(tokens, "`first_fastest` is the order of a matrix; add `matrix`");
    }
    if let Some((tokens, Conversion::Serde)) = &field.attrs.source
        && field.attrs.has_effects()
    {
        let message = "a block that is repeated or inherits requires a type that derives `HclDecode`; remove `serde`";
        ctxt.error_at(tokens, message);
    }
}

/// Checks that the sources of the field allow its flag.
fn check_sources(ctxt: &Ctxt, field: &Field<'_>) {
    for (symbol, path) in &field.attrs.given {
        if *symbol == Symbol::Flag {
            field.attrs.sources.check(ctxt, path);
        }
    }
}

/// Checks that the minimum is not greater than the maximum, and that the field uses them.
fn check_counts(ctxt: &Ctxt, field: &Field<'_>) {
    if let Some((tokens, min)) = &field.attrs.min_items
        && min.base10_parse::<usize>().is_ok_and(|min| min > 0)
        && is_called(field.ty, "Option")
    {
        let message = "a field with `min_items` always has blocks; remove the `Option`";
        ctxt.error_at(tokens, message);
    }
    let (Some((_, min)), Some((_, max))) = (&field.attrs.min_items, &field.attrs.max_items) else {
        return;
    };
    if let (Ok(least), Ok(most)) = (min.base10_parse::<usize>(), max.base10_parse::<usize>())
        && least > most
    {
        let message = format!("`max_items` must be at least `min_items`, which is {least}");
        ctxt.error_at(max, message);
    }
}

/// Checks that there is one block to merge the others into.
fn check_merge(ctxt: &Ctxt, field: &Field<'_>) {
    if let Some((tokens, _)) = &field.attrs.forms.layering
        && field.attrs.kind() == FieldKind::Attr
    {
        let message = "`merge = \"…\"` is only for blocks, because an attribute has the value of the last layer; remove it";
        ctxt.error_at(tokens, message);
    }
    let Some((tokens, ())) = &field.attrs.forms.merge else { return };
    let (is_attr, ty) = (field.attrs.kind() == FieldKind::Attr, content(field.ty));
    if is_attr && field.attrs.forms.or_block.is_none() {
        let message = "`merge` combines several blocks, but this field is an attribute; add `or_block`, or remove `merge`";
        ctxt.error_at(tokens, message);
    } else if is_sequence(ty) || matches!(ty, syn::Type::Slice(_)) {
        let message = "`merge` combines several blocks into one, but this field holds all of them; remove `merge`";
        ctxt.error_at(tokens, message);
    }
}

/// Rejects types that contain themselves in the same body. A block may contain its own type, because the spec of
/// its body is built on first use.
fn check_not_recursive(ctxt: &Ctxt, container: &Container<'_>, field: &Field<'_>) {
    let is_of_same_body = match (field.attrs.kind(), &container.data) {
        (FieldKind::Flatten, _) => true,
        // The field of a newtype variant has no attributes of its own. It is in a block if block types select the
        // variant.
        (FieldKind::Attr, Data::Enum(_)) => field.ident.is_none() && container.attrs.tag.is_some(),
        _ => false,
    };
    if is_of_same_body && let Some(own) = own_type(container, field) {
        ctxt.error_at(own, "a body cannot contain itself; put it in a block");
    }
}

/// Returns the derived type if a field contains it. A type with a path is a different one with the same name.
pub(super) fn own_type<'f>(
    container: &Container<'_>,
    field: &'f Field<'_>,
) -> Option<&'f syn::Type> {
    let inner = innermost(field.ty);
    let syn::Type::Path(path) = inner else { return None };
    let name = path.path.segments.last().filter(|_| path.path.segments.len() == 1)?;
    (name.ident == container.input.ident || name.ident == "Self").then_some(inner)
}
