//! Bounds on the parameters of generic types.

use std::collections::HashSet;

use quote::{format_ident, quote};
use syn::{WherePredicate, parse_quote};

use super::Paths;
use super::field::{serde_trait, trait_of};
use crate::ast::{Container, Field};
use crate::attr::{Conversion, Default, FieldKind};
use crate::ty::mentions;

/// Returns a bound for each field whose type contains type parameters: it must be a valid field of its kind.
/// `bound` replaces them.
pub(super) fn of_decode(paths: &Paths, container: &Container<'_>) -> Vec<WherePredicate> {
    collect(container, |field| decode_predicate(paths, field))
}

/// Returns a bound for each field whose type contains type parameters: it must be a valid attribute's value.
pub(super) fn of_value(paths: &Paths, container: &Container<'_>) -> Vec<WherePredicate> {
    collect(container, |field| Some(value_predicate(paths, field)))
}

fn collect(
    container: &Container<'_>,
    predicate: impl Fn(&Field<'_>) -> Option<WherePredicate>,
) -> Vec<WherePredicate> {
    if let Some((_, bound)) = &container.attrs.bound {
        return bound.0.iter().cloned().collect();
    }
    // A bound on a field that contains the type itself would make trait resolution infinite.
    let own = HashSet::from([container.input.ident.to_string(), "Self".to_owned()]);
    let is_bound = |field: &&Field<'_>| field.is_generic && !mentions(field.ty, &own);
    let fields = container.fields().filter(|field| !field.is_broken.get());
    let mut bounds: Vec<_> = fields.filter(is_bound).filter_map(predicate).collect();
    if container.attrs.default.is_some() && !container.input.generics.params.is_empty() {
        bounds.push(parse_quote! { Self: ::core::default::Default });
    }
    bounds
}

fn decode_predicate(paths: &Paths, field: &Field<'_>) -> Option<WherePredicate> {
    let (private, ty) = (&paths.private, field.ty);
    let mut bounds = match (field.attrs.kind(), &field.attrs.source) {
        (FieldKind::Skip, _) => return Some(parse_quote! { #ty: ::core::default::Default }),
        // The content of a variant is the whole body.
        _ if field.ident.is_none() => {
            quote! { #private::HclDecode }
        }
        (_, Some((_, Conversion::Serde))) => serde_trait(paths, field),
        // The implementation depends on the type.
        (_, Some(_)) => return None,
        (FieldKind::Labels, None) => quote! { #private::LabelsField<#private::Converted> },
        (kind, None) => {
            let name = format_ident!("{}", trait_of(kind));
            quote! { #private::#name }
        }
    };
    if has_trait_default(field) {
        bounds.extend(quote! { + ::core::default::Default });
    }
    Some(parse_quote! { #ty: #bounds })
}

fn value_predicate(paths: &Paths, field: &Field<'_>) -> WherePredicate {
    let (private, ty) = (&paths.private, field.ty);
    match field.attrs.kind() {
        FieldKind::Skip => parse_quote! { #ty: ::core::default::Default },
        _ if has_trait_default(field) => {
            parse_quote! { #ty: #private::FromValue + ::core::default::Default }
        }
        _ => parse_quote! { #ty: #private::FromValue },
    }
}

fn has_trait_default(field: &Field<'_>) -> bool {
    let default = field.attrs.default.as_ref();
    field.attrs.optional.is_some() || matches!(default, Some((_, Default::Trait)))
}
