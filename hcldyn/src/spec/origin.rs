//! Where a decoded value comes from.

use crate::source::Place;

/// Where a decoded value stands in the text, and where its parts do.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Of an attribute its expression, of a block its header, of a label the label. Of what is not
    /// there, where it would be written.
    pub place: Place,
    /// Whether it is there.
    pub presence: Presence,
    /// The origins of the parts, where a spec decodes the parts: as many as the value has elements,
    /// and in the same order. Of what one expression gives as a whole there are none.
    pub parts: Vec<Self>,
}

/// Whether what a spec names is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is written, or generated.
    Present,
    /// It is not written, and need not be.
    Absent,
    /// It is missing, or wrong, and that was reported. Nothing more should be said about it.
    Failed,
}

impl Origin {
    /// The origin of something without parts.
    pub fn new(place: Place, presence: Presence) -> Self {
        Self { place, presence, parts: Vec::new() }
    }

    /// The origin of a value whose parts cannot be told apart.
    pub(super) fn without_parts(self) -> Self {
        Self::new(self.place, self.presence)
    }
}
