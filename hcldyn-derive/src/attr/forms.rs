//! The other forms of attributes and blocks: `or_attr`, `or_block`, `labels_as_blocks`, `merge`.

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

    /// Returns the given options.
    pub(crate) fn given(&self) -> impl Iterator<Item = Symbol> {
        let all = [
            (Symbol::OrAttr, &self.or_attr),
            (Symbol::OrBlock, &self.or_block),
            (Symbol::LabelsAsBlocks, &self.labels_as_blocks),
            (Symbol::Merge, &self.merge),
        ];
        all.into_iter().filter(|(_, setting)| setting.is_some()).map(|(symbol, _)| symbol)
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
