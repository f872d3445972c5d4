//! Bounds on the parameters of generic types.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{WherePredicate, parse_quote};

use super::Paths;
use super::field::{serde_form, serde_trait, trait_of};
use crate::ast::{Container, Field};
use crate::attr::{Conversion, Default, FieldKind};
use crate::ty::mentions;

/// Returns a bound for each field whose type contains type parameters: it must be a valid field of its kind.
/// `bound` replaces them.
pub(super) fn of_decode(paths: &Paths, container: &Container<'_>) -> Vec<WherePredicate> {
    collect(container, |field| decode_predicate(paths, field))
}

/// Returns the bounds of `HclDecode`, and for each field whose type contains type parameters that it can be written.
pub(super) fn of_encode(paths: &Paths, container: &Container<'_>) -> Vec<WherePredicate> {
    let mut bounds = of_decode(paths, container);
    if container.attrs.bound.is_none() {
        bounds.extend(collect(container, |field| encode_predicate(paths, field)));
    }
    bounds
}

/// Returns a bound for each field whose type contains type parameters: it converts into a value.
pub(super) fn of_into_value(paths: &Paths, container: &Container<'_>) -> Vec<WherePredicate> {
    let private = &paths.private;
    collect(container, |field| {
        let ty = field.ty;
        let is_plain = field.attrs.source.is_none() && field.attrs.encode_with.is_none();
        let is_taken = field.attrs.kind() != FieldKind::Skip;
        (is_plain && is_taken).then(|| parse_quote! { #ty: #private::ToValue })
    })
}

/// Returns a bound for each field whose type contains type parameters: it must be a valid attribute's value.
pub(super) fn of_value(paths: &Paths, container: &Container<'_>) -> Vec<WherePredicate> {
    collect(container, |field| value_predicate(paths, field))
}

fn collect(
    container: &Container<'_>,
    predicate: impl Fn(&Field<'_>) -> Option<WherePredicate>,
) -> Vec<WherePredicate> {
    if let Some((_, bound)) = &container.attrs.bound {
        return bound.0.iter().cloned().collect();
    }
    // A bound on a field that contains the type itself would make trait resolution infinite.
    let own = HashSet::from([container.input.ident.to_string(), "Self".to_owned()]);
    let is_bound = |field: &&Field<'_>| field.is_generic && !mentions(field.ty, &own);
    let fields = container.fields().filter(|field| !field.is_broken.get());
    let mut bounds: Vec<_> = fields.filter(is_bound).filter_map(predicate).collect();
    if container.attrs.default.is_some() && !container.input.generics.params.is_empty() {
        bounds.push(parse_quote! { Self: ::core::default::Default });
    }
    bounds
}

fn decode_predicate(paths: &Paths, field: &Field<'_>) -> Option<WherePredicate> {
    let private = &paths.private;
    predicate(paths, field, || match field.attrs.kind() {
        // The content of a variant is the whole body.
        _ if field.ident.is_none() => quote! { #private::HclDecode },
        FieldKind::Labels => quote! { #private::LabelsField<#private::Converted> },
        kind => {
            let name = format_ident!("{}", trait_of(kind));
            quote! { #private::#name }
        }
    })
}

fn value_predicate(paths: &Paths, field: &Field<'_>) -> Option<WherePredicate> {
    let private = &paths.private;
    predicate(paths, field, || match field.attrs.kind() {
        FieldKind::Flatten => quote! { #private::FlattenedField },
        FieldKind::Remain => quote! { #private::RemainingField },
        _ => quote! { #private::FromValue },
    })
}

/// Returns the predicate of a field that implements `own` unless it is converted.
fn predicate(
    paths: &Paths,
    field: &Field<'_>,
    own: impl FnOnce() -> TokenStream,
) -> Option<WherePredicate> {
    let ty = field.ty;
    let mut bounds = match (field.attrs.kind(), &field.attrs.source) {
        (FieldKind::Skip, _) => return Some(parse_quote! { #ty: ::core::default::Default }),
        (_, Some((_, Conversion::Serde))) => serde_trait(paths, field),
        // The implementation depends on the type.
        (_, Some(_)) => return None,
        (_, None) => own(),
    };
    if has_trait_default(field) {
        bounds.extend(quote! { + ::core::default::Default });
    }
    Some(parse_quote! { #ty: #bounds })
}

fn encode_predicate(paths: &Paths, field: &Field<'_>) -> Option<WherePredicate> {
    let (private, ty) = (&paths.private, field.ty);
    // The implementation depends on the type.
    if field.attrs.encode_with.is_some() {
        return None;
    }
    let bound = match (field.attrs.kind(), &field.attrs.source) {
        (FieldKind::Skip | FieldKind::Range | FieldKind::Labels, _) => return None,
        _ if field.ident.is_none() => quote! { HclEncode },
        (FieldKind::Block, Some(_)) => {
            let form = serde_form(paths, ty);
            quote! { SerializedBlock<#form> }
        }
        (_, Some((_, Conversion::Serde))) => quote! { SerializedField },
        (_, Some(_)) => return None,
        (FieldKind::Block | FieldKind::Blocks, None) => quote! { EncodedBlocks },
        (FieldKind::Attrs, None) => quote! { EncodedAttrs },
        (FieldKind::Flatten | FieldKind::Remain, None) => quote! { EncodedRest },
        (_, None) => quote! { ToValue },
    };
    Some(parse_quote! { #ty: #private::#bound })
}

fn has_trait_default(field: &Field<'_>) -> bool {
    let default = field.attrs.default.as_ref();
    field.attrs.optional.is_some() || matches!(default, Some((_, Default::Trait)))
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;
    use syn::{Expr, File, Item, Stmt};

    /// Returns the bounds of the implementation of `HclDecode` for a type.
    fn bounds(program: &str) -> Vec<String> {
        let (errors, code) = crate::decode(&syn::parse_str(program).unwrap());
        assert!(errors.is_empty(), "{errors:?}");
        let file: File = syn::parse2(code).unwrap();
        let Some(Item::Const(hidden)) = file.items.first() else { panic!("no constant") };
        let Expr::Block(block) = &*hidden.expr else { panic!("no block") };
        let implementation = block.block.stmts.iter().find_map(|statement| match statement {
            Stmt::Item(Item::Impl(found)) => Some(found),
            _ => None,
        });
        let clause = implementation.unwrap().generics.where_clause.iter();
        let bounds = clause.flat_map(|clause| &clause.predicates);
        bounds.map(|bound| bound.to_token_stream().to_string().replace(' ', "")).collect()
    }

    /// Each field whose type contains a parameter implements the trait of its kind.
    #[test]
    fn generic_fields_implement_the_traits_of_their_kinds() {
        for (fields, expected) in [
            ("a: T", "T:__hcldyn::AttrField"),
            ("a: Vec<T>", "Vec<T>:__hcldyn::AttrField"),
            ("#[hcl(label)] a: T", "T:__hcldyn::LabelField"),
            ("#[hcl(block)] a: Vec<T>", "Vec<T>:__hcldyn::BlockField"),
            ("#[hcl(remain)] a: T", "T:__hcldyn::RemainField"),
            ("#[hcl(default)] a: T", "T:__hcldyn::AttrField+::core::default::Default"),
            ("#[hcl(optional)] a: T", "T:__hcldyn::AttrField+::core::default::Default"),
            ("#[hcl(skip)] a: T", "T:::core::default::Default"),
        ] {
            let program = format!("struct Item<T> {{ {fields}, b: u8 }}");
            assert_eq!(bounds(&program), [expected], "{fields}");
            let program = format!("#[hcl(bound = \"T: Copy\")] {program}");
            assert_eq!(bounds(&program), ["T:Copy"], "{fields}");
        }
    }

    /// A bound on the type itself would never end.
    #[test]
    fn fields_that_contain_the_type_have_no_bounds() {
        let program = "struct Item<T> { a: T, #[hcl(block)] b: Vec<Item<T>> }";
        assert_eq!(bounds(program), ["T:__hcldyn::AttrField"]);
    }
}
