//! The budget of files and directories that a decoding visits.

/// The maximum number of files and directories that the patterns and includes of one decoding visit.
pub(super) const MAX_VISITED: usize = 50_000;

/// The remaining visits of a decoding, or `None` after it asked for too many. Nothing is visited then.
///
/// Every directory that is read, every entry that a pattern is compared with, every step of an included path, and every
/// file between an include and the start of its cycle is a visit. The time of reading therefore does not depend on the
/// number of patterns, nor on the size of the directories that they name.
#[derive(Debug)]
pub(super) struct Visits(Option<usize>);

/// The budget is exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManyVisits;

impl Visits {
    pub(super) fn new(most: usize) -> Self {
        Self(Some(most))
    }

    pub(super) fn are_exceeded(&self) -> bool {
        self.0.is_none()
    }

    /// Returns `true` if at least `visits` are left.
    pub(super) fn are_left(&self, visits: usize) -> bool {
        self.0.is_some_and(|left| visits <= left)
    }

    /// Takes visits from the budget.
    pub(super) fn spend(&mut self, visits: usize) -> Result<(), TooManyVisits> {
        self.0 = self.0.and_then(|left| left.checked_sub(visits));
        self.0.map(drop).ok_or(TooManyVisits)
    }
}

impl Default for Visits {
    fn default() -> Self {
        Self::new(MAX_VISITED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_visit_after_the_last_one_exceeds_the_budget() {
        let mut visits = Visits::new(3);
        assert_eq!(visits.spend(3), Ok(()));
        assert!(!visits.are_exceeded());
        assert_eq!((visits.are_left(0), visits.are_left(1)), (true, false));
        assert_eq!(visits.spend(1), Err(TooManyVisits));
        assert!(visits.are_exceeded());
        // A visit without cost fails, too.
        assert_eq!(visits.spend(0), Err(TooManyVisits));
    }
}
