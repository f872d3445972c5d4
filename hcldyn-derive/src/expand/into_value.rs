//! The conversion of a type into a value.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::object::is_taken;
use super::variants::is_keyword;
use super::{Paths, allow_deprecated};
use crate::ast::{Container, Data, Field, FieldsShape, Variant};
use crate::attr::FieldKind;

/// Returns the conversion of a struct with `into_value`, or of an enum of keywords, so that a variant can be the
/// default of a field.
pub(super) fn impl_into_value(paths: &Paths, container: &Container<'_>) -> TokenStream {
    let body = match &container.data {
        _ if container.attrs.source.is_some() => return TokenStream::new(),
        Data::Enum(variants) if is_keyword(container) => of_keyword(paths, container, variants),
        Data::Struct(FieldsShape::Named(fields)) if container.attrs.into_value.is_some() => {
            of_object(paths, fields)
        }
        Data::Enum(_) | Data::Struct(_) => return TokenStream::new(),
    };
    let private = &paths.private;
    let (ident, generics) = (&container.input.ident, &container.input.generics);
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let allow_deprecated = allow_deprecated(container.input);
    quote! {
        #[automatically_derived]
        #allow_deprecated
        impl #impl_generics ::core::convert::From<#ident #type_generics> for #private::Value
        #where_clause
        {
            fn from(__hcldyn_value: #ident #type_generics) -> Self {
                #body
            }
        }
    }
}

fn of_keyword(paths: &Paths, container: &Container<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let private = &paths.private;
    let enum_ident = &container.input.ident;
    let arms = variants.iter().map(|variant| {
        let (ident, name) = (variant.ident, &variant.name);
        match &variant.shape {
            FieldsShape::Newtype(_) => quote! {
                #enum_ident::#ident(__hcldyn_other) => ::core::convert::Into::into(__hcldyn_other),
            },
            _ => quote! { #enum_ident::#ident => #private::Value::from(#name), },
        }
    });
    quote! { match __hcldyn_value { #(#arms)* } }
}

fn of_object(paths: &Paths, fields: &[Field<'_>]) -> TokenStream {
    let private = &paths.private;
    let entries = fields.iter().filter(|field| is_taken(field)).map(|field| {
        let (ident, name, ty) = (field.ident, &field.name, field.ty);
        let value = quote_spanned! { ty.span() =>
            <#private::Value as ::core::convert::From<#ty>>::from(__hcldyn_value.#ident)
        };
        match field.attrs.kind() {
            FieldKind::Flatten | FieldKind::Remain => {
                quote! { (::core::option::Option::None, #value) }
            }
            _ => quote! { (::core::option::Option::Some(#name), #value) },
        }
    });
    quote! { #private::object_of([#(#entries),*]) }
}
