//! Reads values of attributes. An invalid value is reported at its location, and reading continues.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::{Expr, ExprLit, ExprPath, Lit, LitInt, LitStr};

use crate::ctxt::Ctxt;

/// Reads `name`, without a value.
pub(super) fn flag(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<()>> {
    if !has_value(meta) {
        return Ok(Some(()));
    }
    let name = meta.path.to_token_stream();
    ctxt.error_at(&meta.path, format!("`{name}` takes no value; write `{name}`"));
    skip_value(meta).map(|()| None)
}

/// Reads the name of a kind of field, without a value.
pub(super) fn kind(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<()>> {
    if !meta.input.peek(syn::Token![=]) {
        return flag(ctxt, meta);
    }
    let kind = meta.path.to_token_stream();
    let value = ungrouped(meta.value()?.parse()?);
    let cure = match &value {
        Expr::Lit(ExprLit { lit: Lit::Str(name), .. }) => {
            let name = name.to_token_stream();
            format!("for another name in HCL, write `{kind}, name = {name}`")
        }
        _ => format!("write `{kind}`"),
    };
    ctxt.error_at(&meta.path, format!("`{kind}` takes no value; {cure}"));
    Ok(None)
}

/// Reads `name = "text"`.
pub(super) fn text(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<LitStr>> {
    match value(ctxt, meta, "\"…\"")? {
        None => Ok(None),
        Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => Ok(Some(text)),
        Some(Expr::Path(path)) => {
            let quoted = format!("{:?}", path.to_token_stream().to_string().replace(' ', ""));
            Ok(reject(ctxt, meta, path, &quoted))
        }
        Some(other) => Ok(reject(ctxt, meta, other, "\"…\"")),
    }
}

/// Reads `name = "text"` or `name = ["text", "text"]`.
pub(super) fn texts(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Vec<LitStr>> {
    let elements = match value(ctxt, meta, "\"…\"")? {
        None => return Ok(Vec::new()),
        Some(Expr::Array(array)) => array.elems.into_iter().map(ungrouped).collect(),
        Some(other) => vec![other],
    };
    let text = |element| match element {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        other => reject(ctxt, meta, other, "\"…\"` or `[\"…\", \"…\"]"),
    };
    Ok(elements.into_iter().filter_map(text).collect())
}

/// Reads `name = path::to::function`.
pub(super) fn path(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<ExprPath>> {
    match value(ctxt, meta, "path::to::function")? {
        None => Ok(None),
        Some(Expr::Path(path)) => Ok(Some(path)),
        Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => {
            let name = meta.path.to_token_stream();
            let message =
                format!("expected a path without quotes; write `{name} = {}`", text.value());
            ctxt.error_at(text, message);
            Ok(None)
        }
        Some(other) => Ok(reject(ctxt, meta, other, "path::to::function")),
    }
}

/// Reads `name = path::to::function`, or `name(path::to::function, "text")`.
pub(super) fn path_and_text(
    ctxt: &Ctxt,
    meta: &ParseNestedMeta<'_>,
) -> syn::Result<Option<(ExprPath, Option<LitStr>)>> {
    if !meta.input.peek(syn::token::Paren) || meta.input.fork().parse::<PathAndText>().is_err() {
        return Ok(path(ctxt, meta)?.map(|path| (path, None)));
    }
    let PathAndText(path, text) = meta.input.parse()?;
    Ok(Some((path, Some(text))))
}

/// A function with a description, `(path::to::function, "text")`.
struct PathAndText(ExprPath, LitStr);

impl syn::parse::Parse for PathAndText {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        let content;
        syn::parenthesized!(content in input);
        let path = content.parse()?;
        content.parse::<syn::Token![,]>()?;
        let text = content.parse()?;
        if content.is_empty() { Ok(Self(path, text)) } else { Err(content.error("expected `)`")) }
    }
}

/// Reads `name = 3`.
pub(super) fn count(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<LitInt>> {
    match value(ctxt, meta, "1")? {
        None => Ok(None),
        Some(Expr::Lit(ExprLit { lit: Lit::Int(count), .. }))
            if count.base10_parse::<usize>().is_ok() =>
        {
            Ok(Some(count))
        }
        Some(other) => Ok(reject(ctxt, meta, other, "1")),
    }
}

/// Reads `name = "code"`, such as `example`. The code is quoted because it is not an expression.
pub(super) fn quoted<T: syn::parse::Parse>(
    ctxt: &Ctxt,
    meta: &ParseNestedMeta<'_>,
    example: &str,
) -> syn::Result<Option<T>> {
    let Some(text) = text(ctxt, meta)? else { return Ok(None) };
    let parsed = text.parse().ok();
    Ok(parsed.or_else(|| reject(ctxt, meta, text, example)))
}

/// Reads any expression after the equals sign; `example` is a valid one.
pub(super) fn value(
    ctxt: &Ctxt,
    meta: &ParseNestedMeta<'_>,
    example: &str,
) -> syn::Result<Option<Expr>> {
    if meta.input.peek(syn::Token![=]) {
        return meta.value()?.parse().map(|value| Some(ungrouped(value)));
    }
    let name = meta.path.to_token_stream();
    let given = if meta.input.peek(syn::token::Paren) {
        let content;
        syn::parenthesized!(content in meta.input);
        let given = content.parse::<TokenStream>()?.to_string();
        if given.contains(',') { format!("[{given}]") } else { given }
    } else {
        String::new()
    };
    let example = if given.is_empty() { example } else { &given };
    ctxt.error_at(&meta.path, format!("`{name}` requires a value; write `{name} = {example}`"));
    Ok(None)
}

/// Removes the invisible group around an argument of a macro.
pub(super) fn ungrouped(value: Expr) -> Expr {
    match value {
        Expr::Group(group) => ungrouped(*group.expr),
        value => value,
    }
}

/// Reports an option in quotes, `#[hcl("label")]`. Returns `true` if there is one; the attribute is then not read.
pub(super) fn reports_quoted_name(ctxt: &Ctxt, attr: &syn::Attribute) -> bool {
    let syn::Meta::List(list) = &attr.meta else { return false };
    let Some(TokenTree::Literal(literal)) = list.tokens.clone().into_iter().next() else {
        return false;
    };
    let message = match syn::parse2::<LitStr>(literal.to_token_stream()) {
        Ok(text) if syn::parse_str::<syn::Path>(&text.value()).is_ok() => {
            let name = text.value();
            format!("expected the name of an option; write `{name}` without quotes")
        }
        _ => "expected the name of an option, such as `default`".to_owned(),
    };
    ctxt.error_at(literal, message);
    true
}

/// Reports `name: value`.
pub(super) fn refuse_colon(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    let colon = meta.input.parse::<syn::Token![:]>()?;
    let value = meta.input.parse::<Expr>()?;
    let (name, value) = (meta.path.to_token_stream(), value.to_token_stream());
    ctxt.error_at(colon, format!("expected `=`; write `{name} = {value}`"));
    Ok(())
}

/// Skips a value, so that the following options are read.
pub(super) fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(syn::Token![=]) {
        meta.value()?.parse::<Expr>()?;
    } else if meta.input.peek(syn::token::Paren) {
        let content;
        syn::parenthesized!(content in meta.input);
        content.parse::<TokenStream>()?;
    }
    Ok(())
}

pub(super) fn has_value(meta: &ParseNestedMeta<'_>) -> bool {
    meta.input.peek(syn::Token![=]) || meta.input.peek(syn::token::Paren)
}

/// Reports an invalid value.
pub(super) fn reject<T>(
    ctxt: &Ctxt,
    meta: &ParseNestedMeta<'_>,
    found: impl ToTokens,
    example: &str,
) -> Option<T> {
    let name = meta.path.to_token_stream();
    ctxt.error_at(found, format!("invalid value for `{name}`; write `{name} = {example}`"));
    None
}
