//! Attributes of a variant.

use syn::LitStr;

use super::{Docs, Setting, for_each_meta, read, set};
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
    #[expect(clippy::too_many_lines, reason = "one arm for each option")]
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
                // Not allowed on variants.
                Symbol::AtLeastOneOf
                | Symbol::Attr
                | Symbol::Attrs
                | Symbol::Block
                | Symbol::Blocks
                | Symbol::Bound
                | Symbol::ConflictsWith
                | Symbol::Crate
                | Symbol::Default
                | Symbol::DeriveDefault
                | Symbol::Dynamic
                | Symbol::EncodeWith
                | Symbol::ExactlyOneOf
                | Symbol::Expr
                | Symbol::ExprClosure
                | Symbol::Flatten
                | Symbol::From
                | Symbol::FromStr
                | Symbol::IgnoreCase
                | Symbol::IntoValue
                | Symbol::Key
                | Symbol::Label
                | Symbol::Labels
                | Symbol::LabelsAsBlocks
                | Symbol::Length
                | Symbol::Matches
                | Symbol::MaxItems
                | Symbol::Merge
                | Symbol::MinItems
                | Symbol::NonEmpty
                | Symbol::OneOf
                | Symbol::Optional
                | Symbol::OrAttr
                | Symbol::OrBlock
                | Symbol::Range
                | Symbol::Remain
                | Symbol::RenameAll
                | Symbol::RenameAllFields
                | Symbol::Requires
                | Symbol::RequiresIf
                | Symbol::Scope
                | Symbol::Sensitive
                | Symbol::Serde
                | Symbol::Tag
                | Symbol::TryFrom
                | Symbol::Unique
                | Symbol::Unknown
                | Symbol::Untagged
                | Symbol::Validate
                | Symbol::With => return Ok(()),
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
