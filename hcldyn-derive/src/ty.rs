//! Inspects types as they are written. An alias looks like any other type, so this only improves error messages;
//! the traits of `hcldyn` decide.

use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type};

/// Returns the last name of a path type: `Body` of `hcldyn::body::Body`.
pub(crate) fn last_name(ty: &Type) -> Option<&syn::Ident> {
    last_segment(ty).map(|segment| &segment.ident)
}

/// Returns `true` if the type is written with this name.
pub(crate) fn is_called(ty: &Type, name: &str) -> bool {
    last_name(ty).is_some_and(|last| last == name)
}

/// Returns the type as text, spaced as in source code.
pub(crate) fn text(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    let pairs = [(" < ", "<"), (" >", ">"), (" ,", ","), (" ;", ";"), (" :: ", "::"), ("& ", "&")];
    pairs.iter().fold(text, |text, (from, to)| text.replace(from, to))
}

/// Returns the innermost type inside an `Option`, a sequence, a pointer, a `Spanned` or a map.
pub(crate) fn innermost(ty: &Type) -> &Type {
    element(ty).map_or(ty, innermost)
}

/// Returns the type inside an `Option`, a pointer or a `Spanned`, however deep.
pub(crate) fn content(ty: &Type) -> &Type {
    const AROUND: [&str; 5] = ["Option", "Box", "Rc", "Arc", "Spanned"];
    let is_around = AROUND.iter().any(|name| is_called(ty, name));
    arguments(ty).next().filter(|_| is_around).map_or(ty, content)
}

/// Returns `true` if the type is written as an expression that is evaluated later.
pub(crate) fn is_captured(ty: &Type) -> bool {
    ["Deferred", "Expression", "ExpressionClosure"].iter().any(|name| is_called(ty, name))
}

/// Returns the type inside an `Option`, a sequence, a pointer, a `Spanned` or a map.
pub(crate) fn element(ty: &Type) -> Option<&Type> {
    if is_map(ty) {
        return arguments(ty).nth(1);
    }
    const AROUND: [&str; 5] = ["Option", "Box", "Rc", "Arc", "Spanned"];
    let is_around = is_list(ty) || AROUND.iter().any(|name| is_called(ty, name));
    arguments(ty).next().filter(|_| is_around)
}

/// Returns `true` if the type is written as a number, a bool or a string.
pub(crate) fn is_scalar(ty: &Type) -> bool {
    const SCALARS: [&str; 18] = [
        "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16",
        "u32", "u64", "u128", "usize", "String", "PathBuf",
    ];
    SCALARS.iter().any(|name| is_called(ty, name))
}

/// Returns `true` if the type is written as a number, a bool or a character, which no string converts to in Rust.
pub(crate) fn is_number(ty: &Type) -> bool {
    is_scalar(ty) && !is_called(ty, "String") && !is_called(ty, "PathBuf")
}

/// Returns `true` if the type is written as a list or a set.
pub(crate) fn is_sequence(ty: &Type) -> bool {
    is_list(ty) || ["BTreeSet", "HashSet"].iter().any(|name| is_called(ty, name))
}

/// Returns `true` if the type is written as a list.
pub(crate) fn is_list(ty: &Type) -> bool {
    ["Vec", "VecDeque"].iter().any(|name| is_called(ty, name))
}

/// Returns `true` if the type is written as a list, a set, a map or a tuple.
pub(crate) fn is_collection(ty: &Type) -> bool {
    is_sequence(ty) || is_map(ty) || matches!(ty, Type::Array(_) | Type::Tuple(_))
}

/// Returns `true` if the type is written as a map.
pub(crate) fn is_map(ty: &Type) -> bool {
    ["BTreeMap", "HashMap", "IndexMap"].iter().any(|name| is_called(ty, name))
}

/// Returns `true` if the type is written as an `Option` or a collection of another type.
pub(crate) fn is_wrapper(ty: &Type) -> bool {
    let is_wrapper = is_called(ty, "Option") || is_list(ty) || is_map(ty);
    is_wrapper && arguments(ty).next().is_some()
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

/// Returns the type arguments of a path type: `K` and `V` of `HashMap<K, V>`.
pub(crate) fn arguments(ty: &Type) -> impl Iterator<Item = &Type> {
    generic_arguments(ty).filter_map(|argument| match argument {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    })
}

/// Returns the first lifetime argument of a path type: `'a` of `Cow<'a, str>`.
pub(crate) fn lifetime(ty: &Type) -> Option<&syn::Lifetime> {
    generic_arguments(ty).find_map(|argument| match argument {
        GenericArgument::Lifetime(lifetime) => Some(lifetime),
        _ => None,
    })
}

fn generic_arguments(ty: &Type) -> impl Iterator<Item = &GenericArgument> {
    let arguments = last_segment(ty).map(|segment| &segment.arguments);
    let arguments = match arguments {
        Some(PathArguments::AngleBracketed(arguments)) => Some(arguments),
        _ => None,
    };
    arguments.into_iter().flat_map(|arguments| &arguments.args)
}
