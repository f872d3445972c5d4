//! Code for one field: its spec, and taking its value.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::default::{check_keyword, default_value, has_value, own_default};
use super::scope::scope;
use super::{Paths, docs, local};
use crate::ast::{Container, Field};
use crate::attr::{
    Constraint, Conversion, Default, FieldAttrs, FieldKind, Function, FunctionScope, RangePart,
    SourceAttrs,
};
use crate::ty::{element, is_called, is_map, is_wrapper};

/// Returns the name of the trait that defines the types of a kind of field.
pub(super) fn trait_of(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Attr | FieldKind::Skip => "AttrField",
        FieldKind::Label | FieldKind::Key => "LabelField",
        FieldKind::Labels => "LabelsField",
        FieldKind::Range => "PlaceField",
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
pub(super) fn spec(paths: &Paths, container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let options = options(paths, container, field);
    let span = span(field);
    let implementation = implementation(paths, field);
    match (&field.attrs.source, &field.attrs.default) {
        (Some((_, Conversion::With(path))), Some((_, Default::Text(text)))) => {
            quote_spanned! { span => #implementation::spec_or_text(#path, &#options, #text) }
        }
        (Some((_, Conversion::With(path))), _) => {
            quote_spanned! { span => #implementation::spec(#path, &#options) }
        }
        (None | Some((_, Conversion::FromStr)), Some((_, Default::Text(text)))) => {
            let spec = quote_spanned! { span => #implementation::spec_or_text(&#options, #text) };
            match check_keyword(paths, container, field, &implementation) {
                Some(check) => quote! { { #check #spec } },
                None => spec,
            }
        }
        (None, Some((_, default))) => {
            let (private, ty) = (&paths.private, field.ty);
            let value = default_value(field, default);
            if has_value(field.ty, default) {
                quote_spanned! { span => #implementation::spec_or(&#options, #value) }
            } else {
                let value = quote! { #private::DefaultOf::<#ty>::new(#value).value() };
                quote_spanned! { span => #implementation::spec_or_value(&#options, #value) }
            }
        }
        _ => quote_spanned! { span => #implementation::spec(&#options) },
    }
}

/// Takes a field from `__hcldyn_fields`.
pub(super) fn take(paths: &Paths, field: &Field<'_>) -> TokenStream {
    let private = &paths.private;
    let span = span(field);
    let implementation = implementation(paths, field);
    let (fields, diags) = (local("fields"), local("diags"));
    if field.attrs.kind() == FieldKind::Range {
        let part = match field.attrs.range {
            RangePart::Header => quote! { header },
            RangePart::Name => quote! { name },
            RangePart::Block => quote! { block },
        };
        return quote_spanned! { span => #implementation::#part(#fields) };
    }
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
    if let Some((_, variables)) = &field.attrs.scope {
        let take = call.function(paths);
        let scope = scope(paths, variables);
        call = Call::Written(quote_spanned! { span =>
            #private::in_scope(#fields, #diags, #take, &#scope)
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
    fn function(self, paths: &Paths) -> TokenStream {
        let private = &paths.private;
        match self {
            Self::Function(function) => function,
            Self::Written(call) => quote! {
                |__hcldyn_fields: &mut #private::Fields<'_>,
                 __hcldyn_diags: &mut #private::Diagnostics| #call
            },
        }
    }
}

/// Returns the trait implementation of a field. Its spec and its value use the same path, so that the compiler
/// reports an error in it once.
pub(super) fn implementation(paths: &Paths, field: &Field<'_>) -> TokenStream {
    let (private, ty) = (&paths.private, field.ty);
    let span = span(field);
    let is_label = matches!(field.attrs.kind(), FieldKind::Label | FieldKind::Key);
    match &field.attrs.source {
        Some((_, Conversion::With(_))) if is_label => {
            quote_spanned! { span => #private::WithLabel::<#ty, _> }
        }
        Some((_, Conversion::FromStr)) if is_label => {
            quote_spanned! { span => <#ty as #private::ParsedLabel> }
        }
        source if field.attrs.kind() == FieldKind::Labels => {
            let conversion = match source {
                Some(_) => quote! { #private::FromText },
                None => quote! { #private::Converted },
            };
            quote_spanned! { span => <#ty as #private::LabelsField<#conversion>> }
        }
        Some((_, Conversion::With(_))) => quote_spanned! { span => #private::With::<#ty, _> },
        Some((_, Conversion::FromStr)) => {
            // The type as it is written selects the implementation, so that errors name the inner type.
            let number = if field.is_generic {
                quote! { _ }
            } else if is_called(ty, "Option") {
                quote! { #private::Maybe<_> }
            } else if is_called(ty, "Vec") {
                quote! { #private::Many<_> }
            } else {
                quote! { _ }
            };
            quote_spanned! { span => <#ty as #private::ParsedField<#number>> }
        }
        Some((_, Conversion::Serde)) => {
            let name = serde_trait(paths, field);
            quote_spanned! { span => <#ty as #name> }
        }
        None => {
            let name = match field.attrs.kind() {
                // Its only implementation for a map, so that errors name the inner type.
                FieldKind::Flatten if !field.is_generic && is_map(ty) => "RemainField",
                kind => trait_of(kind),
            };
            let name = format_ident!("{name}", span = Span::call_site());
            quote_spanned! { span => <#ty as #private::#name> }
        }
    }
}

/// Returns the trait of a deserialized field.
pub(super) fn serde_trait(paths: &Paths, field: &Field<'_>) -> TokenStream {
    let private = &paths.private;
    if field.attrs.kind() == FieldKind::Block {
        let form = serde_form(paths, field.ty);
        quote! { #private::SerdeBlockField<#form> }
    } else {
        quote! { #private::SerdeField }
    }
}

/// Returns the form of a type of deserialized blocks, as it is written.
pub(super) fn serde_form(paths: &Paths, ty: &syn::Type) -> TokenStream {
    let private = &paths.private;
    match element(ty) {
        Some(inner) if is_called(ty, "Option") => {
            let inner = serde_form(paths, inner);
            quote! { #private::Maybe<#inner> }
        }
        Some(inner) if is_map(ty) => {
            let inner = serde_form(paths, inner);
            quote! { #private::ByKey<#inner> }
        }
        Some(_) if is_wrapper(ty) => quote! { #private::Many<#private::One> },
        _ => quote! { #private::One },
    }
}

/// Returns the options of a field: its name, and options that differ from the defaults.
pub(super) fn options(paths: &Paths, container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let private = &paths.private;
    let (name, ty, attrs) = (&field.name, field.ty, &field.attrs);
    let FieldAttrs { aliases, former_names, .. } = attrs;
    let some = |value: &dyn ToTokens| quote! { ::core::option::Option::Some(#value) };
    let deprecated = attrs.deprecated.as_ref().map(|(_, advice)| some(advice));
    let may_be_rejected = attrs.validate.is_some()
        || container.attrs.validate.is_some()
        || matches!(attrs.source, Some((_, Conversion::With(_))));
    let is_explained = attrs.kind() == FieldKind::Attr && may_be_rejected;
    let may_generate =
        matches!(attrs.kind(), FieldKind::Block | FieldKind::Blocks | FieldKind::Attrs);
    let is_dynamic = attrs.dynamic.is_some() || (container.attrs.dynamic.is_some() && may_generate);
    let options: TokenStream = [
        docs::of_field(paths, field).map(|docs| quote! { docs: #docs, }),
        (!aliases.is_empty()).then(|| quote! { aliases: &[#(#aliases),*], }),
        (!former_names.is_empty()).then(|| quote! { former_names: &[#(#former_names),*], }),
        deprecated.map(|advice| quote! { deprecated: #advice, }),
        attrs.sensitive.is_some().then(|| quote! { sensitive: true, }),
        is_explained.then(|| quote! { explained: true, }),
        own_default(field).is_some().then(|| quote! { optional: true, }),
        attrs.prefix.as_ref().map(|(_, prefix)| quote! { prefix: #prefix, }),
        (attrs.kind() == FieldKind::Key).then(|| quote! { is_key: true, }),
        forms(paths, attrs),
        block_options(paths, attrs, is_dynamic),
        effects(paths, field),
        rules(paths, field),
        setting(paths, attrs),
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

/// Returns the other forms of a field.
fn forms(paths: &Paths, attrs: &FieldAttrs) -> Option<TokenStream> {
    let private = &paths.private;
    let forms = attrs.forms.given().map(|(form, _)| {
        let form = format_ident!("{}", form.name().to_uppercase());
        quote! { #private::OtherForms::#form }
    });
    let all = forms.reduce(|all, form| quote! { #all.and(#form) })?;
    Some(quote! { forms: #all, })
}

/// Returns the options of the blocks of a field.
fn block_options(paths: &Paths, attrs: &FieldAttrs, is_dynamic: bool) -> Option<TokenStream> {
    let private = &paths.private;
    let (min, max) = (attrs.min_items.as_ref(), attrs.max_items.as_ref());
    let count = (min.is_some() || max.is_some()).then(|| {
        let min = min.map_or_else(|| quote! { 0 }, |(_, count)| quote! { #count });
        let max = match max {
            Some((_, count)) => quote! { ::core::option::Option::Some(#count) },
            None => quote! { ::core::option::Option::None },
        };
        quote! { count: #private::BlockCount { min: #min, max: #max }, }
    });
    let dynamic = is_dynamic.then(|| quote! { is_dynamic: true, });
    let layering = attrs.forms.layering.as_ref().map(|(_, layering)| {
        let variant = format_ident!("{}", layering.variant());
        quote! { layering: ::core::option::Option::Some(#private::Layering::#variant), }
    });
    let options: TokenStream = [count, dynamic, layering].into_iter().flatten().collect();
    if options.is_empty() {
        return None;
    }
    Some(quote! {
        blocks: #private::BlockOptions { #options ..#private::BlockOptions::NONE },
    })
}

/// Returns the spec of the bodies of blocks, with the attributes that have an effect on the blocks.
fn effects(paths: &Paths, field: &Field<'_>) -> Option<TokenStream> {
    let FieldAttrs { for_each, count, matrix, first_fastest, inherits, .. } = &field.attrs;
    if !field.attrs.has_effects() {
        return None;
    }
    let (private, ty) = (&paths.private, field.ty);
    let inherits = inherits.as_ref().map(|(_, name)| quote! { .inheriting(#name) });
    let for_each = for_each.as_ref().map(|(_, name)| quote! { .for_each(#name) });
    let count = count.as_ref().map(|(_, name)| quote! { .count(#name) });
    let matrix = matrix.as_ref().map(|(_, name)| quote! { .matrix(#name, "name") });
    let order = first_fastest.as_ref().map(|_| quote! { .first_fastest() });
    let repetition: TokenStream = [for_each, count, matrix, order].into_iter().flatten().collect();
    let repeated = (!repetition.is_empty())
        .then(|| quote! { .repeated(#private::Repetition::new() #repetition) });
    let span = span(field);
    let several = quote_spanned! { span => #private::several::<#ty>() };
    Some(quote! {
        nested: ::core::option::Option::Some(|| #several #inherits #repeated),
    })
}

/// Returns the conditions on the value of a field.
fn rules(paths: &Paths, field: &Field<'_>) -> Option<TokenStream> {
    let private = &paths.private;
    let bound = |bound: &Option<Box<syn::Expr>>| match bound {
        Some(bound) => quote_spanned! { bound.span() => #private::bound(#bound) },
        None => quote! { ::core::option::Option::None },
    };
    let rules = field.attrs.constraints.iter().map(|(_, constraint)| match constraint {
        Constraint::Range { min, max } => {
            let (min, max) = (bound(min), bound(max));
            quote! { #private::in_range(#min, #max) }
        }
        Constraint::Length { min, max: Some(max) } => {
            quote! { #private::length(#min, ::core::option::Option::Some(#max)) }
        }
        Constraint::Length { min, max: None } => {
            quote! { #private::length(#min, ::core::option::Option::None) }
        }
        Constraint::Unique => quote! { #private::unique() },
        Constraint::Matches(pattern) => {
            quote_spanned! { pattern.span() => #private::Pattern::rule(#pattern) }
        }
        Constraint::OneOf(values) => quote! {
            #private::one_of(#private::Box::new([
                #(<#private::Value as ::core::convert::From<_>>::from(#values)),*
            ]))
        },
    });
    let rules: Vec<_> = rules.collect();
    let boxed = quote! { #private::Box::new([#(#rules),*]) };
    (!rules.is_empty()).then(|| quote! { rules: ::core::option::Option::Some(|| #boxed), })
}

/// Returns the options of a field about its flag and the sources that may set it.
fn setting(paths: &Paths, attrs: &FieldAttrs) -> Option<TokenStream> {
    let SourceAttrs { flag, sources, .. } = &attrs.sources;
    if flag.is_empty() && sources.is_empty() {
        return None;
    }
    let private = &paths.private;
    Some(quote! {
        setting: ::core::option::Option::Some(|| #private::setting(
            #private::FlagOptions::new() #flag,
            &[#(#private::SettingSource::#sources),*],
        )),
    })
}

/// Returns the span for errors: the function if the field has one, otherwise its type.
pub(super) fn span(field: &Field<'_>) -> Span {
    match &field.attrs.source {
        Some((_, Conversion::With(function))) => function.path.span(),
        _ => field.ty.span(),
    }
}

/// A call of it converts the field, or each of its elements.
impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let path = &self.path;
        tokens.extend(match self.scope {
            FunctionScope::Field | FunctionScope::Type => quote! { #path },
            FunctionScope::Elements => quote! { __hcldyn::Each(#path) },
        });
    }
}

#[cfg(test)]
mod tests {
    /// A label is a string, while an attribute may be a number that converts to one, a list or null.
    #[test]
    fn labels_and_attributes_are_parsed_by_their_own_traits() {
        for (kind, label, attribute) in
            [("attr", false, true), ("label", true, false), ("key", true, false)]
        {
            let program = format!("struct Item {{ #[hcl({kind}, from_str)] a: Port }}");
            let (errors, code) = crate::decode(&syn::parse_str(&program).unwrap());
            assert!(errors.is_empty(), "{errors:?}");
            let code = code.to_string();
            let found = (code.contains("ParsedLabel"), code.contains("ParsedField"));
            assert_eq!(found, (label, attribute), "{kind}");
        }
    }
}
