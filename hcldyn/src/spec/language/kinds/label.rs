//! `label`: a label of the block whose body is decoded.

use super::item::docs;
use crate::cty::Str;
use crate::spec::language::block_body::BlockBody;
use crate::spec::language::grammar::{SpecKind, argument};
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::{LabelSpec, ObjectSpec};

pub(super) const LABEL: SpecKind = SpecKind { name: "label", body, read };

/// The argument with the index of the label, from 0.
pub(super) const INDEX: &str = "index";

fn body() -> ObjectSpec {
    ObjectSpec::new([argument::<Str>("name"), argument::<usize>(INDEX), docs()])
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read> {
    let index = reader.label_index(block);
    let name = reader.name("name", block)?;
    let mut label = LabelSpec::new(index, name);
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
