//! Code for one field: its spec, and taking its value.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use syn::spanned::Spanned;

use super::{Paths, local};
use crate::ast::{Container, Field};
use crate::attr::{Conversion, Default, FieldAttrs, FieldKind};

/// Returns the name of the trait that defines the types of a kind of field.
pub(super) fn trait_of(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Attr | FieldKind::Skip => "AttrField",
        FieldKind::Label => "LabelField",
        FieldKind::Block => "BlockField",
        FieldKind::Blocks => "BlocksField",
        FieldKind::Attrs => "AttrsField",
        FieldKind::Expr => "ExprField",
        FieldKind::ExprClosure => "ClosureField",
        FieldKind::Flatten => "FlattenField",
        FieldKind::Remain => "RemainField",
    }
}

/// Returns the spec of a field.
pub(super) fn spec(paths: &Paths<'_>, container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let options = options(paths, container, field);
    let span = span(field);
    let implementation = implementation(paths, field);
    match (&field.attrs.source, &field.attrs.default) {
        (Some((_, Conversion::With(path))), _) => {
            quote_spanned! { span => #implementation::spec(#path, &#options) }
        }
        (None | Some((_, Conversion::FromStr)), Some((_, Default::Text(text)))) => {
            quote_spanned! { span => #implementation::spec_or_text(&#options, #text) }
        }
        (None, Some((_, default))) => {
            let default = default_value(field, default);
            quote_spanned! { span => #implementation::spec_or(&#options, #default) }
        }
        _ => quote_spanned! { span => #implementation::spec(&#options) },
    }
}

/// Takes a field from `__hcldyn_fields`.
pub(super) fn take(paths: &Paths<'_>, field: &Field<'_>) -> TokenStream {
    let private = &paths.private;
    let span = span(field);
    let implementation = implementation(paths, field);
    let (fields, diags) = (local("fields"), local("diags"));
    let mut call = match &field.attrs.source {
        Some((_, Conversion::With(path))) => {
            Call::Written(quote_spanned! { span => #implementation::take(#path, #fields, #diags) })
        }
        _ => Call::Function(quote_spanned! { span => #implementation::take }),
    };
    if let Some((_, path)) = &field.attrs.validate {
        let take = call.function(paths);
        call = Call::Written(quote_spanned! { path.span() =>
            #private::validated(#fields, #diags, #take, #path)
        });
    }
    if let Some(default) = own_default(field) {
        let take = call.function(paths);
        call = Call::Written(quote! {
            #private::or_else(__hcldyn_fields, __hcldyn_diags, #take, || #default)
        });
    }
    if field.attrs.sensitive.is_some() {
        let take = call.function(paths);
        call = Call::Written(quote! {
            #private::sensitive(__hcldyn_fields, __hcldyn_diags, #take)
        });
    }
    match call {
        Call::Function(function) => {
            quote_spanned! { span => #function(#fields, #diags) }
        }
        Call::Written(call) => call,
    }
}

/// Code that takes a field: a function, or a call of one.
enum Call {
    Function(TokenStream),
    Written(TokenStream),
}

impl Call {
    /// Returns a function of the fields and the diagnostics.
    fn function(self, paths: &Paths<'_>) -> TokenStream {
        let private = &paths.private;
        match self {
            Self::Function(function) => function,
            Self::Written(call) => quote! {
                |__hcldyn_fields: &mut #private::Fields,
                 __hcldyn_diags: &mut #private::Diagnostics| #call
            },
        }
    }
}

/// Returns the trait implementation of a field. Its spec and its value use the same path, so that the compiler
/// reports an error in it once.
fn implementation(paths: &Paths<'_>, field: &Field<'_>) -> TokenStream {
    let (private, ty) = (&paths.private, field.ty);
    let span = span(field);
    match &field.attrs.source {
        Some((_, Conversion::With(_))) => quote_spanned! { span => #private::With::<#ty, _> },
        Some((_, Conversion::FromStr)) => {
            quote_spanned! { span => <#ty as #private::ParsedField<_>> }
        }
        Some((_, Conversion::Serde)) => quote_spanned! { span => <#ty as #private::SerdeField> },
        None => {
            let name = format_ident!("{}", trait_of(field.attrs.kind()), span = Span::call_site());
            quote_spanned! { span => <#ty as #private::#name> }
        }
    }
}

/// Returns the options of a field: its name, and options that differ from the defaults.
fn options(paths: &Paths<'_>, container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let private = &paths.private;
    let (name, ty, attrs) = (&field.name, field.ty, &field.attrs);
    let FieldAttrs { docs, aliases, former_names, .. } = attrs;
    let some = |value: &dyn ToTokens| quote! { ::core::option::Option::Some(#value) };
    let deprecated = attrs.deprecated.as_ref().map(|(_, advice)| some(advice));
    let min_items = attrs.min_items.as_ref().map(|(_, count)| some(count));
    let max_items = attrs.max_items.as_ref().map(|(_, count)| some(count));
    let may_be_refused = attrs.validate.is_some()
        || container.attrs.validate.is_some()
        || matches!(attrs.source, Some((_, Conversion::With(_))));
    let is_explained = attrs.kind() == FieldKind::Attr && may_be_refused;
    let may_generate =
        matches!(attrs.kind(), FieldKind::Block | FieldKind::Blocks | FieldKind::Attrs);
    let is_dynamic = attrs.dynamic.is_some() || (container.attrs.dynamic.is_some() && may_generate);
    let options: TokenStream = [
        (!docs.is_empty()).then(|| quote! { docs: #docs, }),
        (!aliases.is_empty()).then(|| quote! { aliases: &[#(#aliases),*], }),
        (!former_names.is_empty()).then(|| quote! { former_names: &[#(#former_names),*], }),
        deprecated.map(|advice| quote! { deprecated: #advice, }),
        min_items.map(|count| quote! { min_items: #count, }),
        max_items.map(|count| quote! { max_items: #count, }),
        attrs.sensitive.is_some().then(|| quote! { sensitive: true, }),
        is_explained.then(|| quote! { explained: true, }),
        own_default(field).is_some().then(|| quote! { optional: true, }),
        is_dynamic.then(|| quote! { dynamic: true, }),
    ]
    .into_iter()
    .flatten()
    .collect();
    let plain = quote! { #private::FieldOptions::new(#name) };
    if options.is_empty() {
        return plain;
    }
    let options = quote! { #private::FieldOptions { #options ..#plain } };
    if attrs.min_items.is_some() || attrs.max_items.is_some() {
        let span = span(field);
        quote_spanned! { span => <#ty as #private::RepeatedField>::counted(#options) }
    } else {
        options
    }
}

/// Returns the default of a field if its spec has none; the code that takes the field then applies it.
fn own_default(field: &Field<'_>) -> Option<TokenStream> {
    if field.attrs.optional.is_some() {
        return Some(default_value(field, &Default::Trait));
    }
    let (_, default) = field.attrs.default.as_ref()?;
    match (&field.attrs.source, default) {
        (None, _) | (Some((_, Conversion::FromStr)), Default::Text(_)) => None,
        (Some(_), default) => Some(default_value(field, default)),
    }
}

/// Returns the default as a value of the field's type.
pub(super) fn default_value(field: &Field<'_>, default: &Default) -> TokenStream {
    let ty = field.ty;
    match default {
        Default::Trait => {
            quote_spanned! { ty.span() => <#ty as ::core::default::Default>::default() }
        }
        Default::Text(text) => {
            quote_spanned! { text.span() => <#ty as ::core::convert::From<&str>>::from(#text) }
        }
        Default::Expr(expr) => match &**expr {
            syn::Expr::Array(array) => from_array(ty, array),
            expr => quote! { #expr },
        },
    }
}

/// Returns an array as the default of a `Vec`, a set or a map, with its literals converted to `String`s if needed.
fn from_array(ty: &syn::Type, array: &syn::ExprArray) -> TokenStream {
    let elements = array.elems.iter().map(|element| match element {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => {
            quote_spanned! { text.span() => ::core::convert::Into::into(#text) }
        }
        element => quote! { #element },
    });
    let array = quote_spanned! { array.span() => [#(#elements),*] };
    match ty {
        syn::Type::Array(_) => array,
        _ => quote_spanned! { array.span() => <#ty as ::core::convert::From<_>>::from(#array) },
    }
}

/// Returns the span for errors: the function if the field has one, otherwise its type.
fn span(field: &Field<'_>) -> Span {
    match &field.attrs.source {
        Some((_, Conversion::With(path))) => path.span(),
        _ => field.ty.span(),
    }
}
