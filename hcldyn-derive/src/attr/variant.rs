//! Attributes of a variant.

use syn::LitStr;

use super::{Attr, Setting, docs, for_each_meta, read};
use crate::ctxt::Ctxt;
use crate::symbol::{NAME, ON_VARIANTS};

/// What is said about a variant.
pub(crate) struct VariantAttrs {
    pub(crate) name: Setting<LitStr>,
    pub(crate) docs: String,
}

impl VariantAttrs {
    pub(crate) fn read(ctxt: &Ctxt, attrs: &[syn::Attribute]) -> Self {
        let mut name = Attr::none(ctxt, NAME);
        for_each_meta(ctxt, attrs, &ON_VARIANTS, |_, meta| {
            name.set(&meta.path, read::text(ctxt, meta)?);
            Ok(())
        });
        Self { name: name.finish(), docs: docs(attrs) }
    }
}
