//! Doc comments.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::meta::ParseNestedMeta;
use syn::{Expr, ExprLit, ExprPath, Lit, LitStr};

use super::{Setting, read, set};
use crate::ctxt::Ctxt;
use crate::symbol::Symbol;

/// The text of doc comments. It is a string literal, unless a `#[doc = …]` attribute calls a macro such as
/// `include_str!`.
///
/// Options of the derives add to it.
#[derive(Clone, Default)]
pub(crate) struct Docs {
    lines: Vec<Line>,
    pub(crate) title: Setting<LitStr>,
    pub(crate) since: Setting<LitStr>,
    pub(crate) examples: Vec<LitStr>,
    pub(crate) hide: Setting<()>,
    pub(crate) restart: Setting<()>,
    /// The description of the condition that `validate` checks.
    pub(crate) condition: Option<LitStr>,
}

#[derive(Clone)]
enum Line {
    Text(String),
    Macro(Expr),
}

impl Docs {
    /// Reads the doc comments among the attributes of an item.
    pub(crate) fn read(attrs: &[syn::Attribute]) -> Self {
        let lines = attrs.iter().filter(|attr| attr.path().is_ident("doc")).filter_map(|attr| {
            let syn::Meta::NameValue(meta) = &attr.meta else { return None };
            match &meta.value {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                    let text = text.value();
                    Some(Line::Text(text.strip_prefix(' ').unwrap_or(&text).to_owned()))
                }
                expr @ Expr::Macro(_) => Some(Line::Macro(expr.clone())),
                _ => None,
            }
        });
        Self { lines: lines.collect(), ..Self::default() }
    }

    /// Reads an option for documents.
    pub(super) fn read_option(
        &mut self,
        ctxt: &Ctxt,
        symbol: Symbol,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        let path = &meta.path;
        match symbol {
            Symbol::Title => set(ctxt, path, &mut self.title, read::text(ctxt, meta)?),
            Symbol::Since => set(ctxt, path, &mut self.since, read::text(ctxt, meta)?),
            Symbol::Example => self.examples.extend(read::texts(ctxt, meta)?),
            Symbol::Restart => set(ctxt, path, &mut self.restart, read::flag(ctxt, meta)?),
            _ => set(ctxt, path, &mut self.hide, read::flag(ctxt, meta)?),
        }
        Ok(())
    }

    /// Reads `validate = PATH`, or `validate(PATH, "…")` with a description of the condition. Returns the path.
    pub(super) fn read_validate(
        &mut self,
        ctxt: &Ctxt,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<Option<ExprPath>> {
        let described = read::path_and_text(ctxt, meta)?;
        Ok(described.map(|(path, condition)| {
            self.condition = condition;
            path
        }))
    }

    /// Returns the literal text, or `None` if a macro produces a part of it.
    fn text(&self) -> Option<String> {
        let lines = self.lines.iter().map(|line| match line {
            Line::Text(text) => Some(text.as_str()),
            Line::Macro(_) => None,
        });
        Some(lines.collect::<Option<Vec<_>>>()?.join("\n").trim().to_owned())
    }

    /// Returns `true` if there is no text.
    pub(crate) fn is_empty(&self) -> bool {
        self.text().is_some_and(|text| text.is_empty())
    }
}

/// An expression of type `&'static str`.
impl ToTokens for Docs {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        if let Some(text) = self.text() {
            return text.to_tokens(tokens);
        }
        let lines = self.lines.iter().enumerate().map(|(index, line)| {
            let end = if index + 1 < self.lines.len() { "\n" } else { "" };
            match line {
                Line::Text(text) => {
                    let text = format!("{text}{end}");
                    quote! { #text }
                }
                Line::Macro(expr) => quote! { #expr, #end },
            }
        });
        tokens.extend(quote! { ::core::concat!(#(#lines),*) });
    }
}
