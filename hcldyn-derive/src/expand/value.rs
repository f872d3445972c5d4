//! `FromValue`, for `#[derive(HclValue)]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Paths, bounds, impl_trait, into_value, local, object, variants};
use crate::ast::{Container, Data, Field, FieldsShape};
use crate::attr::TypeSource;

/// Returns the implementation of `FromValue`; for an enum, also the conversion back into a value.
pub(crate) fn impl_value(container: &Container<'_>) -> TokenStream {
    let paths = Paths::new(container);
    let private = &paths.private;
    let Parts { spec, make, constants } = parts(&paths, container);
    let spec = cached(&paths, container, &spec);
    let make = match &container.attrs.validate {
        None => make,
        Some((_, path)) => {
            let made = local("made");
            quote_spanned! { path.span() => {
                let #made: Self = #make?;
                ::core::result::Result::map_err(#path(&#made), #private::reject)?;
                ::core::result::Result::Ok(#made)
            } }
        }
    };
    let methods = quote! {
        #constants

        fn ty() -> #private::Type {
            <Self as #private::FromValue>::value_spec().ty()
        }

        fn value_spec() -> #private::ValueSpec {
            #spec
        }

        fn from_value(
            __hcldyn_value: &#private::Value,
        ) -> ::core::result::Result<Self, #private::FromValueError> {
            <Self as #private::FromValue>::from_value_at(__hcldyn_value, #private::nowhere())
        }

        fn from_value_at(
            __hcldyn_value: &#private::Value,
            __hcldyn_origin: &dyn #private::ValueOrigin,
        ) -> ::core::result::Result<Self, #private::FromValueError> {
            #make
        }
    };
    let bounds = bounds::of_value(&paths, container);
    let mut items = impl_trait(container.input, &quote! { #private::FromValue }, &bounds, &methods);
    if is_object(container) {
        let path = quote! { #private::FlattenedField };
        items.extend(impl_trait(container.input, &path, &bounds, &TokenStream::new()));
    }
    items.extend(into_value::impl_into_value(&paths, container));
    paths.hidden(&items)
}

/// The parts of the implementation.
pub(super) struct Parts {
    /// The spec of the value.
    pub(super) spec: TokenStream,
    /// A `Result` with the conversion of `__hcldyn_value`.
    pub(super) make: TokenStream,
    /// The constants for types that may be omitted, keep their source location or are sensitive.
    pub(super) constants: TokenStream,
}

fn parts(paths: &Paths, container: &Container<'_>) -> Parts {
    let private = &paths.private;
    if let Some((_, source)) = &container.attrs.source {
        let (value, origin) = (local("value"), local("origin"));
        let (TypeSource::From(from) | TypeSource::TryFrom(from)) = source;
        let span = from.span();
        let inner = quote_spanned! { span => <#from as #private::FromValue> };
        let make = match source {
            TypeSource::From(_) => quote_spanned! { span =>
                ::core::result::Result::map(
                    #inner::from_value_at(#value, #origin),
                    <Self as ::core::convert::From<#from>>::from,
                )
            },
            TypeSource::TryFrom(_) => {
                // At the location of the type, where the compiler then reports errors.
                let private = Ident::new("__hcldyn", span.resolved_at(Span::call_site()));
                quote_spanned! { span => #private::try_from::<#from, Self>(#value, #origin) }
            }
        };
        return Parts {
            spec: quote_spanned! { span => #inner::value_spec() },
            make,
            constants: quote_spanned! { span =>
                const SPANNED: ::core::primitive::bool = #inner::SPANNED;
                const SENSITIVE: ::core::primitive::bool = #inner::SENSITIVE;
                const KEYWORDS: &'static [&'static ::core::primitive::str] = #inner::KEYWORDS;
            },
        };
    }
    match &container.data {
        Data::Enum(all) => variants::parts(paths, container, all),
        Data::Struct(FieldsShape::Newtype(field)) => newtype(paths, field),
        Data::Struct(shape) => {
            let fields = shape.fields();
            Parts {
                spec: object::spec(paths, container, fields, &container.attrs.docs),
                make: object::make(paths, fields, &quote! { Self }),
                constants: object::constants(paths, container),
            }
        }
    }
}

/// Returns code that builds the spec once. A generic type builds its spec each time, because all instances of a
/// generic function share a `static`.
fn cached(paths: &Paths, container: &Container<'_>, spec: &TokenStream) -> TokenStream {
    let private = &paths.private;
    let own = quote! { <Self as #private::FromValue>::value_spec };
    if !container.input.generics.params.is_empty() {
        return quote! { #private::recursive_spec(#own, || #spec) };
    }
    quote! {
        static __HCLDYN_SPEC: #private::OnceLock<#private::ValueSpec> = #private::OnceLock::new();
        #private::cached_spec(&__HCLDYN_SPEC, #own, || #spec)
    }
}

/// Returns `true` if the type is an object, which can be part of another one.
fn is_object(container: &Container<'_>) -> bool {
    container.attrs.source.is_none()
        && matches!(container.data, Data::Struct(FieldsShape::Named(_) | FieldsShape::Unit))
}

fn newtype(paths: &Paths, field: &Field<'_>) -> Parts {
    let (private, ty) = (&paths.private, field.ty);
    let inner = quote_spanned! { ty.span() => <#ty as #private::FromValue> };
    let (value, origin) = (local("value"), local("origin"));
    Parts {
        spec: quote_spanned! { ty.span() => #inner::value_spec() },
        make: quote_spanned! { ty.span() =>
            ::core::result::Result::map(
                #inner::from_value_at(#value, #origin),
                Self,
            )
        },
        constants: quote_spanned! { ty.span() =>
            const OPTIONAL: ::core::primitive::bool = #inner::OPTIONAL;
            const SPANNED: ::core::primitive::bool = #inner::SPANNED;
            const SENSITIVE: ::core::primitive::bool = #inner::SENSITIVE;
            const KEYWORDS: &'static [&'static ::core::primitive::str] = #inner::KEYWORDS;
        },
    }
}
