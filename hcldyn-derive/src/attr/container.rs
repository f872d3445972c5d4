//! Attributes of the struct or enum.

use syn::meta::ParseNestedMeta;
use syn::{Expr, ExprLit, ExprPath, Lit, LitStr, WherePredicate};

use super::{Setting, docs, for_each_meta, read, set};
use crate::case::Case;
use crate::ctxt::Ctxt;
use crate::symbol::{
    BOUND, CRATE, DYNAMIC, LABEL, ON_TYPES, RENAME_ALL, TAG, TRY_FROM, UNKNOWN, VALIDATE,
};

type Predicates = syn::punctuated::Punctuated<WherePredicate, syn::Token![,]>;

/// The attributes of a struct or enum.
pub(crate) struct ContainerAttrs {
    /// The path of the `hcldyn` crate.
    pub(crate) krate: syn::Path,
    pub(crate) bound: Setting<Predicates>,
    pub(crate) dynamic: Setting<()>,
    pub(crate) rename_all: Setting<Case>,
    pub(crate) tag: Setting<VariantTag>,
    pub(crate) try_from: Setting<syn::Type>,
    /// The variant of `Unexpected`.
    pub(crate) unknown: Setting<syn::Ident>,
    pub(crate) validate: Setting<ExprPath>,
    pub(crate) docs: String,
}

/// The selector of an enum's variants.
pub(crate) enum VariantTag {
    /// The label of the block.
    Label,
    /// An attribute.
    Attribute(LitStr),
}

/// Predicates of a `where` clause.
struct Bound(Predicates);

impl ContainerAttrs {
    pub(crate) fn read(ctxt: &Ctxt, attrs: &[syn::Attribute]) -> Self {
        let mut krate = None;
        let mut read = Self {
            krate: syn::parse_quote!(::hcldyn),
            bound: None,
            dynamic: None,
            rename_all: None,
            tag: None,
            try_from: None,
            unknown: None,
            validate: None,
            docs: docs(attrs),
        };
        for_each_meta(ctxt, attrs, &ON_TYPES, |symbol, meta| {
            let path = &meta.path;
            match symbol {
                CRATE => set(ctxt, path, &mut krate, read::quoted(ctxt, meta)?),
                BOUND => {
                    let bound = read::quoted(ctxt, meta)?.map(|Bound(predicates)| predicates);
                    set(ctxt, path, &mut read.bound, bound);
                }
                DYNAMIC => set(ctxt, path, &mut read.dynamic, read::flag(ctxt, meta)?),
                RENAME_ALL => set(ctxt, path, &mut read.rename_all, read_case(ctxt, meta)?),
                TAG => set(ctxt, path, &mut read.tag, read_tag(ctxt, meta)?),
                TRY_FROM => set(ctxt, path, &mut read.try_from, read::quoted(ctxt, meta)?),
                UNKNOWN => set(ctxt, path, &mut read.unknown, read_unknown(ctxt, meta)?),
                VALIDATE => set(ctxt, path, &mut read.validate, read::path(ctxt, meta)?),
                _ => {}
            }
            Ok(())
        });
        if let Some((_, krate)) = krate {
            read.krate = krate;
        }
        read
    }
}

impl syn::parse::Parse for Bound {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        Predicates::parse_terminated(input).map(Self)
    }
}

fn read_case(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Case>> {
    let Some(text) = read::text(ctxt, meta)? else { return Ok(None) };
    let case = Case::of(&text.value());
    if case.is_none() {
        ctxt.error_at(&text, format!("`rename_all` must be one of {}", Case::names()));
    }
    Ok(case)
}

fn read_tag(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<VariantTag>> {
    match read::value(ctxt, meta, "label` or `tag = \"…\"")? {
        None => Ok(None),
        Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => {
            Ok(Some(VariantTag::Attribute(text)))
        }
        Some(Expr::Path(path)) if path.path == LABEL => Ok(Some(VariantTag::Label)),
        Some(other) => {
            let message =
                "a tag must be the label, `tag = label`, or an attribute, `tag = \"type\"`";
            ctxt.error_at(other, message);
            Ok(None)
        }
    }
}

fn read_unknown(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<syn::Ident>> {
    let Some(text) = read::text(ctxt, meta)? else { return Ok(None) };
    let variant = match text.value().as_str() {
        "warn" => "Warn",
        "ignore" => "Ignore",
        _ => {
            let message = "`unknown` must be \"warn\" or \"ignore\"; by default, an item without a \
                           field is an error";
            ctxt.error_at(&text, message);
            return Ok(None);
        }
    };
    Ok(Some(syn::Ident::new(variant, text.span())))
}
