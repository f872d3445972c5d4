//! Attributes of a field.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::meta::ParseNestedMeta;

use super::{Attr, Read, for_each_meta};
use crate::ctxt::Ctxt;
use crate::symbol::{
    ATTR, BLOCK, DEFAULT, DYNAMIC, EXPR, EXPR_CLOSURE, LABEL, NAME, ON_FIELDS, REMAIN, Symbol,
};

/// What a field is decoded from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An attribute's value.
    Attr,
    /// A label of the block.
    Label,
    /// One block or several.
    Block,
    /// An attribute's expression.
    Expr,
    /// An attribute's expression with the context it stands in.
    ExprClosure,
    /// The rest of the body.
    Remain,
}

/// What an attribute has when it is not set.
pub(crate) enum Default {
    /// What the type's own `Default` gives.
    Trait,
    /// What an expression gives.
    Expr(Box<syn::Expr>),
}

/// What is said about a field. What was written comes with its tokens, for messages.
pub(crate) struct FieldAttrs {
    kind: Option<(TokenStream, Kind)>,
    pub(crate) dynamic: Option<TokenStream>,
    pub(crate) name: Option<(TokenStream, syn::LitStr)>,
    pub(crate) default: Option<(TokenStream, Default)>,
}

impl FieldAttrs {
    pub(crate) fn read(ctxt: &Ctxt, attrs: &[syn::Attribute]) -> Self {
        let mut kind: Option<(TokenStream, Kind)> = None;
        let mut dynamic = Attr::none(ctxt, DYNAMIC);
        let mut name = Attr::none(ctxt, NAME);
        let mut default = Attr::none(ctxt, DEFAULT);
        for_each_meta(ctxt, attrs, &ON_FIELDS, |meta| {
            let path = &meta.path;
            if let Some(new) = Kind::of_path(path) {
                set_kind(ctxt, &mut kind, path, new);
            } else if path == DYNAMIC {
                dynamic.set(path, ());
            } else if path == NAME {
                name.set(path, meta.value()?.parse()?);
            } else if path == DEFAULT {
                default.set(path, read_default(meta)?);
            } else {
                return Ok(Read::Unknown);
            }
            Ok(Read::Taken)
        });
        let dynamic = dynamic.finish().map(|(tokens, ())| tokens);
        Self { kind, dynamic, name: name.finish(), default: default.finish() }
    }

    /// What the field is decoded from: what is written, else a block where `dynamic` is, else an
    /// attribute.
    pub(crate) fn kind(&self) -> Kind {
        match (&self.kind, &self.dynamic) {
            (Some((_, kind)), _) => *kind,
            (None, Some(_)) => Kind::Block,
            (None, None) => Kind::Attr,
        }
    }

    /// The tokens that say what the field is decoded from.
    pub(crate) fn kind_tokens(&self) -> Option<&TokenStream> {
        self.kind.as_ref().map(|(tokens, _)| tokens)
    }
}

impl Kind {
    const ALL: [(Symbol, Self); 6] = [
        (ATTR, Self::Attr),
        (LABEL, Self::Label),
        (BLOCK, Self::Block),
        (EXPR, Self::Expr),
        (EXPR_CLOSURE, Self::ExprClosure),
        (REMAIN, Self::Remain),
    ];

    fn of_path(path: &syn::Path) -> Option<Self> {
        Self::ALL.iter().find(|(symbol, _)| path == *symbol).map(|(_, kind)| *kind)
    }

    /// The name that the kind goes by.
    pub(crate) fn symbol(self) -> Symbol {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or(ATTR, |(symbol, _)| *symbol)
    }
}

fn set_kind(ctxt: &Ctxt, kind: &mut Option<(TokenStream, Kind)>, path: &syn::Path, new: Kind) {
    match kind {
        None => *kind = Some((path.to_token_stream(), new)),
        Some((_, old)) if *old == new => {
            ctxt.error_at(path, format!("{} is given twice", new.symbol()));
        }
        Some((_, old)) => {
            let message = format!("a field cannot be both {} and {}", old.symbol(), new.symbol());
            ctxt.error_at(path, message);
        }
    }
}

fn read_default(meta: &ParseNestedMeta<'_>) -> syn::Result<Default> {
    match meta.input.peek(syn::Token![=]) {
        true => Ok(Default::Expr(Box::new(meta.value()?.parse()?))),
        false => Ok(Default::Trait),
    }
}
