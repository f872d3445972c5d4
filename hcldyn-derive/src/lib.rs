//! The derive macros of [`hcldyn`](https://docs.rs/hcldyn).
//!
//! The steps of a derive: `attr` reads the `#[hcl(…)]` attributes, `ast` builds the type and its fields from them,
//! `check` contains the rules between them, `expand` generates the code. One `ctxt::Ctxt` collects all errors, so that
//! one compilation shows them all. Fields without errors are still expanded, so that errors in their types appear too.
//!
//! The macros are documented where they are re-exported: the links of their pages lead to the other pages of `hcldyn`.

mod ast;
mod attr;
mod case;
mod check;
#[cfg(test)]
mod combinations;
mod ctxt;
mod expand;
mod name;
#[cfg(test)]
mod rejected;
mod symbol;
mod ty;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as TokenStream2;
use syn::{DeriveInput, parse_macro_input};

use self::ast::Container;
use self::ctxt::Ctxt;
use self::symbol::Derive;

#[cfg_attr(not(doc), doc = include_str!("../decode.md"))]
#[cfg_attr(
    doc,
    doc = "See [`hcldyn`](https://docs.rs/hcldyn/latest/hcldyn/derive.HclDecode.html)."
)]
#[doc(alias = "rename")]
#[doc(alias = "flatten")]
#[doc(alias = "default")]
#[doc(alias = "serde")]
#[doc(alias = "rename_all")]
#[doc(alias = "alias")]
#[doc(alias = "skip")]
#[doc(alias = "tag")]
#[doc(alias = "deny_unknown_fields")]
#[doc(alias = "deserialize")]
#[doc(alias = "validate")]
#[doc(alias = "gohcl")]
#[proc_macro_derive(HclDecode, attributes(hcl))]
pub fn derive_hcl_decode(input: TokenStream) -> TokenStream {
    let (errors, items) = decode(&parse_macro_input!(input as DeriveInput));
    expand::with_errors(&errors, &items).into()
}

/// Returns the errors and the code of `HclDecode`.
fn decode(input: &DeriveInput) -> (Vec<syn::Error>, TokenStream2) {
    let ctxt = Ctxt::new(Derive::Decode);
    let container = Container::from_input(&ctxt, input);
    check::check_decode(&ctxt, &container);
    let errors = ctxt.finish();
    let items = if container.is_broken.get() {
        expand::fallback_decode(&container)
    } else {
        expand::impl_decode(&container)
    };
    (errors, items)
}

#[cfg_attr(not(doc), doc = include_str!("../encode.md"))]
#[cfg_attr(
    doc,
    doc = "See [`hcldyn`](https://docs.rs/hcldyn/latest/hcldyn/derive.HclEncode.html)."
)]
#[doc(alias = "serialize")]
#[proc_macro_derive(HclEncode, attributes(hcl))]
pub fn derive_hcl_encode(input: TokenStream) -> TokenStream {
    let (errors, items) = encode(&parse_macro_input!(input as DeriveInput));
    expand::with_errors(&errors, &items).into()
}

/// Returns the errors and the code of `HclEncode`.
fn encode(input: &DeriveInput) -> (Vec<syn::Error>, TokenStream2) {
    // `HclDecode`, which the type must derive too, reports these errors.
    let ctxt = Ctxt::new(Derive::Encode);
    let container = Container::from_input(&ctxt, input);
    check::check_decode(&ctxt, &container);
    let is_broken = !ctxt.finish().is_empty();
    let ctxt = Ctxt::new(Derive::Encode);
    if !is_broken {
        check::check_encode(&ctxt, &container);
    }
    let errors = ctxt.finish();
    let items = if is_broken || !errors.is_empty() {
        expand::fallback_encode(&container)
    } else {
        expand::impl_encode(&container)
    };
    (errors, items)
}

#[cfg_attr(not(doc), doc = include_str!("../value.md"))]
#[cfg_attr(doc, doc = "See [`hcldyn`](https://docs.rs/hcldyn/latest/hcldyn/derive.HclValue.html).")]
#[doc(alias = "rename")]
#[doc(alias = "flatten")]
#[doc(alias = "enum")]
#[doc(alias = "rename_all")]
#[doc(alias = "untagged")]
#[proc_macro_derive(HclValue, attributes(hcl))]
pub fn derive_hcl_value(input: TokenStream) -> TokenStream {
    let (errors, items) = value(&parse_macro_input!(input as DeriveInput));
    expand::with_errors(&errors, &items).into()
}

/// Returns the errors and the code of `HclValue`.
fn value(input: &DeriveInput) -> (Vec<syn::Error>, TokenStream2) {
    let ctxt = Ctxt::new(Derive::Value);
    let container = Container::from_input(&ctxt, input);
    check::check_value(&ctxt, &container);
    let errors = ctxt.finish();
    let items = if container.is_broken.get() {
        expand::fallback_value(&container)
    } else {
        expand::impl_value(&container)
    };
    (errors, items)
}
