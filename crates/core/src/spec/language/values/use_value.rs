//! `use`: one of the values that the file defines by name.

use super::ValueKind;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{AttributeKind, LazyValueSpec, ValueSpec};
use crate::spec::ObjectSpec;
use crate::spec::language::block_body::{BlockBody, NestedBlock};
use crate::spec::language::diags;
use crate::spec::language::grammar::required;
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;

pub(super) const USE: ValueKind =
    ValueKind { name: "use", body: || ObjectSpec::new([required::<Str>(VALUE)]), read };

const VALUE: &str = "value";

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read<ValueSpec>> {
    let name = block.get::<Str>(VALUE, reader)?;
    let names = || reader.values.iter().filter_map(NestedBlock::name);
    let Some(index) = names().position(|known| *known == name) else {
        let error = diags::unknown_value(block.place_of(VALUE), &name, names());
        return reader.diags.fail(error);
    };
    let spec = ValueSpec::Lazy(LazyValueSpec::definition(index));
    Some(Read { spec, site: SpecSite::new(block.place.clone()) })
}

/// Returns the definitions that use themselves for a whole value, so that a conversion would never end.
pub(super) fn endless(definitions: &[ValueSpec]) -> Vec<usize> {
    let uses = definitions
        .iter()
        .map(|definition| {
            let mut uses = Vec::new();
            add_uses(definition, &mut uses);
            uses
        })
        .collect_vec();
    let reaches_itself = |first: &usize| {
        let mut seen = vec![false; uses.len()];
        let mut open = uses[*first].clone();
        while let Some(next) = open.pop() {
            if next == *first {
                return true;
            }
            if !std::mem::replace(&mut seen[next], true) {
                open.extend(&uses[next]);
            }
        }
        false
    };
    (0..uses.len()).filter(reaches_itself).collect_vec()
}

/// Adds the definitions that a spec uses for a whole value, not for its parts.
fn add_uses(spec: &ValueSpec, uses: &mut Vec<usize>) {
    match spec {
        ValueSpec::Lazy(lazy) => uses.extend(lazy.definition_index()),
        ValueSpec::Variants(variants) => {
            variants.variants().iter().for_each(|variant| add_uses(&variant.spec, uses));
        }
        ValueSpec::Object(object) => {
            let flattened = object.attributes().iter();
            flattened
                .filter(|attribute| attribute.kind == AttributeKind::Flattened)
                .for_each(|attribute| add_uses(&attribute.spec, uses));
        }
        _ => {}
    }
}
