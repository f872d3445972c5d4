//! The arguments for documentation.

use crate::cty::Str;
use crate::cty::value_spec::ItemDocs;
use crate::spec::Spec;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::argument;
use crate::spec::language::read::SpecReader;

pub(in crate::spec::language) const DOCS: &str = "docs";
pub(in crate::spec::language) const TITLE: &str = "title";
pub(in crate::spec::language) const SINCE: &str = "since";
pub(in crate::spec::language) const EXAMPLES: &str = "examples";
pub(in crate::spec::language) const CONDITIONS: &str = "conditions";
pub(in crate::spec::language) const DEFAULT_TEXT: &str = "default_text";
pub(in crate::spec::language) const HIDDEN: &str = "hidden";

/// Returns the arguments for documentation.
pub(in crate::spec::language) fn docs() -> [(&'static str, Spec); 7] {
    [
        argument::<Str>(DOCS),
        argument::<Str>(TITLE),
        argument::<Str>(SINCE),
        argument::<Vec<Str>>(EXAMPLES),
        argument::<Vec<Str>>(CONDITIONS),
        argument::<Str>(DEFAULT_TEXT),
        argument::<bool>(HIDDEN),
    ]
}

impl SpecReader<'_> {
    /// Returns the documentation in a block.
    pub(in crate::spec::language) fn docs(&mut self, block: &BlockBody) -> ItemDocs {
        let mut docs = ItemDocs::default();
        docs.text = block.get(DOCS, self);
        docs.title = block.get(TITLE, self);
        docs.since = block.get(SINCE, self);
        docs.examples = block.get(EXAMPLES, self).unwrap_or_default();
        docs.conditions = block.get(CONDITIONS, self).unwrap_or_default();
        docs.default = block.get(DEFAULT_TEXT, self);
        docs.is_hidden = block.is_set(HIDDEN, self);
        docs
    }
}
