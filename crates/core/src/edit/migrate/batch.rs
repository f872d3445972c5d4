//! The changes of one step at all of its items.

use std::ops::Range;

use super::super::edits::Edits;
use super::trace::{Copied, Mark, Marks};

/// Edits of several items, which are applied together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) edits: Edits,
    pub(super) marks: Marks,
}

impl Batch {
    /// Adds the edits of a record for an item at a range of the source.
    pub(super) fn add(&mut self, edits: Edits, record: usize, anchor: &Range<usize>) {
        self.add_copied(edits, record, anchor, 0..0, Vec::new());
    }

    /// Adds edits. The one at the range `slot` copies parts of the source.
    pub(super) fn add_copied(
        &mut self,
        edits: Edits,
        record: usize,
        anchor: &Range<usize>,
        slot: Range<usize>,
        copies: Vec<Copied>,
    ) {
        for (range, text) in edits.changes().iter() {
            let is_slot = *range == slot && !text.is_empty();
            let copies = if is_slot { copies.clone() } else { Vec::new() };
            let is_inside =
                !range.is_empty() && anchor.start <= range.start && range.end <= anchor.end;
            let anchor = if is_inside { range.clone() } else { anchor.clone() };
            let mark = Mark { record, anchor, copies };
            self.marks.insert((range.start, range.end), mark);
        }
        self.edits.append(edits);
    }
}
