//! The conversion of a type into a value.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::object::is_taken;
use super::variants::is_keyword;
use super::{Paths, allow_deprecated, bounds, impl_trait, local};
use crate::ast::{Container, Data, Field, FieldsShape, Variant};
use crate::attr::{Conversion, FieldKind, TypeSource, VariantTag};

/// Returns the conversion of an enum of keywords, so that a variant can be the default of a field, or of another type
/// that asks for it.
pub(super) fn impl_into_value(paths: &Paths, container: &Container<'_>) -> TokenStream {
    let is_asked = container.attrs.into_value.is_some();
    match &container.data {
        Data::Enum(variants) if is_keyword(container) && container.attrs.source.is_none() => {
            let from = from_keyword(paths, container, variants);
            let to_value = of_keyword(paths, variants);
            let to_value = impl_to_value(paths, container, &to_value);
            quote! { #from #to_value }
        }
        _ if is_asked => {
            let (private, body) = (&paths.private, body(paths, container));
            let body = quote! {
                let __hcldyn_level = #private::Level::enter()?;
                #body
            };
            let to_value = impl_to_value(paths, container, &body);
            let try_from = impl_try_from(paths, container);
            quote! { #to_value #try_from }
        }
        _ => TokenStream::new(),
    }
}

fn impl_to_value(paths: &Paths, container: &Container<'_>, body: &TokenStream) -> TokenStream {
    let private = &paths.private;
    let methods = quote! {
        fn to_value(&self) -> ::core::result::Result<#private::Value, #private::PathError> {
            #body
        }
    };
    let bounds = bounds::of_into_value(paths, container);
    impl_trait(container.input, &quote! { #private::ToValue }, &bounds, &methods)
}

/// Returns the conversion by which a value of the type can be the default of a field.
fn impl_try_from(paths: &Paths, container: &Container<'_>) -> TokenStream {
    let private = &paths.private;
    let (ident, mut generics) = (&container.input.ident, container.input.generics.clone());
    let bounds = bounds::of_into_value(paths, container);
    if !bounds.is_empty() {
        generics.make_where_clause().predicates.extend(bounds);
    }
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let allow_deprecated = allow_deprecated(container.input);
    quote! {
        #[automatically_derived]
        #allow_deprecated
        impl #impl_generics ::core::convert::TryFrom<#ident #type_generics> for #private::Value
        #where_clause
        {
            type Error = #private::PathError;

            fn try_from(
                __hcldyn_value: #ident #type_generics,
            ) -> ::core::result::Result<Self, #private::PathError> {
                #private::ToValue::to_value(&__hcldyn_value)
            }
        }
    }
}

/// Returns a `Result` with the value of `self`.
fn body(paths: &Paths, container: &Container<'_>) -> TokenStream {
    let private = &paths.private;
    if let Some((_, TypeSource::From(source) | TypeSource::TryFrom(source))) =
        &container.attrs.source
    {
        return quote_spanned! { source.span() =>
            #private::ToValue::to_value(&<#source as ::core::convert::From<Self>>::from(
                ::core::clone::Clone::clone(self),
            ))
        };
    }
    match &container.data {
        Data::Struct(FieldsShape::Newtype(field)) => {
            let value = newtype(paths, field, &quote! { &self.0 });
            quote! { #value }
        }
        Data::Struct(shape) => {
            let (pattern, object) = object(paths, shape.fields(), None);
            quote! {
                let Self { #pattern } = self;
                #object
            }
        }
        Data::Enum(variants) => {
            let arms = variants.iter().map(|variant| arm(paths, container, variant));
            quote! { match self { #(#arms)* } }
        }
    }
}

/// Returns the arm of a variant that a tag or its form selects.
fn arm(paths: &Paths, container: &Container<'_>, variant: &Variant<'_>) -> TokenStream {
    let (private, ident, name) = (&paths.private, variant.ident, &variant.name);
    if variant.attrs.skip.is_some() {
        let message = format!("the variant `{ident}` has no value");
        return quote! {
            Self::#ident { .. } => ::core::result::Result::Err(#private::PathError::new(#message)),
        };
    }
    let tag = match &container.attrs.tag {
        Some((_, VariantTag::Attribute(tag))) => Some(quote! { (#tag, #name) }),
        _ => None,
    };
    match (&variant.shape, &tag) {
        (FieldsShape::Newtype(field), _) => {
            let value = newtype(paths, field, &quote! { __hcldyn_0 });
            let value = match tag {
                Some(tag) => quote! { #private::with_tag(#tag, #value) },
                None => value,
            };
            quote! { Self::#ident(__hcldyn_0) => #value, }
        }
        (FieldsShape::Unit, None) => quote! {
            Self::#ident => ::core::result::Result::Ok(<#private::Value as ::core::convert::From<_>>::from(#name)),
        },
        (shape, _) => {
            let (pattern, object) = object(paths, shape.fields(), tag);
            quote! { Self::#ident { #pattern } => { #object } }
        }
    }
}

fn newtype(paths: &Paths, field: &Field<'_>, inner: &TokenStream) -> TokenStream {
    let (private, ty) = (&paths.private, field.ty);
    quote_spanned! { ty.span() => <#ty as #private::ToValue>::to_value(#inner) }
}

/// Returns the pattern of fields, and a `Result` with the object of their values.
fn object(
    paths: &Paths,
    fields: &[Field<'_>],
    tag: Option<TokenStream>,
) -> (TokenStream, TokenStream) {
    let private = &paths.private;
    let taken: Vec<_> = fields.iter().filter(|field| is_taken(field)).collect();
    let locals: Vec<_> = (0..taken.len()).map(|i| format_ident!("__hcldyn_{i}")).collect();
    let idents = taken.iter().map(|field| field.ident);
    let adds = taken.iter().zip(&locals).map(|(field, local)| add(paths, field, local));
    // Without attributes, `mut` would be redundant.
    let mutable = (tag.is_some() || !taken.is_empty()).then(|| quote! { mut });
    let tag = tag.map(|tag| quote! { __hcldyn_object.tag(#tag); });
    let pattern = quote! { #(#idents: #locals,)* .. };
    let code = quote! {
        let #mutable __hcldyn_object =
            <#private::WrittenObject as ::core::default::Default>::default();
        #tag
        #(#adds)*
        __hcldyn_object.finish()
    };
    (pattern, code)
}

/// Returns the code that adds a field to `__hcldyn_object`.
fn add(paths: &Paths, field: &Field<'_>, part: &proc_macro2::Ident) -> TokenStream {
    let (private, ty, name, span) =
        (&paths.private, field.ty, &field.name, super::field::span(field));
    let object = local("object");
    if let FieldKind::Flatten | FieldKind::Remain = field.attrs.kind() {
        let value = quote_spanned! { span => <#ty as #private::ToValue>::to_value(#part) };
        return match &field.attrs.prefix {
            Some((_, prefix)) => quote! { #object.add_prefixed(#prefix, #value); },
            None => quote_spanned! { span => #object.add_all(#value); },
        };
    }
    let value = match (&field.attrs.encode_with, &field.attrs.source) {
        (Some((_, path)), _) => quote_spanned! { span =>
            #private::EncodeWith::<#ty, _>::encoded(#path, #part)
        },
        (None, Some((_, Conversion::FromStr))) => quote_spanned! { span =>
            <#ty as #private::DisplayedField<_>>::shown(#part)
        },
        (None, Some((_, Conversion::Serde))) => quote_spanned! { span =>
            <#ty as #private::SerializedField>::serialized(#part)
        },
        (None, Some((_, Conversion::With(_))) | None) => quote_spanned! { span =>
            <#ty as #private::ToValue>::to_attribute(#part)
        },
    };
    quote! { #object.add(#name, #value); }
}

fn of_keyword(paths: &Paths, variants: &[Variant<'_>]) -> TokenStream {
    let private = &paths.private;
    let arms = variants.iter().map(|variant| {
        let (ident, name) = (variant.ident, &variant.name);
        match &variant.shape {
            FieldsShape::Newtype(field) => {
                let value = newtype(paths, field, &quote! { __hcldyn_other });
                quote! { Self::#ident(__hcldyn_other) => #value, }
            }
            _ => quote! {
                Self::#ident => ::core::result::Result::Ok(<#private::Value as ::core::convert::From<_>>::from(#name)),
            },
        }
    });
    quote! { match self { #(#arms)* } }
}

fn from_keyword(paths: &Paths, container: &Container<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let private = &paths.private;
    let (ident, generics) = (&container.input.ident, &container.input.generics);
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let allow_deprecated = allow_deprecated(container.input);
    let arms = variants.iter().map(|variant| {
        let (variant_ident, name) = (variant.ident, &variant.name);
        match &variant.shape {
            FieldsShape::Newtype(_) => quote! {
                #ident::#variant_ident(__hcldyn_other) => ::core::convert::Into::into(__hcldyn_other),
            },
            _ => quote! { #ident::#variant_ident => <#private::Value as ::core::convert::From<_>>::from(#name), },
        }
    });
    quote! {
        #[automatically_derived]
        #allow_deprecated
        impl #impl_generics ::core::convert::From<#ident #type_generics> for #private::Value
        #where_clause
        {
            fn from(__hcldyn_value: #ident #type_generics) -> Self {
                match __hcldyn_value { #(#arms)* }
            }
        }
    }
}
