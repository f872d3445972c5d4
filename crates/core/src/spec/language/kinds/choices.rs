//! Blocks that each name one of several choices, a form or a block type, with its spec.

use std::sync::LazyLock;

use crate::cty::Str;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::diags;
use crate::spec::language::grammar::{children, named};
use crate::spec::language::read::{Read, SpecReader, UniqueNames};
use crate::spec::language::site::SpecSite;
use crate::spec::{ObjectSpec, Spec, SpecStep};

/// The choices that the blocks of a type offer.
pub(super) struct Choices {
    /// The block type.
    pub(super) ty: &'static str,
    /// The meaning of the label.
    pub(super) label: &'static str,
    /// The name of one of them in messages.
    pub(super) what: &'static str,
    pub(super) step: fn(Str) -> SpecStep,
}

impl Choices {
    /// Returns the part of a body that holds the blocks.
    pub(super) fn part(&self) -> (&'static str, Spec) {
        (self.ty, named(self.ty, self.label))
    }
}

impl SpecReader<'_> {
    /// Returns the specs of the choices by name. `read` reads the spec in each. A missing choice is reported.
    pub(super) fn choices<S>(
        &mut self,
        block: &BlockBody,
        choices: &Choices,
        mut read: impl FnMut(&mut Self, &BlockBody) -> Read<S>,
    ) -> (Vec<(Str, S)>, SpecSite) {
        static BODY: LazyLock<Spec> = LazyLock::new(|| ObjectSpec::new([children()]).into());
        let mut site = SpecSite::new(block.place.clone());
        let mut names = UniqueNames::new(choices.what);
        let mut specs = Vec::new();
        for choice in block.blocks(choices.ty) {
            let Some((name, place)) = &choice.label else { continue };
            let written = choice.open(&BODY, self);
            let Read { spec, site: inside } = read(self, &written);
            if names.add(name, place.clone(), self) {
                specs.push((name.clone(), spec));
                site.add((choices.step)(name.clone()), inside);
            }
        }
        if specs.is_empty() && block.is_complete {
            self.diags.push(diags::nothing_to_choose(block, choices.ty));
        }
        (specs, site)
    }
}
