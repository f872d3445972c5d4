//! The allowed number of blocks.

/// The number of blocks of a spec that a body may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockCount {
    /// The minimum. A single block is required if it is not 0.
    pub min: usize,
    /// The maximum. For a single block it has no effect.
    pub max: Option<usize>,
}

impl BlockCount {
    /// Any number of blocks.
    pub const ANY: Self = Self { min: 0, max: None };

    /// Returns `true` if there must be a block.
    pub(in crate::spec) fn is_required(self) -> bool {
        self.min > 0
    }

    /// Returns `true` if there may be this many blocks.
    pub(in crate::spec) fn allows(self, count: usize) -> bool {
        count >= self.min && self.max.is_none_or(|max| count <= max)
    }

    /// Returns the number for a spec of a single block, which is decoded to one value.
    pub(in crate::spec) fn of_single(self) -> Self {
        Self { min: self.min.min(1), max: Some(1) }
    }
}
