//! Code for defaults.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Paths, assertions, local};
use crate::ast::{Container, Field};
use crate::attr::{Conversion, Default};
use crate::ty::{arguments, is_called, is_collection, is_map, is_number, is_scalar};

/// Returns the default of a field if its spec may have none; the code that takes the field then applies it.
pub(super) fn own_default(field: &Field<'_>) -> Option<TokenStream> {
    if field.attrs.optional.is_some() {
        return Some(default_value(field, &Default::Trait));
    }
    if let Some(default) = struct_default(field) {
        return Some(default);
    }
    let (_, default) = field.attrs.default.as_ref()?;
    match (&field.attrs.source, default) {
        (None | Some((_, Conversion::FromStr | Conversion::With(_))), Default::Text(_)) => None,
        (None, default) if has_value(field.ty, default) => None,
        (_, default) => Some(default_value(field, default)),
    }
}

/// Returns the value of the field in the `Default` of its struct, if the field takes it.
pub(super) fn struct_default(field: &Field<'_>) -> Option<TokenStream> {
    let ident = field.ident;
    let span = field.struct_default?.resolved_at(proc_macro2::Span::call_site());
    let default = quote_spanned! { span => <Self as ::core::default::Default>::default() };
    Some(quote! { #default.#ident })
}

/// Returns code that compares a string default with the keywords of the field's type, in which `implementation` is
/// the trait of the field. There is none for a type without keywords, or with parameters, which a constant cannot name.
pub(super) fn check_keyword(
    paths: &Paths,
    container: &Container<'_>,
    field: &Field<'_>,
    implementation: &TokenStream,
) -> Option<TokenStream> {
    let Some((_, Default::Text(text))) = &field.attrs.default else { return None };
    let has_keywords = field.attrs.source.is_none() && !is_scalar(field.ty);
    if !has_keywords || !container.input.generics.params.is_empty() {
        return None;
    }
    let message = format!(
        "invalid default: {:?} is not the name of a variant of `{}`",
        text.value(),
        crate::ty::text(crate::ty::content(field.ty))
    );
    Some(assertions::keyword(paths, text, implementation, &message))
}

/// Returns `true` if the default always has a corresponding value, as literals and all integers have.
pub(super) fn has_value(ty: &syn::Type, default: &Default) -> bool {
    let is_integer = is_number(ty) && !is_called(ty, "f32") && !is_called(ty, "f64");
    match default {
        Default::Expr(_) if is_integer => true,
        Default::Trait => false,
        Default::Text(_) => true,
        Default::Expr(expr) => match &**expr {
            syn::Expr::Unary(unary) => matches!(&*unary.expr, syn::Expr::Lit(_)),
            expr => matches!(expr, syn::Expr::Lit(_)),
        },
    }
}

/// Returns the default as a value of the field's type.
pub(super) fn default_value(field: &Field<'_>, default: &Default) -> TokenStream {
    let ty = field.ty;
    match default {
        Default::Trait => {
            quote_spanned! { ty.span() => <#ty as ::core::default::Default>::default() }
        }
        Default::Text(text) => {
            quote_spanned! { text.span() => <#ty as ::core::convert::From<&::core::primitive::str>>::from(#text) }
        }
        Default::Expr(expr) => {
            // The compiler reports an error in both uses of the value once, because they are identical.
            let (value, local) = (converted(Some(ty), expr), local("default"));
            match &**expr {
                syn::Expr::Lit(_) => value,
                _ => quote! { { let #local: #ty = #value; #local } },
            }
        }
    }
}

/// Returns the expression of a default as a value of a type. A constant may have another type that converts, such as
/// `&str` for a `String`. So may strings and arrays inside arrays and tuples. If the type of such a part is not
/// visible, the compiler infers it.
fn converted(ty: Option<&syn::Type>, expr: &syn::Expr) -> TokenStream {
    if ty.is_some_and(is_number) {
        return quote! { #expr };
    }
    let convert = |from: TokenStream, value: TokenStream| match ty {
        Some(ty) => quote_spanned! { expr.span() => __hcldyn::converted::<#ty, #from>(#value) },
        None => quote_spanned! { expr.span() => ::core::convert::Into::into(#value) },
    };
    match (expr, ty) {
        (syn::Expr::Array(array), Some(syn::Type::Array(ty))) => {
            let elements = array.elems.iter().map(|element| converted(Some(&ty.elem), element));
            quote_spanned! { array.span() => [#(#elements),*] }
        }
        (syn::Expr::Array(array), _) => {
            let parts: Vec<_> = ty.into_iter().flat_map(arguments).collect();
            let count = array.elems.len();
            let (from, elements): (_, Vec<_>) = match (&*parts, ty.is_some_and(is_map)) {
                ([key, value, ..], true) => {
                    let pair: syn::Type = syn::parse_quote!((#key, #value));
                    let pairs = array.elems.iter().map(|element| converted(Some(&pair), element));
                    (quote! { [#pair; #count] }, pairs.collect())
                }
                ([element, ..], false) if ty.is_some_and(is_collection) => {
                    let elements = array.elems.iter().map(|part| converted(Some(element), part));
                    (quote! { [#element; #count] }, elements.collect())
                }
                _ => (quote! { _ }, array.elems.iter().map(|part| converted(None, part)).collect()),
            };
            convert(from, quote_spanned! { array.span() => [#(#elements),*] })
        }
        (syn::Expr::Tuple(parts), Some(syn::Type::Tuple(ty))) => tuple(ty.elems.iter(), parts),
        (syn::Expr::Tuple(parts), _) => tuple(std::iter::empty(), parts),
        (syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. }), _) => {
            convert(quote! { &::core::primitive::str }, quote! { #expr })
        }
        (syn::Expr::Path(_), Some(_)) => convert(quote! { _ }, quote! { #expr }),
        _ => quote! { #expr },
    }
}

/// Returns a tuple as a value of these types, as far as they are visible.
fn tuple<'t>(types: impl Iterator<Item = &'t syn::Type>, tuple: &syn::ExprTuple) -> TokenStream {
    let types = types.map(Some).chain(std::iter::repeat(None));
    let parts = tuple.elems.iter().zip(types).map(|(part, ty)| converted(ty, part));
    quote_spanned! { tuple.span() => (#(#parts,)*) }
}
