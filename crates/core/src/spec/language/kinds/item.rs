//! The arguments that attributes and block types share.

use super::docs::docs;
use crate::body::Layering;
use crate::cty::Str;
use crate::spec::language::argument::{Deprecated, Word};
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::argument;
use crate::spec::language::read::SpecReader;
use crate::spec::{Deprecation, ItemNames, Spec};

pub(in crate::spec::language) const ALIASES: &str = "aliases";
pub(in crate::spec::language) const FORMER_NAMES: &str = "former_names";
pub(in crate::spec::language) const DEPRECATED: &str = "deprecated";
pub(in crate::spec::language) const LAYERS: &str = "layers";
pub(in crate::spec::language) const REPLACED_BY: &str = "replaced_by";

/// Returns the arguments of an attribute or a block type, besides its own.
pub(super) fn item() -> impl Iterator<Item = (&'static str, Spec)> {
    let names = [
        argument::<Vec<Str>>(ALIASES),
        argument::<Vec<Str>>(FORMER_NAMES),
        argument::<Deprecated>(DEPRECATED),
        argument::<Str>(REPLACED_BY),
    ];
    docs().into_iter().chain(names)
}

/// Returns the argument for the combination of the blocks of several layers.
pub(super) fn layers() -> (&'static str, Spec) {
    argument::<Word<Layering>>(LAYERS)
}

impl SpecReader<'_> {
    /// Sets the other names and the deprecation of an attribute or a block type.
    pub(super) fn describe(&mut self, names: &mut ItemNames, block: &BlockBody) {
        names.aliases = block.get(ALIASES, self).unwrap_or_default();
        names.former_names = block.get(FORMER_NAMES, self).unwrap_or_default();
        let replacement = block.get::<Str>(REPLACED_BY, self);
        names.deprecation = match block.get(DEPRECATED, self) {
            Some(Deprecated::Yes { advice }) => Some(Deprecation::new(replacement, advice)),
            _ if replacement.is_some() => Some(Deprecation::new(replacement, None)),
            _ => None,
        };
    }

    /// Returns the combination of the blocks of several layers.
    pub(super) fn layering(&mut self, block: &BlockBody) -> Option<Layering> {
        block.get(LAYERS, self).map(|Word(layering)| layering)
    }
}
