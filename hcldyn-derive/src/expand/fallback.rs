//! Empty implementations. They accompany the errors of a derive, so that code that uses the type has no further
//! errors.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Paths, impl_trait};
use crate::ast::{Container, Data};

/// Returns an implementation of `HclDecode`; for an enum, also of `HclBlocks`.
pub(crate) fn fallback_decode(container: &Container<'_>) -> TokenStream {
    let paths = Paths::new(container);
    let private = &paths.private;
    let decode = quote! {
        fn spec() -> #private::Spec {
            ::core::unreachable!()
        }

        fn from_decoded(
            _: #private::Decoded,
            _: &mut #private::Diagnostics,
        ) -> ::core::option::Option<Self> {
            ::core::option::Option::None
        }
    };
    let mut items = impl_trait(container.input, &quote! { #private::HclDecode }, &[], &decode);
    if matches!(container.data, Data::Enum(_)) {
        let blocks = quote! {
            fn block_types() -> ::std::vec::Vec<#private::BlockVariant> {
                ::core::unreachable!()
            }
        };
        let path = quote! { #private::HclBlocks };
        items.extend(impl_trait(container.input, &path, &[], &blocks));
    }
    // Keywords should derive `HclValue`, and are probably used so.
    if container.attrs.tag.is_none() && container.is_keyword() {
        items.extend(value(&paths, container));
    }
    paths.hidden(&items)
}

/// Returns an implementation of `HclEncode`.
pub(crate) fn fallback_encode(container: &Container<'_>) -> TokenStream {
    let paths = Paths::new(container);
    let private = &paths.private;
    let methods = quote! {
        fn to_encoded(
            &self,
        ) -> ::core::result::Result<#private::Encoded, #private::EncodeError> {
            ::core::unreachable!()
        }
    };
    let path = quote! { #private::HclEncode };
    paths.hidden(&impl_trait(container.input, &path, &[], &methods))
}

/// Returns an implementation of `FromValue`; for an enum, also the conversion into a value.
pub(crate) fn fallback_value(container: &Container<'_>) -> TokenStream {
    let paths = Paths::new(container);
    paths.hidden(&value(&paths, container))
}

fn value(paths: &Paths, container: &Container<'_>) -> TokenStream {
    let private = &paths.private;
    let methods = quote! {
        fn ty() -> #private::Type {
            ::core::unreachable!()
        }

        fn from_value(
            _: &#private::Value,
        ) -> ::core::result::Result<Self, #private::FromValueError> {
            ::core::unreachable!()
        }
    };
    let mut items = impl_trait(container.input, &quote! { #private::FromValue }, &[], &methods);
    if matches!(container.data, Data::Enum(_)) && container.attrs.source.is_none() {
        let (ident, generics) = (&container.input.ident, &container.input.generics);
        let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
        items.extend(quote! {
            #[automatically_derived]
            impl #impl_generics ::core::convert::From<#ident #type_generics> for #private::Value
            #where_clause
            {
                fn from(_: #ident #type_generics) -> Self {
                    ::core::unreachable!()
                }
            }
        });
    }
    items
}
