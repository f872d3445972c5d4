//! Reads `#[hcl(…)]` attributes.

mod constraint;
mod container;
mod docs;
mod field;
mod flag;
mod forms;
mod group;
mod read;
mod scope;
mod unknown;
mod variant;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::meta::ParseNestedMeta;

pub(crate) use self::constraint::Constraint;
pub(crate) use self::container::{ContainerAttrs, TypeSource, TypeWith, VariantTag};
pub(crate) use self::docs::Docs;
pub(crate) use self::field::{
    Conversion, Default, FieldAttrs, FieldKind, Function, FunctionScope, RangePart,
};
pub(crate) use self::flag::SourceAttrs;
pub(crate) use self::forms::FormAttrs;
pub(crate) use self::group::{Group, GroupRule};
pub(crate) use self::scope::ScopeVariable;
pub(crate) use self::variant::VariantAttrs;
use crate::ctxt::Ctxt;
use crate::symbol::{Position, Symbol};

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

/// Returns the error for an option that is allowed in a position, but not read there, which is a mistake of the derive.
fn not_read(meta: &ParseNestedMeta<'_>) -> syn::Error {
    meta.error("hcldyn does not read this option here, although it allows it; please report this")
}

/// Visits every option in the `#[hcl(…)]` attributes among `attrs`. `read` handles the options that the derive
/// allows in this position; others are reported.
fn for_each_meta<F>(ctxt: &Ctxt, attrs: &[syn::Attribute], position: Position, mut read: F)
where
    F: FnMut(Symbol, &ParseNestedMeta<'_>) -> syn::Result<()>,
{
    let derive = ctxt.derive();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("hcl")) {
        if read::reports_quoted_name(ctxt, attr) {
            continue;
        }
        let result = attr.parse_nested_meta(|meta| match Symbol::of(&meta.path) {
            Some(_) if meta.input.peek(syn::Token![:]) => read::refuse_colon(ctxt, &meta),
            Some(symbol) if symbol.is_allowed(derive, position) => read(symbol, &meta),
            symbol => {
                let message = unknown::message(&meta.path, symbol, derive, position);
                ctxt.error_at(&meta.path, message);
                read::skip_value(&meta)
            }
        });
        if let Err(error) = result {
            ctxt.push(error);
        }
    }
}
