//! Attributes of the struct.

use super::{Attr, Read, for_each_meta};
use crate::ctxt::Ctxt;
use crate::symbol::{CRATE, ON_STRUCTS};

/// What is said about the struct.
pub(crate) struct ContainerAttrs {
    /// The path of the `hcldyn` crate.
    pub(crate) krate: syn::Path,
}

impl ContainerAttrs {
    pub(crate) fn read(ctxt: &Ctxt, attrs: &[syn::Attribute]) -> Self {
        let mut krate = Attr::none(ctxt, CRATE);
        for_each_meta(ctxt, attrs, &ON_STRUCTS, |meta| {
            if meta.path != CRATE {
                return Ok(Read::Unknown);
            }
            let path: syn::LitStr = meta.value()?.parse()?;
            krate.set(&meta.path, path.parse()?);
            Ok(Read::Taken)
        });
        let krate = krate.finish().map(|(_, path)| path);
        Self { krate: krate.unwrap_or_else(|| syn::parse_quote!(::hcldyn)) }
    }
}
