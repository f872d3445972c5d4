//! `HclEncode`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

use super::body::{is_decoded, is_location};
use super::default::own_default;
use super::field::{serde_form, span};
use super::{Paths, bounds, impl_trait};
use crate::ast::{Container, Data, Field, FieldsShape, Variant};
use crate::attr::{Conversion, FieldKind};

/// Returns the implementation of `HclEncode`. The fields are in the order of the spec.
pub(crate) fn impl_encode(container: &Container<'_>) -> TokenStream {
    let paths = Paths::new(container);
    let private = &paths.private;
    let body = match &container.data {
        Data::Struct(shape) => {
            let (pattern, fields) = fields(&paths, shape.fields());
            quote! {
                let Self { #pattern } = self;
                #fields
            }
        }
        Data::Enum(variants) => {
            let arms = variants.iter().enumerate().map(|(index, it)| arm(&paths, index, it));
            quote! { match self { #(#arms)* } }
        }
    };
    // The keys of a map can be `Spanned`, which is hashed and ordered by its value alone.
    let methods = quote! {
        #[allow(clippy::mutable_key_type)]
        fn to_encoded(
            &self,
        ) -> ::core::result::Result<#private::Encoded, #private::EncodeError> {
            let __hcldyn_level = #private::Level::enter()?;
            #body
        }
    };
    let bounds = bounds::of_encode(&paths, container);
    let path = quote! { #private::HclEncode };
    paths.hidden(&impl_trait(container.input, &path, &bounds, &methods))
}

/// Returns the arm of a variant.
fn arm(paths: &Paths, index: usize, variant: &Variant<'_>) -> TokenStream {
    let (private, ident) = (&paths.private, variant.ident);
    let (pattern, content) = match &variant.shape {
        FieldsShape::Newtype(field) => {
            let ty = field.ty;
            let inner = quote_spanned! { span(field) => <#ty as #private::HclEncode> };
            (quote! { (__hcldyn_0) }, quote! { #inner::to_encoded(__hcldyn_0) })
        }
        shape => {
            let (pattern, fields) = fields(paths, shape.fields());
            (quote! { { #pattern } }, quote! { { #fields } })
        }
    };
    quote! { Self::#ident #pattern => #private::of_variant(#index, #content), }
}

/// Returns the pattern of the fields of a struct or a variant, and the code that encodes them.
fn fields(paths: &Paths, fields: &[Field<'_>]) -> (TokenStream, TokenStream) {
    let private = &paths.private;
    let written: Vec<_> =
        fields.iter().filter(|field| is_decoded(field) && !is_location(field)).collect();
    let locals: Vec<_> = (0..written.len()).map(|i| format_ident!("__hcldyn_{i}")).collect();
    let idents = written.iter().map(|field| field.ident);
    let count = written.len();
    let adds = written.iter().zip(&locals).map(|(field, local)| {
        let (name, value) = (&field.name, encoded(paths, field, local));
        quote! { __hcldyn_fields.add(#name, #value); }
    });
    let pattern = quote! { #(#idents: #locals,)* .. };
    // Without fields, `mut` would be redundant.
    let mutable = (count > 0).then(|| quote! { mut });
    let fields = quote! { let #mutable __hcldyn_fields = #private::EncodedFields::new(#count); };
    let code = quote! {
        #fields
        #(#adds)*
        __hcldyn_fields.finish()
    };
    (pattern, code)
}

/// Returns a `Result` with the value of a field, which is left out if it is the field's default.
fn encoded(paths: &Paths, field: &Field<'_>, local: &proc_macro2::Ident) -> TokenStream {
    let (private, ty) = (&paths.private, field.ty);
    let value = value(paths, field);
    let Some(default) = own_default(field) else {
        return quote! { match #local { __hcldyn_field => #value } };
    };
    quote! { {
        let __hcldyn_encode = |__hcldyn_field: &#ty| #value;
        #private::left_out_by(__hcldyn_encode(#local), || __hcldyn_encode(&#default))
    } }
}

/// Returns a `Result` with the value of `__hcldyn_field`.
fn value(paths: &Paths, field: &Field<'_>) -> TokenStream {
    let (private, ty, span) = (&paths.private, field.ty, span(field));
    let local = super::local("field");
    let kind = field.attrs.kind();
    if let Some((_, path)) = &field.attrs.encode_with {
        let value = quote_spanned! { span =>
            #private::EncodeWith::<#ty, _>::encoded(#path, #local)
        };
        return if kind == FieldKind::Attr {
            quote! { #private::attr_of(#value) }
        } else {
            quote! { #private::key_of(#value) }
        };
    }
    let conversion = field.attrs.source.as_ref().map(|(_, conversion)| conversion);
    match (kind, conversion) {
        (FieldKind::Labels, Some(_)) => {
            quote_spanned! { span => #private::displayed_labels(#local) }
        }
        (FieldKind::Labels, None) => quote_spanned! { span => #private::labels(#local) },
        (FieldKind::Label | FieldKind::Key, Some(_)) => quote_spanned! { span =>
            #private::key_of(<#ty as #private::DisplayedField<#private::One>>::shown(#local))
        },
        (FieldKind::Label | FieldKind::Key, None) => {
            quote_spanned! { span => #private::key::<#ty>(#local) }
        }
        (FieldKind::Block, Some(Conversion::Serde)) => {
            let form = serde_form(paths, ty);
            quote_spanned! { span => <#ty as #private::SerializedBlock<#form>>::blocks(#local) }
        }
        (FieldKind::Block | FieldKind::Blocks, _) => {
            quote_spanned! { span => <#ty as #private::EncodedBlocks>::blocks(#local) }
        }
        (FieldKind::Attrs, _) => {
            quote_spanned! { span => <#ty as #private::EncodedAttrs>::attrs(#local) }
        }
        (FieldKind::Flatten | FieldKind::Remain, _) => {
            quote_spanned! { span => <#ty as #private::EncodedRest>::rest(#local) }
        }
        (_, Some(Conversion::FromStr)) => quote_spanned! { span =>
            #private::attr_of(<#ty as #private::DisplayedField<_>>::shown(#local))
        },
        (_, Some(Conversion::Serde)) => quote_spanned! { span =>
            #private::attr_of(<#ty as #private::SerializedField>::serialized(#local))
        },
        // `check` requires `encode_with` beside `with`.
        (_, Some(Conversion::With(_)) | None) => {
            quote_spanned! { span => #private::attr::<#ty>(#local) }
        }
    }
}
