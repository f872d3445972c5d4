//! Checks that the compiler evaluates, of facts that only the types of fields know.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::LitStr;
use syn::spanned::Spanned;

use super::{Paths, field, object};
use crate::ast::{Container, Field};
use crate::attr::{FieldKind, Group};
use crate::check::relation::{Omissible, Presence, deprecated, keywords, omissible, presence};

/// Returns the checks of the fields of a body.
pub(super) fn of_body(
    paths: &Paths,
    container: &Container<'_>,
    fields: &[Field<'_>],
) -> TokenStream {
    if is_generic(container) {
        return TokenStream::new();
    }
    let groups: &[Group] = &container.attrs.groups;
    let omissible = omissible(groups, fields);
    let optional = omissible.iter().filter_map(|it| {
        let implementation = field::implementation(paths, it.field);
        let is_optional = match it.field.attrs.kind() {
            FieldKind::Block => quote! { !#implementation::IS_REQUIRED },
            _ => quote! { #implementation::OPTIONAL },
        };
        optional(paths, it, &is_optional)
    });
    let keywords = keywords(groups, fields);
    let keywords = keywords.iter().filter(|it| !it.field.is_broken.get()).map(|it| {
        let implementation = field::implementation(paths, it.field);
        keyword(paths, &it.literal, &implementation, &it.message)
    });
    let several = fields.iter().filter_map(|field| several(paths, field));
    quote! { #(#optional)* #(#keywords)* #(#several)* }
}

/// Returns the check that a field takes several blocks or instances.
fn several(paths: &Paths, field: &Field<'_>) -> Option<TokenStream> {
    const MESSAGE: &str = "a block that is repeated or inherits is one of several; write `Instances<T>`, a `Vec` or a map";
    if field.is_broken.get() || !field.attrs.has_effects() {
        return None;
    }
    let (span, private) = at(paths, field.ty.span());
    let implementation = field::implementation(paths, field);
    Some(quote_spanned! { span =>
        const _: () = #private::check_optional(#implementation::TAKES_INSTANCES, #MESSAGE);
    })
}

/// Returns the checks of the attributes of an object.
pub(super) fn of_object(
    paths: &Paths,
    container: &Container<'_>,
    fields: &[Field<'_>],
) -> TokenStream {
    if is_generic(container) {
        return TokenStream::new();
    }
    let deprecated = fields.iter().filter_map(deprecated).filter_map(|it| {
        let implementation = object::implementation(paths, it.field);
        optional(paths, &it, &quote! { #implementation::OPTIONAL })
    });
    quote! { #(#deprecated)* }
}

/// Returns the check that the keywords of a type contain a string, in which `implementation` is the trait of the field.
pub(super) fn keyword(
    paths: &Paths,
    literal: &LitStr,
    implementation: &TokenStream,
    message: &str,
) -> TokenStream {
    let (span, private) = at(paths, literal.span());
    quote_spanned! { span =>
        const _: () = #private::check_keyword(#implementation::KEYWORDS, #literal, #message);
    }
}

/// Returns the check that a field can be left out.
fn optional(
    paths: &Paths,
    Omissible { field, tokens, message }: &Omissible<'_, '_>,
    is_optional: &TokenStream,
) -> Option<TokenStream> {
    if field.is_broken.get() || presence(field) != Presence::OfType {
        return None;
    }
    let (span, private) = at(paths, tokens.span());
    Some(quote_spanned! { span =>
        const _: () = #private::check_optional(#is_optional, #message);
    })
}

/// Returns the location of an option, where the compiler then reports the error, and the hidden module there.
fn at(paths: &Paths, span: Span) -> (Span, Ident) {
    let span = span.resolved_at(Span::call_site());
    (span, Ident::new(&paths.private.to_string(), span))
}

/// Returns `true` for a type with parameters, which a constant cannot name.
fn is_generic(container: &Container<'_>) -> bool {
    !container.input.generics.params.is_empty()
}
