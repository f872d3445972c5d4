//! The other forms of attributes and blocks: `or_attr`, `or_block`, `labels_as_blocks`, `merge`.

use proc_macro2::TokenStream;
use syn::Token;
use syn::meta::ParseNestedMeta;

use super::{Setting, read, set};
use crate::ctxt::Ctxt;
use crate::symbol::Symbol;

/// The other forms of a field, or of all fields of a type.
#[derive(Default)]
pub(crate) struct FormAttrs {
    or_attr: Setting<()>,
    pub(crate) or_block: Setting<()>,
    labels_as_blocks: Setting<()>,
    pub(crate) merge: Setting<()>,
    /// The combination of the blocks of several layers.
    pub(crate) layering: Setting<Layering>,
}

/// The combination of the blocks of a field in several layers.
#[derive(Clone, Copy)]
pub(crate) enum Layering {
    Merge,
    Append,
    Replace,
}

impl Layering {
    /// The names of the variants.
    const NAMES: [(&str, Self); 3] =
        [("labels", Self::Merge), ("append", Self::Append), ("replace", Self::Replace)];

    /// Returns the name of the variant of `hcldyn::body::Layering`.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Merge => "Merge",
            Self::Append => "Append",
            Self::Replace => "Replace",
        }
    }
}

impl FormAttrs {
    /// Reads the option of a form.
    pub(super) fn read(
        &mut self,
        ctxt: &Ctxt,
        symbol: Symbol,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        let flag = read::flag(ctxt, meta)?;
        if let Some((_, setting)) = self.all_mut().into_iter().find(|(known, _)| *known == symbol) {
            set(ctxt, &meta.path, setting, flag);
        }
        Ok(())
    }

    /// Reads `merge`, or the combination of layers in `merge = "append"`.
    pub(super) fn read_merge(
        &mut self,
        ctxt: &Ctxt,
        meta: &ParseNestedMeta<'_>,
    ) -> syn::Result<()> {
        if !meta.input.peek(Token![=]) {
            return self.read(ctxt, Symbol::Merge, meta);
        }
        let Some(name) = read::text(ctxt, meta)? else { return Ok(()) };
        match Layering::NAMES.into_iter().find(|(known, _)| *known == name.value()) {
            Some((_, layering)) => set(ctxt, &meta.path, &mut self.layering, Some(layering)),
            None => ctxt.error_at(
                name,
                "`merge` is \"labels\", \"append\" or \"replace\"; without a value, it combines the blocks of one layer",
            ),
        }
        Ok(())
    }

    /// Returns the given options.
    pub(crate) fn given(&self) -> impl Iterator<Item = (Symbol, &TokenStream)> {
        let all = [
            (Symbol::OrAttr, &self.or_attr),
            (Symbol::OrBlock, &self.or_block),
            (Symbol::LabelsAsBlocks, &self.labels_as_blocks),
            (Symbol::Merge, &self.merge),
        ];
        all.into_iter().filter_map(|(symbol, setting)| Some((symbol, &setting.as_ref()?.0)))
    }

    fn all_mut(&mut self) -> [(Symbol, &mut Setting<()>); 4] {
        [
            (Symbol::OrAttr, &mut self.or_attr),
            (Symbol::OrBlock, &mut self.or_block),
            (Symbol::LabelsAsBlocks, &mut self.labels_as_blocks),
            (Symbol::Merge, &mut self.merge),
        ]
    }
}
