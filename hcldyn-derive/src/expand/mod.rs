//! Generates the code.
//!
//! The code uses absolute paths, prefixes its own names with `__hcldyn_`, and only calls the hidden module
//! `hcldyn::__private`. That module contains as much of the logic as possible, to keep the generated code small.

mod body;
mod bounds;
mod decode;
mod fallback;
mod field;
mod value;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{DeriveInput, WherePredicate};

pub(crate) use self::decode::impl_decode;
pub(crate) use self::fallback::{fallback_decode, fallback_value};
pub(crate) use self::value::impl_value;

/// Paths in the code.
struct Paths<'a> {
    krate: &'a syn::Path,
    private: TokenStream,
}

impl<'a> Paths<'a> {
    fn new(krate: &'a syn::Path) -> Self {
        Self { krate, private: quote! { #krate::__private } }
    }
}

/// Returns the implementation of a trait.
fn impl_trait(
    input: &DeriveInput,
    path: &TokenStream,
    bounds: &[WherePredicate],
    methods: &TokenStream,
) -> TokenStream {
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    if !bounds.is_empty() {
        generics.make_where_clause().predicates.extend(bounds.iter().cloned());
    }
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (_, type_generics, _) = input.generics.split_for_impl();
    let header = quote_spanned! { ident.span() =>
        impl #impl_generics #path for #ident #type_generics #where_clause
    };
    quote! {
        #[automatically_derived]
        #header {
            #methods
        }
    }
}

/// Returns a variable with the hygiene of this macro, for tokens with a span of the input: these may come from
/// another macro, which has its own names.
fn local(name: &str) -> Ident {
    format_ident!("__hcldyn_{name}", span = Span::call_site())
}

/// Wraps items so that they are not visible elsewhere.
fn hidden(items: &TokenStream) -> TokenStream {
    quote! {
        #[doc(hidden)]
        const _: () = {
            #items
        };
    }
}
