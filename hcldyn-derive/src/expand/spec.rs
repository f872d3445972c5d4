//! The body of `spec()`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::ast::{Container, Field};
use crate::attr::{Default, Kind};
use crate::ty::Shape;

/// Builds the spec once. A `static` in a generic function is shared by all its instances, so a generic
/// struct builds its spec each time instead.
pub(super) fn body(container: &Container<'_>) -> TokenStream {
    let krate = &container.attrs.krate;
    let mut labels = 0usize;
    let entries = container.fields.iter().map(|field| {
        let name = field.hcl_name();
        let spec = field_spec(krate, field, &mut labels);
        quote! { (#name, #spec) }
    });
    let build = quote! { #krate::__private::object([#(#entries),*]) };
    if !container.input.generics.params.is_empty() {
        return build;
    }
    quote! {
        static __HCLDYN_SPEC: #krate::__private::OnceLock<#krate::__private::Spec> =
            #krate::__private::OnceLock::new();
        ::core::clone::Clone::clone(__HCLDYN_SPEC.get_or_init(|| #build))
    }
}

/// `labels` counts the labels so far.
fn field_spec(krate: &syn::Path, field: &Field<'_>, labels: &mut usize) -> TokenStream {
    let name = field.hcl_name();
    let ty = field.ty;
    let private = quote! { #krate::__private };
    match field.attrs.kind() {
        Kind::Attr => match &field.attrs.default {
            None => quote_spanned! { ty.span() => #private::attr::<#ty>(#name) },
            Some((_, default)) => {
                let default = default_value(ty, default);
                quote_spanned! { ty.span() => #private::attr_or::<#ty>(#name, #default) }
            }
        },
        Kind::Expr => quote_spanned! { ty.span() => #private::expr::<#ty>(#name) },
        Kind::ExprClosure => quote_spanned! { ty.span() => #private::expr_closure::<#ty>(#name) },
        Kind::Label => {
            let index = *labels;
            *labels += 1;
            quote! { #private::label(#index, #name) }
        }
        Kind::Block => block_spec(&private, field),
        Kind::Remain => quote! { #private::Spec::Remain },
    }
}

fn block_spec(private: &TokenStream, field: &Field<'_>) -> TokenStream {
    let name = field.hcl_name();
    let shape = Shape::of(field.ty);
    let inner = shape.inner();
    let function = match (shape, &field.attrs.dynamic) {
        (Shape::One(_), _) => quote! { block },
        (Shape::Option(_), _) => quote! { optional_block },
        (Shape::Vec(_), None) => quote! { blocks },
        (Shape::Vec(_), Some(_)) => quote! { dynamic_blocks },
    };
    quote_spanned! { inner.span() => #private::#function::<#inner>(#name) }
}

/// A text is written as `"x"` whatever the field's type makes of it; anything else is of that type.
fn default_value(ty: &syn::Type, default: &Default) -> TokenStream {
    match default {
        Default::Trait => {
            quote_spanned! { ty.span() => <#ty as ::core::default::Default>::default() }
        }
        Default::Expr(expr) if is_text(expr) => {
            quote_spanned! { expr.span() => <#ty as ::core::convert::From<&str>>::from(#expr) }
        }
        Default::Expr(expr) => quote! { #expr },
    }
}

fn is_text(expr: &syn::Expr) -> bool {
    matches!(expr, syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. }))
}
