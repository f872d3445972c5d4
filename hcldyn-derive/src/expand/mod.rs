//! Writes the code.
//!
//! It names everything by absolute path, keeps its own names apart with `__hcldyn_`, and talks only
//! to the hidden module `hcldyn::__private`.

mod spec;
mod take;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::DeriveInput;

use crate::ast::Container;
use crate::attr::ContainerAttrs;
use crate::ctxt::Ctxt;

/// The implementation of `HclDecode`.
pub(crate) fn impl_decode(container: &Container<'_>) -> TokenStream {
    let krate = &container.attrs.krate;
    let spec = spec::body(container);
    let take = take::body(container);
    let methods = quote! {
        fn spec() -> #krate::__private::Spec {
            #spec
        }

        fn from_decoded(
            __hcldyn_decoded: #krate::__private::Decoded,
            __hcldyn_diags: &mut #krate::__private::Diagnostics,
        ) -> ::core::option::Option<Self> {
            #take
        }
    };
    impl_with(container.input, krate, &methods)
}

/// The mistakes, and an implementation that does nothing: with it, code that uses the struct brings
/// no second error.
pub(crate) fn fallback(input: &DeriveInput, errors: Vec<syn::Error>) -> TokenStream {
    let ctxt = Ctxt::new();
    let krate = ContainerAttrs::read(&ctxt, &input.attrs).krate;
    // What is wrong with the attributes is among `errors` already.
    drop(ctxt.finish());
    let errors = errors.iter().map(syn::Error::to_compile_error);
    let methods = quote! {
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
    let fallback = impl_with(input, &krate, &methods);
    quote! { #(#errors)* #fallback }
}

fn impl_with(input: &DeriveInput, krate: &syn::Path, methods: &TokenStream) -> TokenStream {
    let ident = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let header = quote_spanned! { ident.span() =>
        impl #impl_generics #krate::HclDecode for #ident #type_generics #where_clause
    };
    quote! {
        #[doc(hidden)]
        const _: () = {
            #[automatically_derived]
            #header {
                #methods
            }
        };
    }
}
