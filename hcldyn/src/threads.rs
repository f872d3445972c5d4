//! Work on several threads, with results in order.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many shares of the work there are for each thread: they do not take equally long, and a thread that
/// is done takes the next.
const SHARES: usize = 16;

/// How many threads do the work, the one that asks for it among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Threads(NonZeroUsize);

impl Threads {
    /// No thread but the one that asks.
    pub(crate) const ONE: Self = Self(NonZeroUsize::MIN);

    pub(crate) const fn new(count: NonZeroUsize) -> Self {
        Self(count)
    }

    pub(crate) fn is_one(self) -> bool {
        self == Self::ONE
    }

    /// Cuts so many pieces of work into shares of at least `least` each. `None` where one thread does it
    /// all, be it that there is no other or not enough to do.
    pub(crate) fn share(self, pieces: usize, least: usize) -> Option<Vec<Range<usize>>> {
        let shares = (pieces / least).min(self.0.get().saturating_mul(SHARES));
        if self.is_one() || shares < 2 {
            return None;
        }
        let size = pieces.div_ceil(shares);
        let share = |start: usize| start..pieces.min(start + size);
        Some((0..pieces).step_by(size).map(share).collect())
    }

    /// Does the work for each item, and gives the results in the order of the items. Of several panics the
    /// first in that order goes on in the thread that asked, as if it had done all the work.
    pub(crate) fn map<T: Sync, R: Send>(
        self,
        items: &[T],
        work: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        let next = AtomicUsize::new(0);
        let take_part = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { return done };
                done.push((index, catch_unwind(AssertUnwindSafe(|| work(item)))));
            }
        };
        let mut done = thread::scope(|scope| {
            // Where there can be no further thread, those that there are do it all.
            let start = |_| thread::Builder::new().spawn_scoped(scope, take_part).ok();
            let others: Vec<_> = (1..self.0.get().min(items.len())).map_while(start).collect();
            let mut done = take_part();
            for other in others {
                done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            done
        });
        done.sort_unstable_by_key(|(index, _)| *index);
        done.into_iter()
            .map(|(_, result)| result.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    }
}

impl Default for Threads {
    fn default() -> Self {
        Self::ONE
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::{Barrier, Mutex};

    use super::*;

    fn threads(count: usize) -> Threads {
        Threads::new(NonZeroUsize::new(count).unwrap())
    }

    #[test]
    fn shares_are_all_of_the_work_in_order() {
        assert_eq!(threads(2).share(1_000, 300), Some(vec![0..334, 334..668, 668..1_000]));
        assert_eq!(threads(2).share(40, 1).map(|shares| shares.len()), Some(20));
        let odd = threads(3).share(100, 1).unwrap();
        assert_eq!(odd.iter().cloned().flatten().collect::<Vec<_>>(), (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_not_worth_it_is_not_shared() {
        assert_eq!(threads(1).share(1_000, 1), None);
        assert_eq!(threads(8).share(19, 10), None);
        assert_eq!(threads(8).share(0, 10), None);
    }

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1_000).collect();
        for count in [1, 2, 7] {
            assert_eq!(threads(count).map(&items, |item| item * 2)[999], 1_998);
            assert!(threads(count).map(&items, |item| *item).is_sorted());
        }
        assert!(threads(2).map(&[] as &[u8], |_| ()).is_empty());
    }

    #[test]
    fn so_many_threads_take_part() {
        // Each item waits for another thread.
        let (barrier, seen) = (Barrier::new(3), Mutex::new(HashSet::new()));
        threads(3).map(&[(); 3], |()| {
            seen.lock().unwrap().insert(thread::current().id());
            barrier.wait();
        });
        let seen = seen.into_inner().unwrap();
        assert_eq!((seen.len(), seen.contains(&thread::current().id())), (3, true));
    }

    #[test]
    fn the_first_panic_goes_on() {
        let items: Vec<usize> = (0..100).collect();
        let work = |item: &usize| assert!(item % 10 != 7, "{item}");
        let panic = catch_unwind(|| threads(2).map(&items, work)).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("7"));
    }
}
