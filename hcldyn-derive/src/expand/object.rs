//! Code for objects: the attributes of a struct or a variant with named fields.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::default::{check_keyword, default_value, struct_default};
use super::field::{options, span};
use super::{Paths, assertions, docs, local};
use crate::ast::{Container, Field};
use crate::attr::{Conversion, Default, Docs, FieldKind};
use crate::check::is_own_type;

/// Returns the spec of an object.
pub(super) fn spec(
    paths: &Paths,
    container: &Container<'_>,
    fields: &[Field<'_>],
    text: &Docs,
) -> TokenStream {
    let private = &paths.private;
    let docs = docs::docs(paths, text);
    let attributes = taken(fields).map(|field| attribute(paths, container, field));
    let unknown = match &container.attrs.unknown {
        Some((_, variant)) if variant == "Warn" => quote! { Warn },
        Some((_, variant)) if variant == "Ignore" => quote! { Ignore },
        _ => quote! { Deny },
    };
    let checks = assertions::of_object(paths, container, fields);
    quote! { {
        #checks
        #private::object_value(
            #private::Box::new([#(#attributes),*]),
            #private::Unexpected::#unknown,
            #docs,
        )
    } }
}

/// Returns the spec of an attribute.
fn attribute(paths: &Paths, container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let (private, span) = (&paths.private, span(field));
    let name = flattened_name(field);
    if is_several(field) {
        let implementation = implementation(paths, field);
        let attribute = quote_spanned! { span => #implementation::attribute(#name) };
        return match &field.attrs.prefix {
            Some((_, prefix)) => quote! { #private::prefixed(#prefix, #attribute) },
            None => attribute,
        };
    }
    let options = options(paths, container, field);
    let spec = value_spec(paths, field);
    let attribute = quote! { #private::attribute(&#options, #spec) };
    if let Some(text) = converted_text(field) {
        let convert = convert(paths, field);
        let check = check_keyword(paths, container, field, &implementation(paths, field));
        let attribute = quote! {
            #private::attribute_or_text(&#options, #spec, #text, |__hcldyn_value: &#private::Value| {
                #private::check_default(__hcldyn_value, #convert)
            })
        };
        match check {
            Some(check) => quote! { { #check #attribute } },
            None => attribute,
        }
    } else if field.takes_default()
        || field.attrs.default.is_some()
        || field.attrs.optional.is_some()
    {
        match docs::computed_default(paths, field) {
            Some(default) => quote! { #private::computed(#attribute.optional(), #default) },
            None => quote! { #attribute.optional() },
        }
    } else {
        attribute
    }
}

/// Returns a `Result` with the object made from `__hcldyn_value`. All attributes are taken before it fails, so that
/// all errors are reported.
pub(super) fn make(paths: &Paths, fields: &[Field<'_>], constructor: &TokenStream) -> TokenStream {
    let private = &paths.private;
    let names: Vec<_> = (0..fields.len()).map(|i| format_ident!("__hcldyn_{i}")).collect();
    let takes =
        names.iter().zip(fields).filter(|(_, field)| is_taken(field)).map(|(name, field)| {
            let take = take(paths, field);
            quote! { let #name = #take; }
        });
    let inits = names.iter().zip(fields).map(|(name, field)| {
        let ident = field.ident;
        if field.is_broken.get() {
            quote! { #ident: ::core::option::Option::None? }
        } else if is_taken(field) {
            quote! { #ident: #name? }
        } else {
            quote! { #ident: ::core::default::Default::default() }
        }
    });
    let fields_name = if fields.iter().any(is_taken) {
        quote! { __hcldyn_fields }
    } else {
        quote! { _ }
    };
    quote! {
        #private::from_object(__hcldyn_value, __hcldyn_origin, |#fields_name| {
            #(#takes)*
            ::core::option::Option::Some(#constructor { #(#inits),* })
        })
    }
}

fn take(paths: &Paths, field: &Field<'_>) -> TokenStream {
    let (span, fields) = (span(field), local("fields"));
    let (name, convert) = (flattened_name(field), convert(paths, field));
    if is_several(field) {
        return match &field.attrs.prefix {
            Some((_, prefix)) => {
                quote_spanned! { span => #fields.take_prefixed(#prefix, #name, #convert) }
            }
            None => quote_spanned! { span => #fields.take_flattened(#name, #convert) },
        };
    }
    if let Some(text) = converted_text(field) {
        let spec = value_spec(paths, field);
        return quote_spanned! { span => #fields.take_or_text(#name, #convert, &#spec.0, #text) };
    }
    match (&field.attrs.default, &field.attrs.optional) {
        (Some((_, default)), _) => {
            let default = make_default(field, default);
            quote_spanned! { span => #fields.take_or(#name, #convert, #default) }
        }
        (None, Some(_)) => {
            let default = make_default(field, &Default::Trait);
            quote_spanned! { span => #fields.take_or(#name, #convert, #default) }
        }
        (None, None) => match struct_default(field) {
            Some(default) => {
                quote_spanned! { span => #fields.take_or(#name, #convert, || #default) }
            }
            None => quote_spanned! { span => #fields.take(#name, #convert) },
        },
    }
}

/// Returns the closure that creates a default. It has the span of the macro, so that it is not reported as redundant.
fn make_default(field: &Field<'_>, default: &Default) -> TokenStream {
    let default = default_value(field, default);
    quote! { || #default }
}

/// Returns the default of a field if it is a string that is converted as a value of the configuration.
fn converted_text<'f>(field: &'f Field<'_>) -> Option<&'f syn::LitStr> {
    match (&field.attrs.default, &field.attrs.source) {
        (_, Some((_, Conversion::Serde))) => None,
        (Some((_, Default::Text(text))), _) => Some(text),
        _ => None,
    }
}

/// Returns the spec of the value of a field, with `true` if it may be omitted.
fn value_spec(paths: &Paths, field: &Field<'_>) -> TokenStream {
    let (span, implementation) = (span(field), implementation(paths, field));
    match &field.attrs.source {
        Some((_, Conversion::With(path))) => {
            quote_spanned! { span => #implementation::value_spec(#path) }
        }
        _ => quote_spanned! { span => #implementation::value_spec() },
    }
}

/// Returns the closure that converts the value of an attribute. Without the closure, a type without the trait would be
/// two errors.
fn convert(paths: &Paths, field: &Field<'_>) -> TokenStream {
    let (private, span) = (&paths.private, span(field));
    let implementation = implementation(paths, field);
    let (value, origin) = (local("value"), local("origin"));
    let call = match &field.attrs.source {
        Some((_, Conversion::With(path))) => {
            quote_spanned! { span => #implementation::convert(#path, #value, #origin) }
        }
        _ => quote_spanned! { span => #implementation::convert(#value, #origin) },
    };
    let call = match &field.attrs.validate {
        None => call,
        Some((_, path)) => quote_spanned! { path.span() => #private::checked(#call, #path) },
    };
    quote! {
        |__hcldyn_value: &#private::Value, __hcldyn_origin: &dyn #private::ValueOrigin| #call
    }
}

/// Returns the trait implementation that converts an attribute. Its spec and its value use the same path, so that
/// the compiler reports an error in it once.
pub(super) fn implementation(paths: &Paths, field: &Field<'_>) -> TokenStream {
    let (private, ty, span) = (&paths.private, field.ty, span(field));
    match &field.attrs.source {
        Some((_, Conversion::With(_))) => quote_spanned! { span => #private::With::<#ty, _> },
        Some((_, Conversion::FromStr)) => {
            quote_spanned! { span => <#ty as #private::ParsedField<_>> }
        }
        Some((_, Conversion::Serde)) => quote_spanned! { span => <#ty as #private::SerdeField> },
        None => {
            let name = match field.attrs.kind() {
                FieldKind::Flatten => quote! { FlattenedField },
                FieldKind::Remain => quote! { RemainingField },
                _ => quote! { ValueField },
            };
            quote_spanned! { span => <#ty as #private::#name> }
        }
    }
}

/// Returns the constants of the type. A field that contains the type itself adds nothing to them.
pub(super) fn constants(paths: &Paths, container: &Container<'_>) -> TokenStream {
    let taken = || container.fields().filter(|it| is_taken(it) && !is_own_type(container, it));
    let plain = || {
        let is_plain = |field: &&Field<'_>| {
            matches!(field.attrs.source, None | Some((_, Conversion::FromStr)))
        };
        taken().filter(is_plain).map(|field| implementation(paths, field))
    };
    let spanned = plain().map(|inner| quote! { #inner::SPANNED });
    let secret = plain().map(|inner| quote! { #inner::SENSITIVE });
    let is_secret = container.fields().any(|field| field.attrs.sensitive.is_some());
    // A constant cannot name the type that a function takes, so it may be one that keeps its location.
    let has_function =
        taken().any(|field| matches!(field.attrs.source, Some((_, Conversion::With(_)))));
    quote! {
        const SPANNED: ::core::primitive::bool = #has_function #(|| #spanned)*;
        const SENSITIVE: ::core::primitive::bool = #is_secret #(|| #secret)*;
    }
}

/// Returns the name of a field in the converted object. A field of several attributes has a name that no attribute can
/// have.
fn flattened_name(field: &Field<'_>) -> String {
    if is_several(field) { format!("({})", field.name) } else { field.name.clone() }
}

/// Returns `true` for a field that takes several attributes of the object.
fn is_several(field: &Field<'_>) -> bool {
    matches!(field.attrs.kind(), FieldKind::Flatten | FieldKind::Remain)
}

fn taken<'f, 'a>(fields: &'f [Field<'a>]) -> impl Iterator<Item = &'f Field<'a>> {
    fields.iter().filter(|field| is_taken(field))
}

pub(super) fn is_taken(field: &Field<'_>) -> bool {
    field.attrs.kind() != FieldKind::Skip && !field.is_broken.get()
}
