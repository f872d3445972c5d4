//! `flag` and `from`: the flag of an attribute on a command line, and the sources that may set it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Meta, Token};

use super::read;
use crate::ctxt::Ctxt;
use crate::symbol::Symbol;

/// The options of a field about its flag and the sources that may set it.
#[derive(Default)]
pub(crate) struct SourceAttrs {
    /// The calls that set the options of the flag.
    pub(crate) flag: TokenStream,
    /// The names of the variants of `hcldyn::spec::SettingSource`, or none if all sources are allowed.
    pub(crate) sources: Vec<Ident>,
    /// The names that were read.
    given: Vec<(Symbol, String)>,
}

impl SourceAttrs {
    /// Reads `flag(short = 'p', long = "port", env = "PORT", alias = "…", hidden)` or `from(file, env, flag)`.
    pub(super) fn read(
        &mut self,
        ctxt: &Ctxt,
        symbol: Symbol,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        if !meta.input.peek(syn::token::Paren) {
            ctxt.error_at(&meta.path, expected(symbol));
            return read::skip_value(meta);
        }
        let content;
        syn::parenthesized!(content in meta.input);
        let items = Punctuated::<Meta, Token![,]>::parse_terminated(&content)?;
        if items.is_empty() {
            ctxt.error_at(&meta.path, expected(symbol));
        }
        for item in items {
            let name = item.path().to_token_stream().to_string();
            let is_new =
                name == "alias" || !self.given.iter().any(|it| it.0 == symbol && it.1 == name);
            let is_read = is_new && self.read_item(symbol, &name, &item);
            if !is_read {
                ctxt.error_at(&item, expected(symbol));
            }
            self.given.push((symbol, name));
        }
        Ok(())
    }

    /// Reads one item in the parentheses. Returns `false` for an invalid one.
    fn read_item(&mut self, symbol: Symbol, name: &str, item: &Meta) -> bool {
        let value = match item {
            Meta::NameValue(pair) => match &pair.value {
                Expr::Lit(ExprLit { lit, .. }) => Some(lit),
                _ => return false,
            },
            _ => None,
        };
        let method = match (symbol, name, value) {
            (Symbol::From, "file", None) => "File",
            (Symbol::From, "env", None) => "Environment",
            (Symbol::From, "flag", None) => "Flag",
            (Symbol::Flag, "hidden", None) => "hide",
            (Symbol::Flag, "short", Some(Lit::Char(_))) => "short",
            (Symbol::Flag, "env", Some(Lit::Str(_))) => "variable",
            (Symbol::Flag, "long" | "alias", Some(Lit::Str(text))) if is_flag(&text.value()) => {
                name
            }
            _ => return false,
        };
        let method = Ident::new(method, Span::call_site());
        if symbol == Symbol::From {
            self.sources.push(method);
        } else {
            self.flag.extend(quote! { .#method(#value) });
        }
        true
    }

    /// Checks that the sources of the field allow its flag, and the environment variable of the flag. With the variable alone,
    /// the field needs no flag.
    pub(crate) fn check(&self, ctxt: &Ctxt, path: &syn::Path) {
        let allows = |source: &str| self.sources.iter().any(|it| it == source);
        let mut options = self.given.iter().filter(|it| it.0 == Symbol::Flag);
        let is_allowed =
            options.all(|(_, option)| allows(if option == "env" { "Environment" } else { "Flag" }));
        if !self.sources.is_empty() && !is_allowed {
            let message = "`from` does not allow all sources of this option; add `flag` to it, and `env` for an environment variable";
            ctxt.error_at(path, message);
        }
    }
}

/// Returns the message for an option that is not written in the expected form.
fn expected(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::From => {
            "expected the sources that may set the field, each once; write `from(file, env, flag)` with some of them"
        }
        _ => {
            "expected the options of a flag; write `flag(short = 'p', long = \"port\", alias = \"…\", env = \"PORT\", hidden)` with some of them, and names without dashes before them"
        }
    }
}

/// Returns `true` for the name of a flag, without dashes before it.
fn is_flag(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('-') && !name.contains(['=', ' '])
}
