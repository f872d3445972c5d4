//! `use`: one of the specs that the file defines by name.

use crate::cty::Str;
use crate::decode::Spanned;
use crate::source::Place;
use crate::spec::language::argument::Required;
use crate::spec::language::block::{NestedBlock, OpenBlock, SpecContent};
use crate::spec::language::diags;
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::language::write::{Writer, block};
use crate::spec::{NestedSpec, Spec};
use crate::syntax::native::NewItem;
use crate::{HclDecode, HclEncode};

/// The value of a named spec.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Use {
    /// The name of a `spec` block anywhere in the file.
    spec: Required<Spanned<Str>>,
}

/// The maximum number of spec blocks that are read for `use` blocks. Each use of a spec reads its whole definition.
const MAX_USED_SPECS: usize = 10_000;

impl SpecContent<Spec> for Use {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let index = reader.used(self)?;
        reader.definition(index, &block.place)
    }
}

impl SpecReader<'_> {
    /// Returns the spec of the bodies of blocks that a `use` block names. It may not be complete yet.
    pub(in crate::spec::language) fn used_for_blocks(
        &mut self,
        child: &NestedBlock,
    ) -> Read<NestedSpec> {
        let place = child.place.clone();
        let (content, _) = child.open(self);
        match self.used(content) {
            Some(index) => {
                Read { spec: NestedSpec::unbound(index), site: SpecSite::of_use(place, index) }
            }
            None => Read::nothing(place).nested(),
        }
    }

    /// Returns the index of the definition that a `use` block names.
    fn used(&mut self, content: Use) -> Option<usize> {
        let name = content.spec.0?;
        let names = || self.definitions.iter().filter_map(NestedBlock::name);
        let index = names().position(|known| *known == *name);
        if index.is_none() {
            self.diags.push(diags::unknown_definition(name.place().clone(), &name, names()));
        }
        index
    }

    /// Reads the spec of a definition for a `use` block at `place`.
    fn definition(&mut self, index: usize, place: &Place) -> Option<Read> {
        if self.using.contains(&index) {
            return self.diags.fail(diags::spec_in_itself(place.clone()));
        }
        if self.used_specs >= MAX_USED_SPECS {
            if self.used_specs < usize::MAX {
                self.diags.push(diags::too_many_used_specs(place.clone(), MAX_USED_SPECS));
            }
            // It is reported once.
            self.used_specs = usize::MAX;
            return None;
        }
        self.using.push(index);
        self.uses += 1;
        let read = self.deeper(1, place, |it| Some(it.definition_body(index)));
        self.uses -= 1;
        self.using.pop();
        read
    }
}

impl Writer {
    /// Returns the block that uses a named spec.
    pub(in crate::spec::language) fn used(&mut self, name: Str) -> NewItem {
        let content = Use { spec: Required(Some(name.into())) };
        block("use", None, self.content(&content, []))
    }
}
