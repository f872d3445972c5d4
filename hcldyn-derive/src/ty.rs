//! The shape of a field's type.

use syn::{GenericArgument, PathArguments, Type};

/// How often what a field is decoded from may be there.
pub(crate) enum Shape<'a> {
    /// `T`: once.
    One(&'a Type),
    /// `Option<T>`: once or not at all.
    Option(&'a Type),
    /// `Vec<T>`: as often as it likes.
    Vec(&'a Type),
}

impl<'a> Shape<'a> {
    /// The shape of a type as it is written; an alias of `Option` or `Vec` looks like a plain type.
    pub(crate) fn of(ty: &'a Type) -> Self {
        match (argument_of(ty, "Option"), argument_of(ty, "Vec")) {
            (Some(inner), _) => Self::Option(inner),
            (_, Some(inner)) => Self::Vec(inner),
            _ => Self::One(ty),
        }
    }

    /// The type inside.
    pub(crate) fn inner(&self) -> &'a Type {
        match self {
            Self::One(ty) | Self::Option(ty) | Self::Vec(ty) => ty,
        }
    }
}

/// The last name of a path type: `Body` of `hcldyn::Body`.
pub(crate) fn last_name(ty: &Type) -> Option<&syn::Ident> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last().map(|s| &s.ident),
        Type::Group(group) => last_name(&group.elem),
        Type::Paren(paren) => last_name(&paren.elem),
        _ => None,
    }
}

/// The `T` of `name<T>`.
fn argument_of<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let path = match ty {
        Type::Path(path) if path.qself.is_none() => path,
        Type::Group(group) => return argument_of(&group.elem, name),
        Type::Paren(paren) => return argument_of(&paren.elem, name),
        _ => return None,
    };
    let segment = path.path.segments.last().filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match (arguments.args.len(), arguments.args.first()) {
        (1, Some(GenericArgument::Type(inner))) => Some(inner),
        _ => None,
    }
}
