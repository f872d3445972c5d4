//! How many blocks may still be generated.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::limits::work;

/// How many blocks one decoding may still generate. It is shared by all its `dynamic` blocks, nested
/// ones included, for each is harmless alone: four nested ones of a thousand elements are not.
#[derive(Debug)]
pub(crate) struct BlockBudget {
    limit: u64,
    left: AtomicU64,
    exceeded: AtomicBool,
}

/// Whether a `dynamic` block may generate its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grant {
    /// It may.
    Given,
    /// It would be too many; nothing more is generated from here on.
    Refused,
    /// It was too many before, which was reported.
    RefusedBefore,
}

impl BlockBudget {
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, left: AtomicU64::new(limit), exceeded: AtomicBool::new(false) }
    }

    pub(super) fn limit(&self) -> u64 {
        self.limit
    }

    /// Whether too many blocks were asked for, or too much work. No more are generated then, so that
    /// decoding ends soon.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed) || work::is_used_up()
    }

    /// Asks for blocks before any of them is generated.
    pub(super) fn take(&self, count: u64) -> Grant {
        if self.is_exceeded() {
            return Grant::RefusedBefore;
        }
        let take = |left: u64| left.checked_sub(count);
        match self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take) {
            Ok(_) => Grant::Given,
            Err(_) if self.exceeded.swap(true, Ordering::Relaxed) => Grant::RefusedBefore,
            Err(_) => Grant::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_refused_once() {
        let budget = BlockBudget::new(5);
        assert_eq!(budget.take(3), Grant::Given);
        assert_eq!(budget.take(2), Grant::Given);
        assert_eq!(budget.take(0), Grant::Given);
        assert_eq!(budget.take(1), Grant::Refused);
        assert_eq!(budget.take(0), Grant::RefusedBefore);
        assert!(budget.is_exceeded());
    }
}
