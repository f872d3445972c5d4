//! Reads values of attributes. An invalid value is reported at its location, and reading continues.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::meta::ParseNestedMeta;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, ExprPath, Ident, Lit, LitInt, LitStr};

use crate::ctxt::Ctxt;
use crate::name::is_name;
use crate::symbol::Symbol;

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
        Some(Expr::Path(path)) if is_constant(&path) => {
            let name = meta.path.to_token_stream();
            let message = format!(
                "`{name}` requires a literal, because a derive does not see the value of a constant; write `{name} = \"…\"`"
            );
            ctxt.error_at(path, message);
            Ok(None)
        }
        Some(Expr::Path(path)) => {
            let quoted = format!("{:?}", path.to_token_stream().to_string().replace(' ', ""));
            Ok(reject(ctxt, meta, path, &quoted))
        }
        Some(other) => Ok(reject(ctxt, meta, other, "\"…\"")),
    }
}

/// Reads `name`, with a default for its text, or `name = "text"`.
pub(super) fn text_or(
    ctxt: &Ctxt,
    meta: &ParseNestedMeta<'_>,
    default: &str,
) -> syn::Result<Option<LitStr>> {
    if has_value(meta) {
        return text(ctxt, meta);
    }
    Ok(Some(LitStr::new(default, meta.path.span())))
}

/// Returns `true` for the path of a constant, by its capitals.
fn is_constant(path: &ExprPath) -> bool {
    let last = path.path.segments.last().map(|segment| segment.ident.to_string());
    last.is_some_and(|last| last.to_uppercase() == last)
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
            let (name, path) = (meta.path.to_token_stream(), text.value());
            let function = if meta.path.is_ident("with") {
                ", a function `fn(A) -> Result<T, E>`, not a module"
            } else {
                ""
            };
            let message =
                format!("expected a path without quotes; write `{name} = {path}`{function}");
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
    let is_list = meta.input.peek(syn::token::Paren);
    if is_list && let Some(rule) = rule_of_validator(meta)? {
        ctxt.error_at(&meta.path, format!("`validate` names a function; {rule}"));
        return Ok(None);
    }
    if !is_list || meta.input.fork().parse::<PathAndText>().is_err() {
        return Ok(path(ctxt, meta)?.map(|path| (path, None)));
    }
    let PathAndText(path, text) = meta.input.parse()?;
    Ok(Some((path, Some(text))))
}

/// Reads a rule as crates for validation write it, `validate(range(min = 1))`, and returns its form here.
fn rule_of_validator(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<String>> {
    let content;
    let ahead = meta.input.fork();
    syn::parenthesized!(content in ahead);
    let Ok(rules) = Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated(&content) else {
        return Ok(None);
    };
    let found = rules.iter().find_map(|rule| {
        let bounds = |name: &str| {
            let bounds = named_bounds(&rule.to_token_stream().to_string());
            let bounds = bounds.unwrap_or_else(|| "1..=9".to_owned());
            format!("write `{name} = {bounds}` beside it")
        };
        let is_list = !matches!(rule, syn::Meta::Path(_));
        match rule.path().get_ident()?.to_string().as_str() {
            "range" if is_list => Some(bounds("range")),
            "length" | "byte_length" if is_list => Some(bounds("length")),
            "regex" | "pattern" if is_list => Some("write `matches = \"…\"`".to_owned()),
            "custom" | "function" if is_list => {
                Some("write `validate = path::to::function`".to_owned())
            }
            "nested" | "dive" => {
                Some("the type of the field is always validated; remove it".to_owned())
            }
            "email" | "url" | "ip" | "ascii" | "contains" | "prefix" | "suffix" | "must_match" => Some(
                "write `validate = path::to::function`, `matches = \"…\"`, or a type that checks itself"
                    .to_owned(),
            ),
            _ => None,
        }
    });
    if found.is_some() {
        skip_value(meta)?;
    }
    Ok(found)
}

/// Returns the range for `min = 1, max = 5` or `equal = 5`.
fn named_bounds(tokens: &str) -> Option<String> {
    let number = |name: &str| {
        let (_, after) = tokens.split_once(&format!("{name} = "))?;
        let end = after.find([',', ')', ' ']).unwrap_or(after.len());
        Some(after[..end].to_owned())
    };
    match (number("min"), number("max"), number("equal")) {
        (None, None, equal) => equal,
        (Some(min), None, _) => Some(format!("{min}..")),
        (min, Some(max), _) => Some(format!("{}..={max}", min.unwrap_or_default())),
    }
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
    let name = meta.path.to_token_stream();
    if meta.input.peek(syn::Token![=]) {
        let value = meta.value()?;
        // A keyword of Rust, such as `type`, is not an expression.
        if value.fork().parse::<Expr>().is_err() && value.peek(Ident::peek_any) {
            let keyword = Ident::parse_any(value)?;
            let quoted = format!("{:?}", keyword.to_string());
            return Ok(reject(ctxt, meta, keyword, &quoted));
        }
        return value.parse().map(|value| Some(ungrouped(value)));
    }
    let given = if meta.input.peek(syn::token::Paren) {
        let content;
        syn::parenthesized!(content in meta.input);
        given(&name.to_string(), content.parse()?)
    } else {
        String::new()
    };
    let example = if given.is_empty() { example } else { &given };
    ctxt.error_at(&meta.path, format!("`{name}` requires a value; write `{name} = {example}`"));
    Ok(None)
}

/// Returns the value in parentheses, as it is written after an equals sign. A value for each direction, as serde takes
/// it, is that of decoding.
fn given(name: &str, tokens: TokenStream) -> String {
    let text = tokens.to_string();
    if let "range" | "length" = name {
        let pair =
            text.split_once(',').map(|(min, max)| format!("{}..={}", min.trim(), max.trim()));
        return named_bounds(&text).or(pair).unwrap_or_default();
    }
    let directions = Punctuated::<syn::MetaNameValue, syn::Token![,]>::parse_terminated;
    if let Ok(directions) = directions.parse2(tokens.clone()) {
        let is_decoding = |it: &&syn::MetaNameValue| it.path.is_ident("deserialize");
        let value = directions.iter().find(is_decoding).or(directions.first());
        return value.map(|it| it.value.to_token_stream().to_string()).unwrap_or_default();
    }
    if text.contains(',') { format!("[{text}]") } else { text }
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
        Ok(text) if syn::parse_str::<syn::Path>(&text.value()).is_ok_and(|it| is_option(&it)) => {
            let name = text.value();
            format!("expected the name of an option; write `{name}` without quotes")
        }
        Ok(text) if is_tag(&text.value()) => {
            format!("expected the name of an option; write {}", of_tag(&text.value()))
        }
        _ => "expected the name of an option, such as `default`".to_owned(),
    };
    ctxt.error_at(literal, message);
    true
}

fn is_option(path: &syn::Path) -> bool {
    Symbol::of(path).is_some()
}

/// Returns `true` for a tag of the reference, `name,kind`.
fn is_tag(text: &str) -> bool {
    let name = text.split_once(',').map_or(text, |(name, _)| name);
    name.is_empty() || is_name(name)
}

/// Returns the options for a tag of the reference, `name,kind`.
fn of_tag(tag: &str) -> String {
    let (name, kind) = tag.split_once(',').unwrap_or((tag, ""));
    let name = (!name.is_empty()).then(|| format!("name = {name:?}"));
    let (kind, note) = match kind {
        "" | "attr" => (None, ""),
        "optional" | "omitempty" => (None, ", and an `Option` as the type of the field"),
        "body" | "remain" => (Some("remain"), ""),
        "def_range" | "type_range" => (Some("range"), ""),
        other => (Some(other), ""),
    };
    let options: Vec<_> = kind.map(ToOwned::to_owned).into_iter().chain(name).collect();
    let options = if options.is_empty() { "default".to_owned() } else { options.join(", ") };
    format!("`{options}`{note}")
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
