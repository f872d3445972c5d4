//! The derive macros of [`hcldyn`](https://docs.rs/hcldyn).
//!
//! The way of a derive: `attr` reads the `#[hcl(…)]` attributes, `ast` puts the struct and its
//! fields together from them, `check` holds the rules between them, `expand` writes the code.
//! Every mistake goes into one `ctxt::Ctxt`, so that one compilation shows them all.

mod ast;
mod attr;
mod check;
mod ctxt;
mod expand;
mod symbol;
mod ty;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

#[doc = include_str!("../decode.md")]
#[proc_macro_derive(HclDecode, attributes(hcl))]
pub fn derive_hcl_decode(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let ctxt = ctxt::Ctxt::new();
    let Some(container) = ast::Container::from_input(&ctxt, &input) else {
        return expand::fallback(&input, ctxt.finish()).into();
    };
    check::check(&ctxt, &container);
    let errors = ctxt.finish();
    match errors.is_empty() {
        true => expand::impl_decode(&container).into(),
        false => expand::fallback(&input, errors).into(),
    }
}
