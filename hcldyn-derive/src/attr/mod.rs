//! Reads `#[hcl(…)]` attributes.

mod container;
mod field;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::meta::ParseNestedMeta;

pub(crate) use self::container::ContainerAttrs;
pub(crate) use self::field::{Default, FieldAttrs, Kind};
use crate::ctxt::Ctxt;
use crate::symbol::{self, HCL, Symbol};

/// Something that may be given once.
pub(crate) struct Attr<'c, T> {
    ctxt: &'c Ctxt,
    name: Symbol,
    tokens: TokenStream,
    value: Option<T>,
}

impl<'c, T> Attr<'c, T> {
    fn none(ctxt: &'c Ctxt, name: Symbol) -> Self {
        Self { ctxt, name, tokens: TokenStream::new(), value: None }
    }

    /// Sets the value; a second time is a mistake at the second place.
    fn set(&mut self, tokens: impl ToTokens, value: T) {
        let tokens = tokens.into_token_stream();
        if self.value.is_some() {
            self.ctxt.error_at(tokens, format!("{} is given twice", self.name));
        } else {
            self.tokens = tokens;
            self.value = Some(value);
        }
    }

    /// The value with the tokens that gave it.
    fn finish(self) -> Option<(TokenStream, T)> {
        self.value.map(|value| (self.tokens, value))
    }
}

/// Goes through everything in the `#[hcl(…)]` attributes among `attrs`. `read` takes what it knows
/// and says whether it did; what it does not know is a mistake that lists `known`.
fn for_each_meta<F>(ctxt: &Ctxt, attrs: &[syn::Attribute], known: &[Symbol], mut read: F)
where
    F: FnMut(&ParseNestedMeta<'_>) -> syn::Result<Read>,
{
    for attr in attrs.iter().filter(|attr| attr.path() == HCL) {
        let result = attr.parse_nested_meta(|meta| match read(&meta)? {
            Read::Taken => Ok(()),
            Read::Unknown => {
                let name = meta.path.to_token_stream();
                ctxt.error_at(
                    &meta.path,
                    format!("unknown attribute `{name}`, expected one of {}", symbol::list(known)),
                );
                skip_value(&meta)
            }
        });
        if let Err(error) = result {
            ctxt.push(error);
        }
    }
}

/// Whether an attribute was known.
enum Read {
    Taken,
    Unknown,
}

/// Reads over the value of an attribute that is not known, so that what follows is read too.
fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(syn::Token![=]) {
        meta.value()?.parse::<syn::Expr>()?;
    } else if meta.input.peek(syn::token::Paren) {
        let content;
        syn::parenthesized!(content in meta.input);
        content.parse::<TokenStream>()?;
    }
    Ok(())
}
