//! Attributes of a variant.

use syn::LitStr;

use super::{Docs, Setting, for_each_meta, not_read, read, set};
use crate::ctxt::Ctxt;
use crate::symbol::{Position, Symbol};

/// The attributes of a variant.
#[derive(Default)]
pub(crate) struct VariantAttrs {
    pub(crate) name: Setting<LitStr>,
    pub(crate) aliases: Vec<LitStr>,
    pub(crate) former_names: Vec<LitStr>,
    pub(crate) deprecated: Setting<LitStr>,
    /// The variant takes every value that selects no other one.
    pub(crate) other: Setting<()>,
    /// No value selects the variant.
    pub(crate) skip: Setting<()>,
    pub(crate) docs: Docs,
    /// All options, with their paths.
    pub(crate) given: Vec<(Symbol, syn::Path)>,
}

impl VariantAttrs {
    pub(crate) fn read(ctxt: &Ctxt, attrs: &[syn::Attribute]) -> Self {
        let mut this = Self { docs: Docs::read(attrs), ..Self::default() };
        for_each_meta(ctxt, attrs, Position::Variant, |symbol, meta| {
            let path = &meta.path;
            match symbol {
                Symbol::Name => set(ctxt, path, &mut this.name, read::text(ctxt, meta)?),
                Symbol::Alias => this.aliases.extend(read::texts(ctxt, meta)?),
                Symbol::FormerName => this.former_names.extend(read::texts(ctxt, meta)?),
                Symbol::Deprecated => {
                    set(ctxt, path, &mut this.deprecated, read::text(ctxt, meta)?);
                }
                Symbol::Title | Symbol::Since | Symbol::Example | Symbol::Hide => {
                    this.docs.read_option(ctxt, symbol, meta)?;
                }
                Symbol::Other => set(ctxt, path, &mut this.other, read::flag(ctxt, meta)?),
                Symbol::Skip => set(ctxt, path, &mut this.skip, read::flag(ctxt, meta)?),
                _ => return Err(not_read(meta)),
            }
            this.given.push((symbol, path.clone()));
            Ok(())
        });
        this
    }

    /// Returns the literals of all names besides the current one.
    pub(crate) fn other_names(&self) -> impl Iterator<Item = &LitStr> {
        self.aliases.iter().chain(&self.former_names)
    }
}
