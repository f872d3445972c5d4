//! Code that decodes the fields of a struct or a variant from a body.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Paths, field};
use crate::ast::{Container, Field};
use crate::attr::FieldKind;

/// Returns the spec of the body.
pub(super) fn spec(
    paths: &Paths<'_>,
    container: &Container<'_>,
    fields: &[Field<'_>],
    docs: &str,
) -> TokenStream {
    let private = &paths.private;
    let entries = decoded(fields).map(|each| {
        let name = &each.name;
        let spec = field::spec(paths, container, each);
        quote! { (#name, #spec) }
    });
    let more = more(paths, container, fields, docs);
    quote! {
        #private::built(#private::object(#private::Box::new([#(#entries),*])) #more)
    }
}

/// Returns the options of the whole body.
fn more(
    paths: &Paths<'_>,
    container: &Container<'_>,
    fields: &[Field<'_>],
    docs: &str,
) -> TokenStream {
    let private = &paths.private;
    let mut more = TokenStream::new();
    if !docs.is_empty() {
        more.extend(quote! { .doc(#docs) });
    }
    if let Some((_, variant)) = &container.attrs.unknown {
        let variant = format_ident!("{}", variant.to_string());
        more.extend(quote! { .unexpected(#private::Unexpected::#variant) });
    }
    for field in fields {
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

/// Takes every field in the order of the spec before it fails, so that all errors are reported. `__hcldyn_decoded`
/// holds the fields, and `constructor` combines them.
pub(super) fn take(
    paths: &Paths<'_>,
    fields: &[Field<'_>],
    constructor: &TokenStream,
) -> TokenStream {
    let private = &paths.private;
    let names: Vec<_> = (0..fields.len()).map(|i| format_ident!("__hcldyn_{i}")).collect();
    let takes =
        names.iter().zip(fields).filter(|(_, each)| is_decoded(each)).map(|(name, each)| {
            let take = field::take(paths, each);
            quote! { let #name = #take; }
        });
    let inits = names.iter().zip(fields).map(|(name, each)| {
        let ident = each.ident;
        if is_decoded(each) {
            quote! { #ident: #name? }
        } else {
            quote! { #ident: ::core::default::Default::default() }
        }
    });
    quote! {
        #[allow(unused_variables)]
        let __hcldyn_fields = &mut #private::Fields::new(__hcldyn_decoded, __hcldyn_diags)?;
        #(#takes)*
        ::core::option::Option::Some(#constructor { #(#inits),* })
    }
}

fn decoded<'f, 'a>(fields: &'f [Field<'a>]) -> impl Iterator<Item = &'f Field<'a>> {
    fields.iter().filter(|field| is_decoded(field))
}

fn is_decoded(field: &Field<'_>) -> bool {
    field.attrs.kind() != FieldKind::Skip
}
