//! `label`: a label of the block whose body is decoded.

use super::docs::docs;
use crate::cty::Str;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::diags;
use crate::spec::language::grammar::{SpecKind, argument};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::{LabelSpec, ObjectSpec};

pub(super) const LABEL: SpecKind = SpecKind { name: "label", body, read };

/// The argument with the index of the label, from 0.
pub(in crate::spec::language) const INDEX: &str = "index";

/// The argument of a label that is the key of its block.
pub(in crate::spec::language) const KEY: &str = "key";

/// The argument of all labels from an index.
pub(in crate::spec::language) const REMAINING: &str = "remaining";

fn body() -> ObjectSpec {
    let arguments = [
        argument::<Str>("name"),
        argument::<usize>(INDEX),
        argument::<bool>(KEY),
        argument::<bool>(REMAINING),
    ];
    ObjectSpec::new(arguments.into_iter().chain(docs()))
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let (is_key, is_remaining) = (block.is_set(KEY, reader), block.is_set(REMAINING, reader));
    for other in [INDEX, REMAINING].into_iter().filter(|name| is_key && block.is_written(name)) {
        reader.diags.push(diags::argument_of_key(block.place_of(other), other));
    }
    let index = if is_key { 0 } else { reader.label_index(block) };
    let name = reader.name("name", block)?;
    let mut label = match (is_key, is_remaining) {
        (true, _) => LabelSpec::key(name),
        (false, true) => LabelSpec::from_index(index, name),
        (false, false) => LabelSpec::new(index, name),
    };
    label.docs = reader.docs(block);
    Some(Read::new(label, block.place.clone()))
}

impl SpecReader<'_> {
    /// Returns the index of the label of a block. The default is the one after the previous label.
    pub(super) fn label_index(&mut self, block: &BlockBody) -> usize {
        let index = block.get(INDEX, self).unwrap_or(self.next_label);
        self.next_label = index.saturating_add(1);
        index
    }
}
