//! `flag` and `from`: the flag of an attribute on a command line, and the sources that may set it.

use syn::meta::ParseNestedMeta;
use syn::{Expr, ExprLit, Lit, LitChar, LitStr};

use super::{Setting, read, set};
use crate::ctxt::Ctxt;

/// The options of a flag, `flag(short = 'p', long = "port")`.
#[derive(Default)]
pub(crate) struct FlagAttrs {
    pub(crate) short: Setting<LitChar>,
    pub(crate) long: Setting<LitStr>,
    pub(crate) env: Setting<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) hidden: Setting<()>,
}

/// A source that may set an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    File,
    Env,
    Flag,
}

impl Source {
    const NAMES: [(&str, Self); 3] =
        [("file", Self::File), ("env", Self::Env), ("flag", Self::Flag)];

    /// Returns the name of the variant of `hcldyn::spec::SettingSource`.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Env => "Environment",
            Self::Flag => "Flag",
        }
    }
}

impl FlagAttrs {
    /// Reads `flag(short = 'p', long = "port", env = "PORT", alias = "…", hidden)`.
    pub(super) fn read(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<Self>> {
        let mut flag = Self::default();
        let is_read = read_list(ctxt, meta, "flag(long = \"…\")", |option| {
            let path = &option.path;
            let name = path.get_ident().map(ToString::to_string).unwrap_or_default();
            match name.as_str() {
                "short" => set(ctxt, path, &mut flag.short, character(ctxt, option)?),
                "long" => set(ctxt, path, &mut flag.long, flag_name(ctxt, option)?),
                "env" => set(ctxt, path, &mut flag.env, read::text(ctxt, option)?),
                "alias" => flag.aliases.extend(flag_name(ctxt, option)?),
                "hidden" => set(ctxt, path, &mut flag.hidden, read::flag(ctxt, option)?),
                _ => {
                    let message =
                        "expected an option of a flag: `short`, `long`, `env`, `alias` or `hidden`";
                    ctxt.error_at(path, message);
                    read::skip_value(option)?;
                }
            }
            Ok(())
        })?;
        Ok(is_read.then_some(flag))
    }
}

/// Reads `from(file, env, flag)`.
pub(super) fn read_sources(
    ctxt: &Ctxt,
    meta: &ParseNestedMeta<'_>,
) -> syn::Result<Option<Vec<Source>>> {
    let mut sources = Vec::new();
    let errors = ctxt.count();
    let is_read = read_list(ctxt, meta, "from(file, env)", |source| {
        let known = Source::NAMES.iter().find(|(name, _)| source.path.is_ident(name));
        match known {
            Some((name, new)) if sources.contains(new) => {
                ctxt.error_at(&source.path, format!("duplicate source `{name}`"));
            }
            Some((_, new)) => sources.push(*new),
            None => {
                let message = "expected a source that may set the field: `file`, `env` or `flag`";
                ctxt.error_at(&source.path, message);
            }
        }
        read::skip_value(source)
    })?;
    if is_read && sources.is_empty() && ctxt.count() == errors {
        let message = "expected the sources that may set the field; write `from(file, env)`";
        ctxt.error_at(&meta.path, message);
    }
    Ok((is_read && !sources.is_empty()).then_some(sources))
}

/// Reads the options in parentheses. Reports other values, and returns `false` for them.
fn read_list(
    ctxt: &Ctxt,
    meta: &ParseNestedMeta<'_>,
    example: &str,
    mut read: impl FnMut(&ParseNestedMeta<'_>) -> syn::Result<()>,
) -> syn::Result<bool> {
    if meta.input.peek(syn::token::Paren) {
        meta.parse_nested_meta(|option| read(&option))?;
        return Ok(true);
    }
    ctxt.error_at(&meta.path, format!("expected a list in parentheses; write `{example}`"));
    read::skip_value(meta)?;
    Ok(false)
}

/// Reads `short = 'p'`.
fn character(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<LitChar>> {
    match read::value(ctxt, meta, "'p'")? {
        None => Ok(None),
        Some(Expr::Lit(ExprLit { lit: Lit::Char(short), .. })) if short.value() != '-' => {
            Ok(Some(short))
        }
        Some(other) => Ok(read::reject(ctxt, meta, other, "'p'")),
    }
}

/// Reads `long = "port"`, a name without dashes before it.
fn flag_name(ctxt: &Ctxt, meta: &ParseNestedMeta<'_>) -> syn::Result<Option<LitStr>> {
    let Some(name) = read::text(ctxt, meta)? else { return Ok(None) };
    let text = name.value();
    let is_part = |c: char| !c.is_whitespace() && !c.is_control() && c != '=';
    if text.is_empty() || text.starts_with('-') || !text.chars().all(is_part) {
        let message = "expected the name of a flag without dashes before it, such as \"port\"";
        ctxt.error_at(&name, message);
        return Ok(None);
    }
    Ok(Some(name))
}
