//! `FromValue`, for `#[derive(HclValue)]`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use syn::spanned::Spanned;

use super::field::default_value;
use super::{Paths, bounds, hidden, impl_trait, local};
use crate::ast::{Container, Data, Field, FieldsShape, Variant};
use crate::attr::{Default, FieldKind};

/// Returns the implementation of `FromValue`; for an enum, also the conversion back into a value.
pub(crate) fn impl_value(container: &Container<'_>) -> TokenStream {
    let paths = Paths::new(&container.attrs.krate);
    let (krate, private) = (paths.krate, &paths.private);
    let Parts { ty, make, constants } = parts(&paths, container);
    let make = match &container.attrs.validate {
        None => make,
        Some((_, path)) => quote_spanned! { path.span() => {
            let __hcldyn_made: Self = #make?;
            ::core::result::Result::map_err(#path(&__hcldyn_made), #private::refuse)?;
            ::core::result::Result::Ok(__hcldyn_made)
        } },
    };
    let methods = quote! {
        #constants

        fn ty() -> #private::Type {
            #ty
        }

        fn from_value(
            __hcldyn_value: #private::Value,
        ) -> ::core::result::Result<Self, #private::FromValueError> {
            <Self as #private::FromValue>::from_value_at(__hcldyn_value, #private::nowhere())
        }

        fn from_value_at(
            __hcldyn_value: #private::Value,
            __hcldyn_origin: &dyn #private::ValueOrigin,
        ) -> ::core::result::Result<Self, #private::FromValueError> {
            #make
        }
    };
    let bounds = bounds::of_value(&paths, container);
    let mut items = impl_trait(container.input, &quote! { #krate::FromValue }, &bounds, &methods);
    if let (Data::Enum(variants), None) = (&container.data, &container.attrs.try_from) {
        items.extend(impl_into_value(&paths, container, variants));
    }
    hidden(&items)
}

/// The parts of the implementation.
struct Parts {
    /// The type of the value.
    ty: TokenStream,
    /// A `Result` with the conversion of `__hcldyn_value`.
    make: TokenStream,
    /// The constants for types that may be omitted or keep their source location.
    constants: TokenStream,
}

fn parts(paths: &Paths<'_>, container: &Container<'_>) -> Parts {
    let private = &paths.private;
    if let Some((_, from)) = &container.attrs.try_from {
        let (span, value, origin) = (from.span(), local("value"), local("origin"));
        return Parts {
            ty: quote_spanned! { span => <#from as #private::FromValue>::ty() },
            make: quote_spanned! { span => #private::try_from::<#from, Self>(#value, #origin) },
            constants: quote_spanned! { span =>
                const SPANNED: bool = <#from as #private::FromValue>::SPANNED;
            },
        };
    }
    match &container.data {
        Data::Enum(variants) => keyword(paths, variants),
        Data::Struct(FieldsShape::Newtype(field)) => newtype(paths, field),
        Data::Struct(shape) => object(paths, shape.fields()),
    }
}

fn keyword(paths: &Paths<'_>, variants: &[Variant<'_>]) -> Parts {
    let private = &paths.private;
    let names = variants.iter().map(|variant| &variant.name);
    let arms = variants.iter().enumerate().map(|(index, variant)| {
        let ident = variant.ident;
        quote! { #index => ::core::result::Result::Ok(Self::#ident), }
    });
    Parts {
        ty: quote! { #private::Type::String },
        make: quote! {
            match #private::keyword(&__hcldyn_value, &[#(#names),*])? {
                #(#arms)*
                _ => ::core::unreachable!(),
            }
        },
        constants: TokenStream::new(),
    }
}

fn newtype(paths: &Paths<'_>, field: &Field<'_>) -> Parts {
    let (private, ty) = (&paths.private, field.ty);
    let inner = quote_spanned! { ty.span() => <#ty as #private::FromValue> };
    let (value, origin) = (local("value"), local("origin"));
    Parts {
        ty: quote_spanned! { ty.span() => #inner::ty() },
        make: quote_spanned! { ty.span() =>
            ::core::result::Result::map(
                #inner::from_value_at(#value, #origin),
                Self,
            )
        },
        constants: quote_spanned! { ty.span() =>
            const OPTIONAL: bool = #inner::OPTIONAL;
            const SPANNED: bool = #inner::SPANNED;
        },
    }
}

fn object(paths: &Paths<'_>, fields: &[Field<'_>]) -> Parts {
    let private = &paths.private;
    let is_taken = |field: &&Field<'_>| field.attrs.kind() != FieldKind::Skip;
    let attributes = fields.iter().filter(is_taken).map(|field| {
        let (name, ty) = (&field.name, field.ty);
        let inner = quote_spanned! { ty.span() => <#ty as #private::ValueField> };
        let optional = match take_or_default(field) {
            Some(_) => quote! { true },
            None => quote_spanned! { ty.span() => #inner::OPTIONAL },
        };
        quote_spanned! { ty.span() => (#name, #inner::ty(), #optional) }
    });
    let spanned = fields.iter().filter(is_taken).map(|Field { ty, .. }| {
        quote_spanned! { ty.span() => <#ty as #private::ValueField>::SPANNED }
    });
    let taken = local("fields");
    let inits = fields.iter().map(|field| {
        let (ident, name, ty) = (field.ident, &field.name, field.ty);
        let make = match (take_or_default(field), field.attrs.kind()) {
            (_, FieldKind::Skip) => quote! { ::core::default::Default::default() },
            (Some(take_or), _) => {
                quote_spanned! { ty.span() => <#ty as #private::ValueField>::#take_or? }
            }
            (None, _) => quote_spanned! { ty.span() =>
                <#ty as #private::ValueField>::take(&mut #taken, #name)?
            },
        };
        quote! { #ident: #make }
    });
    Parts {
        ty: quote! { #private::object_type(#private::Box::new([#(#attributes),*])) },
        make: quote! { {
            #[allow(unused_mut, unused_variables)]
            let mut __hcldyn_fields = #private::ObjectFields::new(__hcldyn_value, __hcldyn_origin)?;
            ::core::result::Result::<Self, #private::FromValueError>::Ok(Self { #(#inits),* })
        } },
        constants: quote! { const SPANNED: bool = false #(|| #spanned)*; },
    }
}

/// Returns the call that takes a field with a default.
fn take_or_default(field: &Field<'_>) -> Option<TokenStream> {
    let name = &field.name;
    let default = match (&field.attrs.default, &field.attrs.optional) {
        (Some((_, Default::Text(text))), _) => {
            return Some(quote! { take_or_text(&mut __hcldyn_fields, #name, #text) });
        }
        (Some((_, default)), _) => default_value(field, default),
        (None, Some(_)) => default_value(field, &Default::Trait),
        (None, None) => return None,
    };
    Some(quote! { take_or(&mut __hcldyn_fields, #name, || #default) })
}

/// Returns the conversion into a value, so that a variant can be the default of a field.
fn impl_into_value(
    paths: &Paths<'_>,
    container: &Container<'_>,
    variants: &[Variant<'_>],
) -> TokenStream {
    let private = &paths.private;
    let (ident, generics) = (&container.input.ident, &container.input.generics);
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let arms = variants.iter().map(|variant| {
        let (variant, name) = (variant.ident, &variant.name);
        quote! { #ident::#variant => #name, }
    });
    quote! {
        #[automatically_derived]
        impl #impl_generics ::core::convert::From<#ident #type_generics> for #private::Value
        #where_clause
        {
            fn from(__hcldyn_keyword: #ident #type_generics) -> Self {
                let __hcldyn_name: &str = match __hcldyn_keyword { #(#arms)* };
                <Self as ::core::convert::From<&str>>::from(__hcldyn_name)
            }
        }
    }
}
