//! The body of `from_decoded()`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::ast::{Container, Field};
use crate::attr::Kind;
use crate::ty::Shape;

/// Takes every field in the order of the spec before it gives up on any, so that all problems are
/// reported.
pub(super) fn body(container: &Container<'_>) -> TokenStream {
    let krate = &container.attrs.krate;
    let names: Vec<_> =
        (0..container.fields.len()).map(|i| format_ident!("__hcldyn_{i}")).collect();
    let takes = container.fields.iter().map(take);
    let idents = container.fields.iter().map(|field| field.ident);
    quote! {
        #[allow(unused_mut, unused_variables)]
        let mut __hcldyn_fields =
            #krate::__private::Fields::new(__hcldyn_decoded, __hcldyn_diags)?;
        #(let #names = #takes;)*
        ::core::option::Option::Some(Self { #(#idents: #names?),* })
    }
}

fn take(field: &Field<'_>) -> TokenStream {
    let ty = field.ty;
    let shape = Shape::of(ty);
    let inner = shape.inner();
    let span = inner.span();
    let call = match (field.attrs.kind(), shape) {
        (Kind::Attr | Kind::Expr | Kind::ExprClosure, _) => quote_spanned! { span => value::<#ty> },
        (Kind::Label, _) => quote_spanned! { span => label::<#ty> },
        (Kind::Remain, _) => quote_spanned! { span => remain::<#ty> },
        (Kind::Block, Shape::One(_)) => quote_spanned! { span => block::<#inner> },
        (Kind::Block, Shape::Option(_)) => quote_spanned! { span => optional_block::<#inner> },
        (Kind::Block, Shape::Vec(_)) => quote_spanned! { span => blocks::<#inner> },
    };
    quote_spanned! { span => __hcldyn_fields.#call(__hcldyn_diags) }
}
