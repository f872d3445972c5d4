//! Generates the code.
//!
//! The code is in a `const _`, which imports the hidden module `hcldyn::__private` as `__hcldyn` and names nothing else
//! of the crate. All its own names have this prefix. That module contains as much of the logic as possible, to keep the
//! generated code small.

mod assertions;
mod body;
mod bounds;
mod decode;
mod default;
mod docs;
mod encode;
mod fallback;
mod field;
mod into_value;
mod object;
mod scope;
mod value;
mod variants;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{DeriveInput, WherePredicate};

pub(crate) use self::decode::impl_decode;
pub(crate) use self::encode::impl_encode;
pub(crate) use self::fallback::{fallback_decode, fallback_encode, fallback_value};
pub(crate) use self::value::impl_value;
use crate::ast::Container;

/// The items of one derive, and the name by which they import the crate.
struct Paths {
    krate: syn::Path,
    /// The hidden module of the crate.
    private: Ident,
}

impl Paths {
    fn new(container: &Container<'_>) -> Self {
        let private = Ident::new("__hcldyn", Span::call_site());
        Self { krate: container.attrs.krate(), private }
    }

    /// Wraps items so that they are not visible elsewhere. They name the crate once, so that a missing crate is one
    /// error.
    fn hidden(&self, items: &TokenStream) -> TokenStream {
        let Self { krate, private } = self;
        quote! {
            #[doc(hidden)]
            const _: () = {
                use #krate::__private as #private;
                #items
            };
        }
    }
}

/// Returns the errors of a derive before its items.
pub(crate) fn with_errors(errors: &[syn::Error], items: &TokenStream) -> TokenStream {
    let errors = errors.iter().map(syn::Error::to_compile_error);
    quote! { #(#errors)* #items }
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
    let allow_deprecated = allow_deprecated(input);
    quote! {
        #[automatically_derived]
        #allow_deprecated
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

/// Returns the attribute that lets the code use a deprecated type, field or variant, as the derives of the standard
/// library may. There is none without a deprecated item, because `forbid(deprecated)` rejects it.
fn allow_deprecated(input: &DeriveInput) -> Option<TokenStream> {
    let is_deprecated =
        |attrs: &[syn::Attribute]| attrs.iter().any(|attr| attr.path().is_ident("deprecated"));
    let has_deprecated =
        |fields: &syn::Fields| fields.iter().any(|field| is_deprecated(&field.attrs));
    let is_any = is_deprecated(&input.attrs)
        || match &input.data {
            syn::Data::Struct(data) => has_deprecated(&data.fields),
            syn::Data::Enum(data) => data
                .variants
                .iter()
                .any(|variant| is_deprecated(&variant.attrs) || has_deprecated(&variant.fields)),
            syn::Data::Union(_) => false,
        };
    is_any.then(|| quote! { #[allow(deprecated)] })
}
