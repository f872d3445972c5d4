//! Attributes of a field.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::{Expr, ExprLit, ExprPath, Lit, LitInt, LitStr};

use super::{Setting, docs, for_each_meta, read, set};
use crate::ctxt::Ctxt;
use crate::symbol::{
    ALIAS, ATTR, ATTRS, BLOCK, BLOCKS, CONFLICTS_WITH, DEFAULT, DEPRECATED, DYNAMIC, EXPR,
    EXPR_CLOSURE, FLATTEN, FORMER_NAME, FROM_STR, LABEL, MAX_ITEMS, MIN_ITEMS, NAME, ON_FIELDS,
    OPTIONAL, REMAIN, REQUIRES, SENSITIVE, SERDE, SKIP, Symbol, VALIDATE, WITH,
};

/// The kind of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldKind {
    /// An attribute's value.
    Attr,
    /// A label of the block.
    Label,
    /// One block or several.
    Block,
    /// Blocks of several types.
    Blocks,
    /// A block of free attributes.
    Attrs,
    /// An attribute's expression.
    Expr,
    /// An attribute's expression with its context.
    ExprClosure,
    /// The fields of another type, from the same body.
    Flatten,
    /// The remaining items of the body.
    Remain,
    /// No part of the body: the field takes its `Default`.
    Skip,
}

/// The default of an attribute.
pub(crate) enum Default {
    /// The type's own `Default`.
    Trait,
    /// A string that the type converts.
    Text(LitStr),
    /// The value of an expression.
    Expr(Box<Expr>),
}

/// The conversion of an attribute's value, in place of `FromValue`.
pub(crate) enum Conversion {
    With(ExprPath),
    FromStr,
    Serde,
}

/// The attributes of a field.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    kind: Setting<FieldKind>,
    pub(crate) name: Setting<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) former_names: Vec<LitStr>,
    pub(crate) default: Setting<Default>,
    pub(crate) optional: Setting<()>,
    pub(crate) dynamic: Setting<()>,
    pub(crate) min_items: Setting<LitInt>,
    pub(crate) max_items: Setting<LitInt>,
    pub(crate) source: Setting<Conversion>,
    pub(crate) validate: Setting<ExprPath>,
    pub(crate) deprecated: Setting<LitStr>,
    pub(crate) sensitive: Setting<()>,
    pub(crate) conflicts_with: Vec<LitStr>,
    pub(crate) requires: Vec<LitStr>,
    pub(crate) docs: String,
    /// All options except the kind, with their paths.
    pub(crate) given: Vec<(Symbol, syn::Path)>,
}

impl FieldAttrs {
    pub(crate) fn read(ctxt: &Ctxt, attrs: &[syn::Attribute]) -> Self {
        let mut read = Self { docs: docs(attrs), ..std::default::Default::default() };
        for_each_meta(ctxt, attrs, &ON_FIELDS, |symbol, meta| read.read_option(ctxt, symbol, meta));
        read
    }

    fn read_option(
        &mut self,
        ctxt: &Ctxt,
        symbol: Symbol,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        let path = &meta.path;
        if let Some(kind) = FieldKind::of(symbol) {
            if read::flag(ctxt, meta)?.is_some() {
                self.set_kind(ctxt, path, kind);
            }
            return Ok(());
        }
        self.given.push((symbol, path.clone()));
        match symbol {
            NAME => set(ctxt, path, &mut self.name, read::text(ctxt, meta)?),
            ALIAS => self.aliases.extend(read::texts(ctxt, meta)?),
            FORMER_NAME => self.former_names.extend(read::texts(ctxt, meta)?),
            DEFAULT => set(ctxt, path, &mut self.default, read_default(ctxt, meta)?),
            OPTIONAL => set(ctxt, path, &mut self.optional, read::flag(ctxt, meta)?),
            DYNAMIC => set(ctxt, path, &mut self.dynamic, read::flag(ctxt, meta)?),
            MIN_ITEMS => set(ctxt, path, &mut self.min_items, read::count(ctxt, meta)?),
            MAX_ITEMS => set(ctxt, path, &mut self.max_items, read::count(ctxt, meta)?),
            WITH => {
                let source = read::path(ctxt, meta)?.map(Conversion::With);
                self.set_source(ctxt, path, source);
            }
            FROM_STR => {
                let source = read::flag(ctxt, meta)?.map(|()| Conversion::FromStr);
                self.set_source(ctxt, path, source);
            }
            SERDE => {
                let source = read::flag(ctxt, meta)?.map(|()| Conversion::Serde);
                self.set_source(ctxt, path, source);
            }
            VALIDATE => set(ctxt, path, &mut self.validate, read::path(ctxt, meta)?),
            DEPRECATED => set(ctxt, path, &mut self.deprecated, read::text(ctxt, meta)?),
            SENSITIVE => set(ctxt, path, &mut self.sensitive, read::flag(ctxt, meta)?),
            CONFLICTS_WITH => self.conflicts_with.extend(read::texts(ctxt, meta)?),
            REQUIRES => self.requires.extend(read::texts(ctxt, meta)?),
            // The other symbols are kinds.
            _ => {}
        }
        Ok(())
    }

    fn set_kind(&mut self, ctxt: &Ctxt, path: &syn::Path, new: FieldKind) {
        match self.kind {
            Some((_, old)) if old != new => {
                let message =
                    format!("a field cannot be both {} and {}", old.symbol(), new.symbol());
                ctxt.error_at(path, message);
            }
            _ => set(ctxt, path, &mut self.kind, Some(new)),
        }
    }

    fn set_source(&mut self, ctxt: &Ctxt, path: &syn::Path, new: Option<Conversion>) {
        let name = path.to_token_stream().to_string();
        match &self.source {
            Some((old, _)) if new.is_some() && old.to_string() != name => {
                let message =
                    format!("`{old}` and `{name}` both create the field; remove one of them");
                ctxt.error_at(path, message);
            }
            _ => set(ctxt, path, &mut self.source, new),
        }
    }

    /// Returns the kind of the field: the given one, or a block if `dynamic` is given, or an attribute.
    pub(crate) fn kind(&self) -> FieldKind {
        match (&self.kind, &self.dynamic) {
            (Some((_, kind)), _) => *kind,
            (None, Some(_)) => FieldKind::Block,
            (None, None) => FieldKind::Attr,
        }
    }

    /// Returns the first option of the field, ignoring docs.
    pub(crate) fn any_tokens(&self) -> Option<TokenStream> {
        let given = self.given.first().map(|(_, path)| path.to_token_stream());
        self.kind_tokens().cloned().or(given)
    }

    /// Returns the tokens of the kind.
    pub(crate) fn kind_tokens(&self) -> Option<&TokenStream> {
        self.kind.as_ref().map(|(tokens, _)| tokens)
    }
}

impl FieldKind {
    const ALL: [(Symbol, Self); 10] = [
        (ATTR, Self::Attr),
        (LABEL, Self::Label),
        (BLOCK, Self::Block),
        (BLOCKS, Self::Blocks),
        (ATTRS, Self::Attrs),
        (EXPR, Self::Expr),
        (EXPR_CLOSURE, Self::ExprClosure),
        (FLATTEN, Self::Flatten),
        (REMAIN, Self::Remain),
        (SKIP, Self::Skip),
    ];

    fn of(symbol: Symbol) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == symbol).map(|(_, kind)| *kind)
    }

    /// Returns the name of the kind's attribute.
    pub(crate) fn symbol(self) -> Symbol {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or(ATTR, |(symbol, _)| *symbol)
    }
}

fn read_default(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Default>> {
    if !read::has_value(meta) {
        return Ok(Some(Default::Trait));
    }
    let value = read::value(ctxt, meta, "…")?;
    Ok(value.map(|value| match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Default::Text(text),
        expr => Default::Expr(Box::new(expr)),
    }))
}
