//! The budget of files and directories that a decoding visits.

/// The maximum number of files and directories that the patterns and includes of one decoding visit.
pub(super) const MAX_VISITED: usize = 50_000;

/// The remaining visits of a decoding.
///
/// Every directory that is read, every entry that a pattern is compared with, every step of an included path, and every
/// file between an include and the start of its cycle is a visit. The time of reading therefore does not depend on the
/// number of patterns, nor on the size of the directories that they name.
#[derive(Debug)]
pub(super) struct Visits(usize);

/// The budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManyVisits;

impl Visits {
    pub(super) fn new(most: usize) -> Self {
        Self(most)
    }

    pub(super) fn are_used_up(&self) -> bool {
        self.0 == 0
    }

    /// Takes visits from the budget.
    pub(super) fn spend(&mut self, visits: usize) -> Result<(), TooManyVisits> {
        let left = self.0.checked_sub(visits);
        // Nothing is visited after the first visit that is too many.
        self.0 = left.unwrap_or(0);
        left.map(drop).ok_or(TooManyVisits)
    }
}

impl Default for Visits {
    fn default() -> Self {
        Self::new(MAX_VISITED)
    }
}
