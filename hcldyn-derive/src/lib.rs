//! The derive macros of [`hcldyn`](https://docs.rs/hcldyn).
//!
//! The steps of a derive: `attr` reads the `#[hcl(…)]` attributes, `ast` builds the type and its fields from them,
//! `check` holds the rules between them, `expand` generates the code. One `ctxt::Ctxt` collects all errors, so that
//! one compilation shows them all.

mod ast;
mod attr;
mod case;
mod check;
mod ctxt;
mod expand;
mod symbol;
mod ty;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use self::ast::Container;
use self::ctxt::Ctxt;

#[doc = include_str!("../decode.md")]
#[proc_macro_derive(HclDecode, attributes(hcl))]
pub fn derive_hcl_decode(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    match read(&input, check::check_decode) {
        Ok(container) => expand::impl_decode(&container).into(),
        Err(errors) => expand::fallback_decode(&input, &errors).into(),
    }
}

#[doc = include_str!("../value.md")]
#[proc_macro_derive(HclValue, attributes(hcl))]
pub fn derive_hcl_value(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    match read(&input, check::check_value) {
        Ok(container) => expand::impl_value(&container).into(),
        Err(errors) => expand::fallback_value(&input, &errors).into(),
    }
}

/// Reads the input of a derive, and checks it. Returns all errors at once.
fn read<'a>(
    input: &'a DeriveInput,
    check: impl FnOnce(&Ctxt, &Container<'a>),
) -> Result<Container<'a>, Vec<syn::Error>> {
    let ctxt = Ctxt::new();
    let container = Container::from_input(&ctxt, input);
    if let Some(container) = &container {
        check(&ctxt, container);
    }
    let errors = ctxt.finish();
    container.filter(|_| errors.is_empty()).ok_or(errors)
}
