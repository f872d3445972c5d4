//! Writes the code.
//!
//! It names everything by absolute path, keeps its own names apart with `__hcldyn_`, and talks only
//! to the hidden module `hcldyn::__private`. What can be done by a function there is, so that little code
//! is written.

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

/// Paths that the code goes by.
struct Paths<'a> {
    krate: &'a syn::Path,
    private: TokenStream,
}

impl<'a> Paths<'a> {
    fn new(krate: &'a syn::Path) -> Self {
        Self { krate, private: quote! { #krate::__private } }
    }
}

/// The implementation of a trait.
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

/// A variable of the code, to be named where tokens stand at a part of the input: a macro may have brought
/// that along, and names that stand there are the macro's.
fn local(name: &str) -> Ident {
    format_ident!("__hcldyn_{name}", span = Span::call_site())
}

/// Items that are seen nowhere else.
fn hidden(items: &TokenStream) -> TokenStream {
    quote! {
        #[doc(hidden)]
        const _: () = {
            #items
        };
    }
}
