//! `scope`: the variables of an expression that is evaluated later.

use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, Token, Type};

use crate::ctxt::Ctxt;

/// A variable with its type, `request = RequestScope`.
pub(crate) struct ScopeVariable {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
}

impl Parse for ScopeVariable {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self { name, ty: input.parse()? })
    }
}

/// Reads `scope(request = RequestScope)`.
pub(super) fn read(
    ctxt: &Ctxt,
    meta: &ParseNestedMeta<'_>,
) -> syn::Result<Option<Vec<ScopeVariable>>> {
    let message = "expected the variables with their types; write `scope(name = Type)`";
    if !meta.input.peek(syn::token::Paren) {
        ctxt.error_at(&meta.path, message);
        if super::read::has_value(meta) {
            super::read::skip_value(meta)?;
        }
        return Ok(None);
    }
    let content;
    syn::parenthesized!(content in meta.input);
    match Punctuated::<ScopeVariable, Token![,]>::parse_terminated(&content) {
        Ok(variables) => Ok(Some(variables.into_iter().collect())),
        Err(_) => {
            // The rest is skipped, so that the next options are read.
            content.parse::<proc_macro2::TokenStream>()?;
            ctxt.error_at(meta.path.to_token_stream(), message);
            Ok(None)
        }
    }
}
