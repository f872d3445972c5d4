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
    /// The origins of the parts: of an object's attributes in the order of its spec, of a list's,
    /// set's or tuple's blocks in source order.
    pub parts: Vec<Origin>,
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
}
