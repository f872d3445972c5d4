//! Empty implementations. They accompany the errors of a derive, so that code that uses the type has no further
//! errors.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::{hidden, impl_trait};
use crate::attr::ContainerAttrs;
use crate::ctxt::Ctxt;

/// Returns the errors and an implementation of `HclDecode`; for an enum, also of `HclBlocks`.
pub(crate) fn fallback_decode(input: &DeriveInput, errors: &[syn::Error]) -> TokenStream {
    let krate = krate(input);
    let decode = quote! {
        fn spec() -> #krate::__private::Spec {
            ::core::unreachable!()
        }

        fn from_decoded(
            _: #krate::__private::Decoded,
            _: &mut #krate::__private::Diagnostics,
        ) -> ::core::option::Option<Self> {
            ::core::option::Option::None
        }
    };
    let mut items = impl_trait(input, &quote! { #krate::HclDecode }, &[], &decode);
    if matches!(input.data, syn::Data::Enum(_)) {
        let blocks = quote! {
            fn block_types() -> ::std::vec::Vec<#krate::__private::BlockType> {
                ::core::unreachable!()
            }
        };
        items.extend(impl_trait(input, &quote! { #krate::HclBlocks }, &[], &blocks));
    }
    with_errors(errors, &items)
}

/// Returns the errors and an implementation of `FromValue`.
pub(crate) fn fallback_value(input: &DeriveInput, errors: &[syn::Error]) -> TokenStream {
    let krate = krate(input);
    let methods = quote! {
        fn ty() -> #krate::__private::Type {
            ::core::unreachable!()
        }

        fn from_value(
            _: #krate::__private::Value,
        ) -> ::core::result::Result<Self, #krate::__private::FromValueError> {
            ::core::unreachable!()
        }
    };
    with_errors(errors, &impl_trait(input, &quote! { #krate::FromValue }, &[], &methods))
}

fn with_errors(errors: &[syn::Error], items: &TokenStream) -> TokenStream {
    let errors = errors.iter().map(syn::Error::to_compile_error);
    let items = hidden(items);
    quote! { #(#errors)* #items }
}

fn krate(input: &DeriveInput) -> syn::Path {
    let ctxt = Ctxt::new();
    let krate = ContainerAttrs::read(&ctxt, &input.attrs).krate;
    // Errors in the attributes are already reported.
    drop(ctxt.finish());
    krate
}
