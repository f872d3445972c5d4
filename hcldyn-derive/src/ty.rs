//! Inspects types as they are written. An alias looks like any other type, so this only improves error messages;
//! the traits of `hcldyn` decide.

use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type};

/// Returns the last name of a path type: `Body` of `hcldyn::Body`.
pub(crate) fn last_name(ty: &Type) -> Option<&syn::Ident> {
    last_segment(ty).map(|segment| &segment.ident)
}

/// Returns `true` if the type is written with this name.
pub(crate) fn is_called(ty: &Type, name: &str) -> bool {
    last_name(ty).is_some_and(|last| last == name)
}

/// Returns the innermost type inside `Option<T>`, `Vec<T>`, `Box<T>` or a map.
pub(crate) fn innermost(ty: &Type) -> &Type {
    const AROUND: [&str; 5] = ["Option", "Vec", "Box", "BTreeMap", "HashMap"];
    let around = AROUND.iter().any(|name| is_called(ty, name));
    match last_argument(ty).filter(|_| around) {
        Some(inner) => innermost(inner),
        None => ty,
    }
}

/// Returns `true` if the type contains one of these type parameters.
pub(crate) fn mentions(ty: &Type, parameters: &HashSet<String>) -> bool {
    fn any(tokens: TokenStream, parameters: &HashSet<String>) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => parameters.contains(&ident.to_string()),
            TokenTree::Group(group) => any(group.stream(), parameters),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    any(ty.to_token_stream(), parameters)
}

fn last_segment(ty: &Type) -> Option<&syn::PathSegment> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        Type::Group(group) => last_segment(&group.elem),
        Type::Paren(paren) => last_segment(&paren.elem),
        _ => None,
    }
}

fn last_argument(ty: &Type) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &last_segment(ty)?.arguments else {
        return None;
    };
    let mut types = arguments.args.iter().rev().filter_map(|argument| match argument {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    });
    types.next()
}
