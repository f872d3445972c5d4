//! Work on several threads, with results in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, TryLockError};
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

    /// How many of so many pieces of work make up a share, which is at least `least`. `None` where one thread
    /// does it all, be it that there is no other or not enough to do.
    pub(crate) fn share(self, pieces: usize, least: usize) -> Option<usize> {
        let shares = (pieces / least).min(self.0.get().saturating_mul(SHARES));
        (!self.is_one() && shares > 1).then(|| pieces.div_ceil(shares))
    }

    /// Does the work for each item, and gives the results in the order of the items.
    pub(crate) fn map<T: Sync, R: Send>(
        self,
        items: &[T],
        work: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        let mut results = Vec::with_capacity(items.len());
        self.pipe(items.iter(), |item| work(item), |_, result| results.push(result));
        results
    }

    /// Does the work for each item, and hands the results to `take` in the order of the items, while work goes
    /// on for those behind. One thread at a time asks for the next item, and one takes results. Of several
    /// panics the first in that order goes on in the thread that asked, as if it had done all the work.
    pub(crate) fn pipe<T: Send, R: Send>(
        self,
        items: impl Iterator<Item = T> + Send,
        work: impl Fn(&T) -> R + Sync,
        take: impl FnMut(T, R) + Send,
    ) {
        let most = items.size_hint().1.unwrap_or(usize::MAX);
        let items = Mutex::new(items.enumerate());
        let results = InOrder::new(take);
        let take_part = || {
            // What panicked elsewhere goes on there.
            while let Some((index, item)) = items.lock().ok().and_then(|mut items| items.next()) {
                let result = catch_unwind(AssertUnwindSafe(|| work(&item)));
                if results.put(index, (item, result)).is_break() {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            // Where there can be no further thread, those that there are do it all.
            let start = |_| thread::Builder::new().spawn_scoped(scope, take_part).ok();
            let others: Vec<_> = (1..self.0.get().min(most)).map_while(start).collect();
            take_part();
            for other in others {
                other.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        let _all_taken = results.take_ready();
    }

    /// Drops a value in another thread, if there is one, while this one does something.
    pub(crate) fn drop_beside<T: Send, R>(self, value: T, work: impl FnOnce() -> R) -> R {
        if self.is_one() {
            drop(value);
            return work();
        }
        thread::scope(|scope| {
            // What cannot be started is dropped with the value.
            let _started = thread::Builder::new().spawn_scoped(scope, || drop(value));
            work()
        })
    }
}

/// Results that are taken in the order of the items they are of.
struct InOrder<T, R, F> {
    /// Items with their results that came before their turn.
    waiting: Mutex<BTreeMap<usize, (T, thread::Result<R>)>>,
    /// The item whose result is taken next, and what takes it.
    taking: Mutex<(usize, F)>,
}

impl<T, R, F: FnMut(T, R)> InOrder<T, R, F> {
    fn new(take: F) -> Self {
        Self { waiting: Mutex::default(), taking: Mutex::new((0, take)) }
    }

    /// Breaks where taking a result panicked, which leaves nothing to work for.
    fn put(&self, index: usize, done: (T, thread::Result<R>)) -> ControlFlow<()> {
        if let Ok(mut waiting) = self.waiting.lock() {
            waiting.insert(index, done);
        }
        self.take_ready()
    }

    /// Takes the results whose turn it is, unless another thread does: that need not be waited for, since what
    /// it leaves behind is taken with the next result or in the end.
    fn take_ready(&self) -> ControlFlow<()> {
        let mut taking = match self.taking.try_lock() {
            Ok(taking) => taking,
            Err(TryLockError::WouldBlock) => return ControlFlow::Continue(()),
            Err(TryLockError::Poisoned(_)) => return ControlFlow::Break(()),
        };
        let (next, take) = &mut *taking;
        while let Some((item, result)) =
            self.waiting.lock().ok().and_then(|mut waiting| waiting.remove(next))
        {
            take(item, result.unwrap_or_else(|panic| resume_unwind(panic)));
            *next += 1;
        }
        ControlFlow::Continue(())
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
    use std::sync::{Barrier, mpsc};

    use super::*;

    fn threads(count: usize) -> Threads {
        Threads::new(NonZeroUsize::new(count).unwrap())
    }

    #[test]
    fn shares_are_as_large_as_it_takes() {
        assert_eq!(threads(2).share(1_000, 300), Some(334));
        assert_eq!(threads(2).share(40, 1), Some(2));
        assert_eq!(threads(3).share(100, 1), Some(3));
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
    fn work_goes_on_while_results_are_taken() {
        // Taking the first result waits until the last item was worked on.
        let (sender, receiver) = mpsc::channel();
        let (last, mut taken, receiver) = (9, Vec::new(), Mutex::new(receiver));
        let work = |item: &usize| {
            if *item == last {
                sender.send(()).unwrap();
            }
        };
        threads(2).pipe(0..=last, work, |item, ()| {
            if item == 0 {
                receiver.lock().unwrap().recv().unwrap();
            }
            taken.push(item);
        });
        assert_eq!(taken, (0..=last).collect::<Vec<_>>());
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

    #[test]
    fn behind_a_panic_nothing_is_worked_on() {
        let mut taken = Vec::new();
        let results = InOrder::new(|item, ()| taken.push(item));
        assert!(results.put(2, (2, Ok(()))).is_continue());
        assert!(results.put(0, (0, Ok(()))).is_continue());
        let panic: thread::Result<()> = Err(Box::new("1"));
        assert!(catch_unwind(AssertUnwindSafe(|| results.put(1, (1, panic)))).is_err());
        assert!(results.put(3, (3, Ok(()))).is_break());
        drop(results);
        assert_eq!(taken, [0]);
    }

    #[test]
    fn a_value_is_dropped_beside_other_work() {
        struct Told(mpsc::Sender<thread::ThreadId>);
        impl Drop for Told {
            fn drop(&mut self) {
                self.0.send(thread::current().id()).unwrap();
            }
        }
        for (count, is_here) in [(1, true), (2, false)] {
            let (sender, receiver) = mpsc::channel();
            // The work waits for the drop.
            let by = threads(count).drop_beside(Told(sender), || receiver.recv().unwrap());
            assert_eq!(by == thread::current().id(), is_here);
        }
    }
}
