//! Code for enums: keywords, and values in one of several forms.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::value::Parts;
use super::{Paths, docs, local, object};
use crate::ast::{Container, FieldsShape, Variant};
use crate::attr::VariantTag;

/// Returns the parts of the implementation for an enum.
pub(super) fn parts(paths: &Paths, container: &Container<'_>, variants: &[Variant<'_>]) -> Parts {
    let private = &paths.private;
    let selector = selector(paths, container);
    let docs = docs::docs(paths, &container.attrs.docs);
    let specs = decoded(variants).map(|variant| variant_spec(paths, container, variant));
    let arms = decoded(variants).enumerate().map(|(index, variant)| {
        let make = make_variant(paths, variant);
        quote! { #index => #make, }
    });
    let origin = if is_keyword(container) {
        quote! {}
    } else {
        quote! { let __hcldyn_origin = #private::origin_of_content(__hcldyn_origin); }
    };
    Parts {
        spec: quote! {
            #private::variants(#selector, #private::Box::new([#(#specs),*]), #docs)
        },
        make: quote! { {
            let __hcldyn_spec = <Self as #private::FromValue>::value_spec();
            let (__hcldyn_index, __hcldyn_value) =
                #private::variant_of(__hcldyn_value, &__hcldyn_spec)?;
            #origin
            match __hcldyn_index {
                #(#arms)*
                _ => ::core::result::Result::Err(#private::reject("the variant is unknown")),
            }
        } },
        constants: constants(paths, container, variants),
    }
}

/// Returns the constants of the type, with the keywords if it accepts these strings only.
fn constants(paths: &Paths, container: &Container<'_>, variants: &[Variant<'_>]) -> TokenStream {
    let constants = object::constants(paths, container);
    let takes_others = container.attrs.ignore_case.is_some()
        || variants.iter().any(|variant| variant.attrs.other.is_some());
    if !is_keyword(container) || takes_others {
        return constants;
    }
    let names = decoded(variants).flat_map(|variant| {
        let others = variant.attrs.other_names().map(syn::LitStr::value);
        std::iter::once(variant.name.clone()).chain(others)
    });
    quote! {
        #constants
        const KEYWORDS: &'static [&'static ::core::primitive::str] = &[#(#names),*];
    }
}

/// Returns `true` if the variants are selected by keywords.
pub(super) fn is_keyword(container: &Container<'_>) -> bool {
    container.attrs.tag.is_none() && container.attrs.untagged.is_none()
}

fn selector(paths: &Paths, container: &Container<'_>) -> TokenStream {
    let private = &paths.private;
    let selector = quote! { #private::VariantSelector };
    match (&container.attrs.tag, &container.attrs.untagged) {
        (Some((_, VariantTag::Attribute(name))), _) => {
            quote! { #selector::Attribute(<#private::Str as ::core::convert::From<_>>::from(#name)) }
        }
        (_, Some(_)) => quote! { #selector::Form },
        _ => {
            let ignore_case = container.attrs.ignore_case.is_some();
            quote! { #selector::Keyword { ignore_case: #ignore_case } }
        }
    }
}

fn variant_spec(paths: &Paths, container: &Container<'_>, variant: &Variant<'_>) -> TokenStream {
    let private = &paths.private;
    let (name, attrs) = (&variant.name, &variant.attrs);
    let (text, aliases, former) = (&attrs.docs, &attrs.aliases, &attrs.former_names);
    let deprecated = match &attrs.deprecated {
        Some((_, advice)) => quote! { ::core::option::Option::Some(#advice) },
        None => quote! { ::core::option::Option::None },
    };
    let other = attrs.other.is_some();
    let keyword = matches!(variant.shape, FieldsShape::Unit) && container.attrs.tag.is_none();
    let is_object = container.attrs.tag.is_some();
    let spec = match &variant.shape {
        FieldsShape::Newtype(field) => {
            let ty = field.ty;
            quote_spanned! { ty.span() => <#ty as #private::ValueField>::value_spec().0 }
        }
        FieldsShape::Named(fields) => object::spec(paths, container, fields, text),
        FieldsShape::Unit | FieldsShape::Tuple if is_object => {
            object::spec(paths, container, &[], text)
        }
        FieldsShape::Unit | FieldsShape::Tuple => quote! { #private::keyword() },
    };
    let docs = docs::docs(paths, text);
    quote! {
        #private::value_variant(&#private::VariantOptions {
            name: #name,
            aliases: &[#(#aliases),*],
            former_names: &[#(#former),*],
            deprecated: #deprecated,
            docs: #docs,
            other: #other,
            keyword: #keyword,
        }, #spec)
    }
}

/// Returns a `Result` with the variant made from its content in `__hcldyn_value`.
fn make_variant(paths: &Paths, variant: &Variant<'_>) -> TokenStream {
    let (private, ident) = (&paths.private, variant.ident);
    match &variant.shape {
        FieldsShape::Newtype(field) => {
            let (ty, value, origin) = (field.ty, local("value"), local("origin"));
            let convert = quote_spanned! { ty.span() =>
                <#ty as #private::ValueField>::convert(#value, #origin)
            };
            quote! { ::core::result::Result::map(#convert, Self::#ident) }
        }
        FieldsShape::Named(fields) => object::make(paths, fields, &quote! { Self::#ident }),
        FieldsShape::Unit | FieldsShape::Tuple => {
            quote! { ::core::result::Result::Ok(Self::#ident) }
        }
    }
}

/// Returns the variants that values can select.
fn decoded<'v, 'a>(variants: &'v [Variant<'a>]) -> impl Iterator<Item = &'v Variant<'a>> {
    variants.iter().filter(|variant| variant.attrs.skip.is_none())
}
