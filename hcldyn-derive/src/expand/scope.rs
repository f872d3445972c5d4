//! Code for the variables of expressions that are evaluated later.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::Paths;
use crate::attr::ScopeVariable;

/// Returns the variables of an expression that is evaluated later, with their types.
pub(super) fn scope(paths: &Paths, variables: &[ScopeVariable]) -> TokenStream {
    let private = &paths.private;
    let with = variables.iter().map(|ScopeVariable { name, ty }| {
        let name = name.unraw().to_string();
        quote_spanned! { ty.span() => .with::<#ty>(#name) }
    });
    quote! { #private::ClosureScope::new()#(#with)* }
}
