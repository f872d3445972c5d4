//! `use`: one of the specs that the file defines by name.

use crate::cty::Str;
use crate::source::Place;
use crate::spec::language::block_body::{BlockBody, NestedBlock};
use crate::spec::language::diags;
use crate::spec::language::grammar::{SpecKind, required};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::{NestedSpec, ObjectSpec};

pub(in crate::spec::language) const USE: SpecKind = SpecKind { name: "use", body, read };

const SPEC: &str = "spec";

/// The maximum number of spec blocks that are read for `use` blocks. Each use of a spec reads its whole definition.
const MAX_USED_SPECS: usize = 10_000;

fn body() -> ObjectSpec {
    ObjectSpec::new([required::<Str>(SPEC)])
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let index = reader.used(block)?;
    reader.definition(index, &block.place)
}

impl SpecReader<'_> {
    /// Returns the spec of the bodies of blocks that a `use` block names. It may not be complete yet.
    pub(in crate::spec::language) fn used_for_blocks(
        &mut self,
        child: &NestedBlock,
    ) -> Read<NestedSpec> {
        let place = child.place.clone();
        match self.open(child).and_then(|(_, block)| self.used(&block)) {
            Some(index) => {
                Read { spec: NestedSpec::unbound(index), site: SpecSite::of_use(place, index) }
            }
            None => Read::nothing(place).nested(),
        }
    }

    /// Returns the index of the definition that a `use` block names.
    fn used(&mut self, block: &BlockBody) -> Option<usize> {
        let name = block.get::<Str>(SPEC, self)?;
        let names = || self.definitions.iter().filter_map(NestedBlock::name);
        let index = names().position(|known| *known == name);
        if index.is_none() {
            self.diags.push(diags::unknown_definition(block.place_of(SPEC), &name, names()));
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
