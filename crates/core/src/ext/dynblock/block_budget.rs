//! The limit on generated blocks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::limits::work;

/// The remaining number of blocks that one decoding may generate. All of its `dynamic` blocks share it, including
/// nested ones: four nested blocks with a thousand elements each generate too many.
#[derive(Debug)]
pub(crate) struct BlockBudget {
    limit: u64,
    left: AtomicU64,
    exceeded: AtomicBool,
}

/// The result of a request for blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grant {
    /// The blocks may be generated.
    Given,
    /// The request exceeds the limit. No further blocks are generated.
    Rejected,
    /// An earlier request exceeded the limit, which has been reported.
    RejectedBefore,
}

impl BlockBudget {
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, left: AtomicU64::new(limit), exceeded: AtomicBool::new(false) }
    }

    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// Returns `true` if the limit on blocks or on work is exceeded. Further blocks are then not generated, so
    /// that decoding ends soon.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed) || work::is_used_up()
    }

    /// Requests a number of blocks before the first of them is generated.
    pub(super) fn take(&self, count: u64) -> Grant {
        if self.is_exceeded() {
            return Grant::RejectedBefore;
        }
        let take = |left: u64| left.checked_sub(count);
        match self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
            Ok(_) => Grant::Given,
            Err(_) if self.exceeded.swap(true, Ordering::Relaxed) => Grant::RejectedBefore,
            Err(_) => Grant::Rejected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceeding_the_limit_is_reported_once() {
        let budget = BlockBudget::new(5);
        assert_eq!(budget.take(3), Grant::Given);
        assert_eq!(budget.take(2), Grant::Given);
        assert_eq!(budget.take(0), Grant::Given);
        assert_eq!(budget.take(1), Grant::Rejected);
        assert_eq!(budget.take(0), Grant::RejectedBefore);
        assert!(budget.is_exceeded());
    }
}
