//! What is known of an unknown value.

use super::{Number, Str};

/// What is already known of an unknown value. An unknown value without one may be anything of its
/// type, null included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refinement {
    /// The value will not be null.
    pub not_null: bool,
    /// The least it can be, and whether it can be just that.
    pub lower: Option<(Number, Inclusive)>,
    /// The most it can be, and whether it can be just that.
    pub upper: Option<(Number, Inclusive)>,
    /// What its text begins with.
    pub prefix: Option<Str>,
    /// The fewest elements it can have.
    pub min_length: u64,
    /// The most elements it can have.
    pub max_length: Option<u64>,
}

/// Whether a bound belongs to the range it bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inclusive {
    /// The bound itself is possible.
    Yes,
    /// Only what lies beyond the bound is possible.
    No,
}

impl Refinement {
    /// Nothing is known but that the value is not null.
    pub fn not_null() -> Self {
        Self { not_null: true, ..Self::default() }
    }
}
