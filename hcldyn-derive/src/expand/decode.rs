//! `HclDecode`, and `HclBlocks` for enums selected by block types.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use syn::spanned::Spanned;

use super::{Paths, body, bounds, docs, impl_trait, local};
use crate::ast::{Container, Data, Field, FieldsShape, Variant};
use crate::attr::VariantTag;

/// Returns the implementation of `HclDecode`; for an enum selected by block types, also of `HclBlocks`.
pub(crate) fn impl_decode(container: &Container<'_>) -> TokenStream {
    let paths = Paths::new(container);
    let private = &paths.private;
    let spec = spec(&paths, container);
    let from_decoded = from_decoded(&paths, container);
    let methods = quote! {
        fn spec() -> #private::Spec {
            #spec
        }

        #from_decoded
    };
    let bounds = bounds::of_decode(&paths, container);
    let mut items = impl_trait(container.input, &quote! { #private::HclDecode }, &bounds, &methods);
    if let (Data::Enum(variants), None) = (&container.data, &container.attrs.tag) {
        let count = variants.len();
        let variants = variants.iter().enumerate().map(|(index, variant)| {
            let (name, spec) = (&variant.name, variant_spec(&paths, container, variant));
            quote! { (#name, || #private::numbered(#index, #spec)) }
        });
        let methods = quote! {
            fn block_types() -> ::std::vec::Vec<#private::BlockVariant> {
                let types: [#private::BlockVariant; #count] = [#(#variants),*];
                <::std::vec::Vec<_> as ::core::convert::From<_>>::from(types)
            }
        };
        items.extend(impl_trait(
            container.input,
            &quote! { #private::HclBlocks },
            &bounds,
            &methods,
        ));
    }
    if container.attrs.derive_default.is_some() {
        let methods = quote! {
            fn default() -> Self {
                #private::of_empty_body()
            }
        };
        let path = quote! { ::core::default::Default };
        items.extend(impl_trait(container.input, &path, &bounds, &methods));
    }
    paths.hidden(&items)
}

/// Returns code that builds the spec once. A generic type builds its spec each time, because all instances of a
/// generic function share a `static`.
fn spec(paths: &Paths, container: &Container<'_>) -> TokenStream {
    let private = &paths.private;
    let build = uncached_spec(paths, container);
    if !container.input.generics.params.is_empty() {
        return build;
    }
    quote! {
        static __HCLDYN_SPEC: #private::OnceLock<#private::Spec> = #private::OnceLock::new();
        #private::cached(&__HCLDYN_SPEC, || #build)
    }
}

fn uncached_spec(paths: &Paths, container: &Container<'_>) -> TokenStream {
    let private = &paths.private;
    let text = &container.attrs.docs;
    let variants = match &container.data {
        Data::Struct(shape) => return body::spec(paths, container, shape.fields(), text),
        Data::Enum(variants) => variants,
    };
    let docs = docs::docs(paths, text);
    match &container.attrs.tag {
        None => quote! { #private::by_block_type::<Self>(#docs) },
        Some((_, VariantTag::Label)) => {
            let variants = variant_specs(paths, container, variants);
            quote! { #private::by_label("type", #docs, #variants) }
        }
        Some((_, VariantTag::Attribute(name))) => {
            let variants = variant_specs(paths, container, variants);
            quote! { #private::by_attribute(#name, #docs, #variants) }
        }
    }
}

fn variant_specs(
    paths: &Paths,
    container: &Container<'_>,
    variants: &[Variant<'_>],
) -> TokenStream {
    let private = &paths.private;
    let entries = variants.iter().map(|variant| {
        let (name, spec) = (&variant.name, variant_spec(paths, container, variant));
        quote! { (#name, #spec) }
    });
    quote! { #private::Box::new([#(#entries),*]) }
}

fn variant_spec(paths: &Paths, container: &Container<'_>, variant: &Variant<'_>) -> TokenStream {
    match &variant.shape {
        FieldsShape::Newtype(field) => {
            let inner = inner(paths, field);
            quote_spanned! { field.ty.span() => #inner::spec() }
        }
        shape => body::spec(paths, container, shape.fields(), &variant.attrs.docs),
    }
}

/// Returns the functions that create the type from a decoded value and, unless its validation needs all of the value, from
/// fields.
fn from_decoded(paths: &Paths, container: &Container<'_>) -> TokenStream {
    let private = &paths.private;
    let (decoded, diags) = (local("decoded"), local("diags"));
    let fields = quote! { #private::Fields::new(#decoded, #diags)? };
    let take = match (&container.data, &container.attrs.validate) {
        (Data::Struct(shape), None) => {
            let take = body::take(paths, shape.fields(), &quote! { Self });
            return quote! {
                fn from_decoded(
                    #decoded: #private::Decoded,
                    #diags: &mut #private::Diagnostics,
                ) -> ::core::option::Option<Self> {
                    Self::from_fields(#fields, #diags)
                }

                fn from_fields(
                    mut __hcldyn_fields: #private::Fields<'_>,
                    #diags: &mut #private::Diagnostics,
                ) -> ::core::option::Option<Self> {
                    let __hcldyn_fields = &mut __hcldyn_fields;
                    #take
                }
            };
        }
        (Data::Struct(shape), Some(_)) => {
            let take = body::take(paths, shape.fields(), &quote! { Self });
            quote! { let __hcldyn_fields = &mut #fields; #take }
        }
        (Data::Enum(variants), _) => take_variant(paths, variants),
    };
    let take = match &container.attrs.validate {
        None => take,
        Some((_, path)) => quote_spanned! { path.span() =>
            #private::validate(
                #decoded,
                #diags,
                |#decoded: #private::Decoded, #diags: &mut #private::Diagnostics| {
                    #take
                },
                #path,
            )
        },
    };
    quote! {
        fn from_decoded(
            #decoded: #private::Decoded,
            #diags: &mut #private::Diagnostics,
        ) -> ::core::option::Option<Self> {
            #take
        }
    }
}

fn take_variant(paths: &Paths, variants: &[Variant<'_>]) -> TokenStream {
    let private = &paths.private;
    let arms = variants.iter().enumerate().map(|(index, variant)| {
        let ident = variant.ident;
        let take = match &variant.shape {
            FieldsShape::Newtype(field) => {
                let inner = inner(paths, field);
                let (decoded, diags) = (local("decoded"), local("diags"));
                let decoded = quote_spanned! { field.ty.span() =>
                    #inner::from_decoded(#decoded, #diags)
                };
                quote! { ::core::option::Option::map(#decoded, Self::#ident) }
            }
            shape => {
                let take = body::take(paths, shape.fields(), &quote! { Self::#ident });
                quote! {
                    let __hcldyn_fields =
                        &mut #private::Fields::new(__hcldyn_decoded, __hcldyn_diags)?;
                    #take
                }
            }
        };
        quote! { #index => { #take } }
    });
    quote! {
        let (__hcldyn_variant, __hcldyn_decoded) =
            #private::variant(__hcldyn_decoded, __hcldyn_diags)?;
        match __hcldyn_variant {
            #(#arms)*
            _ => ::core::option::Option::None,
        }
    }
}

/// Returns the path to the `HclDecode` implementation of a variant's content.
fn inner(paths: &Paths, field: &Field<'_>) -> TokenStream {
    let (private, ty) = (&paths.private, field.ty);
    quote_spanned! { ty.span() => <#ty as #private::HclDecode> }
}

#[cfg(test)]
mod tests {
    /// All instances of a generic function share a `static`, but each type has its own spec.
    #[test]
    fn specs_of_generic_types_are_not_cached() {
        let is_cached = |program: &str| {
            let (_, code) = crate::decode(&syn::parse_str(program).unwrap());
            code.to_string().contains("static __HCLDYN_SPEC")
        };
        assert!(is_cached("struct Item { a: u8 }"));
        assert!(!is_cached("struct Item<T> { a: T }"));
        assert!(!is_cached("struct Item<const N: usize> { a: [u8; N] }"));
    }
}
