//! Rules between the fields of a struct.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{ExprLit, Lit, LitStr, Token};

use super::read;
use crate::ctxt::Ctxt;

/// A rule between the fields of a struct, by their names in HCL.
pub(crate) struct Group {
    /// The option, for errors.
    pub(crate) tokens: TokenStream,
    pub(crate) rule: GroupRule,
    pub(crate) names: Vec<LitStr>,
}

/// The kind of a rule.
pub(crate) enum GroupRule {
    ExactlyOne,
    AtLeastOne,
    /// The names are required if this field has a value.
    RequiresIf {
        name: LitStr,
        value: ExprLit,
    },
}

/// The condition of `requires_if`, then the names.
struct Conditional {
    name: LitStr,
    value: ExprLit,
    names: Punctuated<LitStr, Token![,]>,
}

impl Parse for Conditional {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![=]>()?;
        let value = ExprLit { attrs: Vec::new(), lit: input.parse::<Lit>()? };
        input.parse::<Token![,]>()?;
        Ok(Self { name, value, names: Punctuated::parse_terminated(input)? })
    }
}

impl Group {
    /// Reads `exactly_one_of("a", "b")`.
    pub(super) fn of_names(
        ctxt: &Ctxt,
        meta: &ParseNestedMeta<'_>,
        rule: GroupRule,
    ) -> syn::Result<Option<Self>> {
        let tokens = meta.path.to_token_stream();
        if !meta.input.peek(syn::token::Paren) {
            return reject(ctxt, meta, &format!("{tokens}(\"a\", \"b\")"));
        }
        let content;
        syn::parenthesized!(content in meta.input);
        let Ok(names) = Punctuated::<LitStr, Token![,]>::parse_terminated(&content) else {
            // The rest is skipped, so that the next options are read.
            content.parse::<TokenStream>()?;
            return reject(ctxt, meta, &format!("{tokens}(\"a\", \"b\")"));
        };
        if names.len() < 2 {
            ctxt.error_at(&meta.path, format!("`{tokens}` requires at least two names"));
            return Ok(None);
        }
        Ok(Some(Self { tokens, rule, names: names.into_iter().collect() }))
    }

    /// Reads `requires_if("mode" = "tls", "cert", "key")`.
    pub(super) fn requires_if(
        ctxt: &Ctxt,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<Option<Self>> {
        let tokens = meta.path.to_token_stream();
        if !meta.input.peek(syn::token::Paren) {
            return reject(ctxt, meta, &format!("{tokens}(\"mode\" = \"a\", \"b\")"));
        }
        let content;
        syn::parenthesized!(content in meta.input);
        let Ok(Conditional { name, value, names }) = content.parse() else {
            // The rest is skipped, so that the next options are read.
            content.parse::<TokenStream>()?;
            return reject(ctxt, meta, &format!("{tokens}(\"mode\" = \"a\", \"b\")"));
        };
        let rule = GroupRule::RequiresIf { name, value };
        Ok(Some(Self { tokens, rule, names: names.into_iter().collect() }))
    }

    /// Returns all names.
    pub(crate) fn all_names(&self) -> impl Iterator<Item = &LitStr> {
        let condition = match &self.rule {
            GroupRule::RequiresIf { name, .. } => Some(name),
            GroupRule::ExactlyOne | GroupRule::AtLeastOne => None,
        };
        condition.into_iter().chain(&self.names)
    }
}

fn reject(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>, example: &str) -> syn::Result<Option<Group>> {
    let name = meta.path.to_token_stream();
    ctxt.error_at(
        &meta.path,
        format!("`{name}` names fields by their names in HCL; write `{example}`"),
    );
    read::skip_value(meta)?;
    Ok(None)
}
