//! Code that decodes the fields of a struct or a variant from a body.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::default::default_value;
use super::{Paths, assertions, docs, field};
use crate::ast::{Container, Field};
use crate::attr::{Default, Docs, FieldKind, GroupRule};

/// Returns the spec of the body.
pub(super) fn spec(
    paths: &Paths,
    container: &Container<'_>,
    fields: &[Field<'_>],
    text: &Docs,
) -> TokenStream {
    let private = &paths.private;
    let of_spec = fields.iter().filter(|field| is_decoded(field) && !is_location(field));
    let entries = of_spec.map(|each| {
        let name = &each.name;
        let spec = field::spec(paths, container, each);
        quote! { (#name, #spec) }
    });
    let more = more(paths, container, fields, text);
    let checks = assertions::of_body(paths, container, fields);
    quote! { {
        #checks
        #private::built(#private::object(#private::Box::new([#(#entries),*])) #more)
    } }
}

/// Returns the options of the whole body.
fn more(
    paths: &Paths,
    container: &Container<'_>,
    fields: &[Field<'_>],
    text: &Docs,
) -> TokenStream {
    let private = &paths.private;
    let mut more = TokenStream::new();
    if let Some(docs) = docs::given(paths, text) {
        more.extend(quote! { .with_docs(#docs.item_docs()) });
    }
    if let Some((_, variant)) = &container.attrs.unknown {
        let variant = format_ident!("{}", variant.to_string());
        more.extend(quote! { .unexpected(#private::Unexpected::#variant) });
    }
    for (form, _) in container.attrs.forms.given() {
        let form = format_ident!("{}", form.name());
        more.extend(quote! { .#form() });
    }
    for group in &container.attrs.groups {
        let names = &group.names;
        more.extend(match &group.rule {
            GroupRule::ExactlyOne => quote! { .exactly_one_of([#(#names),*]) },
            GroupRule::AtLeastOne => quote! { .at_least_one_of([#(#names),*]) },
            GroupRule::RequiresIf { name, value } => {
                quote! { .requires_if(#name, #value, [#(#names),*]) }
            }
        });
    }
    for field in fields.iter().filter(|field| is_decoded(field)) {
        let name = &field.name;
        for other in &field.attrs.conflicts_with {
            more.extend(quote! { .at_most_one_of([#name, #other]) });
        }
        if !field.attrs.requires.is_empty() {
            let others = &field.attrs.requires;
            more.extend(quote! { .requires(#name, [#(#others),*]) });
        }
    }
    more
}

/// Takes every field in the order of the spec before it fails, so that all errors are reported. `__hcldyn_fields` holds
/// the fields, and `constructor` combines them.
pub(super) fn take(paths: &Paths, fields: &[Field<'_>], constructor: &TokenStream) -> TokenStream {
    let names: Vec<_> = (0..fields.len()).map(|i| format_ident!("__hcldyn_{i}")).collect();
    let takes =
        names.iter().zip(fields).filter(|(_, each)| is_decoded(each)).map(|(name, each)| {
            let take = field::take(paths, each);
            quote! { let #name = #take; }
        });
    let inits = names.iter().zip(fields).map(|(name, each)| {
        let ident = each.ident;
        if each.is_broken.get() {
            quote! { #ident: ::core::option::Option::None? }
        } else if is_decoded(each) {
            quote! { #ident: #name? }
        } else {
            let default = default_value(each, &Default::Trait);
            quote! { #ident: #default }
        }
    });
    quote! {
        #(#takes)*
        ::core::option::Option::Some(#constructor { #(#inits),* })
    }
}

/// Returns `true` for the location of the body, which the spec does not decode.
pub(super) fn is_location(field: &Field<'_>) -> bool {
    field.attrs.kind() == FieldKind::Range
}

pub(super) fn is_decoded(field: &Field<'_>) -> bool {
    field.attrs.kind() != FieldKind::Skip && !field.is_broken.get()
}
