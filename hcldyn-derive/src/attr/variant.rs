//! Attributes of a variant.

use syn::LitStr;

use super::{Setting, docs, for_each_meta, read, set};
use crate::ctxt::Ctxt;
use crate::symbol::ON_VARIANTS;

/// The attributes of a variant.
pub(crate) struct VariantAttrs {
    pub(crate) name: Setting<LitStr>,
    pub(crate) docs: String,
}

impl VariantAttrs {
    pub(crate) fn read(ctxt: &Ctxt, attrs: &[syn::Attribute]) -> Self {
        let mut name = None;
        for_each_meta(ctxt, attrs, &ON_VARIANTS, |_, meta| {
            set(ctxt, &meta.path, &mut name, read::text(ctxt, meta)?);
            Ok(())
        });
        Self { name, docs: docs(attrs) }
    }
}
