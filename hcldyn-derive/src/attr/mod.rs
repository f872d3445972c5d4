//! Reads `#[hcl(…)]` attributes.

mod container;
mod field;
mod read;
mod unknown;
mod variant;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::meta::ParseNestedMeta;

pub(crate) use self::container::{ContainerAttrs, VariantTag};
pub(crate) use self::field::{Conversion, Default, FieldAttrs, FieldKind};
pub(crate) use self::variant::VariantAttrs;
use crate::ctxt::Ctxt;
use crate::symbol::{HCL, Symbol};

/// The value of an option, with its tokens.
pub(crate) type Setting<T> = Option<(TokenStream, T)>;

/// Stores the value of the option at `path`. Reports an option that is given twice.
fn set<T>(ctxt: &Ctxt, path: &syn::Path, setting: &mut Setting<T>, value: Option<T>) {
    let Some(value) = value else { return };
    let tokens = path.to_token_stream();
    match setting {
        Some(_) => ctxt.error_at(path, format!("duplicate attribute `{tokens}`")),
        None => *setting = Some((tokens, value)),
    }
}

/// Visits every option in the `#[hcl(…)]` attributes among `attrs`. `read` handles the options in `known`; others
/// are reported.
fn for_each_meta<F>(ctxt: &Ctxt, attrs: &[syn::Attribute], known: &[Symbol], mut read: F)
where
    F: FnMut(Symbol, &ParseNestedMeta<'_>) -> syn::Result<()>,
{
    for attr in attrs.iter().filter(|attr| *attr.path() == HCL) {
        let result = attr.parse_nested_meta(|meta| match Symbol::of(&meta.path, known) {
            Some(symbol) => read(symbol, &meta),
            None => {
                ctxt.error_at(&meta.path, unknown::message(&meta.path, known));
                read::skip_value(&meta)
            }
        });
        if let Err(error) = result {
            ctxt.push(error);
        }
    }
}

/// Returns the text of the doc comments.
fn docs(attrs: &[syn::Attribute]) -> String {
    let lines = attrs.iter().filter(|attr| attr.path().is_ident("doc")).filter_map(|attr| {
        let syn::Meta::NameValue(meta) = &attr.meta else { return None };
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &meta.value else {
            return None;
        };
        let text = text.value();
        Some(text.strip_prefix(' ').unwrap_or(&text).to_owned())
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
