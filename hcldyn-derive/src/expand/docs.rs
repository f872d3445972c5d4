//! Code for the documentation of items.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::Paths;
use super::default::{default_value, own_default};
use super::scope::scope;
use crate::ast::Field;
use crate::attr::{Conversion, Default, Docs, FieldKind};

/// Returns the documentation of a type or a variant as an expression.
pub(super) fn docs(paths: &Paths, docs: &Docs) -> TokenStream {
    let private = &paths.private;
    given(paths, docs).unwrap_or_else(|| quote! { #private::DocsOptions::NONE })
}

/// Returns the documentation of a type or a variant as an expression, if there is any.
pub(super) fn given(paths: &Paths, docs: &Docs) -> Option<TokenStream> {
    expression(paths, &settings(docs))
}

/// Returns the documentation of a field as an expression, if there is any.
pub(super) fn of_field(paths: &Paths, field: &Field<'_>) -> Option<TokenStream> {
    let mut all = settings(&field.attrs.docs);
    all.extend(default(paths, field));
    let scope = field.attrs.scope.as_ref().map(|(_, variables)| scope(paths, variables));
    all.extend(scope.map(|scope| quote! { scope: ::core::option::Option::Some(|| #scope), }));
    expression(paths, &all)
}

fn expression(paths: &Paths, settings: &TokenStream) -> Option<TokenStream> {
    let private = &paths.private;
    let docs = quote! { #private::DocsOptions { #settings ..#private::DocsOptions::NONE } };
    (!settings.is_empty()).then_some(docs)
}

/// Returns the settings that differ from no documentation.
fn settings(docs: &Docs) -> TokenStream {
    let some = |value: &dyn ToTokens| quote! { ::core::option::Option::Some(#value) };
    let title = docs.title.as_ref().map(|(_, title)| some(title));
    let since = docs.since.as_ref().map(|(_, since)| some(since));
    let (examples, condition) = (&docs.examples, &docs.condition);
    let settings = [
        (!docs.is_empty()).then(|| quote! { text: #docs, }),
        title.map(|title| quote! { title: #title, }),
        since.map(|since| quote! { since: #since, }),
        (!examples.is_empty()).then(|| quote! { examples: &[#(#examples),*], }),
        condition.as_ref().map(|condition| quote! { conditions: &[#condition], }),
        docs.hide.as_ref().map(|_| quote! { hide: true, }),
        docs.restart.as_ref().map(|_| quote! { restart: true, }),
    ];
    settings.into_iter().flatten().collect()
}

/// Returns the setting for a default that the spec does not have as a value.
fn default(paths: &Paths, field: &Field<'_>) -> Option<TokenStream> {
    if field.attrs.kind() != FieldKind::Attr {
        return None;
    }
    match (&field.attrs.source, &field.attrs.default) {
        // The default is not in the form in which the configuration writes values.
        (Some((_, Conversion::Serde)), Some((_, Default::Text(_)))) => None,
        (Some(_), Some((_, Default::Expr(expr)))) => {
            let text = source(expr);
            Some(quote! { default: ::core::option::Option::Some(#text), })
        }
        (Some(_), _) => None,
        (None, _) => {
            let default = shown(paths, field, &own_default(field)?);
            Some(quote! { computed_default: ::core::option::Option::Some(#default), })
        }
    }
}

/// Returns a closure for the default of an attribute of an object, which its spec does not have as a value.
pub(super) fn computed_default(paths: &Paths, field: &Field<'_>) -> Option<TokenStream> {
    if field.attrs.source.is_some() {
        return None;
    }
    let value = match &field.attrs.default {
        Some((_, default)) => default_value(field, default),
        None => own_default(field)?,
    };
    Some(shown(paths, field, &value))
}

/// Returns a closure that shows a default as a value.
fn shown(paths: &Paths, field: &Field<'_>, value: &TokenStream) -> TokenStream {
    let (private, ty) = (&paths.private, field.ty);
    quote! { || #private::DefaultOf::<#ty>::new(#value).shown() }
}

/// Returns an expression as programs write it, in one line.
fn source(expr: &syn::Expr) -> String {
    let text = expr.to_token_stream().to_string();
    let without =
        [(" :: ", "::"), (" . ", "."), (" (", "("), ("( ", "("), (" )", ")"), (" ,", ",")];
    without.iter().fold(text, |text, (spaced, plain)| text.replace(spaced, plain))
}
