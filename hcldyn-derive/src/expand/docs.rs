//! Code for the documentation of items.

use proc_macro2::TokenStream;
use quote::quote;

use super::Paths;
use crate::attr::Docs;

/// Returns the documentation as an expression.
pub(super) fn docs(paths: &Paths, docs: &Docs) -> TokenStream {
    let private = &paths.private;
    if docs.is_empty() {
        return quote! { #private::DocsOptions::NONE };
    }
    quote! { #private::DocsOptions { text: #docs, ..#private::DocsOptions::NONE } }
}
